package engine_test

import (
	"maps"

	"fieldpost/engine"
)

// refBoundary is the edge between two neighbouring squares, the lower first.
type refBoundary [2]engine.Square

// refCrossed returns the set of cell boundaries that a path crosses.
func refCrossed(path []engine.Square) map[refBoundary]bool {
	set := map[refBoundary]bool{}
	for i := 1; i < len(path); i++ {
		set[refBoundary{min(path[i-1], path[i]), max(path[i-1], path[i])}] = true
	}
	return set
}

// repetition returns the repetition rule that forbids an otherwise legal path.
func (r *reference) repetition(path []engine.Square) string {
	switch {
	case r.twoSquares(path):
		return "two-squares"
	case r.moreSquares(path, r.rules.Chase):
		return "more-squares"
	}
	return ""
}

// twoSquares is rules.md 5: the player's last L moves are all by this piece, and
// some boundary is crossed by every one of them and by this path.
func (r *reference) twoSquares(path []engine.Square) bool {
	if r.rules.TwoSquares == 0 {
		return false
	}
	id := r.board[path[0]]
	common := refCrossed(path)
	mine := 0
	for n := len(r.history) - 1; n >= 0 && mine < r.rules.TwoSquares; n-- {
		ply := &r.history[n]
		if ply.color != r.pieces[id].color {
			continue
		}
		mine++
		if ply.piece != id {
			return false
		}
		crossed := refCrossed(ply.path)
		maps.DeleteFunc(common, func(b refBoundary, _ bool) bool { return !crossed[b] })
		if len(common) == 0 {
			return false
		}
	}
	return mine == r.rules.TwoSquares
}

// refChase is one player's state of rules.md 6.
type refChase struct {
	active     bool
	start      int // index in the history: the placement after that ply
	evaders    map[int]bool
	threatened map[int]bool
}

// chases follows both chases through the whole history.
func (r *reference) chases() *engine.Both[refChase] {
	k := r.know()
	if k.chases != nil {
		return k.chases
	}
	var state engine.Both[refChase]
	for n := range r.history {
		ply := &r.history[n]
		// An attack by either side, or a rescue, first ends both chases.
		if ply.attacked() || ply.rescued {
			state = engine.Both[refChase]{}
		}
		// After P's move.
		p := state.Of(ply.color)
		if next := r.threatens(ply); len(next) > 0 {
			if !p.active {
				*p = refChase{active: true, start: n, evaders: map[int]bool{}}
			}
			p.threatened = next
		} else {
			*p = refChase{}
		}
		// The same ply is the other player's opponent's reply.
		if o := state.Of(ply.color.Other()); !ply.attacked() {
			if o.active && o.threatened[ply.piece] {
				o.evaders[ply.piece] = true
				o.threatened = nil
			} else {
				*o = refChase{}
			}
		}
	}
	k.chases = &state
	return k.chases
}

// threatens returns the enemy pieces that the moved piece stands next to after
// its ply, if it is alive and can attack.
func (r *reference) threatens(ply *refPly) map[int]bool {
	to := ply.move.To
	if id, there := ply.after[to]; !there || id != ply.piece || !refAttacks(r.pieces[id].rank) {
		return nil
	}
	var next map[int]bool
	for _, s := range refNextTo(to) {
		if other, there := ply.after[s]; there && r.pieces[other].color != ply.color {
			if next == nil {
				next = map[int]bool{}
			}
			next[other] = true
		}
	}
	return next
}

// moreSquares is the last paragraph but one of rules.md 6, for one profile. A
// rescue wished with the move is not looked at: a rescue goes with a legal move.
func (r *reference) moreSquares(path []engine.Square, profile engine.Chase) bool {
	from, to := path[0], path[len(path)-1]
	id := r.board[from]
	me := r.pieces[id].color
	if _, attack := r.board[to]; attack || profile == engine.ChaseOff || !refAttacks(r.pieces[id].rank) {
		return false
	}
	chase := r.chases().Of(me)
	if !chase.active {
		return false
	}
	near := false
	for _, s := range refNextTo(to) {
		other, there := r.board[s]
		if there && r.pieces[other].color != me && (profile == engine.ChaseStrategus || chase.evaders[other]) {
			near = true
		}
	}
	if !near {
		return false
	}
	for n := len(r.history) - 1; n >= 0; n-- {
		if ply := &r.history[n]; ply.color == me {
			if ply.move.From == to && ply.move.To == from {
				return false
			}
			break
		}
	}
	reached := maps.Clone(r.board)
	delete(reached, from)
	reached[to] = id
	for n := chase.start; n < len(r.history); n++ {
		if maps.Equal(reached, r.history[n].after) {
			return true
		}
	}
	return false
}
