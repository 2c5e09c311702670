package engine_test

import "testing"

// ringBoard is a marshal that hunts a lieutenant round the ring e7 e8 f8 f7.
const ringBoard = `
	10  .. .. .. .. .. .. .. .. .. bF
	 9  b4 .. .. .. .. .. .. .. .. ..
	 8  .. .. .. .. b5 .. .. .. .. ..
	 7  .. .. .. rM .. .. .. .. .. ..
	 2  .. .. .. .. .. .. .. .. r4 ..
	 1  rF .. .. .. .. .. .. .. .. ..`

// ring is one lap, up to the move that would bring the first position of the
// chase again: f7-e7.
const ring = "d7e7 e8f8 e7e8 f8f7 e8f8 f7e7 f8f7 e7e8"

// TestMoreSquares is rules.md 6: a chasing move that recreates a position of the
// chase is refused (000, 002; ISF 11).
func TestMoreSquares(t *testing.T) {
	try(t, []trial{
		{
			name: "a chase may not repeat a position", source: "000 002, ISF 11.1", board: ringBoard, played: ring,
			asks: `
				f7-e7 more-squares
				f7-f6 legal
				f7-g7 legal
				i2-i3 legal`,
		},
		{
			name: "until then it goes on", source: "ISF 11.1", board: ringBoard,
			played: "d7e7 e8f8 e7e8 f8f7 e8f8 f7e7", asks: `f8-f7 legal`,
		},
		{
			name: "the profile strategus refuses it too", source: "ISF 11.1", rules: "chase=strategus", board: ringBoard, played: ring,
			asks: `f7-e7 more-squares`,
		},
		{
			name: "the profile off refuses nothing", source: "ours", rules: "chase=off", board: ringBoard, played: ring,
			asks: `f7-e7 legal`,
		},
		{
			name: "stepping back to where the chaser just came from is excepted", source: "ISF 11.2", board: `
				10  .. .. .. .. .. .. .. .. .. bF
				 9  b4 .. .. .. b5 .. .. .. .. ..
				 8  .. .. .. rM .. .. .. .. .. ..
				 2  .. .. .. .. .. .. .. .. r4 ..
				 1  rF .. .. .. .. .. .. .. .. ..`,
			played: "d8d9 e9e8 d9d8 e8e9", asks: `d8-d9 legal`,
		},
		{
			name: "then two-squares ends it", source: "ISF 10.1", board: `
				10  .. .. .. .. .. .. .. .. .. bF
				 9  b4 .. .. .. b5 .. .. .. .. ..
				 8  .. .. .. rM .. .. .. .. .. ..
				 2  .. .. .. .. .. .. .. .. r4 ..
				 1  rF .. .. .. .. .. .. .. .. ..`,
			played: "d8d9 e9e8 d9d8 e8e9 d8d9 e9e8", asks: `d9-d8 two-squares`,
		},
		{
			name: "only the exact reverse is excepted", source: "ISF 11.2", board: `
				10  .. .. .. .. .. .. .. .. .. bF
				 9  b4 .. .. .. .. .. .. .. .. ..
				 8  .. .. .. r2 .. b2 .. .. .. ..
				 2  .. .. .. .. .. .. .. .. r4 ..
				 1  rF .. .. .. .. .. .. .. .. ..`,
			played: "d8e8 f8f7 e8e7 f7f9 e7e9 f9f8",
			asks: `
				e9-e8 more-squares
				e9-e7 legal`,
		},
		{
			name: "the evader is never restricted", source: "ISF 11", board: `
				10  .. .. .. .. .. .. .. .. .. bF
				 9  b4 .. .. .. b5 .. .. .. .. ..
				 8  .. .. .. rM .. .. .. .. .. ..
				 2  .. .. .. .. .. .. .. .. r4 ..
				 1  rF .. .. .. .. .. .. .. .. ..`,
			played: "d8d9 e9e8 d9d8 e8e9 d8d9",
			asks: `
				e9-e8 legal
				e9-f9 legal`,
		},
		{
			name: "attacks are never restricted", source: "ISF 11", board: ringBoard, played: ring + " i2i3 e8e7",
			asks: `f7-e7 legal`,
		},
	})
}

