package engine_test

import "fieldpost/engine"

func (r *reference) end(o engine.Outcome, why engine.Reason) { r.outcome, r.reason = o, why }

func refWins(c engine.Color) engine.Outcome {
	if c == engine.Red {
		return engine.RedWins
	}
	return engine.BlueWins
}

// testEnd makes the tests 2 to 5 of rules.md 4 in their order, after a ply of
// moved, or before the first ply when moved is no color. (Test 1 belongs to the
// ply itself, before its rescue.)
func (r *reference) testEnd(moved engine.Color) {
	stuck := len(r.legal()) == 0
	switch {
	case stuck && !r.couldMove(r.toMove.Other()):
		r.end(engine.Draw, engine.ByNoMove)
	case stuck:
		r.end(refWins(r.toMove.Other()), engine.ByNoMove)
	case moved != engine.NoColor && !r.hasMovable(moved):
		r.end(refWins(moved.Other()), engine.ByNoMovablePiece)
	case r.rules.QuietDraw > 0 && r.quiet() >= r.rules.QuietDraw:
		r.end(engine.Draw, engine.ByQuiet)
	case r.rules.MaxPlies > 0 && len(r.history) >= r.rules.MaxPlies:
		r.end(engine.Draw, engine.ByLength)
	}
}

// couldMove reports whether c has a piece that could move on this board, the
// repetition rules ignored. What can move at all can move one step.
func (r *reference) couldMove(c engine.Color) bool {
	for from, id := range r.board {
		if r.pieces[id].color != c || !r.movable(r.pieces[id].rank) {
			continue
		}
		for _, to := range refNextTo(from) {
			if r.onBoard(to) && r.hindrance([]engine.Square{from, to}) == "" {
				return true
			}
		}
	}
	return false
}

func (r *reference) hasMovable(c engine.Color) bool {
	for _, id := range r.board {
		if r.pieces[id].color == c && r.movable(r.pieces[id].rank) {
			return true
		}
	}
	return false
}

// quiet counts the plies since the last attack, or the start.
func (r *reference) quiet() int {
	for n := len(r.history) - 1; n >= 0; n-- {
		if r.history[n].attacked() {
			return len(r.history) - 1 - n
		}
	}
	return len(r.history)
}

// claimable reports whether either player may claim a draw, on turn or not.
func (r *reference) claimable() bool {
	return r.outcome == engine.Undecided && r.rules.QuietClaim > 0 && r.quiet() >= r.rules.QuietClaim
}

// act ends the game by an action that is no move, and reports whether it may.
func (r *reference) act(a engine.Action) bool {
	switch a.Kind {
	case engine.Resigning:
		r.end(refWins(a.By.Other()), engine.ByResignation)
	case engine.TimingOut:
		r.end(refWins(a.By.Other()), engine.ByTime)
	case engine.Agreeing:
		r.end(engine.Draw, engine.ByAgreement)
	case engine.Claiming:
		if !r.claimable() {
			return false
		}
		r.end(engine.Draw, engine.ByClaim)
	}
	return true
}
