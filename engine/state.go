package engine

// state is a game in progress as the rules see it: what stands where, and what
// the repetition rules remember. Only do changes it.
type state struct {
	*ruleset
	cells   [squareEnd]piece
	sides   [2]forces
	turn    uint8 // 0 Red, 1 Blue
	outcome Outcome
	reason  Reason
	ply     int
	quiet   int   // plies since the last attack
	recent  []hop // moves since the older of the running chases began; no attack among them
}

// forces is one side's pieces, by how they move, and its memory.
type forces struct {
	all      squares
	step     squares // move one step and attack
	timid    squares // move one step and never attack: moving bombs, a moving flag
	scouts   squares
	captains squares // captains that take two steps
	tray     Troops
	marked   Troops // those in the tray that have rescued
	rescues  uint8
	run      run
	chase    chase
}

// piece is a piece on the board: rank in the low four bits, then flags. Zero is
// an empty square.
type piece uint8

const (
	rankBits piece = 1<<4 - 1
	blue     piece = 1 << (iota + 3)
	moved
	revealed
	marked // has rescued
)

func (p piece) rank() Rank  { return Rank(p & rankBits) }
func (p piece) side() uint8 { return uint8(p & blue >> 4) }

func colorOf(side uint8) Color { return Color(side + 1) }
func sideOf(c Color) uint8     { return uint8(c - 1) }

// toggle puts a piece of rank on the squares of b, or takes it away.
func (f *forces) toggle(c *class, b squares) {
	f.all.lo ^= b.lo
	f.all.hi ^= b.hi
	f.step.lo ^= b.lo & c.step
	f.step.hi ^= b.hi & c.step
	f.timid.lo ^= b.lo & c.timid
	f.timid.hi ^= b.hi & c.timid
	f.scouts.lo ^= b.lo & c.scout
	f.scouts.hi ^= b.hi & c.scout
	f.captains.lo ^= b.lo & c.captain
	f.captains.hi ^= b.hi & c.captain
}

func (s *state) put(at Square, p piece) {
	s.cells[at] = p
	s.sides[p.side()].toggle(&s.classes[p.rank()], bitOf[at])
}

func (s *state) take(at Square) {
	p := s.cells[at]
	s.cells[at] = 0
	s.sides[p.side()].toggle(&s.classes[p.rank()], bitOf[at])
}

func (f *forces) lose(p piece) {
	f.tray[p.rank()]++
	if p&marked != 0 {
		f.marked[p.rank()]++
	}
}

// deed is what a ply did, with the true ranks.
type deed struct {
	attacker, defender Rank // zero defender: no attack
	result             Result
	shown              Rank // mover's rank, where a long move without attack showed it
	named              bool // the defender was named
	rescued            bool
}

// do plays a legal move and tests the end of the game.
func (s *state) do(h hop, wish Rescue) deed {
	side := s.turn
	f, e := &s.sides[side], &s.sides[side^1]
	from, to := h.from(), h.to()
	s.ply++
	s.quiet++
	p := s.cells[from] | moved
	d := deed{attacker: p.rank()}
	if s.ScoutReveal && h.long() {
		p |= revealed
		d.shown = d.attacker
	}
	alive := true
	if q := s.cells[to]; q == 0 {
		s.cells[from], s.cells[to] = 0, p
		f.toggle(&s.classes[d.attacker], bitOf[from].or(bitOf[to]))
	} else {
		s.quiet = 0
		s.take(from)
		alive = s.fight(&d, to, p, q)
	}
	f.run.add(h, alive)
	if d.result != NoResult && d.result != Loses && e.run.at == to {
		e.run = run{}
	}
	attack := d.result != NoResult
	home := d.attacker == Flag && s.lastRow[side].has(to)
	switch {
	case d.defender == Flag:
		s.end(wins(colorOf(side)), ByFlag)
	case home:
		s.end(wins(colorOf(side)), ByFlagHome)
	case wish.Rank != NoRank && !attack:
		s.rescue(f, to, wish)
		d.rescued = true
	}
	s.follow(h, alive, attack || d.rescued)
	s.turn ^= 1
	s.settle(true)
	// With an attack the rescue is a wish: it needs a game that goes on.
	if wish.Rank != NoRank && attack && alive && s.outcome == Undecided {
		s.rescue(f, to, wish)
		d.rescued = true
		s.settle(true)
	}
	return d
}

// fight resolves p's attack on q at to and reports whether p survives.
func (s *state) fight(d *deed, to Square, p, q piece) bool {
	f, e := &s.sides[p.side()], &s.sides[q.side()]
	d.defender = q.rank()
	d.result = s.fights[d.attacker][d.defender]
	d.shown = NoRank
	d.named = !s.SilentDefence || d.attacker == Scout || d.result != Loses
	if d.result == Loses {
		f.lose(p)
		if d.named {
			s.cells[to] |= revealed
		}
		return false
	}
	s.take(to)
	e.lose(q)
	if d.result == BothLose {
		f.lose(p)
		return false
	}
	s.put(to, p|revealed)
	return true
}

// rescue brings a lost piece back and marks the rescuer (rules.md 7). Of equal
// ranks the one without a mark returns first.
func (s *state) rescue(f *forces, rescuer Square, wish Rescue) {
	p := piece(wish.Rank) | revealed | s.cells[rescuer]&blue
	if f.marked[wish.Rank] == f.tray[wish.Rank] {
		f.marked[wish.Rank]--
		p |= marked
	}
	f.tray[wish.Rank]--
	f.rescues++
	s.cells[rescuer] |= marked
	s.put(wish.Square, p)
}

func (s *state) end(o Outcome, r Reason) { s.outcome, s.reason = o, r }

// settle tests the end of the game in the order of rules.md 4. After a ply, not
// at the start, the side that moved may have lost its last movable piece.
func (s *state) settle(afterPly bool) {
	if s.outcome != Undecided {
		return
	}
	mover := s.turn ^ 1
	f := &s.sides[mover]
	switch {
	case s.stuck():
		if s.couldMove(mover) {
			s.end(wins(colorOf(mover)), ByNoMove)
		} else {
			s.end(Draw, ByNoMove)
		}
	case afterPly && f.step.or(f.timid).empty():
		s.end(wins(colorOf(s.turn)), ByNoMovablePiece)
	case s.QuietDraw > 0 && s.quiet >= s.QuietDraw:
		s.end(Draw, ByQuiet)
	case s.MaxPlies > 0 && s.ply >= s.MaxPlies:
		s.end(Draw, ByLength)
	}
}

// couldMove reports whether a piece of side could move, repetition rules apart.
func (s *state) couldMove(side uint8) bool {
	f := &s.sides[side]
	target := s.board.ground.without(f.all)
	return f.step.meets(target) || f.timid.meets(target.without(s.sides[side^1].all))
}

// stuck reports whether the side to move has no legal move.
func (s *state) stuck() bool {
	f := &s.sides[s.turn]
	step, target := f.step, s.board.ground.without(f.all)
	bound := s.bound()
	if bound {
		// Most often a piece that no repetition rule looks at can move.
		step, target = step.without(bitOf[f.run.at]), target.without(s.hunted().around())
	}
	switch {
	case step.meets(target):
		return false
	case !s.couldMove(s.turn):
		return true
	case !bound:
		return false
	}
	var set moveSet
	s.generate(&set)
	return set.count == 0
}

// bound reports whether a repetition rule may forbid the side to move anything.
func (s *state) bound() bool {
	f := &s.sides[s.turn]
	return s.TwoSquares > 0 && f.run.n >= s.TwoSquares || f.chase.active && len(s.recent)-f.chase.start >= 3
}
