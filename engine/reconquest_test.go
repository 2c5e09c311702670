package engine_test

import (
	"testing"

	"fieldpost/engine"
)

// goneBoard is a red general one step from Blue's last row, and goneTray what
// Red has lost.
const (
	goneBoard = `
		10  b4 .. .. .. .. b5 .. .. .. bF
		 9  .. .. .. .. r9 r9 .. .. r2 ..
		 3  .. .. b7 .. .. .. .. .. .. ..
		 1  rF .. .. .. .. .. .. .. .. r4`
	goneTray = "7 5 5 2 S B /"
)

// TestReconquest is rules.md 7, reconquest (000, 002), condition by condition.
func TestReconquest(t *testing.T) {
	try(t, []trial{
		{
			name: "a piece that arrives may bring one back", source: "000 002", rules: "reconquest", board: goneBoard, trays: goneTray,
			played: "e9e10+5@c2", last: "e9-e10 +5@c2", lost: "7 5 2 S B /", end: "on",
			after: `
				10  b4 .. .. .. r9* b5 .. .. .. bF
				 9  .. .. .. .. .. r9 .. .. r2 ..
				 3  .. .. b7 .. .. .. .. .. .. ..
				 2  .. .. r5 .. .. .. .. .. .. ..
				 1  rF .. .. .. .. .. .. .. .. r4`,
		},
		{name: "it may leave it", source: "000 002", rules: "reconquest", board: goneBoard, trays: goneTray, played: "e9e10", last: "e9-e10", lost: goneTray},
		{name: "without the option there is none", source: "000 002", board: goneBoard, trays: goneTray, asks: "e9e10+5@c2 rescue\n e9e10 legal"},
		{
			name: "a piece that was lost, not another", source: "000 002", rules: "reconquest", board: goneBoard, trays: goneTray,
			asks: `
				e9-e10 +7@c2 legal
				e9-e10 +S@c2 legal
				e9-e10 +1@c2 legal
				e9-e10 +M@c2 rescue
				e9-e10 +9@c2 rescue
				e9-e10 +4@c2 rescue`,
		},
		{name: "a scout may be brought back", source: "000 002", rules: "reconquest", board: goneBoard, trays: goneTray, played: "e9e10+2@c2", lost: "7 5 5 S B /"},
		{
			name: "never a bomb or a flag", source: "000 002", rules: "reconquest movingBombs movingFlag", board: goneBoard, trays: goneTray,
			asks: `
				e9-e10 +B@c2 rescue
				e9-e10 +F@c2 rescue`,
		},
		{
			name: "to an empty square of the own four rows", source: "000 002", rules: "reconquest", board: goneBoard, trays: goneTray,
			asks: `
				e9-e10 +5@a4 legal
				e9-e10 +5@j4 legal
				e9-e10 +5@c1 legal
				e9-e10 +5@c5 rescue
				e9-e10 +5@a5 rescue
				e9-e10 +5@e9 rescue
				e9-e10 +5@a1 rescue
				e9-e10 +5@j1 rescue
				e9-e10 +5@c3 rescue`,
		},
		{
			name: "three rows on the small board", source: "ours", rules: "skirmish reconquest", trays: "3", board: `
				8  .. .. .. .. .. .. .. bF
				7  .. .. .. .. r9 .. .. b4
				4  .. .. ~~ .. .. ~~ .. ..
				1  rF .. .. .. .. .. .. r2`,
			asks: `
				e7-e8 +3@a3 legal
				e7-e8 +3@a4 rescue
				e7-e8 +3@c4 rescue
				e7-e8 +3@i2 rescue`,
		},
		{name: "then the turn ends", source: "000 002", rules: "reconquest", board: goneBoard, trays: goneTray, played: "e9e10+5@c2 a10a9", last: "a10-a9"},
		{
			name: "a scout rescues nobody", source: "000 002", rules: "reconquest", board: goneBoard, trays: goneTray,
			asks: `
				i9-i10 +5@c2 rescue
				i9-i10 legal`,
		},
		{
			name: "a moving bomb may", source: "ours", rules: "reconquest movingBombs", trays: "5 B", board: `
				10  .. .. .. .. .. .. .. .. .. bF
				 9  .. .. .. .. rB .. .. .. .. b4
				 1  rF .. .. .. .. .. .. .. .. r4`,
			asks: `
				e9-e10 +5@c2 legal
				e9-e10 +B@c2 rescue`,
		},
		{
			name: "Blue arrives on row 1 and brings back to rows 7 to 10", source: "000 002", rules: "reconquest", blue: true, trays: "M / 5", board: `
				10  .. .. .. .. .. .. .. .. .. bF
				 9  .. .. .. .. .. .. .. .. .. b4
				 2  .. .. .. .. b9 .. .. .. .. ..
				 1  rF .. .. .. .. .. .. .. .. r4`,
			asks: `
				e2-e1 +5@c7 legal
				e2-e1 +5@c6 rescue
				e2-e1 +5@c4 rescue
				e2-e1 +M@c7 rescue`,
		},
		{
			name: "a lightning captain may arrive by two steps", source: "ours", rules: "lightning reconquest", trays: "5", board: `
				10  .. .. .. .. .. .. .. .. .. bF
				 9  .. .. .. .. b3 .. .. .. .. b4
				 8  .. .. .. .. .. .. .. .. .. ..
				 7  .. .. .. .. .. .. .. .. .. ..
				 1  rF .. .. .. r6 .. .. .. .. r4`,
			played: "e1e2e3 j9j8 e3e4e5 j8j7 e5e6e7 j7j6 e7f7f8 j6j5 f8f9f10+5@c2", last: "f8-f9-f10 (6) +5@c2",
		},
	})
}

