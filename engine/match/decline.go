package match

import (
	"time"

	"fieldpost/engine"
)

// Decline is the invited player's refusal. By must be the opponent's seat, which
// is not vacant.
type Decline struct{ By engine.Color }

func (d Decline) decide(m *Match) ([]Event, error) {
	if d.By == m.Opponent() && m.State == Declined {
		return nil, ErrRepeated
	}
	if d.By != m.Opponent() || m.State != Invited || m.Vacant() {
		return nil, &StateError{"decline", m.State}
	}
	return m.refuse(Declined, Event{Refused, d.By}), nil
}

// refuse ends a match that nobody joined. Its message and the creator's rows are
// of no use to anybody, and are dropped.
func (m *Match) refuse(s State, e Event) []Event {
	m.State, m.Message, m.Deadline = s, "", time.Time{}
	creator := m.Seats.Of(m.Creator)
	creator.Setup, creator.Submitted = engine.Setup{}, false
	creator.Draft, creator.Drafted = engine.Setup{}, false
	return []Event{e}
}
