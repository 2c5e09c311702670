package engine_test

import (
	"errors"
	"testing"

	"fieldpost/engine"
)

// TestMoving is rules.md 2 for pieces that take one step.
func TestMoving(t *testing.T) {
	const board = `
		10  .. .. .. .. .. .. .. .. .. bF
		 9  .. .. .. .. .. .. .. .. .. b4
		 7  .. .. .. .. .. .. .. .. .. ..
		 6  .. b3 ~~ ~~ .. .. ~~ ~~ .. ..
		 5  .. r7 ~~ ~~ .. .. ~~ ~~ .. ..
		 4  r5 .. r8 .. .. r4 .. .. .. ..
		 3  rB .. .. .. .. .. .. .. .. ..
		 1  rF .. .. .. .. .. .. .. .. ..`
	try(t, []trial{
		{
			name: "one step straight, never diagonal, never two", source: "000 001 002 003", board: board,
			asks: `
				a4-a5 legal
				a4-b4 legal
				f4-f3 legal
				f4-e4 legal
				f4-g4 legal
				a4-b5 not-a-line
				f4-g5 not-a-line
				f4-f6 too-far
				f4-f2 too-far
				f4-d4 too-far`,
		},
		{
			name: "one step attacks", source: "000 001 002 003", board: board, played: "b5b6",
			last: "b5xb6 7>3", lost: "/ 3",
			after: `
				10  .. .. .. .. .. .. .. .. .. bF
				 9  .. .. .. .. .. .. .. .. .. b4
				 6  .. r7 ~~ ~~ .. .. ~~ ~~ .. ..
				 5  .. .. ~~ ~~ .. .. ~~ ~~ .. ..
				 4  r5 .. r8 .. .. r4 .. .. .. ..
				 3  rB .. .. .. .. .. .. .. .. ..
				 1  rF .. .. .. .. .. .. .. .. ..`,
		},
		{
			name: "attacking is optional", source: "002 003", board: board, played: "b5a5",
			last: "b5-a5", end: "on",
		},
		{
			name: "no piece enters a lake", source: "000 001 002 003", board: board,
			asks: `
				c4-c5 lake
				b5-c5 lake
				f4-f5 legal`,
		},
		{
			name: "rows 5 and 6 are ordinary ground", source: "000 002", board: board, played: "f4f5 j9i9 f5f6 i9j9 f6f7",
			last: "f6-f7", end: "on",
		},
		{
			name: "bombs and flag never move", source: "000 001 002 003", board: board,
			asks: `
				a3-a2 immovable
				a3-b3 immovable
				a1-a2 immovable
				a1-b1 immovable`,
		},
		{
			name: "never onto an own piece", source: "000 002 003", board: board, played: "a4b4 j9i9",
			asks: `
				b4-c4 own-piece
				b4-b5 own-piece
				b4-a4 legal`,
		},
		{
			name: "off the board lies nothing", source: "001", board: `
				8  .. .. .. .. .. .. .. bF
				7  .. .. .. .. .. .. .. b4
				4  .. .. ~~ .. .. ~~ .. ..
				1  rF r5 .. .. .. .. .. r4`,
			rules: "skirmish",
			asks: `
				h1-i1 off-board
				h1-h2 legal
				h1-h9 off-board`,
		},
		{
			name: "who can only attack must attack", source: "000 002", board: `
				10  .. .. .. .. .. .. .. .. .. bF
				 9  .. .. .. .. .. .. .. .. b4 ..
				 2  bB .. .. .. .. .. .. .. .. ..
				 1  r5 rF .. .. .. .. .. .. .. ..`,
			asks: `
				a1-a2 legal
				a1-b1 own-piece`,
			end: "on",
		},
	})
}