// TestChaseBegins says which position is the first of a chase, and what ends it.
func TestChaseBegins(t *testing.T) {
	try(t, []trial{
		{
			name: "another reply than fleeing ends it", source: "ISF 11", board: `
				10  .. .. .. .. .. .. .. .. .. bF
				 9  b4 .. .. .. .. .. .. .. .. ..
				 8  .. .. .. .. b5 .. .. .. .. ..
				 7  .. .. .. rM .. .. .. .. .. ..
				 2  .. .. .. .. .. .. .. .. r4 ..
				 1  rF .. .. .. .. .. .. .. bB bB`, // r4 comes next to bombs, so that Red hunts without a pause
			played: ring + " i2j2 a9a8 j2i2 a8a9", asks: `f7-e7 legal`,
		},
		{
			name: "the chaser's quiet move elsewhere ends it", source: "ISF 11", board: ringBoard,
			played: "d7e7 e8f8 e7e8 f8f7 e8f8 f7e7 i2i3 a9a8 i3i2 a8a9 f8f7 e7e8", asks: `f7-e7 legal`,
		},
		{
			name: "a won attack that lands next to an enemy begins a fresh one", source: "ISF 11", board: `
				10  .. .. .. .. .. .. .. .. .. bF
				 9  b4 .. .. .. .. .. .. .. .. ..
				 8  .. .. .. .. b5 .. .. .. .. ..
				 7  .. .. .. rM b3 .. .. .. .. ..
				 2  .. .. .. .. .. .. .. .. r4 ..
				 1  rF .. .. .. .. .. .. .. .. ..`,
			played: ring, asks: `f7-e7 more-squares`,
		},
		{
			name: "so does a rescue", source: "ours", rules: "reconquest", trays: "5", board: `
				10  .. .. .. .. .. b5 .. .. .. ..
				 9  b4 .. .. .. rM .. .. .. .. ..
				 7  .. .. .. .. .. .. .. .. .. bF
				 2  .. .. .. .. .. .. .. .. r4 ..
				 1  rF .. .. .. .. .. .. .. .. ..`,
			played: "e9e10+5@c2 f10f9 e10f10 f9e9 f10f9 e9e10 f9e9 e10f10",
			asks: `
				e9-e10 more-squares
				e9-d9 legal`,
		},
		{
			name: "so that a position before the rescue is another", source: "ours", rules: "reconquest", trays: "5", board: `
				10  .. .. .. .. b5 .. .. .. .. ..
				 9  b4 .. .. rM .. .. .. .. .. ..
				 7  .. .. .. .. .. .. .. .. .. bF
				 2  .. .. .. .. .. .. .. .. r4 ..
				 1  rF .. .. .. .. .. .. .. .. ..`,
			played: "d9e9 e10f10 e9e10+5@c2 f10f9 e10f10 f9e9 f10f9 e9e10", asks: `f9-e9 legal`,
		},
		{
			name: "a lost attack begins none", source: "ISF 11", board: `
				10  .. .. .. .. .. .. .. .. .. bF
				 8  .. .. r3 b9 b5 .. .. .. .. ..
				 7  .. .. .. .. rM .. .. .. .. ..
				 1  rF .. .. .. .. .. .. .. .. ..`,
			played: "c8d8 e8f8 e7e8 f8f7 e8f8 f7e7 f8f7 e7e8", asks: `f7-e7 legal`,
		},
		{
			name: "an attack elsewhere ends both sides' chases", source: "ISF 11", blue: true, board: `
				10  .. .. .. .. .. .. .. .. .. bF
				 9  b9 b6 .. .. .. .. .. .. .. ..
				 8  r3 .. .. b8 b5 .. .. .. .. ..
				 7  .. rM .. .. .. .. .. .. .. ..
				 1  rF .. .. .. .. .. .. .. .. ..`, // both hunt when a9 takes a8
			played: "b9b8 b7c7 b8c8 c7d7 a9a8 d7e7 e8f8 e7e8 f8f7 e8f8 f7e7 f8f7 e7e8", asks: `f7-e7 more-squares`,
		},
		{
			name: "what stood before it began does not count", source: "ISF 11", board: `
				10  .. .. .. .. .. .. .. .. .. bF
				 9  b4 .. .. .. .. .. .. .. .. ..
				 8  .. .. .. .. b5 .. .. .. .. ..
				 7  .. .. .. .. .. rM .. .. .. ..
				 2  .. .. .. .. .. .. .. .. r4 ..
				 1  rF .. .. .. .. .. .. .. .. ..`,
			played: "i2i3 e8e7 i3i2 e7e8 f7e7 e8f8 e7e8 f8f7 e8f8 f7e7", // the same stood after ply 3
			asks:   `f8-f7 legal`,
		},
		{
			name: "nor what stood before its first move", source: "ISF 11", rules: "chase=strategus", blue: true, board: `
				10  .. .. .. .. .. .. .. .. .. bF
				 9  .. .. .. .. .. .. .. .. r9 ..
				 8  .. .. .. .. b5 .. b2 .. .. ..
				 7  .. .. .. .. .. rM .. .. .. ..
				 1  rF .. .. .. .. .. .. .. .. ..`, // Blue hunts first: his is the older chase
			played: "e8e7 f7f8 g8j8 i9j9 j8i8 j9i9 i8g8", asks: `f8-f7 legal`,
		},
		{
			name: "it is the player's, whichever of his pieces hunts", source: "000 002, ISF 11", rules: "twoSquares=0", board: `
				10  .. .. .. .. .. .. .. .. .. bF
				 9  b4 .. .. .. .. rM .. .. .. ..
				 8  .. .. .. .. b5 .. .. .. .. ..
				 7  .. .. .. r9 .. .. .. .. .. ..
				 1  rF .. .. .. .. .. .. .. .. ..`,
			played: "d7d8 e8e9 d8d9 e9e8 f9f8 e8e9 f8f9 e9e8",
			asks: `
				d9-d8 more-squares
				d9-c9 legal`,
		},
	})
}

