package engine

import "slices"

// Game is a game from its first position to its end, with its whole record. It
// is a value: Apply returns a new one and leaves the old as it was. The zero
// value is no game.
type Game struct {
	state     state
	setups    Both[Setup]
	free      bool // began from a free position, not from setups
	plies     []Ply
	defenders []Rank // by ply: the attacked piece's true rank, which plies may leave out
	ending    ending
}

// ending is an action, not a move, that ended the game.
type ending struct {
	kind ActionKind
	by   Color
}

// Start begins a game from two setups; Red is to move. It fails with *RulesError
// or *SetupError. A game in which a side cannot move may be over at once.
func Start(r Rules, setups Both[Setup]) (Game, error) {
	r, err := r.Check()
	if err != nil {
		return Game{}, err
	}
	g := Game{state: state{ruleset: compile(r)}, setups: setups}
	for _, c := range []Color{Red, Blue} {
		if err := r.CheckSetup(*setups.Of(c)); err != nil {
			return Game{}, err
		}
		g.state.deploy(c, *setups.Of(c))
	}
	g.state.settle(false)
	return g, nil
}

// Apply does a. It never changes g. It fails with *Refusal for a move that the
// rules forbid, with ErrOver, ErrNotYourTurn, ErrNoClaim or ErrBadAction.
func Apply(g Game, a Action) (Game, Happened, error) {
	h, err := g.admit(a)
	if err != nil {
		return g, Happened{}, err
	}
	next := g
	next.state.recent = slices.Clone(g.state.recent)
	next.plies, next.defenders = slices.Clip(g.plies), slices.Clip(g.defenders)
	return next, next.apply(a, h), nil
}

// Legal reports whether Apply would do a: nil, or the error it would give.
func (g Game) Legal(a Action) error {
	_, err := g.admit(a)
	return err
}

// admit tests a and returns the path of a move.
func (g *Game) admit(a Action) (hop, error) {
	s := &g.state
	switch {
	case s.ruleset == nil || (a.Kind == Agreeing) != (a.By == NoColor) || a.By > Blue:
		return 0, ErrBadAction
	case s.outcome != Undecided:
		return 0, ErrOver
	}
	switch a.Kind {
	case Moving:
		if sideOf(a.By) != s.turn {
			return 0, ErrNotYourTurn
		}
		h, refusal := g.judge(a.Move)
		if refusal != nil {
			return 0, refusal
		}
		return h, nil
	case Claiming:
		if !s.claimable() {
			return 0, ErrNoClaim
		}
	case Resigning, Agreeing, TimingOut:
	default:
		return 0, ErrBadAction
	}
	return 0, nil
}

func (s *state) claimable() bool {
	return s.outcome == Undecided && s.QuietClaim > 0 && s.quiet >= s.QuietClaim
}

// apply does an admitted action in place.
func (g *Game) apply(a Action, h hop) Happened {
	s := &g.state
	var p Ply
	switch a.Kind {
	case Moving:
		d := s.do(h, a.Move.Rescue)
		p = d.ply(s.ply, a.By, h, a.Move.Rescue)
		g.plies, g.defenders = append(g.plies, p), append(g.defenders, d.defender)
	case Resigning:
		s.end(wins(a.By.Other()), ByResignation)
	case Agreeing:
		s.end(Draw, ByAgreement)
	case Claiming:
		s.end(Draw, ByClaim)
	case TimingOut:
		s.end(wins(a.By.Other()), ByTime)
	}
	if a.Kind != Moving {
		g.ending = ending{a.Kind, a.By}
	}
	return Happened{p, s.outcome, s.reason}
}

// ply writes a deed down.
func (d deed) ply(number int, by Color, h hop, wish Rescue) Ply {
	p := Ply{Number: number, Color: by, Move: h.move(), Shown: d.shown}
	if d.rescued {
		p.Move.Rescue = wish
	}
	if d.result != NoResult {
		p.Attack = Attack{Attacker: d.attacker, Result: d.result}
		if d.named {
			p.Attack.Defender = d.defender
		}
	}
	return p
}

// Moves returns the legal moves of the side to move with full paths, sorted by
// from, to and via; nil when the game is over.
func (g Game) Moves() []Move {
	if g.state.ruleset == nil || g.state.outcome != Undecided {
		return nil
	}
	var set moveSet
	g.state.generate(&set)
	return set.list()
}

// Rescues returns which of Moves may carry a rescue, or nil.
func (g Game) Rescues() *Rescues { return g.rescues(g.Moves()) }

func (g *Game) rescues(legal []Move) *Rescues {
	s := &g.state
	if s.ruleset == nil || !s.Reconquest {
		return nil
	}
	var r Rescues
	for _, m := range legal {
		if s.arrives(newHop(m.From, m.Via, m.To)) {
			r.Moves = append(r.Moves, m)
		}
	}
	for _, rank := range Ranks {
		if rank <= Marshal && s.sides[s.turn].tray[rank] > 0 {
			r.Ranks = append(r.Ranks, rank)
		}
	}
	for at := s.rescueSquares(); !at.empty(); {
		r.Squares = append(r.Squares, at.pop())
	}
	if len(r.Moves) == 0 || len(r.Ranks) == 0 || len(r.Squares) == 0 {
		return nil
	}
	return &r
}

// Rules returns what is played.
func (g Game) Rules() Rules {
	if g.state.ruleset == nil {
		return Rules{}
	}
	return g.state.Rules
}

// Ply returns how many plies were played.
func (g Game) Ply() int { return g.state.ply }

// ToMove returns whose turn it is, NoColor when the game is over.
func (g Game) ToMove() Color {
	if g.state.ruleset == nil || g.state.outcome != Undecided {
		return NoColor
	}
	return colorOf(g.state.turn)
}

// Outcome returns who won, Undecided while the game runs.
func (g Game) Outcome() Outcome { return g.state.outcome }

// Reason returns why the game ended.
func (g Game) Reason() Reason { return g.state.reason }

// Setups returns the two setups, and false for a game from a free position.
// They are secret while the game runs.
func (g Game) Setups() (Both[Setup], bool) { return g.setups, !g.free && g.state.ruleset != nil }

// Record returns the lines as they were named in the fights.
func (g Game) Record() []Ply { return append([]Ply(nil), g.plies...) }

// EndedBy returns the player whose action, not a move, ended the game: who
// resigned, claimed the draw or ran out of time. It is NoColor when the game
// runs, was ended by a move, or by both players' agreement.
func (g Game) EndedBy() Color { return g.ending.by }
