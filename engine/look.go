package engine

// Look returns what viewer may know of g (rules.md 8): Red, Blue, or NoColor for
// the public. When the game is over everything is shown.
func Look(g Game, viewer Color) View {
	s := &g.state
	if s.ruleset == nil {
		return View{}
	}
	v := View{
		Viewer: viewer, Rules: s.Rules, Ply: s.ply, ToMove: g.ToMove(), Outcome: s.outcome, Reason: s.reason,
		Record: g.record(),
	}
	v.Pieces, v.Rescued = g.seen(viewer)
	for _, c := range []Color{Red, Blue} {
		f := &s.sides[sideOf(c)]
		*v.Trays.Of(c), *v.Spent.Of(c) = f.tray.List(), f.marked.List()
		*v.RescuesUsed.Of(c) = int(f.rescues)
	}
	if viewer != NoColor {
		v.Claimable = s.claimable()
		if viewer == v.ToMove {
			v.Legal = g.Moves()
			v.Rescue = g.rescues(v.Legal)
		}
	}
	return v
}

func (g *Game) seen(viewer Color) (pieces []Seen, rescued []Square) {
	s := &g.state
	over := s.outcome != Undecided
	var fresh squares
	if s.Memory && !over {
		fresh = g.fresh()
	}
	all := s.sides[0].all.or(s.sides[1].all)
	pieces = make([]Seen, 0, all.count())
	for !all.empty() {
		at := all.pop()
		p := s.cells[at]
		piece := Seen{Square: at, Color: colorOf(p.side()), Moved: p&moved != 0, Revealed: p&revealed != 0}
		if s.Memory && !over {
			piece.Revealed = fresh.has(at)
		}
		if piece.Revealed || over || piece.Color == viewer {
			piece.Rank = p.rank()
		}
		if p&marked != 0 {
			rescued = append(rescued, at)
		}
		pieces = append(pieces, piece)
	}
	return pieces, rescued
}

// fresh returns where the pieces stand whose rank was shown within the last two
// plies: under the option memory the board turns others down.
func (g *Game) fresh() squares {
	var shown squares
	for _, l := range g.plies[max(0, len(g.plies)-2):] {
		from, to := bitOf[l.Move.From], bitOf[l.Move.To]
		moved := !shown.and(from).empty() || l.Shown != NoRank
		shown = shown.without(from)
		switch l.Attack.Result {
		case NoResult:
			if moved {
				shown = shown.or(to)
			}
		case Wins:
			shown = shown.or(to)
		case Loses:
			if l.Attack.Defender != NoRank {
				shown = shown.or(to)
			}
		case BothLose:
			shown = shown.without(to)
		}
		if l.Move.Rescue != (Rescue{}) {
			shown = shown.or(bitOf[l.Move.Rescue.Square])
		}
	}
	return shown
}

// record returns the lines as every viewer reads them now: under memory those
// older than the last two without ranks, after the end with the true ones.
func (g *Game) record() []Ply {
	s := &g.state
	record := append([]Ply(nil), g.plies...)
	switch {
	case s.outcome != Undecided:
		for i, defender := range g.defenders {
			record[i].Attack.Defender = defender
		}
	case s.Memory:
		for i := range record[:max(0, len(record)-2)] {
			record[i] = record[i].forgotten()
		}
	}
	return record
}

// forgotten returns p without its ranks.
func (p Ply) forgotten() Ply {
	p.Shown, p.Attack.Attacker, p.Attack.Defender, p.Move.Rescue.Rank = NoRank, NoRank, NoRank, NoRank
	return p
}
