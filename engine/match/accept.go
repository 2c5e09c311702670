package match

import "fieldpost/engine"

// Accept is the invited player's consent. By must be the opponent's seat. From
// now on the time to set up runs.
type Accept struct{ By engine.Color }

func (a Accept) decide(m *Match) ([]Event, error) {
	if a.By != m.Opponent() || m.State == Unconfirmed {
		return nil, &StateError{"accept", m.State}
	}
	if m.State != Invited {
		return nil, ErrRepeated
	}
	m.State = SettingUp
	m.allow(m.Pace.Setup)
	return []Event{{Accepted, a.By}}, nil
}
