package engine

// judge tests m, by the side to move, against the rules in the order of rules.md
// 11 and returns the path it means, or the refusal.
func (g *Game) judge(m Move) (hop, *Refusal) {
	s := &g.state
	refuse := func(r Rule) (hop, *Refusal) { return 0, &Refusal{Rule: r, Move: m} }
	if !s.board.Holds(m.From) || !s.board.Holds(m.To) || m.Via != 0 && !s.board.Holds(m.Via) {
		return refuse(OffBoard)
	}
	p := s.cells[m.From]
	switch {
	case p == 0:
		return refuse(EmptySquare)
	case p.side() != s.turn:
		return refuse(NotYours)
	case !s.Rules.moves(p.rank()):
		return refuse(Immovable)
	}
	paths, rule := s.paths(m, p.rank())
	if rule != NoRule {
		return refuse(rule)
	}
	var open, shut hop
	worst := NoRule
	for _, h := range paths {
		switch rule := s.forbids(h); {
		case h == 0:
		case rule > worst:
			worst, shut = rule, h
		case rule == NoRule && open != 0:
			return 0, &Refusal{Rule: AmbiguousPath, Move: m, Paths: []Move{open.move(), h.move()}}
		case rule == NoRule:
			open = h
		}
	}
	if open == 0 {
		return 0, &Refusal{Rule: worst, Move: m, Because: g.because(worst, shut)}
	}
	if m.Rescue != (Rescue{}) && !s.mayRescue(open, m.Rescue) {
		return refuse(NoRescue)
	}
	return open, nil
}

// paths returns the ways from m.From to m.To that the piece's manner of moving
// allows on an empty board: one, or two where a captain's turn is left out.
func (s *state) paths(m Move, rank Rank) ([2]hop, Rule) {
	none := [2]hop{}
	df, dr := m.To.File()-m.From.File(), m.To.Row()-m.From.Row()
	steps := abs(df) + abs(dr)
	straight := df == 0 || dr == 0
	if rank != Captain || !s.captain {
		switch {
		case steps == 0 || !straight:
			return none, NotALine
		case m.Via != 0 || steps > 1 && rank != Scout:
			return none, TooFar
		}
		return [2]hop{newHop(m.From, 0, m.To)}, NoRule
	}
	if m.Via != 0 {
		return captainPath(m)
	}
	switch {
	case steps == 0 || !straight && steps > 2:
		return none, NotALine
	case steps == 1:
		return [2]hop{newHop(m.From, 0, m.To)}, NoRule
	case steps > 2:
		return none, TooFar
	case straight:
		return [2]hop{newHop(m.From, (m.From+m.To)/2, m.To)}, NoRule
	}
	alongRow, alongFile := At(m.To.File(), m.From.Row()), At(m.From.File(), m.To.Row())
	return [2]hop{newHop(m.From, min(alongRow, alongFile), m.To), newHop(m.From, max(alongRow, alongFile), m.To)}, NoRule
}

// captainPath takes the two steps that m names.
func captainPath(m Move) ([2]hop, Rule) {
	far := false
	for _, leg := range [2][2]Square{{m.From, m.Via}, {m.Via, m.To}} {
		df, dr := leg[1].File()-leg[0].File(), leg[1].Row()-leg[0].Row()
		if df != 0 && dr != 0 || df == dr || m.From == m.To {
			return [2]hop{}, NotALine
		}
		far = far || abs(df)+abs(dr) > 1
	}
	if far {
		return [2]hop{}, TooFar
	}
	return [2]hop{newHop(m.From, m.Via, m.To)}, NoRule
}

// forbids returns the first rule from `lake` to `more-squares` that h breaks.
func (s *state) forbids(h hop) Rule {
	from, via, to := h.from(), h.via(), h.to()
	own := s.sides[s.turn].all
	switch {
	case s.board.Lake(to):
		return InLake
	case s.barred(h):
		return InTheWay
	case own.has(to) || via != 0 && own.has(via):
		return OwnPiece
	case s.cells[to] != 0 && !attacks(s.cells[from].rank()):
		return NoAttack
	case s.shuffles(h):
		return TwoSquares
	case s.repeats(h) > 0:
		return MoreSquares
	}
	return NoRule
}

// barred reports whether something stands in the way of h: for a scout any piece
// or lake between, for a captain an enemy or a lake in the middle.
func (s *state) barred(h hop) bool {
	if via := h.via(); via != 0 {
		return s.board.Lake(via) || s.sides[s.turn^1].all.has(via)
	}
	from, to := int(h.from()), int(h.to())
	step := 1
	if abs(to-from) >= files {
		step = files
	}
	if to < from {
		step = -step
	}
	for at := from + step; at != to; at += step {
		if s.cells[at] != 0 || s.board.Lake(Square(at)) {
			return true
		}
	}
	return false
}

// mayRescue reports whether the legal move h may carry wish: judged by trays and
// squares as they are before it (rules.md 7).
func (s *state) mayRescue(h hop, wish Rescue) bool {
	f := &s.sides[s.turn]
	return s.arrives(h) && wish.Rank >= Spy && wish.Rank <= Marshal && f.tray[wish.Rank] > 0 && s.rescueSquares().has(wish.Square)
}

// arrives reports whether h gives its side the right to rescue.
func (s *state) arrives(h hop) bool {
	f := &s.sides[s.turn]
	p := s.cells[h.from()]
	last := s.lastRow[s.turn]
	return s.Reconquest && f.rescues < 2 && p.rank() != Scout && p&marked == 0 && last.has(h.to()) && !last.has(h.from())
}

// rescueSquares returns the empty squares of the mover's own setup rows.
func (s *state) rescueSquares() squares {
	return s.home[s.turn].and(s.board.ground).without(s.sides[0].all).without(s.sides[1].all)
}

// because returns the record's lines, without ranks, that set a repetition rule
// off against h.
func (g *Game) because(rule Rule, h hop) []Ply {
	var because []Ply
	switch rule {
	case TwoSquares:
		for i := 2 * g.state.TwoSquares; i > 0; i -= 2 {
			because = append(because, g.plies[len(g.plies)-i].forgotten())
		}
	case MoreSquares:
		for _, p := range g.plies[len(g.plies)-g.state.repeats(h):] {
			because = append(because, p.forgotten())
		}
	}
	return because
}

func abs(n int) int { return max(n, -n) }
