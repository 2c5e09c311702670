package engine_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fieldpost/engine"
)

// Without this the reference could share a misreading with the engine: its own
// answers are held against the hand-made vectors, on the way compared with the
// engine's.
func TestReferenceVectors(t *testing.T) {
	played := 0
	for _, file := range []string{"vectors.json", "variant-vectors.json"} {
		var cases []vector
		if err := json.Unmarshal(conformanceFile(t, file), &cases); err != nil {
			t.Fatal(err)
		}
		for _, v := range cases {
			if v.Pieces == "" || strings.HasPrefix(v.Name, "setup-") || strings.HasPrefix(v.Name, "notation-") {
				continue // no game
			}
			played++
			t.Run(v.Name, func(t *testing.T) { refVector(t, &v) })
		}
	}
	if played < 80 {
		t.Errorf("%d vectors were played, want at least 80", played)
	}
}

func refVector(t *testing.T, v *vector) {
	start := refStart{rules: v.rules(t), toMove: v.color(t), pieces: map[engine.Square]refPiece{}}
	for s, p := range vectorPieces(t, v.Pieces) {
		start.pieces[s] = refPiece{color: p.Color, rank: p.Rank, shown: refNever}
	}
	for _, text := range v.Rescued {
		p := start.pieces[square(t, text)]
		p.marked = true
		start.pieces[square(t, text)] = p
	}
	for side, symbols := range v.Trays {
		for _, symbol := range symbols {
			name, marked := strings.CutSuffix(symbol, "*")
			rank, err := engine.ParseRank(name)
			if err != nil {
				t.Fatal(err)
			}
			tray := start.trays.Of(color(t, side))
			*tray = append(*tray, refPiece{color: color(t, side), rank: rank, shown: refNever, marked: marked})
		}
	}
	for side, n := range v.RescuesUsed {
		*start.used.Of(color(t, side)) = n
	}
	pair, err := refBegin(start)
	if err != nil {
		t.Fatal(err)
	}
	play := func(text string) (line string) {
		t.Helper()
		m := parsed(t, text)
		pair.compare()
		if word := pair.compareVerdict(m); word != "" {
			t.Fatalf("%s: %s\n%s", text, word, pair.report())
		}
		pair.play(m)
		return refLine(pair.ref.named(len(pair.ref.history)))
	}
	for _, m := range v.Moves {
		play(m)
	}
	for _, q := range v.Queries {
		m, err := engine.ParseMove(q.Move)
		if err != nil {
			t.Fatal(err)
		}
		word := pair.compareVerdict(m)
		if got := map[bool]string{true: "legal", false: "illegal:" + word}[word == ""]; got != q.Expect {
			t.Errorf("%s: %s, want %s", q.Move, got, q.Expect)
		}
	}
	var move string
	e := vectorExpect{}
	if v.Action != nil {
		e = v.expected(t)
	}
	if v.Action != nil && json.Unmarshal(v.Action, &move) == nil {
		if line := play(move); e.Record != nil && line != *e.Record {
			t.Errorf("record: %q, want %q", line, *e.Record)
		}
	}
	pair.compare()
	if len(pair.faults) > 0 {
		t.Error(pair.report())
	}
	refExpect(t, pair.ref, v.Result, &e)
}

// refExpect checks what a vector expects of the reference alone.
func refExpect(t *testing.T, r *reference, result string, e *vectorExpect) {
	if e.Result.given && e.Result.value != nil {
		result = *e.Result.value
	}
	if result != "" || e.Result.given {
		got := fmt.Sprint(r.outcome, " ", r.reason)
		want := "none none"
		if result != "" {
			who, why, _ := strings.Cut(strings.TrimSuffix(result, ")"), " (")
			switch {
			case strings.HasSuffix(why, "movable piece"):
				why = "no-movable-piece"
			case strings.HasSuffix(why, "move"): // no move, cannot move, neither side can move
				why = "no-move"
			case strings.HasSuffix(why, " limit"):
				why = strings.TrimSuffix(why, " limit")
			default:
				why = strings.ReplaceAll(why, " ", "-")
			}
			want = strings.TrimSuffix(who, " wins") + " " + why
		}
		if got != want {
			t.Errorf("result: %s, want %s", got, want)
		}
	}
	sides := []engine.Color{engine.Red, engine.Blue}
	if e.After != nil {
		refSeesText(t, "after", *e.After, r, sides...)
	}
	for viewer, pieces := range e.Sees {
		if viewer == "public" {
			refSeesText(t, viewer, pieces, r)
		} else {
			refSeesText(t, viewer, pieces, r, color(t, viewer))
		}
	}
	for side, symbols := range e.Trays {
		c := color(t, side)
		got, marks := "", r.trayMarks(c)
		for _, rank := range r.tray(c) {
			got += refSymbol(rank)
			if marks[rank] > 0 {
				got += "*"
				marks[rank]--
			}
		}
		if want := strings.Join(symbols, ""); got != want {
			t.Errorf("%s tray %q, want %q", side, got, want)
		}
	}
	for side, n := range e.RescuesUsed {
		if got := *r.used.Of(color(t, side)); got != n {
			t.Errorf("%s used %d rescues, want %d", side, got, n)
		}
	}
	for side, want := range e.Claimable {
		if r.claimable() != want {
			t.Errorf("%s may claim: %v, want %v", side, !want, want)
		}
	}
}

// refSeesText compares pieces (`r5@a4`, `b?@j10`) with what one who sees the
// ranks of these sides knows.
func refSeesText(t *testing.T, what, pieces string, r *reference, ranksOf ...engine.Color) {
	t.Helper()
	want, got := map[string]string{}, map[string]string{}
	for _, word := range strings.Fields(pieces) {
		piece, at, _ := strings.Cut(word, "@")
		want[at] = piece
	}
	for _, viewer := range append(ranksOf, engine.NoColor) {
		for _, s := range r.sees(viewer) {
			at := s.Square.String()
			if got[at] == "" || s.Rank != engine.NoRank {
				got[at] = s.Color.String()[:1] + refSymbol(s.Rank)
			}
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}
