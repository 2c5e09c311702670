package engine_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fieldpost/engine"
)

// trial is one worked example of a rule: a drawn board, what is played on it,
// and what must then hold. Fields left empty are not looked at.
type trial struct {
	name   string
	source string // where the rule comes from: 000 to 003, an ISF article, or ours
	rules  string // see options
	board  string // see drawn
	blue   bool   // Blue moves first
	trays  string // lost pieces, Red's / Blue's: "5 5* B / S"; * has rescued
	used   engine.Both[int]

	played string // moves, spaces between, all of them legal: "a4a5 j7j6 e9e10+5@c2"

	asks  string // a line each: a move and its verdict, `legal` or the refusing rule
	last  string // the record's last line, without its number
	after string // the board
	lost  string // the trays
	end   string // "red flag", or "on" while the game goes on
}

// try plays and checks each trial under its own name.
func try(t *testing.T, trials []trial) {
	t.Helper()
	names := map[string]bool{}
	for _, tt := range trials {
		if names[tt.name] || tt.source == "" {
			t.Errorf("%q: each trial has a name of its own and a source", tt.name)
		}
		names[tt.name] = true
		t.Run(tt.name, func(t *testing.T) { tt.check(t) })
	}
}

// begin returns the game of tt before anything is played.
func (tt *trial) begin(t testing.TB) engine.Game {
	t.Helper()
	p := tt.position(t)
	g, err := engine.StartFrom(p)
	if err != nil {
		t.Fatalf("start: %v\n%s", err, drawing(p.Rules.Army.Board(), p.Pieces, "*"))
	}
	return g
}

func (tt *trial) position(t testing.TB) engine.Position {
	t.Helper()
	r := options(t, tt.rules)
	p := engine.Position{
		Rules:       r,
		Pieces:      drawn(t, r.Army.Board(), tt.board),
		RescuesUsed: tt.used,
		ToMove:      engine.Red,
	}
	if tt.blue {
		p.ToMove = engine.Blue
	}
	if tt.trays != "" {
		red, blue, _ := strings.Cut(tt.trays, "/")
		p.Trays.Red, p.RescuedInTray.Red = tray(t, strings.Fields(red))
		p.Trays.Blue, p.RescuedInTray.Blue = tray(t, strings.Fields(blue))
	}
	return p
}

func (tt *trial) check(t *testing.T) {
	t.Helper()
	g := playAll(t, tt.begin(t), tt.played)
	b := g.Rules().Army.Board()
	checked := false
	for line := range strings.Lines(tt.asks) {
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		checked = true
		move, want := strings.Join(words[:len(words)-1], " "), words[len(words)-1]
		if got := verdict(t, g, parsed(t, move)); got != want {
			t.Errorf("%s: %s, want %s", move, got, want)
		}
	}
	pos := g.Position()
	if tt.last != "" {
		checked = true
		record := g.Record()
		if len(record) == 0 {
			t.Fatal("the record is empty")
		}
		if got := record[len(record)-1].Text(); got != tt.last {
			t.Errorf("record: %q, want %q", got, tt.last)
		}
	}
	if tt.after != "" {
		checked = true
		if diff := cmp.Diff(redraw(t, b, tt.after, "*"), drawing(b, pos.Pieces, "*")); diff != "" {
			t.Errorf("board (-want +got):\n%s", diff)
		}
	}
	if tt.lost != "" {
		checked = true
		if diff := cmp.Diff(strings.Join(strings.Fields(tt.lost), " "), traysText(pos)); diff != "" {
			t.Errorf("trays (-want +got):\n%s", diff)
		}
	}
	if tt.end != "" {
		checked = true
		if got := ending(g); got != tt.end {
			t.Errorf("end: %s, want %s", got, tt.end)
		}
	}
	if !checked {
		t.Error("the trial checks nothing")
	}
}

// ending returns "red flag", "draw quiet" and so on, or "on".
func ending(g engine.Game) string {
	if g.Outcome() == engine.Undecided {
		if g.Reason() != engine.NoReason || g.ToMove() == engine.NoColor {
			return "on, but with a reason or nobody to move"
		}
		return "on"
	}
	if g.ToMove() != engine.NoColor || g.Moves() != nil {
		return "over, but somebody is to move"
	}
	return g.Outcome().String() + " " + g.Reason().String()
}

