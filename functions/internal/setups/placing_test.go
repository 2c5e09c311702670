package setups

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"fieldpost/engine"
)

func square(n int) Pick            { return Pick{Cell: n} }
func stock(r engine.Rank) Pick     { return Pick{Rank: r} }
func barrage() (r engine.Rules)    { return engine.StandardRules(engine.Barrage) }
func row(text string) engine.Setup { return rows(engine.Barrage, text) }

func rows(army engine.Army, front string) engine.Setup {
	s, err := engine.ParseSetup(army.Board(), front+"\n..........\n..........\n..........")
	if err != nil {
		panic(err)
	}
	return s
}

// Without it a press could lose a piece, or do another thing than it says.
func TestPress(t *testing.T) {
	const m, two, spy = engine.Marshal, engine.Scout, engine.Spy
	for _, c := range []struct {
		name    string
		before  string
		held    Pick
		on      Pick
		after   string
		holding Pick
		step    Step
	}{
		{"choose an empty square", "M.........", Pick{}, square(2), "M.........", square(2), Step{Kind: ChoseSquare, Cell: 2}},
		{"choose a piece that stands", "M.........", Pick{}, square(1), "M.........", square(1), Step{Kind: ChosePlaced, Piece: m, Cell: 1}},
		{"choose a piece of the stock", "M.........", Pick{}, stock(two), "M.........", stock(two), Step{Kind: ChoseStock, Piece: two}},
		{"choose one that is not there", "M.........", Pick{}, stock(m), "M.........", Pick{}, Step{Kind: NoneLeft, Piece: m}},
		{"choose another of the stock", "M.........", stock(two), stock(spy), "M.........", stock(spy), Step{Kind: ChoseStock, Piece: spy}},
		{"choose another empty square", "M.........", square(2), square(3), "M.........", square(3), Step{Kind: ChoseSquare, Cell: 3}},
		{"let go of a square", "M.........", square(1), square(1), "M.........", Pick{}, Step{}},
		{"let go of a piece", "M.........", stock(two), stock(two), "M.........", Pick{}, Step{}},
		{"place, with more to come", "M.........", stock(two), square(3), "M.2.......", stock(two), Step{Kind: Placed, Piece: two, Cell: 3}},
		{"place the last", "M2........", stock(two), square(3), "M22.......", Pick{}, Step{Kind: Placed, Piece: two, Cell: 3}},
		{"place on the chosen square", "M.........", square(3), stock(two), "M.2.......", Pick{}, Step{Kind: Placed, Piece: two, Cell: 3}},
		{"place where another stands", "M.........", stock(spy), square(1), "S.........", Pick{}, Step{Kind: Replaced, Piece: spy, Other: m, Cell: 1}},
		{"place what is not there", "M.........", square(3), stock(m), "M.........", Pick{}, Step{Kind: NoneLeft, Piece: m}},
		{"place what stands there", "M.........", square(1), stock(m), "M.........", Pick{}, Step{Kind: Placed, Piece: m, Other: m, Cell: 1}},
		{"move", "M.........", square(1), square(10), ".........M", Pick{}, Step{Kind: Moved, Piece: m, Cell: 10, From: 1}},
		{"fetch", "M.........", square(10), square(1), ".........M", Pick{}, Step{Kind: Moved, Piece: m, Cell: 10, From: 1}},
		{"swap", "M2........", square(1), square(2), "2M........", Pick{}, Step{Kind: Swapped, Piece: m, Other: two, Cell: 2, From: 1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := Placing{row(c.before), c.held}
			step := p.Press(barrage(), c.on)
			if diff := cmp.Diff(Placing{row(c.after), c.holding}, p); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff(c.step, step); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// Without it a piece could not be put back, or nothing be put back with it.
func TestTakeOff(t *testing.T) {
	p := Placing{row("M2........"), square(1)}
	if step := p.TakeOff(); step != (Step{Kind: TakenOff, Piece: engine.Marshal, From: 1}) || p != (Placing{row(".2........"), Pick{}}) {
		t.Errorf("%+v, %+v", step, p)
	}
	for _, held := range []Pick{{}, square(5), stock(engine.Spy)} {
		p = Placing{row("M2........"), held}
		if step := p.TakeOff(); step != (Step{}) || p != (Placing{row("M2........"), Pick{}}) {
			t.Errorf("%+v: %+v, %+v", held, step, p)
		}
	}
}

// Whatever is pressed, nothing stands twice that the army has once, no piece
// leaves the squares but by a step that says so, and the whole army can be
// placed from there. Without it the buttons could lead to a setup that is
// refused, or from which there is no way on.
func TestPressesKeepTheArmy(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := engine.StandardRules(rapid.SampledFrom(engine.Armies[:6]).Draw(t, "army"))
		board := r.Army.Board()
		cells := board.SetupRows * board.Size
		var army []engine.Rank
		for _, rank := range engine.Ranks {
			if r.Troops[rank] > 0 {
				army = append(army, rank)
			}
		}
		var p Placing
		for range rapid.IntRange(0, 60).Draw(t, "presses") {
			count := p.Setup.Troops().Total()
			var step Step
			switch what := rapid.IntRange(0, 9).Draw(t, "what"); {
			case what == 0:
				step = p.TakeOff()
			case what < 4:
				step = p.Press(r, Pick{Rank: rapid.SampledFrom(army).Draw(t, "rank")})
			default:
				step = p.Press(r, Pick{Cell: rapid.IntRange(1, cells).Draw(t, "cell")})
			}
			switch now := p.Setup.Troops().Total() - count; {
			case step.Kind == TakenOff && now != -1, step.Kind == Placed && now != 1 && step.Other != step.Piece,
				step.Kind != TakenOff && step.Kind != Placed && now != 0:
				t.Fatalf("%d pieces more after %+v", now, step)
			}
			if read, err := engine.ParseSetup(board, p.Setup.Text(board)); err != nil || read != p.Setup {
				t.Fatalf("the rows are not read back: %v", err)
			}
			for _, rank := range engine.Ranks {
				if p.Left(r, rank) < 0 {
					t.Fatalf("too many %v", rank)
				}
			}
		}
		p.Held = Pick{}
		for cell := 1; cell <= cells; cell++ { // the rest of the army fills what is empty
			for _, rank := range army {
				if p.at(cell) == engine.NoRank && p.Left(r, rank) > 0 {
					p.Press(r, Pick{Cell: cell})
					p.Press(r, Pick{Rank: rank})
				}
			}
		}
		if err := r.CheckSetup(p.Setup); err != nil {
			t.Fatalf("the army was placed, and is not right: %v", err)
		}
	})
}
