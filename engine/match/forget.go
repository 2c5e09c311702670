package match

import (
	"time"

	"fieldpost/engine"
	"fieldpost/engine/player"
)

// Forget takes By's name, address, language, zone, draft, message and vacations out of a
// match that has ended, takes back that others may see it, and cancels his links. What
// was played stays, for the other has played it too. By must have been there, or have
// been invited.
//
// Source: product.md "Correspondence life", erasure.
type Forget struct{ By engine.Color }

func (f Forget) decide(m *Match) ([]Event, error) {
	if f.By != engine.Red && f.By != engine.Blue || !m.Ended() || f.By == m.Opponent() && m.Vacant() {
		return nil, &StateError{"forget a player", m.State}
	}
	seat := m.Seats.Of(f.By)
	if seat.Forgotten {
		return nil, ErrRepeated
	}
	m.raise(f.By) // and where epochs are used up, Forgotten itself cancels the links
	*seat = Seat{
		Forgotten: true, Epoch: seat.Epoch, Setup: seat.Setup, Submitted: seat.Submitted, Salt: seat.Salt,
		Offered: seat.Offered, Declined: seat.Declined,
	}
	*m.Said.Of(f.By), *m.Mutes.Of(f.By), *m.Vacations.Of(f.By) = Message{}, false, nil
	m.Unread = engine.Both[bool]{}
	*m.Public.Of(f.By) = false
	*m.Nudged.Of(f.By), *m.Asked.Of(f.By) = time.Time{}, time.Time{}
	return []Event{{Forgotten, f.By}}, nil
}

// Deserted reports whether both players had themselves forgotten: there is nobody
// left whose match it is.
func (m Match) Deserted() bool { return m.Seats.Red.Forgotten && m.Seats.Blue.Forgotten }

// consistentForgotten checks what Forget keeps true of a seat.
func (m Match) consistentForgotten(c engine.Color) error {
	seat := m.Seats.Of(c)
	if seat.Forgotten && (!m.Ended() || seat.Player != (Player{}) || seat.Drafted || *m.Said.Of(c) != (Message{})) {
		return &CorruptError{"a player who is not forgotten"}
	}
	return nil
}

func putForgotten(w *writer, m Match) {
	if red, blue := m.Seats.Red.Forgotten, m.Seats.Blue.Forgotten; red || blue {
		w.flags(red, blue)
	}
}

func takeForgotten(r *reader, m *Match) {
	r.flags(&m.Seats.Red.Forgotten, &m.Seats.Blue.Forgotten)
}

// keyless reports whether the seat of c can have a key.
func (m Match) keyless(c engine.Color) bool {
	return c == m.Opponent() && m.Vacant() || m.Seat(c).Forgotten
}

// keys checks that no seat without a player has one's key.
func (m Match) keys() error {
	for _, c := range []engine.Color{engine.Red, engine.Blue} {
		if m.keyless(c) && m.Seat(c).Key != (player.Key{}) {
			return &CorruptError{"a key of nobody"}
		}
	}
	return nil
}
