package present

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fieldpost/engine"
)

// A game in its middle as each of the three readers gets it. What breaks here
// is what players look at every day.
func TestMidgame(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	rules := engine.StandardRules(engine.Original)
	g := begin(t, rules, engine.Both[engine.Setup]{Red: deal(rules, random), Blue: deal(rules, random)})
	g = play(t, g, 120, random)
	for _, c := range []engine.Color{engine.Red, engine.Blue, engine.NoColor} {
		golden(t, "midgame-"+c.String()+".txt", everything(reader(t, engine.Look(g, c))))
	}
}

// A game on the small board that has ended: nothing is hidden any more.
func TestOver(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	rules := engine.StandardRules(engine.Skirmish)
	g := begin(t, rules, engine.Both[engine.Setup]{Red: deal(rules, random), Blue: deal(rules, random)})
	g = play(t, g, 5000, random)
	if g.Outcome() == engine.Undecided {
		t.Fatal("this random game was to end")
	}
	golden(t, "over-blue.txt", everything(reader(t, engine.Look(g, engine.Blue))))
}

// Reconquest and a captain's two ways: what the list of moves must say beside
// the moves.
func TestRescueAndTwoWays(t *testing.T) {
	rules := engine.StandardRules(engine.Lightning)
	rules.Reconquest = true
	g, err := engine.StartFrom(engine.Position{
		Rules: rules, ToMove: engine.Red,
		Pieces: map[engine.Square]engine.Piece{
			engine.At(1, 9):   {Color: engine.Red, Rank: engine.Captain, Moved: true},
			engine.At(5, 9):   {Color: engine.Red, Rank: engine.Miner, Moved: true, Revealed: true},
			engine.At(1, 1):   {Color: engine.Red, Rank: engine.Flag},
			engine.At(7, 10):  {Color: engine.Blue, Rank: engine.Flag},
			engine.At(8, 8):   {Color: engine.Blue, Rank: engine.Colonel, Moved: true},
			engine.At(3, 9):   {Color: engine.Blue, Rank: engine.General, Moved: true, Revealed: true},
			engine.At(10, 10): {Color: engine.Blue, Rank: engine.Spy, Rescued: true, Revealed: true},
		},
		Trays: engine.Both[engine.Troops]{
			Red:  engine.Troops{engine.Marshal: 1, engine.Scout: 2},
			Blue: engine.Troops{engine.Marshal: 1},
		},
		RescuesUsed: engine.Both[int]{Blue: 1},
	})
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "rescue-red.txt", everything(reader(t, engine.Look(g, engine.Red))))
}

// Blue sits opposite: his board is Red's turned by half a turn, labels and all.
func TestBlueSeesTheBoardTurned(t *testing.T) {
	for _, army := range []engine.Army{engine.Original, engine.Skirmish} {
		rules := engine.StandardRules(army)
		red := BoardOf(&engine.View{Viewer: engine.Red, Rules: rules})
		blue := BoardOf(&engine.View{Viewer: engine.Blue, Rules: rules})
		size := army.Board().Size
		if red.Rows[size-1].Label != "1" || red.Files[0] != "a" {
			t.Errorf("%v: Red's nearest row is %s and his left file %s", army, red.Rows[size-1].Label, red.Files[0])
		}
		slices.Reverse(red.Files)
		slices.Reverse(red.Rows)
		for i := range red.Rows {
			slices.Reverse(red.Rows[i].Cells)
		}
		if diff := cmp.Diff(red, blue); diff != "" {
			t.Errorf("%v (-turned +Blue's):\n%s", army, diff)
		}
	}
}

// Mail programs wrap at 76 columns, and a wrapped board cannot be read.
func TestNoDrawingIsTooWide(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for _, army := range engine.Armies[:6] {
		rules := engine.StandardRules(army)
		g := begin(t, rules, engine.Both[engine.Setup]{Red: deal(rules, random), Blue: deal(rules, random)})
		for range 30 {
			g = play(t, g, 5, random)
			v := engine.Look(g, engine.Red)
			for _, line := range strings.Split(BoardOf(&v).Draw(), "\n") {
				if len(line) > 60 || strings.TrimRight(line, " ") != line {
					t.Fatalf("%v: the line %q is %d wide or ends in spaces", army, line, len(line))
				}
			}
		}
	}
}

// The choices are the legal moves, each from–to once, whatever the army: a
// reader finds every move that he may make, and none twice.
func TestMovesAreTheLegalOnes(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	for _, army := range engine.Armies[:6] {
		rules := engine.StandardRules(army)
		g := begin(t, rules, engine.Both[engine.Setup]{Red: deal(rules, random), Blue: deal(rules, random)})
		for range 20 {
			g = play(t, g, 9, random)
			v := engine.Look(g, g.ToMove())
			want := map[string]bool{}
			for _, m := range v.Legal {
				want[v.Text(engine.Move{From: m.From, To: m.To})] = true
			}
			got := map[string]bool{}
			groups := reader(t, v).Moves()
			for _, group := range groups {
				for _, c := range group.Choices {
					if got[c.Text] || c.From != group.From {
						t.Fatalf("%v: %s comes twice or in the wrong group", army, c.Text)
					}
					got[c.Text] = true
				}
			}
			if diff := cmp.Diff(want, got); diff != "" || MoveCount(groups) != len(want) {
				t.Fatalf("%v (-legal +shown):\n%s", army, diff)
			}
		}
	}
}
