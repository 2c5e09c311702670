package present

import (
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fieldpost/engine"
)

// The public's board, turned, is laid out as Blue's. Without it what Blue saw
// would be shown to another from a side on which nobody sat.
func TestTurned(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 9))
	for _, army := range []engine.Army{engine.Original, engine.Skirmish} {
		rules := engine.StandardRules(army)
		g := begin(t, rules, engine.Both[engine.Setup]{Red: deal(rules, random), Blue: deal(rules, random)})
		public := engine.Look(play(t, g, 30, random), engine.NoColor)
		before := BoardOf(&public)
		turned := before.Turned()
		if diff := cmp.Diff(before, turned.Turned()); diff != "" {
			t.Errorf("turned twice (-before +after):\n%s", diff)
		}
		if diff := cmp.Diff(BoardOf(&public), before); diff != "" {
			t.Errorf("turning has changed the board itself:\n%s", diff)
		}
		view := public
		view.Viewer = engine.Blue
		want := BoardOf(&view)
		for i := range want.Rows { // whose the pieces are is not the board's to turn
			for j := range want.Rows[i].Cells {
				want.Rows[i].Cells[j].Own, want.Rows[i].Cells[j].Known = false, false
			}
		}
		if diff := cmp.Diff(want, turned); diff != "" {
			t.Errorf("%v (-Blue's +turned):\n%s", army, diff)
		}
	}
}
