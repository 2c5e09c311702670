package engine_test

import (
	"testing"

	"fieldpost/engine"
)

// TestEnding is rules.md 4.1 to 4.4, in that order.
func TestEnding(t *testing.T) {
	try(t, []trial{
		{
			name: "4.1 the flag is captured", source: "000 001 002 003", board: `
				10  .. .. .. .. .. .. .. .. .. b4
				 2  r3 bF .. .. .. .. .. .. .. ..
				 1  rF .. .. .. .. .. .. .. .. ..`,
			played: "a2b2", end: "red flag", last: "a2xb2 3>F", lost: "/ F",
		},
		{
			name: "4.1 the weakest piece captures it too", source: "000 001 002", board: `
				10  .. .. .. .. .. .. .. .. .. b4
				 2  .. bF rS .. .. .. .. .. .. ..
				 1  rF .. .. .. .. .. .. .. .. ..`,
			played: "c2b2", end: "red flag", last: "c2xb2 S>F",
		},
		{
			name: "4.1 Blue wins alike", source: "000 001 002 003", blue: true, board: `
				10  .. .. .. .. .. .. .. .. .. bF
				 2  b2 .. .. .. rF .. .. .. .. ..
				 1  .. .. .. .. .. .. .. .. .. r4`,
			played: "a2e2", end: "blue flag", last: "a2xe2 2>F",
		},
		{
			name: "4.1 a moving flag comes home", source: "000 002", rules: "movingFlag", board: `
				10  .. .. .. .. .. .. .. .. .. bF
				 9  .. .. .. .. rF .. .. .. .. b4
				 1  .. .. .. .. .. .. .. .. .. r4`,
			played: "e9e10", end: "red flag-home", last: "e9-e10",
		},
		{
			name: "4.2 both last movers gone at once", source: "ours", board: `
				10  .. .. .. .. .. .. .. .. .. bF
				 8  b5 .. .. .. .. .. .. .. .. bB
				 7  r5 .. .. .. .. .. .. .. .. ..
				 1  rF .. .. .. .. .. .. .. .. ..`,
			played: "a7a8", end: "draw no-move", lost: "5 / 5",
		},
		{
			name: "4.2 both sides stuck, with pieces walled in", source: "ours", board: `
				10  bF .. .. .. .. .. .. .. .. ..
				 9  b5 bB .. .. .. .. .. .. .. ..
				 8  bB r6 .. .. .. .. .. .. .. ..
				 2  .. rB .. .. .. .. .. .. .. ..
				 1  rF r4 rB .. .. .. .. .. .. ..`,
			played: "b8b9", end: "draw no-move", last: "b8xb9 6<B",
		},
		{
			name: "4.2 stuck by two-squares alone, against no movable piece", source: "ours", board: `
				10  .. .. .. .. .. .. .. .. bF ..
				 8  .. .. .. .. .. .. .. .. .. rB
				 7  .. .. .. .. .. .. .. .. .. b4
				 4  rB .. .. .. .. .. .. .. .. ..
				 3  .. rB .. .. .. .. .. .. .. ..
				 2  r5 rB .. .. .. .. .. .. .. ..
				 1  rF .. .. .. .. .. .. .. .. ..`,
			played: "a2a3 j7j6 a3a2 j6j7 a2a3 j7j8", end: "draw no-move", last: "j7xj8 4<B",
		},
		{
			name: "4.3 the side to move is walled in", source: "000 001 002", board: `
				10  bF .. .. .. .. .. .. .. .. ..
				 9  b5 bB .. .. .. .. .. .. .. ..
				 8  bB .. .. .. .. .. .. .. .. ..
				 4  .. .. .. .. r5 .. .. .. .. ..
				 1  rF .. .. .. .. .. .. .. .. ..`,
			played: "e4f4", end: "red no-move",
		},
		{
			name: "4.3 the last mover is captured", source: "000 001 002 003", board: `
				10  bF .. .. .. .. .. .. .. .. ..
				 5  .. .. ~~ ~~ b3 .. ~~ ~~ .. ..
				 4  .. .. .. .. r5 .. .. .. .. ..
				 1  rF .. .. .. .. .. .. .. .. ..`,
			played: "e4e5", end: "red no-move",
		},
		{
			name: "4.3 what the winner could move is judged without the repetition rules", source: "ours", board: `
				10  bF .. .. .. .. .. .. .. .. ..
				 9  b5 bB .. .. .. .. .. .. .. ..
				 8  .. bB .. .. .. .. .. .. .. ..
				 7  bB .. .. .. .. .. .. .. .. ..
				 4  rB .. .. .. .. .. .. .. .. ..
				 3  .. rB .. .. .. .. .. .. .. ..
				 2  r5 rB .. .. .. .. .. .. .. ..
				 1  rF .. .. .. .. .. .. .. .. ..`,
			played: "a2a3 a9a8 a3a2 a8a9 a2a3 a9a8", end: "blue no-move",
		},
		{
			name: "4.4 who loses his last movable piece has lost at once", source: "000 001 002", board: `
				10  bF .. .. .. .. .. .. .. .. ..
				 5  .. .. ~~ ~~ b9 .. ~~ ~~ .. ..
				 4  .. .. .. .. r5 .. .. .. .. rB
				 1  rF .. .. .. .. .. .. .. .. ..`,
			played: "e4e5", end: "blue no-movable-piece",
		},
		{
			name: "4.4 a piece that is merely walled in waits for its turn", source: "001 002", board: `
				10  bF .. .. .. .. .. .. .. .. ..
				 5  .. .. ~~ ~~ b9 .. ~~ ~~ .. ..
				 4  .. .. .. .. r5 .. .. .. .. ..
				 2  .. rB .. .. .. .. .. .. .. ..
				 1  rF r4 rB .. .. .. .. .. .. ..`,
			played: "e4e5", end: "on",
		},
		{
			name: "4.3 and on its turn it has lost", source: "001", board: `
				10  bF .. .. .. .. .. .. .. .. ..
				 5  .. .. ~~ ~~ b9 .. ~~ ~~ .. ..
				 4  .. .. .. .. r5 .. .. .. .. ..
				 2  .. rB .. .. .. .. .. .. .. ..
				 1  rF r4 rB .. .. .. .. .. .. ..`,
			played: "e4e5 e5e4", end: "blue no-move",
		},
		{
			name: "4.4 movable bombs and flag are movable pieces", source: "002", rules: "movingBombs movingFlag", board: `
				10  bF .. .. .. .. .. .. .. .. ..
				 5  .. .. ~~ ~~ b9 .. ~~ ~~ .. ..
				 4  .. .. .. .. r5 .. .. .. .. ..
				 1  rF .. .. .. .. .. .. .. .. ..`,
			played: "e4e5", end: "on",
		},
	})
}

