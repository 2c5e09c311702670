package present

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"fieldpost/engine"
)

// Both see where the last move came from and by which way, each from his own
// side. Without it one of them would see an arrow that leads back.
func TestHeading(t *testing.T) {
	captain, scout := engine.Piece{Color: engine.Red, Rank: engine.Captain}, engine.Piece{Color: engine.Red, Rank: engine.Scout}
	enemy := engine.Piece{Color: engine.Blue, Rank: engine.Scout}
	for name, c := range map[string]struct {
		move string
		red  map[string]Heading
		blue map[string]Heading
		gone string
	}{
		"a step":            {"a4-a5", map[string]Heading{"a4": Up}, map[string]Heading{"a4": Down}, ""},
		"around the corner": {"a4-a5-b5", map[string]Heading{"a4": Up, "a5": Right}, map[string]Heading{"a4": Down, "a5": Left}, ""},
		"straight on":       {"a4-a3-a2", map[string]Heading{"a4": Down, "a3": Down}, map[string]Heading{"a4": Up, "a3": Up}, ""},
		"far to the left":   {"j4-d4", map[string]Heading{"j4": Left}, map[string]Heading{"j4": Right}, ""},
		"both fall":         {"j4xj7", map[string]Heading{"j4": Up}, map[string]Heading{"j4": Down}, "j7"},
	} {
		g, err := engine.StartFrom(engine.Position{
			Rules: engine.StandardRules(engine.Lightning), ToMove: engine.Red,
			Pieces: map[engine.Square]engine.Piece{
				engine.At(1, 4): captain, engine.At(10, 4): scout, engine.At(10, 7): enemy, engine.At(5, 9): enemy,
				engine.At(5, 1): {Color: engine.Red, Rank: engine.Flag}, engine.At(5, 10): {Color: engine.Blue, Rank: engine.Flag},
			},
		})
		if err != nil {
			t.Fatal(err)
		}
		move, err := engine.ParseMove(c.move)
		if err != nil {
			t.Fatal(err)
		}
		if g, _, err = engine.Apply(g, engine.Play(engine.Red, move)); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for viewer, want := range map[engine.Color]map[string]Heading{engine.Red: c.red, engine.Blue: c.blue, engine.NoColor: c.red} {
			view := engine.Look(g, viewer)
			got, gone := map[string]Heading{}, ""
			for _, row := range BoardOf(&view).Rows {
				for _, cell := range row.Cells {
					if cell.Heading != "" {
						got[cell.Square.String()] = cell.Heading
					}
					if cell.Gone {
						gone += cell.Square.String()
					}
				}
			}
			if diff := cmp.Diff(want, got); diff != "" || gone != c.gone {
				t.Errorf("%s, seen by %v (-want +got):\n%sgone: %q", name, viewer, diff, gone)
			}
		}
	}
}

// The count of each rank adds up, and says of the enemy's what his sentences
// say. Without it a player would hunt a piece that is gone.
func TestStock(t *testing.T) {
	rules := engine.StandardRules(engine.Barrage)
	g, err := engine.StartFrom(engine.Position{
		Rules: rules, ToMove: engine.Red,
		Pieces: map[engine.Square]engine.Piece{
			engine.At(1, 1): {Color: engine.Red, Rank: engine.Flag}, engine.At(2, 1): {Color: engine.Red, Rank: engine.Scout},
			engine.At(1, 10): {Color: engine.Blue, Rank: engine.Flag}, engine.At(2, 10): {Color: engine.Blue, Rank: engine.Bomb},
			engine.At(3, 10): {Color: engine.Blue, Rank: engine.Scout, Moved: true, Revealed: true},
			engine.At(4, 10): {Color: engine.Blue, Rank: engine.Scout},
		},
		Trays: engine.Both[engine.Troops]{
			Red:  engine.Troops{engine.Marshal: 1, engine.General: 1, engine.Miner: 1, engine.Scout: 1, engine.Spy: 1, engine.Bomb: 1},
			Blue: engine.Troops{engine.Marshal: 1, engine.General: 1, engine.Miner: 1, engine.Spy: 1},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	view := engine.Look(g, engine.Red)
	r := reader(t, view)
	for c, want := range map[engine.Color][]Stock{
		engine.Red: {
			{engine.Marshal, 1, 0, 0},
			{engine.General, 1, 0, 0},
			{engine.Miner, 1, 0, 0},
			{engine.Scout, 2, 1, 0},
			{engine.Spy, 1, 0, 0},
			{engine.Bomb, 1, 0, 0},
			{engine.Flag, 1, 1, 0},
		},
		engine.Blue: {
			{engine.Marshal, 1, 0, 0},
			{engine.General, 1, 0, 0},
			{engine.Miner, 1, 0, 0},
			{engine.Scout, 2, 2, 1},
			{engine.Spy, 1, 0, 0},
			{engine.Bomb, 1, 1, 1},
			{engine.Flag, 1, 1, 1},
		},
	} {
		if diff := cmp.Diff(want, r.Stock(c)); diff != "" {
			t.Errorf("%v (-want +got):\n%s", c, diff)
		}
	}
}