// TestChaseProfiles holds the one difference between the profiles: under isf the
// refused move must come next to a piece that has fled, under strategus next to
// any enemy piece.
func TestChaseProfiles(t *testing.T) {
	const (
		board = `
			10  .. .. .. .. .. .. .. .. .. bF
			 7  .. .. .. b6 .. b2 .. .. .. ..
			 4  .. .. .. .. r2 .. .. .. .. ..
			 2  .. .. .. .. .. .. .. .. r4 ..
			 1  rF .. .. .. .. .. .. .. .. ..`
		played = "e4e7 f7f9 e7e9 f9f8 e9e8 f8f9"
	)
	try(t, []trial{
		{
			name: "isf: next to a piece that has not fled is legal", source: "ISF 11.1", board: board, played: played,
			asks: `e8-e7 legal`,
		},
		{
			name: "strategus: next to any enemy piece is not", source: "ours, after Strategus", rules: "chase=strategus", board: board, played: played,
			asks: `e8-e7 more-squares`,
		},
	})
}

// TestChasePieces says who can hunt and be hunted.
func TestChasePieces(t *testing.T) {
	try(t, []trial{
		{
			name: "a moving bomb hunts nobody", source: "000 002", rules: "movingBombs", board: `
				10  .. .. .. .. .. .. .. .. .. bF
				 9  b4 .. .. .. .. .. .. .. .. ..
				 8  .. .. .. .. b5 .. .. .. .. ..
				 7  .. .. .. rB .. .. .. .. .. ..
				 2  .. .. .. .. .. .. .. .. r4 ..
				 1  rF .. .. .. .. .. .. .. .. ..`,
			played: ring, asks: `f7-e7 legal`,
		},
		{
			name: "nor does its move begin a chase", source: "000 002", rules: "movingBombs", board: `
				10  .. .. .. .. .. .. .. .. .. bF
				 8  .. .. rB .. b5 .. .. .. .. ..
				 7  .. .. .. .. rM .. .. .. .. ..
				 1  rF .. .. .. .. .. .. .. .. ..`,
			played: "c8d8 e8f8 e7e8 f8f7 e8f8 f7e7 f8f7 e7e8", asks: `f7-e7 legal`,
		},
		{
			name: "as another piece's would", source: "ISF 11", rules: "movingBombs", board: `
				10  .. .. .. .. .. .. .. .. .. bF
				 8  .. .. r6 .. b5 .. .. .. .. ..
				 7  .. .. .. .. rM .. .. .. .. ..
				 1  rF .. .. .. .. .. .. .. .. ..`,
			played: "c8d8 e8f8 e7e8 f8f7 e8f8 f7e7 f8f7 e7e8", asks: `f7-e7 more-squares`,
		},
		{
			name: "a moving flag hunts nobody", source: "000 002", rules: "movingFlag chase=strategus", board: `
				10  .. .. .. .. .. .. .. .. .. bF
				 9  b4 .. .. .. .. .. .. .. .. ..
				 8  .. .. .. .. b5 .. .. .. .. ..
				 7  .. .. .. rF .. .. .. .. .. ..
				 2  .. .. .. .. .. .. .. .. r4 ..`,
			played: ring, asks: `f7-e7 legal`,
		},
		{
			name: "a moving bomb can be hunted", source: "ours", rules: "movingBombs", board: `
				10  .. .. .. .. .. .. .. .. .. bF
				 9  b4 .. .. .. .. .. .. .. .. ..
				 8  .. .. .. .. bB .. .. .. .. ..
				 7  .. .. .. rM .. .. .. .. .. ..
				 2  .. .. .. .. .. .. .. .. r4 ..
				 1  rF .. .. .. .. .. .. .. .. ..`,
			played: ring, asks: `f7-e7 more-squares`,
		},
		{
			name: "a moving flag can be hunted", source: "ours", rules: "movingFlag", board: `
				 9  b4 .. .. .. .. .. .. .. .. ..
				 8  .. .. .. .. bF .. .. .. .. ..
				 7  .. .. .. rM .. .. .. .. .. ..
				 2  .. .. .. .. .. .. .. .. r4 ..
				 1  rF .. .. .. .. .. .. .. .. ..`,
			played: ring, asks: `f7-e7 more-squares`,
		},
		{
			name: "two pieces of one rank that have changed places make another position", source: "ours", board: `
				10  .. .. .. .. .. .. .. .. .. b5
				 9  b4 .. .. .. .. .. .. .. .. ..
				 8  .. .. .. .. .. .. .. b5 .. rM
				 7  bF .. .. .. .. .. .. .. .. ..
				 2  .. .. .. .. .. .. .. .. r4 ..
				 1  rF .. .. .. .. .. .. .. .. ..`,
			played: changedPlaces, asks: `i9-j9 legal`,
		},
	})
}

// changedPlaces is a hunt in which the pieces that stood on j10 and h8 have
// changed places, so that i9-j9 makes what looks like an earlier position.
const changedPlaces = "j8j9 j10i10 j9i9 i10h10 i9i8 h8h9 i8h8 h9i9 h8h9 i9i10 h9i9 i10j10 i9i10 h10h9 i10i9 h9h8"