// TestScout is rules.md 2 for the scout.
func TestScout(t *testing.T) {
	const board = `
		10  .. .. .. .. .. .. .. .. .. bF
		 9  bB .. .. .. .. .. .. .. .. ..
		 8  .. .. .. .. .. .. .. .. .. b4
		 7  .. .. .. .. .. b7 .. .. .. ..
		 6  .. .. ~~ ~~ .. b9 ~~ ~~ .. ..
		 5  .. .. ~~ ~~ .. .. ~~ ~~ .. ..
		 4  r2 .. .. .. r2 r2 .. r2 .. b3
		 3  .. .. .. .. r5 .. .. .. .. ..
		 1  rF .. .. .. .. .. .. .. .. ..`
	try(t, []trial{
		{
			name: "any number of empty squares in a straight line", source: "000 001 002 003", board: board,
			asks: `
				a4-a5 legal
				a4-a8 legal
				a4-a2 legal
				a4-d4 legal
				e4-e10 legal
				a4-b6 not-a-line
				a4-d7 not-a-line`,
		},
		{
			name: "one attack may end the same move", source: "000 002 003", board: board, played: "h4j4",
			last: "h4xj4 2<3", lost: "2 /",
		},
		{
			name: "a scout attacks from afar what one step would", source: "000 002", board: board, played: "a4a9",
			last: "a4xa9 2<B", lost: "2 /",
		},
		{
			name: "it may attack the piece next to it", source: "000 002", played: "f4f5 j8j7", board: board,
			asks: `f5-f6 legal`,
		},
		{
			name: "never over a piece, its own or an enemy", source: "000 001 002", board: board,
			asks: `
				a4-a10 blocked
				a4-f4 blocked
				f4-f6 legal
				f4-f7 blocked
				f4-j4 blocked
				e4-e1 blocked`,
		},
		{
			name: "never onto an own piece, near or far", source: "000 003", board: board,
			asks: `
				a4-e4 own-piece
				e4-e3 own-piece
				f4-e4 own-piece`,
		},
		{
			name: "never into or over a lake", source: "000 001 002", played: "a4a5 j8j7", board: board,
			asks: `
				a5-c5 lake
				a5-d5 lake
				a5-b5 legal
				a5-e5 blocked
				h4-h5 lake
				h4-h7 blocked`,
		},
		{
			name: "on the small board its lakes stop it too", source: "ours", rules: "skirmish", board: `
				8  .. .. .. .. .. .. .. bF
				7  .. .. .. .. .. .. .. b4
				5  .. .. ~~ .. .. ~~ .. ..
				4  r2 .. ~~ .. .. ~~ .. ..
				1  rF .. r2 .. .. .. .. r4`,
			asks: `
				a4-a8 legal
				a4-a9 off-board
				a4-b4 legal
				a4-d4 blocked
				a4-c4 lake
				c1-c3 legal
				c1-c5 lake
				c1-c6 blocked`,
		},
		{
			name: "two squares and more reveal it", source: "000 002", board: board, played: "a4a6", last: "a4-a6 (2)",
		},
		{
			name: "one square does not", source: "000 002", board: board, played: "a4a5", last: "a4-a5",
		},
		{
			name: "the option scoutReveal off keeps it hidden", source: "001 003", rules: "-scoutReveal", board: board,
			played: "a4a6", last: "a4-a6",
		},
	})
}

// TestScoutRevealed looks at a scout with the opponent's eyes.
func TestScoutRevealed(t *testing.T) {
	for _, tt := range []struct {
		name, rules, played string
		want                engine.Seen
	}{
		{"two squares and more, attack or not, reveal it", "", "a4a6", engine.Seen{Rank: engine.Scout, Revealed: true}},
		{"a won attack from afar reveals it", "", "a4d4", engine.Seen{Rank: engine.Scout, Revealed: true}},
		{"one square does not", "", "a4a5", engine.Seen{}},
		{"with scoutReveal off nothing does but a fight", "-scoutReveal", "a4a6", engine.Seen{}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			game := trial{rules: tt.rules, board: `
				10  .. .. .. .. .. .. .. .. .. bF
				 8  .. .. .. .. .. .. .. .. .. b4
				 4  r2 .. .. bS .. .. .. .. .. ..
				 1  rF .. .. .. .. .. .. .. .. r5`}
			g := playAll(t, game.begin(t), tt.played)
			view := engine.Look(g, engine.Blue)
			tt.want.Square, tt.want.Color, tt.want.Moved = parsed(t, tt.played).To, engine.Red, true
			if got := view.At(tt.want.Square); got != tt.want {
				t.Errorf("Blue sees %+v, want %+v", got, tt.want)
			}
		})
	}
}

// TestTurns: a turn is exactly one move (000, 002, 003), Red begins (000, 002),
// and what is accepted stays (000, 002): nobody moves twice, passes or takes
// back.
func TestTurns(t *testing.T) {
	game := trial{board: `
		10  .. .. .. .. .. .. .. .. .. bF
		 9  .. .. .. .. .. .. .. .. .. b4
		 4  r5 .. .. .. .. .. .. .. .. ..
		 1  rF .. .. .. .. .. .. .. .. ..`}
	g := game.begin(t)
	move := engine.Play(engine.Red, parsed(t, "a4a5"))
	if err := g.Legal(engine.Play(engine.Blue, parsed(t, "j9j8"))); !errors.Is(err, engine.ErrNotYourTurn) {
		t.Errorf("Blue moves first: %v", err)
	}
	next, happened, err := engine.Apply(g, move)
	if err != nil {
		t.Fatal(err)
	}
	if next.ToMove() != engine.Blue || happened.Ply.Color != engine.Red || happened.Ply.Number != 1 {
		t.Errorf("after Red's move %v is to move; %+v", next.ToMove(), happened)
	}
	if _, _, err := engine.Apply(next, engine.Play(engine.Red, parsed(t, "a5a4"))); !errors.Is(err, engine.ErrNotYourTurn) {
		t.Errorf("Red moves twice: %v", err)
	}
	if _, _, err := engine.Apply(next, engine.Play(engine.Blue, engine.Move{})); err == nil {
		t.Error("Blue passes")
	}
	if g.Ply() != 0 || g.ToMove() != engine.Red || len(g.Record()) != 0 {
		t.Error("applying a move changed the game that it was applied to")
	}
}
