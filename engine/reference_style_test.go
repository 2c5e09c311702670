package engine_test

import (
	"math/rand/v2"
	"slices"

	"fieldpost/engine"
)

// refStyle is how a random game is played: how often each side looks for moves
// of a kind before it takes any. Without such habits the repetition rules,
// rescues and most ends would hardly ever occur.
type refStyle struct{ attack, evade, chase, approach, shuffle, same, advance float64 }

func refRandomStyle(rng *rand.Rand) refStyle {
	draw := func(most float64) float64 { return most * rng.Float64() * float64(rng.IntN(2)) }
	return refStyle{attack: draw(0.8), chase: draw(1), evade: draw(1), shuffle: draw(0.95), advance: draw(0.6), same: draw(0.9)}
}

// refChasing is how two play who run after each other.
func refChasing(rng *rand.Rand) refStyle {
	return refStyle{approach: rng.Float64(), attack: 0.1 * rng.Float64(), chase: 0.9 + 0.1*rng.Float64(), evade: 0.7 + 0.3*rng.Float64(), shuffle: 0.2 * rng.Float64(), same: 0.5 + 0.5*rng.Float64()}
}

// choose picks one of the legal moves by the style, with a rescue now and then.
func (style *refStyle) choose(rng *rand.Rand, r *reference) engine.Move {
	legal := r.legal()
	var mine, theirs *refPly
	for n := len(r.history) - 1; n >= max(0, len(r.history)-2); n-- {
		if ply := &r.history[n]; ply.color == r.toMove {
			mine = ply
		} else {
			theirs = ply
		}
	}
	enemyAt := func(s engine.Square) bool {
		id, there := r.board[s]
		return there && r.pieces[id].color != r.toMove
	}
	nearest := func(s engine.Square) int {
		least := 100
		for other, id := range r.board {
			if r.pieces[id].color != r.toMove {
				least = min(least, refDistance(s, other))
			}
		}
		return least
	}
	keep := func(chance float64, wanted func(engine.Move) bool) {
		if rng.Float64() >= chance {
			return
		}
		var some []engine.Move
		for _, m := range legal {
			if wanted(m) {
				some = append(some, m)
			}
		}
		if len(some) > 0 {
			legal = some
		}
	}
	keep(style.attack, func(m engine.Move) bool { return enemyAt(m.To) })
	keep(style.evade, func(m engine.Move) bool {
		return theirs != nil && !enemyAt(m.To) && refDistance(m.From, theirs.move.To) == 1 && refDistance(m.To, theirs.move.To) > 1
	})
	keep(style.chase, func(m engine.Move) bool { return !enemyAt(m.To) && slices.ContainsFunc(refNextTo(m.To), enemyAt) })
	keep(style.approach, func(m engine.Move) bool { return nearest(m.To) < nearest(m.From) })
	keep(style.shuffle, func(m engine.Move) bool { return mine != nil && m.From == mine.move.To && m.To == mine.move.From })
	keep(style.same, func(m engine.Move) bool { return mine != nil && m.From == mine.move.To })
	keep(style.advance, func(m engine.Move) bool {
		away := func(s engine.Square) int { return max(s.Row()-r.lastRow(r.toMove), r.lastRow(r.toMove)-s.Row()) }
		return away(m.To) < away(m.From)
	})
	m := legal[rng.IntN(len(legal))]
	if list := r.rescues(); list != nil && slices.Contains(list.Moves, m) && rng.IntN(3) > 0 {
		m.Rescue = engine.Rescue{Rank: list.Ranks[rng.IntN(len(list.Ranks))], Square: list.Squares[rng.IntN(len(list.Squares))]}
	}
	if m.Via != 0 && rng.IntN(2) == 0 { // the middle may be left out when one way is legal
		short := m
		short.Via = 0
		if r.judge(short) == "" {
			return short
		}
	}
	return m
}

// refRandomMove draws a move that may be nonsense in any way, mostly by a piece
// of the side to move.
func refRandomMove(rng *rand.Rand, r *reference) engine.Move {
	anywhere := func() engine.Square { return engine.Square(rng.IntN(104)) } // 0 and 101 to 103 are none
	m := engine.Move{From: anywhere(), To: anywhere()}
	var own []engine.Square
	for _, seen := range r.sees(engine.NoColor) {
		if seen.Color == r.toMove {
			own = append(own, seen.Square)
		}
	}
	near := func(s engine.Square, far int) engine.Square {
		return engine.At(s.File()+rng.IntN(2*far+1)-far, s.Row()+rng.IntN(2*far+1)-far)
	}
	switch kind := rng.IntN(8); {
	case kind == 0:
	case kind <= 2:
		m.From = own[rng.IntN(len(own))]
		m.To = near(m.From, 2)
	case kind <= 5:
		m.From = own[rng.IntN(len(own))]
		m.To = near(m.From, 1)
	default:
		m = r.legal()[rng.IntN(len(r.legal()))]
	}
	switch rng.IntN(6) {
	case 0:
		m.Via = near(m.From, 1)
	case 1:
		m.Via = near(m.To, 1)
	case 2:
		m.Via = 0
	}
	if rng.IntN(8) == 0 {
		m.Rescue = engine.Rescue{Rank: engine.Rank(rng.IntN(16)), Square: anywhere()} // 0 and 13 to 15 are none
	}
	return m
}
