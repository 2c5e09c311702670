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
