package engine_test

import (
	"testing"

	"fieldpost/engine"
)

// TestFightVariants plays on after fights that options change (000, 002); the
// whole tables are TestFights.
func TestFightVariants(t *testing.T) {
	const board = `
		10  .. .. .. .. .. .. .. .. .. bF
		 9  .. .. .. .. .. .. .. .. .. b4
		 8  bS bM b5 bB .. .. .. .. .. ..
		 7  rS rM r5 r9 .. .. .. .. .. ..
		 1  rF .. .. .. .. .. .. .. .. ..`
	try(t, []trial{
		{name: "equal ranks: both go", source: "000 001 002 003", board: board, played: "c7c8", last: "c7xc8 5=5", lost: "5 / 5"},
		{
			name: "advantage: the attacker wins and moves in", source: "000 002", rules: "attackerAdvantage", board: board, played: "c7c8",
			last: "c7xc8 5>5", lost: "/ 5",
			after: `
				10  .. .. .. .. .. .. .. .. .. bF
				 9  .. .. .. .. .. .. .. .. .. b4
				 8  bS bM r5 bB .. .. .. .. .. ..
				 7  rS rM .. r9 .. .. .. .. .. ..
				 1  rF .. .. .. .. .. .. .. .. ..`,
		},
		{name: "advantage: spies too", source: "000 002", rules: "attackerAdvantage", board: board, played: "a7a8", last: "a7xa8 S>S", lost: "/ S"},
		{name: "advantage: marshals too", source: "000 002", rules: "attackerAdvantage", board: board, played: "b7b8", last: "b7xb8 M>M", lost: "/ M"},
		{name: "advantage: bombs are untouched by it", source: "ours", rules: "attackerAdvantage", board: board, played: "d7d8", last: "d7xd8 9<B", lost: "9 /"},
		{
			name: "exploding bombs take the attacker with them", source: "000 002", rules: "explodingBombs", board: board, played: "d7d8",
			last: "d7xd8 9=B", lost: "9 / B",
			after: `
				10  .. .. .. .. .. .. .. .. .. bF
				 9  .. .. .. .. .. .. .. .. .. b4
				 8  bS bM b5 .. .. .. .. .. .. ..
				 7  rS rM r5 .. .. .. .. .. .. ..
				 1  rF .. .. .. .. .. .. .. .. ..`,
		},
		{
			name: "a miner moves in where the bomb was", source: "000 002, the move inferred", rules: "explodingBombs", board: `
				10  .. .. .. .. .. .. .. .. .. bF
				 8  bB .. .. .. .. .. .. .. .. b4
				 7  r3 .. .. .. .. .. .. .. .. ..
				 1  rF .. .. .. .. .. .. .. .. ..`,
			played: "a7a8", last: "a7xa8 3>B", lost: "/ B",
			after: `
				10  .. .. .. .. .. .. .. .. .. bF
				 8  r3 .. .. .. .. .. .. .. .. b4
				 1  rF .. .. .. .. .. .. .. .. ..`,
		},
	})
}