// TestEndingOrder: where two endings of rules.md 4 apply, the first is given.
func TestEndingOrder(t *testing.T) {
	const (
		capture = `
			10  .. .. .. .. .. .. .. .. .. bF
			 9  .. .. .. .. .. .. .. .. .. r3
			 1  rF .. .. .. .. .. .. .. .. ..`
		home = `
			10  .. .. .. .. .. .. .. .. bB bF
			 9  .. .. .. .. rF .. .. .. .. bB`
		lastMovers = `
			10  .. .. .. .. .. .. .. .. .. bF
			 8  b5 .. .. .. .. .. .. .. .. ..
			 7  r5 .. .. .. .. .. .. .. .. ..
			 1  rF .. .. .. .. .. .. .. .. ..`
		walled = `
			10  bF .. .. .. .. .. .. .. .. ..
			 9  b5 bB .. .. .. .. .. .. .. ..
			 8  bB .. .. .. .. .. .. .. .. ..
			 4  .. .. .. .. r5 .. .. .. .. ..
			 1  rF .. .. .. .. .. .. .. .. ..`
		lastMover = `
			10  .. .. .. .. .. .. .. .. .. bF
			 8  b9 .. .. .. .. .. .. .. .. ..
			 7  r5 .. .. .. .. .. .. .. .. ..
			 1  rF .. .. .. .. .. .. .. .. ..`
		quiet = `
			10  .. .. .. .. .. .. .. .. .. bF
			 9  .. .. .. .. .. .. .. .. .. b4
			 4  .. .. .. .. r5 .. .. .. .. ..
			 1  rF .. .. .. .. .. .. .. .. ..`
	)
	try(t, []trial{
		{name: "4.1 flag before 4.3 no move", source: "ours", board: capture, played: "j9j10", end: "red flag"},
		{name: "4.1 flag before 4.5 length", source: "ours", rules: "maxPlies=1", board: capture, played: "j9j10", end: "red flag"},
		{name: "4.1 flag home before 4.3 no move", source: "ours", rules: "movingFlag", board: home, played: "e9e10", end: "red flag-home"},
		{name: "4.1 flag home before 4.5 quiet", source: "ours", rules: "movingFlag quietClaim=1 quietDraw=1", board: home, played: "e9e10", end: "red flag-home"},
		{name: "4.2 both stuck before 4.5 length", source: "ours", rules: "maxPlies=1", board: lastMovers, played: "a7a8", end: "draw no-move"},
		{name: "4.3 no move before 4.5 quiet", source: "ours", rules: "quietClaim=1 quietDraw=1", board: walled, played: "e4f4", end: "red no-move"},
		{name: "4.3 no move before 4.5 length", source: "ours", rules: "maxPlies=1", board: walled, played: "e4f4", end: "red no-move"},
		{name: "4.4 no movable piece before 4.5 length", source: "ours", rules: "maxPlies=1", board: lastMover, played: "a7a8", end: "blue no-movable-piece"},
		{name: "4.5 quiet before length", source: "ours", rules: "quietClaim=1 quietDraw=1 maxPlies=1", board: quiet, played: "e4f4", end: "draw quiet"},
	})
}