// TestArrival says what is an arrival.
func TestArrival(t *testing.T) {
	const arrived = `
		10  b4 .. .. .. r9 b5 .. .. .. bF
		 9  .. .. .. .. .. .. .. .. .. ..
		 1  rF .. .. .. .. .. .. .. .. r4`
	try(t, []trial{
		{
			name: "it comes from another row", source: "ours", rules: "reconquest", board: arrived, trays: goneTray,
			asks: `
				e10-d10 +5@c2 rescue
				e10-f10 +5@c2 rescue
				e10-d10 legal
				e10-e9 +5@c2 rescue`,
		},
		{name: "a right not used gives nothing later", source: "ours", rules: "reconquest", board: goneBoard, trays: goneTray, played: "e9e10 c3b3", asks: `e10-d10 +5@c2 rescue`},
		{name: "but is not spent: leaving and arriving again is a new arrival", source: "ours", rules: "reconquest", board: goneBoard, trays: goneTray, played: "e9e10 a10a9 e10e9 a9a10", asks: `e9-e10 +5@c2 legal`},
		{
			name: "a won attack is one", source: "000 002", rules: "reconquest", board: goneBoard, trays: goneTray,
			played: "f9f10+S@j2", last: "f9xf10 9>5 +S@j2", lost: "7 5 5 2 B / 5",
			after: `
				10  b4 .. .. .. .. r9* .. .. .. bF
				 9  .. .. .. .. r9 .. .. .. r2 ..
				 3  .. .. b7 .. .. .. .. .. .. ..
				 2  .. .. .. .. .. .. .. .. .. rS
				 1  rF .. .. .. .. .. .. .. .. r4`,
		},
		{
			name: "row 9 is not the last", source: "000 002", rules: "reconquest", board: arrived, trays: goneTray, played: "e10e9 a10a9",
			asks: `
				e9-d9 +5@c2 rescue
				e9-e8 +5@c2 rescue`,
		},
	})
}

// TestRescueLimits: two a player and game, one a piece; the mark stays with the
// piece (000, 002).
func TestRescueLimits(t *testing.T) {
	const marked = `
		10  b4 .. .. .. .. .. .. .. .. bF
		 9  .. .. .. .. r9* r8 .. .. .. ..
		 1  rF .. .. .. .. .. .. .. .. r4`
	try(t, []trial{
		{
			name: "who has rescued never does again", source: "000 002", rules: "reconquest", board: marked, trays: "5 5", used: engine.Both[int]{Red: 1},
			asks: `
				e9-e10 +5@c2 rescue
				e9-e10 legal
				f9-f10 +5@c2 legal`,
		},
		{
			name: "two a player and game", source: "000 002", rules: "reconquest", board: goneBoard, trays: goneTray,
			played: "e9e10+5@c2 a10a9 f9f10+S@c4 a9a10 c2d2 a10a9", lost: "7 5 2 B / 5",
		},
		{
			name: "a third is refused", source: "000 002", rules: "reconquest", board: marked, trays: "5 5", used: engine.Both[int]{Red: 2},
			asks: `
				f9-f10 +5@c2 rescue
				f9-f10 legal`,
		},
		{
			name: "the opponent's count is his own", source: "000 002", rules: "reconquest", board: marked, trays: "5 5", used: engine.Both[int]{Red: 1, Blue: 2},
			asks: `f9-f10 +5@c2 legal`,
		},
		{
			name: "the mark follows into the tray and back", source: "000 002", rules: "reconquest", trays: "9*", used: engine.Both[int]{Red: 1}, board: `
				10  b4 .. .. .. .. .. .. .. .. bF
				 9  .. .. .. .. r8 .. .. .. .. ..
				 4  .. .. .. .. .. .. .. .. .. ..
				 1  rF .. .. .. .. .. .. .. .. r4`,
			played: "e9e10+9@c4",
			after: `
				10  b4 .. .. .. r8* .. .. .. .. bF
				 4  .. .. r9* .. .. .. .. .. .. ..
				 1  rF .. .. .. .. .. .. .. .. r4`,
		},
		{
			name: "a rescuer that is lost takes it along", source: "000 002", rules: "reconquest", trays: "5", board: `
				10  .. .. .. .. .. bM .. .. .. bF
				 9  .. .. .. .. r8 .. .. .. .. ..
				 1  rF .. .. .. .. .. .. .. .. r4`,
			played: "e9e10+5@c4 f10e10", lost: "8* /", last: "f10xe10 M>8",
		},
		{
			name: "of equal ranks the one without returns first", source: "ours", rules: "reconquest", board: marked, trays: "5* 5", used: engine.Both[int]{Red: 1},
			played: "f9f10+5@c2", lost: "5* /",
			after: `
				10  b4 .. .. .. .. r8* .. .. .. bF
				 9  .. .. .. .. r9* .. .. .. .. ..
				 2  .. .. r5 .. .. .. .. .. .. ..
				 1  rF .. .. .. .. .. .. .. .. r4`,
		},
		{
			name: "lost is lost for whatever reason", source: "ours", rules: "reconquest explodingBombs", board: `
				10  b4 .. .. .. .. .. .. .. .. bF
				 9  .. .. .. .. r9 .. .. .. .. ..
				 8  .. .. .. .. .. bB b6 b3 .. ..
				 7  .. .. .. .. .. r7 r5 r3 .. ..
				 1  rF .. .. .. .. .. .. .. .. r4`,
			played: "f7f8 a10a9 g7g8 a9a10 h7h8 a10a9", // 7=B, 5<6, 3=3
			asks: `
				e9-e10 +7@c2 legal
				e9-e10 +5@c2 legal
				e9-e10 +3@c2 legal`,
		},
	})
}
