package engine_test

import "testing"

// TestTwoSquares is rules.md 5: at most three crossings in a row (000, 002;
// ISF 10.1), for scouts by the boundaries they cross (ISF 10.2).
func TestTwoSquares(t *testing.T) {
	const board = `
		10  .. .. .. .. .. .. .. .. .. bF
		 9  .. .. .. .. .. .. .. .. .. b5
		 7  .. .. .. .. .. b3 .. .. .. ..
		 4  r5 .. .. .. r3 .. .. .. .. ..
		 1  rF .. .. .. .. .. .. .. .. ..`
	try(t, []trial{
		{
			name: "the third crossing is legal", source: "000 002", board: board,
			played: "a4a5 j9j8 a5a4 j8j7", asks: `a4-a5 legal`,
		},
		{
			name: "the fourth is not, other moves are", source: "000 002", board: board,
			played: "a4a5 j9j8 a5a4 j8j7 a4a5 j7j6",
			asks: `
				a5-a4 two-squares
				a5-a6 legal
				a5-b5 legal
				e4-e5 legal`,
		},
		{
			name: "who began must stop first", source: "000 002", board: board,
			played: "a4a5 j9j8 a5a4 j8j9 a4a5 j9j8 a5a6",
			asks: `
				j8-j9 two-squares
				j8-j7 legal`,
		},
		{
			name: "whatever the opponent does", source: "ISF 10.1", board: board,
			played: "a4a5 f7f8 a5a4 j9j8 a4a5 f8f9", asks: `a5-a4 two-squares`,
		},
		{
			name: "another piece's move sets it back", source: "ISF 10.1", board: board,
			played: "a4a5 j9j8 a5a4 j8j7 a4a5 j7j6 e4e5 j6j5 a5a4 j5i5 a4a5 i5i6", asks: `a5-a4 legal`,
		},
		{
			name: "a step further sets it back", source: "ISF 10.1", board: board,
			played: "a4a5 j9j8 a5a4 j8j7 a4a5 j7j6 a5a6 j6j5 a6a5 j5i5", asks: `a5-a4 legal`,
		},
		{
			name: "the way there is no crossing", source: "ISF 10.1", board: board,
			played: "a4a5 j9j8 a5a6 j8j7 a6a5 j7j6",
			asks: `
				a5-a6 legal
				a5-a4 legal`,
		},
		{
			name: "after a way round the boundary is free again", source: "ISF 10.1", board: board,
			played: "a4a5 j9j8 a5a4 j8j7 a4a5 j7j6 a5b5 j6j5 b5b4 j5i5 b4a4 i5i6", asks: `a4-a5 legal`,
		},
		{
			name: "limit 5: five are legal, the sixth is not", source: "001", rules: "twoSquares=5", board: board,
			played: "a4a5 j9j8 a5a4 j8j7 a4a5 j7j6 a5a4 j6j5 a4a5 j5i5",
			asks: `
				a5-a4 two-squares
				a5-a6 legal`,
		},
		{
			name: "limit 4: five in a row are forbidden", source: "003", rules: "twoSquares=4", board: board,
			played: "a4a5 j9j8 a5a4 j8j7 a4a5 j7j6 a5a4 j6j5",
			asks: `
				a4-a5 two-squares
				a4-b4 legal`,
		},
		{
			name: "limit 4: four are legal", source: "003", rules: "twoSquares=4", board: board,
			played: "a4a5 j9j8 a5a4 j8j7 a4a5 j7j6", asks: `a5-a4 legal`,
		},
		{
			name: "limit 0 is off", source: "ours", rules: "twoSquares=0", board: board,
			played: "a4a5 j9j8 a5a4 j8j7 a4a5 j7j6 a5a4 j6j5 a4a5 j5i5 a5a4 i5i6", asks: `a4-a5 legal`,
		},
	})
}

