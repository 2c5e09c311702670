package engine

// Look returns what viewer may know of g (rules.md 8): Red, Blue, or NoColor for
// the public. When the game is over everything is shown.
func Look(g Game, viewer Color) View {
	return g.look(viewer, len(g.plies)-2, g.state.outcome != Undecided)
}

// look returns what viewer is shown of g: everything, or what he may know, which
// under memory are the ranks shown by the plies from index since on.
func (g *Game) look(viewer Color, since int, everything bool) View {
	s := &g.state
	if s.ruleset == nil {
		return View{}
	}
	v := View{
		Viewer: viewer, Rules: s.Rules, Ply: s.ply, ToMove: g.ToMove(), Outcome: s.outcome, Reason: s.reason,
		Record: g.record(since, everything),
	}
	v.Pieces, v.Rescued = g.seen(viewer, since, everything)
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

func (g *Game) seen(viewer Color, since int, everything bool) (pieces []Seen, rescued []Square) {
	s := &g.state
	forgets := s.Memory && !everything
	var fresh squares
	if forgets {
		fresh = g.fresh(since)
	}
	all := s.sides[0].all.or(s.sides[1].all)
	pieces = make([]Seen, 0, all.count())
	for !all.empty() {
		at := all.pop()
		p := s.cells[at]
		piece := Seen{Square: at, Color: colorOf(p.side()), Moved: p&moved != 0, Revealed: p&revealed != 0}
		if forgets {
			piece.Revealed = fresh.has(at)
		}
		if piece.Revealed || everything || piece.Color == viewer {
			piece.Rank = p.rank()
		}
		if p&marked != 0 {
			rescued = append(rescued, at)
		}
		pieces = append(pieces, piece)
	}
	return pieces, rescued
}

// fresh returns where the pieces stand whose rank was shown by the plies from
// index since on: under the option memory the board turns others down.
func (g *Game) fresh(since int) squares {
	var shown squares
	for _, l := range g.plies[min(max(0, since), len(g.plies)):] {
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

// record returns the lines as they are read: with the true ranks when everything
// is shown, else under memory without ranks before index since.
func (g *Game) record(since int, everything bool) []Ply {
	record := append([]Ply(nil), g.plies...)
	switch {
	case everything:
		for i, defender := range g.defenders {
			record[i].Attack.Defender = defender
		}
	case g.state.Memory:
		for i := range record[:min(max(0, since), len(record))] {
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
