package engine_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fieldpost/engine"
)

// vectorExpect is what is expected of an action; nil members are not looked at.
type vectorExpect struct {
	Result          optional[string]
	After, Record   *string
	Trays           map[string][]string
	RescuesUsed     map[string]int
	Rescued         *[]string
	Sees            map[string]string
	Claimable       map[string]bool
	Legal           *bool
	Pieces          *string
	Faults          *[]string
	FaultsInclude   []string
	Square          string
	Rank            optional[string]
	Moved, Revealed *bool
}

// optional tells a null from an absent member.
type optional[T any] struct {
	given bool
	value *T
}

func (o *optional[T]) UnmarshalJSON(data []byte) error {
	o.given = true
	return json.Unmarshal(data, &o.value)
}

// move plays the action and compares what came of it.
func (v *vector) move(t *testing.T, g engine.Game, move string) {
	m := parsed(t, move)
	if got := verdict(t, g, m); got != "legal" {
		t.Fatalf("%s: %s, want legal", move, got)
	}
	next, happened, err := engine.Apply(g, engine.Play(g.ToMove(), m))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(next.Record()[len(next.Record())-1], happened.Ply); diff != "" {
		t.Errorf("what happened is not the record's last line:\n%s", diff)
	}
	v.compare(t, next, v.expected(t), map[string]bool{
		"result": true, "after": true, "record": true, "trays": true,
		"rescuesUsed": true, "rescued": true, "sees": true, "claimable": true,
	})
}

// expected reads what is expected of an action.
func (v *vector) expected(t *testing.T) vectorExpect {
	t.Helper()
	var e vectorExpect
	if err := strictly(v.Expect, &e); err != nil {
		t.Fatalf("expect is not understood: %v", err)
	}
	return e
}

// compare checks every given member of e, all of which must be allowed here.
func (v *vector) compare(t *testing.T, g engine.Game, e vectorExpect, allowed map[string]bool) {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(v.Expect, &members); err != nil || len(members) == 0 {
		t.Fatalf("nothing is expected: %v", err)
	}
	for name := range members {
		if !allowed[name] {
			t.Errorf("%q is not understood for this action", name)
		}
	}
	pos := g.Position()
	b := pos.Rules.Army.Board()
	if e.Result.given {
		want := ""
		if e.Result.value != nil {
			want = *e.Result.value
		}
		checkResult(t, g, want)
	}
	if e.After != nil {
		want := drawing(b, vectorPieces(t, *e.After), "")
		if diff := cmp.Diff(want, drawing(b, pos.Pieces, "")); diff != "" {
			t.Errorf("after (-want +got):\n%s", diff)
		}
	}
	if e.Record != nil {
		record := g.Record()
		if got := record[len(record)-1].Text(); got != *e.Record {
			t.Errorf("record: %q, want %q", got, *e.Record)
		}
	}
	for side, symbols := range e.Trays {
		c := color(t, side)
		want := trayText(tray(t, symbols))
		if got := trayText(*pos.Trays.Of(c), *pos.RescuedInTray.Of(c)); got != want {
			t.Errorf("%s tray: %q, want %q", side, got, want)
		}
		for _, viewer := range []engine.Color{engine.Red, engine.Blue, engine.NoColor} {
			view := engine.Look(g, viewer)
			if got := fmt.Sprint(*view.Trays.Of(c)); got != fmt.Sprint(pos.Trays.Of(c).List()) {
				t.Errorf("%s tray as %v sees it: %s", side, viewer, got)
			}
		}
	}
	for side, n := range e.RescuesUsed {
		if got := *pos.RescuesUsed.Of(color(t, side)); got != n {
			t.Errorf("%s has rescued %d, want %d", side, got, n)
		}
	}
	if e.Rescued != nil {
		if diff := cmp.Diff(squaresOf(t, *e.Rescued), engine.Look(g, engine.NoColor).Rescued); diff != "" {
			t.Errorf("rescued (-want +got):\n%s", diff)
		}
	}
	for viewer, pieces := range e.Sees {
		c := engine.NoColor
		if viewer != "public" {
			c = color(t, viewer)
		}
		if diff := cmp.Diff(drawing(b, vectorPieces(t, pieces), ""), seen(engine.Look(g, c), "")); diff != "" {
			t.Errorf("%s sees (-want +got):\n%s", viewer, diff)
		}
	}
	for side, want := range e.Claimable {
		c := color(t, side)
		if got := engine.Look(g, c).Claimable; got != want {
			t.Errorf("%s may claim by the view: %v, want %v", side, got, want)
		}
		if got := g.Legal(engine.ClaimDraw(c)) == nil; got != want {
			t.Errorf("%s may claim: %v, want %v", side, got, want)
		}
	}
}

func squaresOf(t *testing.T, texts []string) []engine.Square {
	t.Helper()
	var list []engine.Square
	for _, text := range texts {
		list = append(list, square(t, text))
	}
	slices.Sort(list)
	return list
}

