package match

import (
	"math"

	"fieldpost/engine"
)

// RenewLinks cancels every link of By's seat; new ones are mailed to him.
type RenewLinks struct{ By engine.Color }

func (r RenewLinks) decide(m *Match) ([]Event, error) {
	if !m.Seated(r.By) || m.State == Aborted || m.Refused() || m.Seat(r.By).Forgotten {
		return nil, &StateError{"renew the links", m.State}
	}
	if !m.raise(r.By) {
		return nil, &StateError{"renew the links", m.State}
	}
	return []Event{{LinksRenewed, r.By}}, nil
}

// raise cancels all links of a seat. It reports false when that was done as often
// as epochs can be counted: links of an earlier epoch must never count again.
func (m *Match) raise(c engine.Color) bool {
	seat := m.Seats.Of(c)
	if seat.Epoch == math.MaxUint8 {
		return false
	}
	seat.Epoch++
	return true
}
