package engine

import (
	"reflect"
	"testing"

	"pgregory.net/rapid"
)

// What a player supposes of a piece must stay with that piece. Without it a guess
// would jump to another one, or tell it from others by what nobody has seen.
func TestLawOrigins(t *testing.T) {
	moved := 0
	rapid.Check(t, func(t *rapid.T) {
		g := drawGame(t, 300)
		setups, _ := g.Setups()
		board := g.Rules().Army.Board()
		began := map[Square]Piece{}
		for _, c := range []Color{Red, Blue} {
			for i := range board.cells() {
				if r := setups.Of(c)[i]; r != NoRank {
					began[board.HomeSquare(c, i)] = Piece{Color: c, Rank: r}
				}
			}
		}
		record, seen := g.record(0, true), map[Origin]bool{}
		for _, p := range g.look(NoColor, 0, true).Pieces { // the truth
			o := OriginOf(record, p.Square)
			if seen[o] {
				t.Errorf("two pieces are %v", o)
			}
			seen[o] = true
			switch was := began[o.Square]; {
			case o.Ply > 0:
				by := record[o.Ply-1]
				if by.Color != p.Color || by.Move.Rescue != (Rescue{p.Rank, o.Square}) {
					t.Errorf("%v of %v on %v was not brought back by %v", p.Rank, p.Color, p.Square, by)
				}
			case was.Color != p.Color || was.Rank != p.Rank, !p.Moved && p.Square != o.Square:
				t.Errorf("%v of %v on %v began as %v of %v on %v", p.Rank, p.Color, p.Square, was.Rank, was.Color, o.Square)
			case p.Moved:
				moved++
			}
			for _, viewer := range viewers { // under memory too, whose records have forgotten ranks
				if view := Look(g.Game, viewer); OriginOf(view.Record, p.Square) != o {
					t.Errorf("%v sees another origin of %v", viewer, p.Square)
				}
			}
		}
	})
	if moved == 0 { // of those that were brought back TestOriginOfThen is sure to have one
		t.Error("no piece had moved: the games show too little")
	}
}

// A page that was opened earlier names squares of then.
func TestOriginOfThen(t *testing.T) {
	at := func(name string) Square {
		s, err := ParseSquare(name)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	ply := func(from, to string, r Result) Ply {
		return Ply{Move: Move{From: at(from), To: at(to)}, Attack: Attack{Result: r}}
	}
	record := []Ply{
		ply("e4", "e5", NoResult), ply("d7", "d6", NoResult), ply("e5", "e6", NoResult),
		ply("e7", "e6", Loses), ply("e6", "e7", NoResult), ply("d6", "e6", NoResult),
	}
	record = append(record, Ply{Move: Move{From: at("e7"), To: at("e8"), Rescue: Rescue{Miner, at("e4")}}, Attack: Attack{Result: Wins}})
	record = append(record, ply("d9", "e8", BothLose))
	for _, c := range []struct {
		ply  int
		at   string
		want Origin
	}{
		{0, "e4", Origin{at("e4"), 0}},
		{3, "e6", Origin{at("e4"), 0}},
		{4, "e6", Origin{at("e4"), 0}}, // who attacked it is gone
		{6, "e6", Origin{at("d7"), 0}}, // another stands there now
		{7, "e8", Origin{at("e4"), 0}},
		{7, "e4", Origin{at("e4"), 7}},
		{6, "e4", Origin{}},
		{0, "e4", Origin{at("e4"), 0}},
		{8, "e8", Origin{}},
		{8, "d9", Origin{}},
		{8, "e4", Origin{at("e4"), 7}},
		{8, "j10", Origin{at("j10"), 0}},
	} {
		if got := OriginOf(record[:c.ply], at(c.at)); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s after %d plies: %v, want %v", c.at, c.ply, got, c.want)
		}
	}
}
