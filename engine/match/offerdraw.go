package match

import "fieldpost/engine"

// offerRest is how many moves a player must make between two of his offers.
const offerRest = 5

// OfferDraw offers By's opponent a draw, on or off turn. The offer stands until
// the opponent answers or moves. It fails with ErrOffered while an offer of the
// opponent's own stands: that is to be answered, and offering is no answer; and
// with *OfferError before By has made five moves since his last offer. Lines of the
// opponent's are put aside: to answer by one would decline.
type OfferDraw struct {
	By  engine.Color
	Ply int // at which he offers, or AnyPly
}

func (o OfferDraw) decide(m *Match) ([]Event, error) {
	if m.Begun() && m.offered(o.By, o.Ply) {
		return nil, ErrRepeated
	}
	if err := m.playing("offer a draw", o.By, o.Ply); err != nil {
		return nil, err
	}
	if err := m.OfferAt(o.By, m.Game.Ply()); err != nil {
		return nil, err
	}
	events := m.offer(o.By)
	if other := o.By.Other(); len(m.Plans.Of(other).Lines) > 0 { // an answer would decline it
		events = append(events, m.drop(other, Dropped{Why: DrawIsOffered})...)
	}
	return events, nil
}

// offered reports whether the offer by c at ply was made before, or one of his
// stands anyhow.
func (m *Match) offered(c engine.Color, ply int) bool {
	if c != engine.Red && c != engine.Blue {
		return false
	}
	return ply != AnyPly && m.Seats.Of(c).Offered == ply+1 || m.State == Playing && m.Offer == c
}

// OfferAt returns nil if c, Red or Blue, may offer a draw when so many plies are
// played, ErrOffered while an offer of the opponent's stands, and *OfferError if
// his last one is too fresh.
func (m Match) OfferAt(c engine.Color, plies int) error {
	if m.Offer == c.Other() {
		return ErrOffered
	}
	if last := m.Seats.Of(c).Offered; last > 0 {
		if made := movesOf(c, plies) - movesOf(c, last-1); made < offerRest {
			return &OfferError{Moves: offerRest - made}
		}
	}
	return nil
}

// offer makes c's offer stand.
func (m *Match) offer(c engine.Color) []Event {
	m.Offer, m.Seats.Of(c).Offered = c, m.Game.Ply()+1
	return []Event{{DrawOffered, c}}
}

// movesOf returns how many of the first plies were c's.
func movesOf(c engine.Color, plies int) int {
	if c == engine.Red {
		return (plies + 1) / 2
	}
	return plies / 2
}