// TestMovingBombs is the variant of that name (000, 002).
func TestMovingBombs(t *testing.T) {
	const board = `
		10  .. .. .. .. .. .. .. .. .. bF
		 9  .. .. .. .. .. .. .. .. .. b4
		 8  .. .. .. .. b3 b5 .. .. .. ..
		 7  .. .. .. .. rB .. .. .. .. ..
		 1  rF .. .. .. .. .. .. .. .. r4`
	try(t, []trial{
		{
			name: "bombs move one step and never attack", source: "000 002", rules: "movingBombs", board: board,
			asks: `
				e7-e6 legal
				e7-d7 legal
				e7-e8 no-attack
				e7-e5 too-far
				e7-f8 not-a-line`,
		},
		{name: "without it they stand", source: "000 001 002 003", rules: "explodingBombs", board: board, asks: `e7-e6 immovable`},
		{name: "it does not free the flag", source: "000 002", rules: "movingBombs", board: board, asks: `a1-a2 immovable`},
		{
			name: "they can be attacked anywhere and explode", source: "000 002", rules: "movingBombs", board: board,
			played: "e7e6 f8f7 e6f6 f7f6", last: "f7xf6 5=B", lost: "B / 5",
		},
		{
			name: "a miner removes them anywhere", source: "000 002", rules: "movingBombs", board: board,
			played: "e7e6 e8e7 e6e5 e7e6 e5e4 e6e5 j1j2 e5e4", last: "e5xe4 3>B", lost: "B /",
		},
		{
			name: "a moved bomb stays hidden", source: "ours", rules: "movingBombs", board: board, played: "e7e6", last: "e7-e6",
		},
		{
			name: "a bomb is a movable piece", source: "002", rules: "movingBombs", board: `
				10  .. .. .. .. .. .. .. .. .. bF
				 8  .. .. .. .. b9 .. .. .. .. ..
				 7  .. .. .. .. r5 .. .. .. .. ..
				 1  rF rB .. .. .. .. .. .. .. ..`,
			played: "e7e8", end: "on",
		},
	})
	r := engine.StandardRules(engine.Original)
	r.MovingBombs = true
	if r, err := r.Check(); err != nil || !r.ExplodingBombs {
		t.Errorf("moving bombs given alone: exploding is %v, %v", r.ExplodingBombs, err)
	}
}

// TestMovingFlag is the variant of that name (000, 002).
func TestMovingFlag(t *testing.T) {
	const board = `
		10  .. .. .. .. .. .. b2 .. .. bF
		 9  .. .. .. .. .. rF .. .. .. ..
		 2  .. .. .. .. .. .. .. .. .. ..
		 1  r4 .. .. .. .. .. .. .. .. rB`
	try(t, []trial{
		{
			name: "one step to an empty square", source: "000 002", rules: "movingFlag", board: board,
			asks: `
				f9-f10 legal
				f9-e9 legal
				f9-f8 legal
				f9-f7 too-far
				f9-g10 not-a-line`,
		},
		{
			name: "it never attacks, not even on the last row", source: "000 002", rules: "movingFlag", board: board, played: "f9g9 j10j9",
			asks: `
				g9-g10 no-attack
				g9-h9 legal`,
		},
		{name: "it wins on the opponent's last row", source: "000 002", rules: "movingFlag", board: board, played: "f9f10", end: "red flag-home", last: "f9-f10"},
		{
			name: "Blue's is row 1", source: "000 002", rules: "movingFlag", blue: true, board: `
				10  rF .. .. .. .. .. .. .. .. ..
				 9  r4 .. .. .. .. .. .. .. .. ..
				 2  .. .. .. .. bF .. .. .. .. b4`,
			played: "e2e1", end: "blue flag-home",
		},
		{
			name: "its own back row is no home", source: "000 002", rules: "movingFlag", board: `
				10  .. .. .. .. .. .. .. .. .. bF
				 2  .. .. .. .. rF .. .. .. .. r4`,
			played: "e2e1", end: "on",
		},
		{
			name: "on the small board it is row 8", source: "ours", rules: "skirmish movingFlag", board: `
				8  .. .. .. .. .. .. .. bF
				7  .. .. .. .. rF .. .. ..
				1  r4 .. .. .. .. .. .. ..`,
			played: "e7e8", end: "red flag-home",
		},
		{name: "it does not free the bombs", source: "000 002", rules: "movingFlag", board: board, asks: `j1-j2 immovable`},
		{name: "without it the flag stands", source: "000 001 002 003", board: board, asks: `f9-f10 immovable`},
		{
			name: "it is captured as ever", source: "000 002", rules: "movingFlag", board: board,
			played: "f9g9 g10g9", end: "blue flag", last: "g10xg9 2>F",
		},
		{
			name: "a flag is a movable piece", source: "002", rules: "movingFlag", board: `
				10  .. .. .. .. .. .. .. .. .. bF
				 8  .. .. .. .. b9 .. .. .. .. ..
				 7  .. .. .. .. r5 .. .. .. .. ..
				 1  rF .. .. .. .. .. .. .. .. ..`,
			played: "e7e8", end: "on",
		},
	})
}