// playAll plays moves, which must all be legal and generated.
func playAll(t testing.TB, g engine.Game, moves string) engine.Game {
	t.Helper()
	for _, text := range strings.Fields(moves) {
		m := parsed(t, text)
		if got := verdict(t, g, m); got != "legal" {
			t.Fatalf("ply %d: %s is refused: %s", g.Ply()+1, text, got)
		}
		next, _, err := engine.Apply(g, engine.Play(g.ToMove(), m))
		if err != nil {
			t.Fatalf("ply %d: %s: %v", g.Ply()+1, text, err)
		}
		g = next
	}
	return g
}

func parsed(t testing.TB, text string) engine.Move {
	t.Helper()
	m, err := engine.ParseMove(text)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// tray reads lost pieces: `5`, or `5*` for one that has rescued.
func tray(t testing.TB, symbols []string) (all, rescued engine.Troops) {
	t.Helper()
	for _, s := range symbols {
		rank, err := engine.ParseRank(strings.TrimSuffix(s, "*"))
		if err != nil {
			t.Fatal(err)
		}
		all[rank]++
		if strings.HasSuffix(s, "*") {
			rescued[rank]++
		}
	}
	return all, rescued
}

// trayText lists a tray strongest first, those that have rescued last among
// their equals.
func trayText(all, rescued engine.Troops) string {
	var list []string
	for _, r := range engine.Ranks {
		for i := range all[r] {
			s := r.String()
			if i >= all[r]-rescued[r] {
				s += "*"
			}
			list = append(list, s)
		}
	}
	return strings.Join(list, " ")
}

func traysText(p engine.Position) string {
	return strings.TrimSpace(trayText(p.Trays.Red, p.RescuedInTray.Red) + " / " + trayText(p.Trays.Blue, p.RescuedInTray.Blue))
}

// verdict returns `legal` or the word of the rule that refuses m. It fails the
// test unless Legal, Apply and the generated moves agree about m.
func verdict(t testing.TB, g engine.Game, m engine.Move) string {
	t.Helper()
	action := engine.Play(g.ToMove(), m)
	err := g.Legal(action)
	next, _, applied := engine.Apply(g, action)
	if diff := cmp.Diff(errorText(err), errorText(applied)); diff != "" {
		t.Fatalf("%v: Legal and Apply disagree (-legal +apply):\n%s", m, diff)
	}
	if err == nil && next.Ply() != g.Ply()+1 {
		t.Fatalf("%v: the next game is at ply %d, not %d", m, next.Ply(), g.Ply()+1)
	}
	if listed := generated(g, m); listed != (err == nil) {
		t.Fatalf("%v: generated is %v, but the verdict is %v; generated are %v", m, listed, err, g.Moves())
	}
	if err == nil {
		return "legal"
	}
	return ruleOf(t, err)
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// ruleOf returns the word of the rule that err refuses by.
func ruleOf(t testing.TB, err error) string {
	t.Helper()
	refusal, ok := errors.AsType[*engine.Refusal](err)
	if !ok {
		t.Fatalf("%T is no refusal: %v", err, err)
	}
	return refusal.Rule.String()
}

// generated reports whether m is among g's generated moves: with its own middle
// or, where it has none, as the only one from its start to its target; and with
// a rescue only if the move, the rank and the square are all offered.
func generated(g engine.Game, m engine.Move) bool {
	var ways []engine.Move
	for _, way := range g.Moves() {
		if way.From == m.From && way.To == m.To && (m.Via == 0 || m.Via == way.Via) {
			ways = append(ways, way)
		}
	}
	if len(ways) != 1 {
		return false
	}
	if m.Rescue == (engine.Rescue{}) {
		return true
	}
	r := g.Rescues()
	return r != nil && slices.Contains(r.Moves, ways[0]) &&
		slices.Contains(r.Ranks, m.Rescue.Rank) && slices.Contains(r.Squares, m.Rescue.Square)
}
