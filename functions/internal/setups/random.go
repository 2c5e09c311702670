package setups

import (
	"math/rand/v2"

	"fieldpost/engine"
)

// Random returns the army of r set up by lot, the flag in the back row, behind a piece
// unless that is too unlikely. It is legal, and does not block its owner unless his army
// could not move at all.
func Random(r engine.Rules, lot *rand.Rand) engine.Setup {
	g := groundOf(r.Army.Board())
	s := deal(r, g, lot)
	// A few tries leave the lot fair; an army that is hardly able to move
	// would take too many.
	for range 20 {
		if !r.Blocked(engine.Red, s) && !g.open(&s) {
			break
		}
		s = deal(r, g, lot)
	}
	return free(r, s)
}

func deal(r engine.Rules, g ground, lot *rand.Rand) (s engine.Setup) {
	at := lot.Perm(g.cells())
	for _, rank := range r.Troops.List() {
		if rank != engine.Flag {
			continue
		}
		for i, cell := range at {
			if cell >= g.at(g.rows-1, 0) {
				s[cell] = rank
				at = append(at[:i], at[i+1:]...)
				break
			}
		}
	}
	for _, rank := range r.Troops.List() {
		if rank != engine.Flag {
			s[at[0]], at = rank, at[1:]
		}
	}
	return s
}

// free returns s, or, where it blocks its owner, s with a piece that can move
// brought to the left end of the front row, before which no board has water.
// Whether s blocks does not depend on color.
func free(r engine.Rules, s engine.Setup) engine.Setup {
	if !r.Blocked(engine.Red, s) {
		return s
	}
	for i, rank := range s {
		moves := rank != engine.NoRank && rank != engine.Flag && (rank != engine.Bomb || r.MovingBombs)
		if moves {
			s[0], s[i] = s[i], s[0]
			break
		}
	}
	return s
}
