package words

import "fieldpost/engine"

func endedKey(r engine.Reason, how string) string { return "ended." + r.String() + "." + how }

// Ended tells viewer how the game ended: Red and Blue read "you", the public
// (engine.NoColor) reads both names, which Name has made fit. The game must be
// over.
func (w Words) Ended(v *engine.View, names engine.Both[string]) string {
	winner := v.Outcome.Winner()
	switch {
	case winner == engine.NoColor:
		return w.T(endedKey(v.Reason, "draw"), Args{"Red": names.Red, "Blue": names.Blue})
	case v.Viewer == engine.NoColor:
		return w.T(endedKey(v.Reason, "seen"),
			Args{"Winner": *names.Of(winner), "Loser": *names.Of(winner.Other())})
	case v.Viewer == winner:
		return w.T(endedKey(v.Reason, "won"), Args{"Name": *names.Of(v.Viewer.Other())})
	}
	return w.T(endedKey(v.Reason, "lost"), Args{"Name": *names.Of(v.Viewer.Other())})
}

// endings lists the ways in which a game can end for a reason (rules.md 4); a
// game that is over on no move at all is a draw or a loss alike.
func endings(r engine.Reason) []string {
	switch r {
	case engine.ByAgreement, engine.ByClaim, engine.ByQuiet, engine.ByLength:
		return []string{"draw"}
	case engine.ByNoMove:
		return []string{"draw", "won", "lost", "seen"}
	}
	return []string{"won", "lost", "seen"}
}

// Aborted tells viewer, who must be Red or Blue, that the match was called off:
// by a player, or by the clock when by is engine.NoColor.
func (w Words) Aborted(viewer, by engine.Color, names engine.Both[string]) string {
	switch by {
	case engine.NoColor:
		return w.T("aborted.clock", Args{"Red": names.Red, "Blue": names.Blue})
	case viewer:
		return w.T("aborted.you")
	}
	return w.T("aborted.they", Args{"Name": *names.Of(by)})
}

// Unset tells, of a match that was lost before the game could begin, whose setup
// was not in: the reader's own, or that of name.
func (w Words) Unset(own bool, name string) string {
	if own {
		return w.T("unset.you")
	}
	return w.T("unset.they", Args{"Name": name})
}
