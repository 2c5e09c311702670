package match

import "fieldpost/engine"

// Resign is By's giving up, on or off turn, once the game has begun.
type Resign struct {
	By  engine.Color
	Ply int // at which he resigns, or AnyPly
}

func (r Resign) decide(m *Match) ([]Event, error) {
	if m.endedBy(engine.ByResignation, r.By, r.Ply) {
		return nil, ErrRepeated
	}
	if err := m.playing("resign", r.By, r.Ply); err != nil {
		return nil, err
	}
	return m.end(engine.Resign(r.By))
}
