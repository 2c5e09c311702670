package match

import (
	"errors"
	"math"

	"fieldpost/engine"
	"fieldpost/engine/player"
)

// ErrOpponent means that the other player of a match has the address to which one
// wants to move: one mailbox would have both seats.
var ErrOpponent = errors.New("the opponent has that address")

// Readdress gives By's seat another mail address, and cancels its links: new ones are
// mailed there, unless the match has ended. By must have taken his seat, in a match
// that did not come to nothing. An invitation stays where it was sent. It fails with
// ErrOpponent if that is the other's address.
//
// Source: product.md "Correspondence life", address change.
type Readdress struct {
	By      engine.Color
	Address string
	Key     player.Key // of Address

	Back bool // it is the address that the seat had before: the change is undone
}

// String hides the address.
func (r Readdress) String() string { return "another address" }

// Movable reports whether c's player has taken his seat, and its links can be cancelled twice
// more: as he goes to another address, and as he comes back.
func (m Match) Movable(c engine.Color) bool { return m.Seated(c) && m.Seat(c).Epoch <= math.MaxUint8-2 }

func (r Readdress) decide(m *Match) ([]Event, error) {
	if !m.Seated(r.By) || m.Refused() || m.Seat(r.By).Forgotten {
		return nil, &StateError{"change the address", m.State}
	}
	if p := CheckAddress(r.Address); p != NoProblem {
		return nil, &InputError{Field: "email", Text: r.Address, Problem: p}
	}
	seat := m.Seats.Of(r.By)
	switch {
	case seat.Address == r.Address, seat.Key == r.Key && r.Key != (player.Key{}): // another spelling is the same mailbox
		return nil, ErrRepeated
	case r.Key != (player.Key{}) && r.Key == m.Seat(r.By.Other()).Key:
		return nil, ErrOpponent
	case !m.raise(r.By):
		return nil, &StateError{"change the address", m.State}
	}
	seat.Address, seat.Key = r.Address, r.Key
	if r.Back {
		return []Event{{Readdressed, r.By}, {CameBack, r.By}}, nil
	}
	return []Event{{Readdressed, r.By}}, nil
}
