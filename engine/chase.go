package engine

// chase is what the more-squares rule remembers of one side as the chaser
// (rules.md 6). The zero value is no chase. Pieces are known by the square they
// stand on now, never by rank: the sets follow them as they move.
type chase struct {
	active     bool
	start      int     // the moves of state.recent before the position it began with
	evaders    squares // enemy pieces that have fled in this chase
	threatened squares // enemy pieces that the last move came next to
}

// follow updates both sides' chases after a move, and the moves since. broken
// says that the move was an attack or carried a rescue: either ends both chases.
func (s *state) follow(h hop, alive, broken bool) {
	if s.Chase == ChaseOff {
		return
	}
	own, other := &s.sides[s.turn], &s.sides[s.turn^1]
	if broken {
		own.chase.active, other.chase.active = false, false
		s.recent = s.recent[:0]
	} else if own.chase.active || other.chase.active {
		s.recent = append(s.recent, h)
		other.chase.answered(h)
	}
	to := h.to()
	near := neighbours[to].and(other.all)
	if alive && !near.empty() && own.step.has(to) {
		if !own.chase.active {
			own.chase = chase{active: true, start: len(s.recent)}
		}
		own.chase.threatened = near
	} else {
		own.chase.active = false
	}
	if !own.chase.active && !other.chase.active {
		s.recent = s.recent[:0]
	}
}

// answered notes the quiet reply h of the chased side: a threatened piece that
// moved becomes an evader, any other move ends the chase.
func (c *chase) answered(h hop) {
	if !c.active {
		return
	}
	from, to := bitOf[h.from()], bitOf[h.to()]
	if c.threatened.and(from).empty() {
		c.active = false
		return
	}
	c.evaders = c.evaders.without(from).or(to)
	c.threatened = squares{}
}

// hunted returns the enemy pieces next to which a chasing move is looked at.
func (s *state) hunted() squares {
	c := &s.sides[s.turn].chase
	switch {
	case !c.active:
		return squares{}
	case s.Chase == ChaseStrategus:
		return s.sides[s.turn^1].all
	}
	return c.evaders
}

// repeats returns how many of the moves before it the quiet move h would undo
// to the very placement that stood before them, within the chase of the side to
// move; 0 if the more-squares rule lets h pass.
//
// It walks back from the placement after h and keeps the list of pieces that
// stood elsewhere then. A placement is the same, piece by piece, exactly when
// that list is empty.
func (s *state) repeats(h hop) int {
	f := &s.sides[s.turn]
	if s.cells[h.to()] != 0 || !f.step.has(h.from()) || neighbours[h.to()].and(s.hunted()).empty() {
		return 0
	}
	if h.reverses(f.run.previous()) {
		return 0
	}
	var displaced [squareEnd]struct{ now, then Square }
	displaced[0].now, displaced[0].then = h.to(), h.from()
	n := 1
	for i := len(s.recent) - 1; i >= f.chase.start; i-- {
		from, to := s.recent[i].from(), s.recent[i].to()
		k := 0
		for k < n && displaced[k].then != to {
			k++
		}
		if k == n {
			displaced[n].now = to
			n++
		}
		displaced[k].then = from
		if displaced[k].now == from {
			n--
			displaced[k] = displaced[n]
		}
		if n == 0 {
			return len(s.recent) - i
		}
		if n > i-f.chase.start {
			break
		}
	}
	return 0
}
