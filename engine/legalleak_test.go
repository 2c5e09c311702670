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

// leakBoard is the position of changedPlaces with the two hunted pieces' ranks
// left open.
func leakBoard(first, second engine.Rank) string {
	return fmt.Sprintf(`
		10  .. .. .. .. .. .. .. .. .. b%v
		 9  b4 .. .. .. .. .. .. .. .. ..
		 8  .. .. .. .. .. .. .. b%v .. rM
		 7  bF .. .. .. .. .. .. .. .. ..
		 2  .. .. .. .. .. .. .. .. r4 ..
		 1  rF .. .. .. .. .. .. .. .. ..`, first, second)
}

// TestLegalListHidesEqualRanks: two hidden pieces have changed places, so that
// i9-j9 brings back an earlier picture iff their ranks are equal. Positions
// compared by rank would refuse it then, and tell Red so (rules.md 6 and 8). All
// that Red gets must be the same bytes, whatever the two ranks are.
func TestLegalListHidesEqualRanks(t *testing.T) {
	for _, profile := range []string{"isf", "strategus", "off"} {
		t.Run(profile, func(t *testing.T) {
			var want []string
			for _, ranks := range [][2]engine.Rank{
				{engine.Lieutenant, engine.Lieutenant},
				{engine.Lieutenant, engine.Captain},
				{engine.Spy, engine.Spy},
				{engine.General, engine.Miner},
				{engine.Miner, engine.General},
			} {
				game := trial{rules: "chase=" + profile, board: leakBoard(ranks[0], ranks[1])}
				g := game.begin(t)
				got := []string{toldTo(t, g, engine.Red)}
				for _, m := range strings.Fields(changedPlaces) {
					g = playAll(t, g, m)
					got = append(got, toldTo(t, g, engine.Red))
				}
				if v := verdict(t, g, parsed(t, "i9j9")); v != "legal" {
					t.Errorf("with %v: i9-j9 is %s", ranks, v)
				}
				if want == nil {
					want = got
				}
				if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("with %v Red is told otherwise:\n%s", ranks, diff)
				}
			}
		})
	}
}

// TestLegalListHidesMakesSense: with equal ranks i9-j9 does bring back what looks
// like an earlier position of the hunt; otherwise the test above would show
// nothing.
func TestLegalListHidesMakesSense(t *testing.T) {
	pictures := func(first, second engine.Rank) (earlier []string, last string) {
		game := trial{board: leakBoard(first, second)}
		g := game.begin(t)
		for _, m := range strings.Fields(changedPlaces) {
			g = playAll(t, g, m)
			earlier = append(earlier, drawing(g.Rules().Army.Board(), g.Position().Pieces, ""))
		}
		g = playAll(t, g, "i9j9")
		return earlier, drawing(g.Rules().Army.Board(), g.Position().Pieces, "")
	}
	if earlier, last := pictures(engine.Lieutenant, engine.Lieutenant); !slices.Contains(earlier, last) {
		t.Error("with equal ranks no earlier picture comes back")
	}
	if earlier, last := pictures(engine.Lieutenant, engine.Captain); slices.Contains(earlier, last) {
		t.Error("with different ranks an earlier picture comes back")
	}
}

// toldTo is everything that viewer gets of g: his view, and the answer to every
// move from the square of any piece to any square.
func toldTo(t *testing.T, g engine.Game, viewer engine.Color) string {
	t.Helper()
	view := engine.Look(g, viewer)
	data, err := json.Marshal(view)
	if err != nil {
		t.Fatal(err)
	}
	var told strings.Builder
	told.Write(data)
	for _, p := range view.Pieces {
		for to := range 100 {
			m := engine.Move{From: p.Square, To: engine.At(to%10+1, to/10+1)}
			err := g.Legal(engine.Play(viewer, m))
			fmt.Fprintf(&told, "\n%v: %v", m, err)
			if refusal, ok := errors.AsType[*engine.Refusal](err); ok {
				fmt.Fprintf(&told, " %v %v", refusal.Because, refusal.Paths)
			}
		}
	}
	return told.String()
}
