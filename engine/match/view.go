package match

import "fieldpost/engine"

// View returns what viewer may know of the match's game (engine.Look). Nobody
// is to move in a match that was called off, and its secrets stay kept; of a
// match that was lost while setting up it says only who has won.
func (m Match) View(viewer engine.Color) engine.View {
	v := engine.Look(m.Game, viewer)
	switch {
	case m.State == Aborted:
		v.ToMove, v.Legal, v.Rescue, v.Claimable = engine.NoColor, nil, nil, false
	case m.State == Over && !m.Begun():
		v.Viewer, v.Rules = viewer, m.Rules
		v.Outcome, v.Reason = m.Outcome()
	}
	return v
}
