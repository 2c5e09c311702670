package match

import "fieldpost/engine"

// Accept is the invited player's consent. By must be the opponent's seat, which
// is not vacant. From now on the time to set up runs.
type Accept struct {
	By engine.Color

	// What he corrected in passing; "" leaves it as it is.
	Lang, Zone string
}

func (a Accept) decide(m *Match) ([]Event, error) {
	if a.By != m.Opponent() || m.State == Unconfirmed || m.Refused() || m.Vacant() {
		return nil, &StateError{"accept", m.State}
	}
	if m.State != Invited {
		return nil, ErrRepeated
	}
	p := m.Seats.Of(a.By).Player
	if a.Lang != "" {
		p.Lang = a.Lang
	}
	if a.Zone != "" {
		p.Zone = a.Zone
	}
	p, err := checkPlayer("opponent", p)
	if err != nil {
		return nil, err
	}
	m.Seats.Of(a.By).Player = p
	return m.seat(), nil
}

// seat lets the opponent sit down.
func (m *Match) seat() []Event {
	m.State, m.Message = SettingUp, ""
	m.allow(m.Pace.Setup)
	return []Event{{Accepted, m.Opponent()}}
}
