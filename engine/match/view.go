package match

import "fieldpost/engine"

// View returns what viewer may know of the match's game (engine.Look). Nobody
// is to move in a match that was called off, and its secrets stay kept; of a
// match that ended while setting up it says only that, and who has won.
func (m Match) View(viewer engine.Color) engine.View {
	v := engine.Look(m.Game, viewer)
	if m.State == Aborted {
		v.ToMove, v.Legal, v.Rescue, v.Claimable = engine.NoColor, nil, nil, false
	}
	if m.Ended() && !m.Begun() {
		v.Viewer, v.Rules = viewer, m.Rules
		v.Outcome, v.Reason = m.Outcome()
	}
	return v
}
