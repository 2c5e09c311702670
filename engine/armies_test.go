package engine_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fieldpost/engine"
)

// TestArmies lists each army (000, 002, 003; skirmish 001 and ours) and its
// board.
func TestArmies(t *testing.T) {
	for _, tt := range []struct {
		name, troops   string
		size, setupRow int
	}{
		{"original", "M 9 8 8 7 7 7 6 6 6 6 5 5 5 5 4 4 4 4 3 3 3 3 3 2 2 2 2 2 2 2 2 S B B B B B B F", 10, 4},
		{"barrage", "M 9 3 2 2 S B F", 10, 4},
		{"duel", "M 9 3 3 2 2 S B B F", 10, 4},
		{"lightning", "M 9 8 7 6 6 5 5 4 4 3 3 2 2 2 2 S B B F", 10, 4},
		{"skirmish", "M 9 3 3 2 2 S B B F", 8, 3},
		{"skirmish16", "M 9 8 7 6 5 4 3 3 2 2 2 S B B F", 8, 3},
	} {
		t.Run(tt.name, func(t *testing.T) {
			a, err := engine.ParseArmy(tt.name)
			if err != nil {
				t.Fatal(err)
			}
			r, err := engine.StandardRules(a).Check()
			if err != nil {
				t.Fatal(err)
			}
			if got := r.Troops.String(); got != tt.troops {
				t.Errorf("troops %s, want %s", got, tt.troops)
			}
			if b := a.Board(); b.Size != tt.size || b.SetupRows != tt.setupRow {
				t.Errorf("board %d, %d setup rows", b.Size, b.SetupRows)
			}
		})
	}
}

// TestBoards draws the boards with their lakes (001; the small one ours).
func TestBoards(t *testing.T) {
	for _, tt := range []struct {
		name  string
		army  engine.Army
		board string
	}{
		{"ten by ten", engine.Original, `
			6  .. .. ~~ ~~ .. .. ~~ ~~ .. ..
			5  .. .. ~~ ~~ .. .. ~~ ~~ .. ..`},
		{"eight by eight", engine.Skirmish, `
			5  .. .. ~~ .. .. ~~ .. ..
			4  .. .. ~~ .. .. ~~ .. ..`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			b := tt.army.Board()
			drawn(t, b, tt.board) // fails unless the lakes are where they are drawn
			lakes := strings.Count(drawing(b, nil, ""), "~~")
			if want := strings.Count(tt.board, "~~"); lakes != want {
				t.Errorf("%d lake squares, want %d", lakes, want)
			}
		})
	}
}

// TestCustomArmy: one flag, at least one movable piece, up to 40 (ours).
func TestCustomArmy(t *testing.T) {
	for _, tt := range []struct{ name, troops, rules, want string }{
		{"a flag and a movable piece", "5 F", "", ""},
		{"forty", "M 9 8 8 7 7 7 6 6 6 6 5 5 5 5 4 4 4 4 3 3 3 3 3 2 2 2 2 2 2 2 2 S B B B B B B F", "", ""},
		{"forty-one", "M 9 8 8 7 7 7 6 6 6 6 5 5 5 5 4 4 4 4 3 3 3 3 3 2 2 2 2 2 2 2 2 2 S B B B B B B F", "", "a custom army has at most 40 pieces, not 41"},
		{"no flag", "5 4", "", "a custom army has one flag, not 0"},
		{"two flags", "5 F F", "", "a custom army has one flag, not 2"},
		{"nothing that moves", "B B F", "", "a custom army needs at least one piece that can move"},
		{"moving bombs move", "B B F", "movingBombs", ""},
		{"a moving flag moves", "F", "movingFlag", ""},
		{"every fault at once", "B F F", "", "a custom army has one flag, not 2; a custom army needs at least one piece that can move"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := options(t, tt.rules)
			r.Army = engine.CustomArmy
			troops, err := engine.ParseTroops(tt.troops)
			if err != nil {
				t.Fatal(err)
			}
			r.Troops = troops
			checkFaults(t, r, tt.want)
		})
	}
}