// TestLimits is rules.md 4.5, all of it ours.
func TestLimits(t *testing.T) {
	const board = `
		10  .. .. .. .. .. .. .. .. .. bF
		 9  .. .. .. .. .. .. .. .. .. b4
		 5  b9 .. ~~ ~~ .. .. ~~ ~~ .. ..
		 4  r5 .. .. .. r2 .. .. .. .. ..
		 1  rF .. .. .. .. .. .. .. .. ..`
	try(t, []trial{
		{name: "drawn at the quiet limit", source: "ours", rules: "quietClaim=2 quietDraw=3", board: board, played: "e4e5 j9j8 e5e4", end: "draw quiet"},
		{name: "not before", source: "ours", rules: "quietClaim=2 quietDraw=3", board: board, played: "e4e5 j9j8", end: "on"},
		{name: "an attack begins the count anew, even a lost one", source: "ours", rules: "quietClaim=2 quietDraw=3", board: board, played: "e4e5 j9j8 a4a5 j8j7 e5e4", end: "on"},
		{name: "and then it runs to the limit", source: "ours", rules: "quietClaim=2 quietDraw=3", board: board, played: "e4e5 j9j8 a4a5 j8j7 e5e4 j7j6", end: "draw quiet"},
		{name: "a long move is no attack", source: "ours", rules: "quietClaim=2 quietDraw=3", board: board, played: "e4e9 j9j8 e9e4", end: "draw quiet"},
		{name: "quiet limit 0 is off", source: "ours", rules: "quietClaim=0 quietDraw=0", board: board, played: "e4e5 j9j8 e5e4 j8j7", end: "on"},
		{name: "drawn at the length limit", source: "ours", rules: "maxPlies=2", board: board, played: "e4e5 j9j8", end: "draw length"},
		{name: "the length counts attacks too", source: "ours", rules: "maxPlies=2", board: board, played: "a4a5 j9j8", end: "draw length"},
		{name: "length limit 0 is off", source: "ours", rules: "maxPlies=0", board: board, played: "e4e5 j9j8 e5e4", end: "on"},
	})
}

// TestDefaultLimits counts the usual limits from a real start: a claim from 200
// quiet plies, a draw at 400, an end at 4,000 (rules.md 4.5, ours).
func TestDefaultLimits(t *testing.T) {
	r := engine.StandardRules(engine.Original)
	if r.QuietClaim != 200 || r.QuietDraw != 400 || r.MaxPlies != 4000 {
		t.Errorf("limits %d, %d, %d", r.QuietClaim, r.QuietDraw, r.MaxPlies)
	}
	game := trial{rules: "twoSquares=0", board: `
		10  .. .. .. .. .. .. .. .. .. bF
		 9  .. .. .. .. .. .. .. .. .. b4
		 4  .. .. .. .. r5 .. .. .. .. ..
		 1  rF .. .. .. .. .. .. .. .. ..`}
	g := game.begin(t)
	for g.Outcome() == engine.Undecided && g.Ply() < 500 {
		if got, want := g.Legal(engine.ClaimDraw(engine.Red)) == nil, g.Ply() >= 200; got != want {
			t.Fatalf("ply %d: a draw can be claimed: %v", g.Ply(), got)
		}
		g = playAll(t, g, [...]string{"e4e5", "j9j8", "e5e4", "j8j9"}[g.Ply()%4])
	}
	if got := ending(g); got != "draw quiet" || g.Ply() != 400 {
		t.Errorf("%s at ply %d, want draw quiet at 400", got, g.Ply())
	}
}