// TestTwoSquaresAttacks: attacks count as crossings, and are refused as such
// (ISF 10.1).
func TestTwoSquaresAttacks(t *testing.T) {
	try(t, []trial{
		{
			name: "a won attack is a crossing", source: "ISF 10.1", board: `
				10  .. .. .. .. .. .. .. .. .. bF
				 9  .. .. .. .. .. .. .. .. .. b5
				 5  b3 .. ~~ ~~ .. .. ~~ ~~ .. ..
				 4  r5 .. .. .. .. .. .. .. .. ..
				 1  rF .. .. .. .. .. .. .. .. ..`,
			played: "a4a5 j9j8 a5a4 j8j7 a4a5 j7j6", asks: `a5-a4 two-squares`,
		},
		{
			name: "the fourth crossing may be no attack either", source: "ISF 10.1", board: `
				10  .. .. .. .. .. .. .. .. .. bF
				 9  .. .. .. .. .. .. .. .. .. b5
				 4  r5 b3 .. .. .. .. .. .. .. ..
				 1  rF .. .. .. .. .. .. .. .. ..`,
			played: "a4a5 j9j8 a5a4 j8j7 a4a5 b4a4",
			asks: `
				a5-a4 two-squares
				a5-b5 legal`,
		},
		{
			name: "a piece that takes its place inherits nothing", source: "ISF 10.1", board: `
				10  .. .. .. .. .. .. .. .. .. bF
				 6  b7 .. ~~ ~~ .. .. ~~ ~~ .. ..
				 5  r5 .. ~~ ~~ .. .. ~~ ~~ .. ..
				 4  .. r6 .. .. .. b3 .. .. .. ..
				 1  rF .. .. .. .. .. .. .. .. ..`,
			played: "a5a4 f4f5 a4a5 f5f6 a5a4 a6a5 b4b5 a5a4 b5a5 a4a3",
			asks: `
				a5-a4 legal
				a5-b5 legal`,
		},
		{
			name: "moving bombs are bound", source: "000 002", rules: "movingBombs", board: `
				10  .. .. .. .. .. .. .. .. .. bF
				 9  .. .. .. .. .. .. .. .. .. b5
				 4  rB .. .. .. .. r4 .. .. .. ..
				 1  rF .. .. .. .. .. .. .. .. ..`,
			played: "a4a5 j9j8 a5a4 j8j7 a4a5 j7j6", asks: `a5-a4 two-squares`,
		},
		{
			name: "a moving flag is bound", source: "000 002", rules: "movingFlag", board: `
				10  .. .. .. .. .. .. .. .. .. bF
				 9  .. .. .. .. .. .. .. .. .. b5
				 4  rF .. .. .. .. r4 .. .. .. ..`,
			played: "a4a5 j9j8 a5a4 j8j7 a4a5 j7j6", asks: `a5-a4 two-squares`,
		},
	})
}

