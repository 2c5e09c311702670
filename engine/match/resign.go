package match

import "fieldpost/engine"

// Resign is By's giving up, on or off turn, once the game has begun. It fails
// with ErrOffered if By is Unaware of a draw that he is offered.
type Resign struct {
	By  engine.Color
	Ply int // at which he resigns, or AnyPly

	Unaware bool // he has not been shown an offer of a draw
}

func (r Resign) decide(m *Match) ([]Event, error) {
	if m.endedBy(engine.ByResignation, r.By, r.Ply) {
		return nil, ErrRepeated
	}
	if err := m.playing("resign", r.By, r.Ply); err != nil {
		return nil, err
	}
	if r.Unaware && m.Offer == r.By.Other() {
		return nil, ErrOffered
	}
	return m.end(engine.Resign(r.By))
}
