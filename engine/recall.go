package engine

// Recall returns what viewer knew of g when ply plies were played, from 0, the
// two setups, to g.Ply, where it is what he knows now (Look). It tells nothing
// that he may not know now: under the option memory a game that still runs has
// forgotten old ranks on its old boards too. When the game is over, everything
// is shown of its end alone.
//
// It reports false for a ply that g has not come to, and for earlier plies of a
// game that began from a free position.
func Recall(g Game, viewer Color, ply int) (View, bool) {
	then, ok := g.after(ply)
	if !ok {
		return View{}, false
	}
	since := len(then.plies) - 2
	if g.state.outcome == Undecided {
		since = len(g.plies) - 2
	}
	return then.look(viewer, since, then.state.outcome != Undecided), true
}

// Reveal is Recall with all ranks, seen from viewer's side. It reports false also
// while g runs.
func Reveal(g Game, viewer Color, ply int) (View, bool) {
	then, ok := g.after(ply)
	if !ok || g.state.outcome == Undecided {
		return View{}, false
	}
	return then.look(viewer, 0, true), true
}

// after returns g as it was when ply plies were played. It shares the record with g.
func (g *Game) after(ply int) (Game, bool) {
	switch {
	case g.state.ruleset == nil || ply < 0 || ply > g.state.ply:
		return Game{}, false
	case ply == g.state.ply:
		return *g, true
	case g.free:
		return Game{}, false
	}
	then := Game{
		state: state{ruleset: g.state.ruleset}, setups: g.setups,
		plies: g.plies[:ply:ply], defenders: g.defenders[:ply:ply],
	}
	s := &then.state
	s.deploy(Red, g.setups.Red)
	s.deploy(Blue, g.setups.Blue)
	s.settle(false)
	for _, p := range then.plies {
		s.do(newHop(p.Move.From, p.Move.Via, p.Move.To), p.Move.Rescue)
	}
	return then, true
}
