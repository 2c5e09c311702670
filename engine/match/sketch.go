package match

import "fieldpost/engine"

// sketch is a board as one player may think it on from what he sees: where every
// piece stands is open to both, and so stays known while each fight has a result;
// what an enemy piece is he may not know.
type sketch struct {
	rules  engine.Rules
	ground *engine.Board
	pieces map[engine.Square]standing
}

// standing is a piece of a sketch; the zero value is none.
type standing struct {
	color engine.Color
	rank  engine.Rank // NoRank: whatever can move so
}

func newSketch(v *engine.View) *sketch {
	s := &sketch{v.Rules, v.Rules.Army.Board(), make(map[engine.Square]standing, len(v.Pieces))}
	for _, p := range v.Pieces {
		s.pieces[p.Square] = standing{p.Color, p.Rank}
	}
	return s
}

// judge returns the first rule by which by cannot play m, for all that is known, and
// names the square between where only one can be meant.
func (s *sketch) judge(by engine.Color, m *engine.Move) engine.Rule {
	if !s.ground.Holds(m.From) || !s.ground.Holds(m.To) || m.Via != 0 && !s.ground.Holds(m.Via) {
		return engine.OffBoard
	}
	p := s.pieces[m.From]
	switch {
	case p == standing{}:
		return engine.EmptySquare
	case p.color != by:
		return engine.NotYours
	case p.rank == engine.Bomb && !s.rules.MovingBombs, p.rank == engine.Flag && !s.rules.MovingFlag:
		return engine.Immovable
	}
	if rule := s.way(p.rank, m); rule != engine.NoRule {
		return rule
	}
	switch target := s.pieces[m.To]; {
	case s.ground.Lake(m.To):
		return engine.InLake
	case s.barred(by, *m):
		return engine.InTheWay
	case target.color == by, m.Via != 0 && s.pieces[m.Via].color == by:
		return engine.OwnPiece
	case target != standing{} && (p.rank == engine.Bomb || p.rank == engine.Flag):
		return engine.NoAttack
	case !s.mayRescue(by, *m):
		return engine.NoRescue
	}
	return engine.NoRule
}

// way tests the manner in which a piece of that rank moves.
func (s *sketch) way(rank engine.Rank, m *engine.Move) engine.Rule {
	captains := s.rules.Army == engine.Lightning && (rank == engine.Captain || rank == engine.NoRank)
	far, straight := steps(m.From, m.To)
	switch {
	case m.Via != 0 && !captains:
		return engine.TooFar
	case m.Via != 0:
		first, one := steps(m.From, m.Via)
		second, two := steps(m.Via, m.To)
		switch {
		case !one || !two || first == 0 || second == 0 || m.From == m.To:
			return engine.NotALine
		case first > 1 || second > 1:
			return engine.TooFar
		}
	case far == 2 && !straight && captains:
		return engine.AmbiguousPath
	case far == 0 || !straight:
		return engine.NotALine
	case far == 2 && rank == engine.Captain && captains:
		m.Via = (m.From + m.To) / 2
	case far > 1 && rank != engine.Scout && rank != engine.NoRank:
		return engine.TooFar
	}
	return engine.NoRule
}

// steps returns how many steps lie between two squares, and whether they are on one
// line.
func steps(a, b engine.Square) (n int, straight bool) {
	file, row := b.File()-a.File(), b.Row()-a.Row()
	return max(file, -file) + max(row, -row), file == 0 || row == 0
}

// barred reports whether something stands in the way of m: an enemy or a lake in a
// captain's middle, anything between the ends of a scout's run.
func (s *sketch) barred(by engine.Color, m engine.Move) bool {
	if m.Via != 0 {
		return s.ground.Lake(m.Via) || s.pieces[m.Via].color == by.Other()
	}
	file, row := sign(m.To.File()-m.From.File()), sign(m.To.Row()-m.From.Row())
	for f, r := m.From.File()+file, m.From.Row()+row; ; f, r = f+file, r+row {
		at := engine.At(f, r)
		switch {
		case at == m.To:
			return false
		case s.ground.Lake(at) || s.pieces[at] != standing{}:
			return true
		}
	}
}

func sign(n int) int { return max(-1, min(1, n)) }

// mayRescue reports whether the rescue of m, if it has one, is possible by squares.
func (s *sketch) mayRescue(by engine.Color, m engine.Move) bool {
	wish := m.Rescue
	if wish == (engine.Rescue{}) {
		return true
	}
	last := s.ground.LastRow(by)
	return s.rules.Reconquest && wish.Rank >= engine.Spy && wish.Rank <= engine.Marshal &&
		m.To.Row() == last && m.From.Row() != last &&
		s.ground.Home(by, wish.Square) && s.pieces[wish.Square] == standing{}
}

// play moves on. A step that attacks has a result, but for the last one of a line.
func (s *sketch) play(step Step) {
	m, p := step.Move, s.pieces[step.Move.From]
	if far, _ := steps(m.From, m.To); p.rank == engine.NoRank && m.Via != 0 {
		p.rank = engine.Captain
	} else if p.rank == engine.NoRank && far > 1 {
		p.rank = engine.Scout
	}
	delete(s.pieces, m.From)
	switch step.Result {
	case engine.Loses:
		return
	case engine.BothLose:
		delete(s.pieces, m.To)
		return
	}
	s.pieces[m.To] = p
	if m.Rescue != (engine.Rescue{}) {
		s.pieces[m.Rescue.Square] = standing{p.color, m.Rescue.Rank}
	}
}
