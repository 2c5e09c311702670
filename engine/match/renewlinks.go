package match

import (
	"errors"
	"math"

	"fieldpost/engine"
)

// ErrLinksSpent means that the links of a seat were replaced as often as can be counted.
var ErrLinksSpent = errors.New("the links of the seat cannot be renewed any more")

// RenewLinks cancels every link of By's seat; new ones are mailed to him. It fails with
// ErrLinksSpent, and the last ones count on.
type RenewLinks struct{ By engine.Color }

func (r RenewLinks) decide(m *Match) ([]Event, error) {
	if !m.Seated(r.By) || m.State == Aborted || m.Refused() || m.Seat(r.By).Forgotten {
		return nil, &StateError{"renew the links", m.State}
	}
	if !m.raise(r.By) {
		return nil, ErrLinksSpent
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
