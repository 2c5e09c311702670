package match

import (
	"fieldpost/engine"
	"fieldpost/engine/player"
)

// MostResends is how often an invitation is mailed anew to the same address.
const MostResends = 2

// Resend has the invitation mailed once more. The link that was mailed before
// stays good, and no time is added. By must be the creator; it fails with
// ErrResent after MostResends.
type Resend struct{ By engine.Color }

func (r Resend) decide(m *Match) ([]Event, error) {
	switch {
	case r.By != m.Creator || m.State != Invited || m.Vacant():
		return nil, &StateError{"resend", m.State}
	case m.Resent >= MostResends:
		return nil, ErrResent
	}
	m.Resent++
	return []Event{{Resent, r.By}}, nil
}

// CorrectAddress sends the invitation to another address instead. The link that
// was mailed to the old one is cancelled. By must be the creator.
type CorrectAddress struct {
	By      engine.Color
	Address string
	Key     player.Key // of Address
}

// String hides the address.
func (c CorrectAddress) String() string { return "a corrected address" }

func (c CorrectAddress) decide(m *Match) ([]Event, error) {
	if c.By != m.Creator || m.State != Invited || m.Vacant() {
		return nil, &StateError{"correct the address", m.State}
	}
	seat := m.Seats.Of(m.Opponent())
	if seat.Address == c.Address || seat.Key == c.Key && c.Key != (player.Key{}) { // another spelling is the same mailbox
		return nil, ErrRepeated
	}
	p := seat.Player
	p.Address = c.Address
	p, err := checkPlayer("opponent", p)
	if err != nil {
		return nil, err
	}
	if err := oneself(c.Key, m.Seats.Of(m.Creator).Key); err != nil {
		return nil, err
	}
	if !m.raise(m.Opponent()) {
		return nil, &StateError{"correct the address", m.State}
	}
	seat.Player, seat.Key = p, c.Key
	m.Resent = 0
	return []Event{{Redirected, c.By}}, nil
}

// oneself refuses a match of a player with himself: one mailbox would have both
// seats.
func oneself(a, b player.Key) error {
	if a != (player.Key{}) && a == b {
		return &InputError{Field: "opponent.email", Problem: OwnAddress}
	}
	return nil
}
