package match

import "fieldpost/engine"

// Withdraw takes the invitation back. By must be the creator.
type Withdraw struct{ By engine.Color }

func (w Withdraw) decide(m *Match) ([]Event, error) {
	if w.By == m.Creator && m.State == Withdrawn {
		return nil, ErrRepeated
	}
	if w.By != m.Creator || m.State != Invited {
		return nil, &StateError{"withdraw", m.State}
	}
	return m.refuse(Withdrawn, Event{TakenBack, w.By}), nil
}
