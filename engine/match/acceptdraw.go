package match

import "fieldpost/engine"

// AcceptDraw takes the draw that By's opponent offers: the game is drawn. It
// fails with ErrNoOffer if no offer to By stands.
type AcceptDraw struct {
	By  engine.Color
	Ply int // at which he accepts; AnyPly does not count here
}

func (a AcceptDraw) decide(m *Match) ([]Event, error) {
	if m.Game.Reason() == engine.ByAgreement && m.Offer == a.By.Other() && a.Ply == m.Game.Ply() {
		return nil, ErrRepeated
	}
	if err := m.answering(a.By, a.Ply); err != nil {
		return nil, err
	}
	return m.end(engine.AgreeDraw())
}

// answering reports why by cannot answer an offer at ply, or nil.
func (m *Match) answering(by engine.Color, ply int) error {
	if err := m.playing("answer an offer", by, ply); err != nil {
		return err
	}
	if ply == AnyPly {
		return stale(ply, m.Game)
	}
	if m.Offer != by.Other() {
		return ErrNoOffer
	}
	return nil
}