// TestTwoSquaresLong is the rule for moves of several squares: a move is refused
// iff it crosses a boundary that each of the last three crossed (ISF 10.2); a
// captain's real path counts.
func TestTwoSquaresLong(t *testing.T) {
	const board = `
		10  .. .. .. .. .. .. .. .. .. bF
		 9  .. .. .. .. .. .. .. .. .. b5
		 2  r2 .. .. .. .. .. .. .. .. ..
		 1  .. rF .. .. .. .. .. .. .. ..`
	try(t, []trial{
		{
			name: "every overlap counts", source: "ISF 10.2", board: board,
			played: "a2a6 j9j8 a6a4 j8j7 a4a6 j7j6",
			asks: `
				a6-a5 two-squares
				a6-a4 two-squares
				a6-a2 two-squares
				a6-a7 legal
				a6-b6 legal`,
		},
		{
			name: "only what all have in common counts", source: "ISF 10.2", board: board,
			played: "a2a6 j9j8 a6a5 j8j7 a5a9 j7j6",
			asks: `
				a9-a7 legal
				a9-a6 legal
				a9-a5 two-squares
				a9-a3 two-squares`,
		},
		{
			name: "forward over new ground is legal", source: "ISF 10.2", board: board,
			played: "a2a6 j9j8 a6a3 j8j7 a3a4 j7j6",
			asks: `
				a4-a3 two-squares
				a4-a1 two-squares
				a4-a5 legal
				a4-a9 legal`,
		},
		{
			name: "nothing in common, nothing refused", source: "ISF 10.2", board: board,
			played: "a2a4 j9j8 a4a6 j8j7 a6a5 j7j6",
			asks: `
				a5-a6 legal
				a5-a4 legal
				a5-a2 legal`,
		},
		{
			name: "a row and a file have no boundary in common", source: "ISF 10.2", board: board,
			played: "a2a4 j9j8 a4c4 j8j7 c4a4 j7j6 a4c4 j6j5 c4c3 j5i5 c3c4 i5i6",
			asks:   `c4-a4 legal`,
		},
		{
			name: "another piece may cross a worn boundary", source: "ISF 10.2", board: `
				10  .. .. .. .. .. .. .. .. .. bF
				 9  .. .. .. .. .. .. .. .. .. b5
				 4  r2 .. .. .. .. .. .. .. .. ..
				 3  r2 .. .. .. .. .. .. .. .. ..
				 1  .. rF .. .. .. .. .. .. .. ..`,
			played: "a4a6 j9j8 a6a4 j8j7 a4a6 j7j6",
			asks: `
				a6-a4 two-squares
				a3-a5 legal`,
		},
		{
			name: "two pieces' crossings do not add up", source: "ISF 10.2", board: `
				10  .. .. .. .. .. .. .. .. .. bF
				 9  .. .. .. .. .. .. .. .. .. b5
				 4  r2 .. .. .. .. .. .. .. .. ..
				 3  r2 .. .. .. .. .. .. .. .. ..
				 1  .. rF .. .. .. .. .. .. .. ..`,
			played: "a4a8 j9j8 a3a7 j8j7 a7a3 j7j6",
			asks: `
				a3-a7 legal
				a3-a5 legal`,
		},
		{
			name: "a captain's straight path", source: "ours", rules: "lightning", board: `
				10  .. .. .. .. .. .. .. .. .. bF
				 9  .. .. .. .. .. .. .. .. .. b5
				 4  .. .. .. .. r6 .. .. .. .. ..
				 1  .. rF .. .. .. .. .. .. .. ..`,
			played: "e4e6 j9j8 e6e4 j8j7 e4e5 j7j6",
			asks: `
				e5-e4 two-squares
				e5-e3 two-squares
				e5-e4-f4 two-squares
				e5-f5-f4 legal
				e5-e6 legal
				e5-e7 legal`,
		},
		{
			name: "a captain's turn crosses what its path crosses", source: "ours", rules: "lightning", board: `
				10  .. .. .. .. .. .. .. .. .. bF
				 9  .. .. .. .. .. .. .. .. .. b5
				 4  .. .. .. .. r6 .. .. .. .. ..
				 1  .. rF .. .. .. .. .. .. .. ..`,
			played: "e4e5f5 j9j8 f5e5e4 j8j7 e4e5f5 j7j6",
			asks: `
				f5-e5-e4 two-squares
				f5-e5 two-squares
				f5-e5-e6 two-squares
				f5-f4-e4 legal
				f5-e4 legal`,
		},
	})
}

// TestTwoSquaresBlocks: the rule is counted when a side looks for a legal move,
// so that it can lose a game (rules.md 4.3).
func TestTwoSquaresBlocks(t *testing.T) {
	try(t, []trial{{
		name: "the only move left is the fourth crossing", source: "000 002", board: `
			10  .. .. .. .. .. .. .. .. .. bF
			 9  .. .. .. .. .. .. .. .. .. b5
			 4  rB .. .. .. .. .. .. .. .. ..
			 3  .. rB .. .. .. .. .. .. .. ..
			 2  r5 rB .. .. .. .. .. .. .. ..
			 1  rF rB .. .. .. .. .. .. .. ..`,
		played: "a2a3 j9j8 a3a2 j8j7 a2a3 j7j6",
		end:    "blue no-move",
	}})
}