// checkResult compares the end of g with words like `red wins (flag home)` or
// `draw (no move)`; "" means that the game goes on.
func checkResult(t *testing.T, g engine.Game, result string) {
	t.Helper()
	want := "on"
	if result != "" {
		who, why, _ := strings.Cut(strings.TrimSuffix(result, ")"), " (")
		outcomes := map[string]string{"red wins": "red", "blue wins": "blue", "draw": "draw"}
		reasons := map[string]string{
			"flag": "flag", "flag home": "flag-home",
			"no move": "no-move", "neither side can move": "no-move", "red cannot move": "no-move", "blue cannot move": "no-move",
			"no movable piece": "no-movable-piece", "red has no movable piece": "no-movable-piece", "blue has no movable piece": "no-movable-piece",
			"quiet limit": "quiet", "length limit": "length",
		}
		if outcomes[who] == "" || reasons[why] == "" {
			t.Fatalf("result %q is not understood", result)
		}
		want = outcomes[who] + " " + reasons[why]
	}
	if got := ending(g); got != want {
		t.Errorf("result: %s, want %s", got, want)
	}
}

// act does an action that is no move.
func (v *vector) act(t *testing.T) {
	var a vectorAction
	if err := strictly(v.Action, &a); err != nil {
		t.Fatalf("the action is not understood: %v", err)
	}
	switch a.Kind {
	case "parse-move":
		v.parseMove(t, a.Input)
	case "setup":
		s, err := engine.ParseSetup(v.rules(t).Army.Board(), a.Input)
		if err != nil {
			t.Fatalf("the setup does not parse: %v", err)
		}
		v.checkSetup(t, s, v.rules(t).CheckSetup(s))
	case "setup-squares":
		ranks := map[engine.Square]engine.Rank{}
		for s, p := range vectorPieces(t, a.Input) {
			if p.Color != v.color(t) {
				t.Fatalf("%v is not of the side that sets up", s)
			}
			ranks[s] = p.Rank
		}
		s, err := v.rules(t).SetupFrom(v.color(t), ranks)
		v.checkSetup(t, s, err)
	case "start":
		v.compare(t, v.play(t), v.expected(t), map[string]bool{"result": true})
	case "view":
		v.view(t, a.Viewer)
	default:
		t.Fatalf("action %q is not understood", a.Kind)
	}
}

// parseMove compares a reading, whose canonical text must read as itself.
func (v *vector) parseMove(t *testing.T, input string) {
	var want string
	if err := json.Unmarshal(v.Expect, &want); err != nil {
		t.Fatalf("expect is not understood: %v", err)
	}
	kind, text, _ := strings.Cut(want, ":")
	oneOf(t, kind, "canonical", "illegal", "error")
	m, err := engine.ParseMove(input)
	if kind != "canonical" {
		oneOf(t, text, "malformed")
		malformed, ok := errors.AsType[*engine.MalformedError](err)
		if !ok || !strings.Contains(malformed.Error(), input) {
			t.Errorf("%q reads as %v, %v; want a malformed error that quotes it", input, m, err)
		}
		return
	}
	if err != nil || m.String() != text {
		t.Errorf("%q reads as %v, %v; want %s", input, m, err, text)
	}
	if again, err := engine.ParseMove(text); err != nil || again != m {
		t.Errorf("%q reads as %v, %v; want %v", text, again, err, m)
	}
}

func (v *vector) checkSetup(t *testing.T, s engine.Setup, err error) {
	t.Helper()
	e := v.expected(t)
	if e.Legal == nil || *e.Legal != (err == nil) {
		t.Errorf("the setup is refused: %v", err)
	}
	var faults []string
	if refused, ok := errors.AsType[*engine.SetupError](err); ok {
		faults = texts(refused.Faults)
	}
	if e.Faults != nil {
		want, got := slices.Sorted(slices.Values(*e.Faults)), slices.Sorted(slices.Values(faults))
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("faults (-want +got):\n%s", diff)
		}
	}
	for _, fault := range e.FaultsInclude {
		if !slices.Contains(faults, fault) {
			t.Errorf("fault %q is not named: %q", fault, faults)
		}
	}
	if e.Pieces != nil {
		b := v.rules(t).Army.Board()
		got := map[engine.Square]engine.Piece{}
		for i, rank := range s {
			if rank != engine.NoRank {
				got[b.HomeSquare(v.color(t), i)] = engine.Piece{Color: v.color(t), Rank: rank}
			}
		}
		if diff := cmp.Diff(drawing(b, vectorPieces(t, *e.Pieces), ""), drawing(b, got, "")); diff != "" {
			t.Errorf("pieces (-want +got):\n%s", diff)
		}
	}
	if e.Legal != nil && !*e.Legal && e.Faults == nil && e.FaultsInclude == nil {
		t.Error("an illegal setup with no faults expected")
	}
}

func (v *vector) view(t *testing.T, viewer string) {
	e := v.expected(t)
	c := engine.NoColor
	if viewer != "public" {
		c = color(t, viewer)
	}
	view := engine.Look(v.play(t), c)
	got := view.At(square(t, e.Square))
	if got.Square == 0 {
		t.Fatalf("%s sees nothing on %s", viewer, e.Square)
	}
	if e.Rank.given {
		want := engine.NoRank
		if e.Rank.value != nil {
			rank, err := engine.ParseRank(*e.Rank.value)
			if err != nil {
				t.Fatal(err)
			}
			want = rank
		}
		if got.Rank != want {
			t.Errorf("rank %v, want %v", got.Rank, want)
		}
	}
	if e.Moved != nil && got.Moved != *e.Moved {
		t.Errorf("moved is %v", got.Moved)
	}
	if e.Revealed != nil && got.Revealed != *e.Revealed {
		t.Errorf("revealed is %v", got.Revealed)
	}
}