// texts returns what faults say.
func texts[F fmt.Stringer](faults []F) []string {
	list := make([]string, len(faults))
	for i, f := range faults {
		list[i] = f.String()
	}
	return list
}

// checkFaults compares what Check says of r; "" is nothing.
func checkFaults(t *testing.T, r engine.Rules, want string) {
	t.Helper()
	checked, err := r.Check()
	got := ""
	if refused, ok := errors.AsType[*engine.RulesError](err); ok {
		got = strings.Join(texts(refused.Faults), "; ")
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("faults (-want +got):\n%s", diff)
	}
	if (err != nil) != (want != "") || err != nil && checked != (engine.Rules{}) {
		t.Errorf("rules %v with error %v", checked, err)
	}
}

// TestSenselessRules: what cannot be played is refused when it is made.
func TestSenselessRules(t *testing.T) {
	for _, tt := range []struct {
		name   string
		change func(*engine.Rules)
		want   string
	}{
		{"usual", func(*engine.Rules) {}, ""},
		{"two-squares 1", func(r *engine.Rules) { r.TwoSquares = 1 }, "the two-squares limit is 1: it must be 3, 4 or 5, or 0 for none"},
		{"two-squares 2", func(r *engine.Rules) { r.TwoSquares = 2 }, "the two-squares limit is 2: it must be 3, 4 or 5, or 0 for none"},
		{"two-squares 6", func(r *engine.Rules) { r.TwoSquares = 6 }, "the two-squares limit is 6: it must be 3, 4 or 5, or 0 for none"},
		{"two-squares off", func(r *engine.Rules) { r.TwoSquares = 0 }, ""},
		{"no chase profile", func(r *engine.Rules) { r.Chase = engine.NoChase }, "no such chase profile"},
		{"a claim above the limit", func(r *engine.Rules) { r.QuietClaim = 401 }, "a draw could be claimed from 401 quiet plies, but at 400 the game is drawn already"},
		{"a claim without a limit", func(r *engine.Rules) { r.QuietClaim, r.QuietDraw = 500, 0 }, ""},
		{"a negative length", func(r *engine.Rules) { r.MaxPlies = -1 }, "the length limit is -1: it must be 0 (never) to 65535 plies"},
		{"no army", func(r *engine.Rules) { r.Army = engine.NoArmy }, "no such army"},
		{"another army's pieces", func(r *engine.Rules) { r.Army = engine.Barrage }, "the barrage army has its own pieces: M 9 3 2 2 S B F"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := engine.StandardRules(engine.Original)
			tt.change(&r)
			checkFaults(t, r, tt.want)
		})
	}
}

// TestOptionsCombine: every option combines with every other and with every
// army; such a game starts, and its rules are those that were asked for.
func TestOptionsCombine(t *testing.T) {
	for _, a := range engine.Armies {
		t.Run(a.String(), func(t *testing.T) {
			for set := range 1 << 8 {
				r := engine.StandardRules(a)
				if a == engine.CustomArmy {
					r.Troops = engine.StandardRules(engine.Duel).Troops
				}
				for i, on := range []*bool{
					&r.AttackerAdvantage, &r.ExplodingBombs, &r.MovingBombs, &r.MovingFlag,
					&r.Reconquest, &r.SilentDefence, &r.ScoutReveal, &r.Memory,
				} {
					*on = set>>i&1 == 1
				}
				var s engine.Setup
				for i, rank := range r.Troops.List() {
					s[i] = rank
				}
				g, err := engine.Start(r, engine.Both[engine.Setup]{Red: s, Blue: s})
				if err != nil {
					t.Fatalf("%b: %v", set, err)
				}
				r.ExplodingBombs = r.ExplodingBombs || r.MovingBombs
				if g.Rules() != r || ending(g) != "on" {
					t.Fatalf("%b: %s", set, fmt.Sprint(g.Rules()))
				}
			}
		})
	}
}
