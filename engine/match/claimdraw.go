package match

import "fieldpost/engine"

// ClaimDraw claims the draw of the quiet rule, on or off turn (rules.md 4.5).
// It fails with engine.ErrNoClaim while too few quiet plies are played.
type ClaimDraw struct {
	By  engine.Color
	Ply int // at which he claims; AnyPly does not count here
}

func (c ClaimDraw) decide(m *Match) ([]Event, error) {
	if m.endedBy(engine.ByClaim, c.By, c.Ply) {
		return nil, ErrRepeated
	}
	if err := m.playing("claim a draw", c.By, c.Ply); err != nil {
		return nil, err
	}
	if c.Ply == AnyPly {
		return nil, stale(c.Ply, m.Game)
	}
	return m.end(engine.ClaimDraw(c.By))
}
