package engine

import "slices"

// moveSet is the set of legal moves of one position, as groups of target
// squares that are reached by the same step. One set may be reused.
type moveSet struct {
	groups [4 + 4*8 + 4*3]group
	n      int // groups in use
	count  int // moves
}

// group is the moves that go `back` squares' numbers from where they end: target
// − back is where they start, target − viaBack where a captain turns (0: no via).
type group struct {
	to            squares
	back, viaBack int8
	count         uint8
}

func (g *group) hop(to Square) hop {
	from := Square(int(to) - int(g.back))
	if g.viaBack == 0 {
		return newHop(from, 0, to)
	}
	return newHop(from, Square(int(to)-int(g.viaBack)), to)
}

func (m *moveSet) add(to squares, back, viaBack int8) {
	if to.empty() {
		return
	}
	g := &m.groups[m.n]
	n := to.count()
	g.to, g.back, g.viaBack, g.count = to, back, viaBack, uint8(n)
	m.n++
	m.count += n
}

// generate fills m with the legal moves of the side to move, both repetition
// rules applied.
func (s *state) generate(m *moveSet) {
	f, e := &s.sides[s.turn], &s.sides[s.turn^1]
	target := s.board.ground.without(f.all)
	free := target.without(e.all)
	m.n, m.count = 0, 0
	m.add(f.step.shift(north).and(target).or(f.timid.shift(north).and(free)), files, 0)
	m.add(f.step.shift(east).and(target).or(f.timid.shift(east).and(free)), 1, 0)
	m.add(f.step.shift(south).and(target).or(f.timid.shift(south).and(free)), -files, 0)
	m.add(f.step.shift(west).and(target).or(f.timid.shift(west).and(free)), -1, 0)
	if !f.scouts.empty() {
		m.scouts(f.scouts, free, target)
	}
	if !f.captains.empty() {
		m.captains(f.captains, free, target)
	}
	if s.bound() {
		s.forbid(m)
	}
}

// scouts adds the moves of two squares and more.
func (m *moveSet) scouts(scouts, free, target squares) {
	for d := north; d <= west; d++ {
		to := scouts.shift(d).and(free)
		for back := 2 * offset[d]; !to.empty(); back += offset[d] {
			to = to.shift(d).and(target)
			m.add(to, back, 0)
			to = to.and(free)
		}
	}
}

// captains adds the moves of two steps; going back to the start is none.
func (m *moveSet) captains(captains, free, target squares) {
	for first := north; first <= west; first++ {
		via := captains.shift(first).and(free)
		if via.empty() {
			continue
		}
		for second := north; second <= west; second++ {
			if second != first^2 {
				m.add(via.shift(second).and(target), offset[first]+offset[second], offset[second])
			}
		}
	}
}

// forbid takes out what the repetition rules refuse.
func (s *state) forbid(m *moveSet) {
	f := &s.sides[s.turn]
	worn := f.run.worn(s.TwoSquares)
	hunted := s.hunted().around()
	for i := range m.groups[:m.n] {
		g := &m.groups[i]
		if !worn.empty() {
			if to := int(f.run.at) + int(g.back); to > 0 && to < int(squareEnd) && g.to.has(Square(to)) {
				if h := g.hop(Square(to)); !worn.meet(h.crossing()).empty() {
					m.drop(g, Square(to))
				}
			}
		}
		for near := g.to.and(hunted); !near.empty(); {
			to := near.pop()
			if s.repeats(g.hop(to)) > 0 {
				m.drop(g, to)
			}
		}
	}
}

func (m *moveSet) drop(g *group, to Square) {
	g.to = g.to.without(bitOf[to])
	g.count--
	m.count--
}

// at returns the k-th move of m, in no particular order.
func (m *moveSet) at(k int) hop {
	for i := range m.groups[:m.n] {
		g := &m.groups[i]
		if k >= int(g.count) {
			k -= int(g.count)
			continue
		}
		to := g.to
		for ; k > 0; k-- {
			to.pop()
		}
		return g.hop(to.pop())
	}
	panic("engine: move index out of range")
}

// list returns the moves by from, to and via.
func (m *moveSet) list() []Move {
	if m.count == 0 {
		return nil
	}
	keys := make([]uint32, 0, m.count)
	for i := range m.groups[:m.n] {
		g := &m.groups[i]
		for to := g.to; !to.empty(); {
			h := g.hop(to.pop())
			keys = append(keys, uint32(h.from())<<16|uint32(h.to())<<8|uint32(h.via()))
		}
	}
	slices.Sort(keys)
	list := make([]Move, len(keys))
	for i, k := range keys {
		list[i] = Move{From: Square(k >> 16), To: Square(k >> 8), Via: Square(k)}
	}
	return list
}
