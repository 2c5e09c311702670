package match

import "fieldpost/engine"

// DeclineDraw ends the offer of a draw that By's opponent has made. It fails
// with ErrNoOffer if no offer to By stands.
type DeclineDraw struct {
	By  engine.Color
	Ply int // at which he declines; AnyPly does not count here
}

func (d DeclineDraw) decide(m *Match) ([]Event, error) {
	if m.Begun() && d.By.Other() != engine.NoColor && d.Ply >= 0 && m.Seats.Of(d.By).Declined == d.Ply+1 {
		return nil, ErrRepeated
	}
	if err := m.answering(d.By, d.Ply); err != nil {
		return nil, err
	}
	return m.decline(d.By), nil
}

// decline ends the offer that stands to c.
func (m *Match) decline(c engine.Color) []Event {
	m.Offer, m.Seats.Of(c).Declined = engine.NoColor, m.Game.Ply()+1
	return []Event{{DrawDeclined, c}}
}
