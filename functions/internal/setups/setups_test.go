package setups

import (
	"math/rand/v2"
	"slices"
	"testing"

	"fieldpost/engine"
)

func newLot(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 7)) }

// fits fails unless s is r's army, can move, and has its flag in the back row.
func fits(t *testing.T, r engine.Rules, s engine.Setup) {
	t.Helper()
	ground := r.Army.Board()
	if err := r.CheckSetup(s); err != nil {
		t.Fatalf("%v:\n%s\n%v", r.Army, s.Text(ground), err)
	}
	if r.Blocked(engine.Red, s) || r.Blocked(engine.Blue, s) {
		t.Fatalf("%v: a setup blocks its owner:\n%s", r.Army, s.Text(ground))
	}
	g := groundOf(ground)
	if !slices.Contains(s[g.at(g.rows-1, 0):g.cells()], engine.Flag) {
		t.Fatalf("%v: the flag is not in the back row:\n%s", r.Army, s.Text(ground))
	}
	if r.Army != engine.CustomArmy && g.open(&s) {
		t.Fatalf("%v: a scout can run down to the flag:\n%s", r.Army, s.Text(ground))
	}
}

// Without it a player would be offered rows that the server then refuses.
func TestPresetsAreLegal(t *testing.T) {
	for _, army := range engine.Armies[:6] {
		r := engine.StandardRules(army)
		if len(presets[army]) != Presets || !HasPresets(army) {
			t.Errorf("%v has %d presets, want %d", army, len(presets[army]), Presets)
		}
		for _, s := range presets[army] {
			fits(t, r, s)
			g := groundOf(army.Board())
			if first, last := g.guard(&s); last-first != 2 {
				t.Errorf("%v: the flag stands in a corner:\n%s", army, s.Text(army.Board()))
			}
		}
	}
	if HasPresets(engine.CustomArmy) {
		t.Error("there are presets for an army that nobody knows")
	}
}

// Without it a shuffle could break a preset, or tear the guard from its flag.
func TestShuffledPresetsAreLegal(t *testing.T) {
	for _, army := range engine.Armies[:6] {
		r := engine.StandardRules(army)
		g := groundOf(army.Board())
		for n := 1; n <= Presets; n++ {
			lot := newLot(uint64(n))
			want := guards(g, presets[army][n-1])
			for range 1000 {
				s, ok := Preset(r, n, lot)
				if !ok {
					t.Fatalf("%v has no preset %d", army, n)
				}
				fits(t, r, s)
				if got := guards(g, s); got < want {
					t.Fatalf("%v, preset %d: %d bombs guard the flag, want %d:\n%s", army, n, got, want, s.Text(army.Board()))
				}
			}
		}
	}
}

// guards counts the bombs beside and before the flag.
func guards(g ground, s engine.Setup) int {
	flag, n := slices.Index(s[:], engine.Flag), 0
	for i, rank := range s[:g.cells()] {
		if rank == engine.Bomb && abs(i/g.size-flag/g.size)+abs(i%g.size-flag%g.size) == 1 {
			n++
		}
	}
	return n
}

// Without it who knows the list would know where a piece stands, and the flag
// before all.
func TestPresetsTellNothingExact(t *testing.T) {
	for _, army := range engine.Armies[:6] {
		r := engine.StandardRules(army)
		for n := 1; n <= Presets; n++ {
			lot := newLot(uint64(10 + n))
			flags, seen := map[int]int{}, map[engine.Setup]bool{}
			kept := 0
			for range 500 {
				s, _ := Preset(r, n, lot)
				flags[slices.Index(s[:], engine.Flag)]++
				seen[s] = true
				if s == presets[army][n-1] || s == Mirror(army.Board(), presets[army][n-1]) {
					kept++
				}
			}
			if len(seen) < 400 || kept > 15 {
				t.Errorf("%v, preset %d: %d of 500 differ, %d are as listed", army, n, len(seen), kept)
			}
			if size := army.Board().Size; len(flags) != size-2 {
				t.Errorf("%v, preset %d: the flag stands on %d squares, want %d", army, n, len(flags), size-2)
			}
		}
	}
}

// Without it a number that a form was bent to would panic, or name a preset.
func TestNoSuchPreset(t *testing.T) {
	for _, n := range []int{-1, 0, Presets + 1} {
		if _, ok := Preset(engine.StandardRules(engine.Barrage), n, newLot(1)); ok {
			t.Errorf("there is a preset %d", n)
		}
	}
	if _, ok := Preset(engine.StandardRules(engine.CustomArmy), 1, newLot(1)); ok {
		t.Error("there is a preset of a custom army")
	}
}

// Without it a setup by lot could be illegal, lose at once, or be the same twice.
func TestRandom(t *testing.T) {
	all := make([]engine.Rules, 0, 9)
	for _, army := range engine.Armies[:6] {
		all = append(all, engine.StandardRules(army))
	}
	for _, pieces := range []string{
		"2 F", "5 B B B F",
		// Full rows, of which one piece can move.
		"2 B B B B B B B B B B B B B B B B B B B B B B B B B B B B B B B B B B B B B B F",
	} {
		r := engine.StandardRules(engine.CustomArmy)
		var err error
		if r.Troops, err = engine.ParseTroops(pieces); err != nil {
			t.Fatal(err)
		}
		all = append(all, r)
	}
	for _, r := range all {
		lot, seen := newLot(3), map[engine.Setup]bool{}
		for range 1000 {
			s := Random(r, lot)
			fits(t, r, s)
			seen[s] = true
		}
		if r.Army != engine.CustomArmy && len(seen) < 990 {
			t.Errorf("%v: only %d of 1000 setups differ", r.Army, len(seen))
		}
	}
}

// Without it to press Mirror twice would not bring the rows back.
func TestMirror(t *testing.T) {
	for _, army := range engine.Armies[:6] {
		ground := army.Board()
		for _, s := range presets[army] {
			m := Mirror(ground, s)
			if m == s || Mirror(ground, m) != s {
				t.Errorf("%v: the mirror of\n%s\nis\n%s", army, s.Text(ground), m.Text(ground))
			}
		}
	}
	s, err := engine.ParseSetup(engine.Skirmish.Board(), "M9332.../2SBBF.../........")
	if err != nil {
		t.Fatal(err)
	}
	if got := Mirror(engine.Skirmish.Board(), s).Text(engine.Skirmish.Board()); got != "...2339M\n...FBBS2\n........" {
		t.Errorf("the mirror is\n%s", got)
	}
}
