package match

import (
	"time"

	"fieldpost/engine"
)

// abortPlies is how many plies make a match too old to be called off.
const abortPlies = 3

// Abort calls the match off: nobody wins. Either player may alone, from the
// acceptance on, while fewer than three plies are played.
type Abort struct {
	By  engine.Color
	Ply int // at which he does, or AnyPly
}

func (a Abort) decide(m *Match) ([]Event, error) {
	if a.By != engine.Red && a.By != engine.Blue {
		return nil, engine.ErrBadAction
	}
	if m.State == Aborted && m.AbortedBy == a.By {
		return nil, ErrRepeated
	}
	switch {
	case m.State == Over:
		return nil, engine.ErrOver
	case m.State != SettingUp && m.State != Playing:
		return nil, &StateError{"abort", m.State}
	case a.Ply != AnyPly && a.Ply != m.Game.Ply():
		return nil, stale(a.Ply, m.Game)
	case m.Game.Ply() >= abortPlies:
		return nil, &StateError{"abort", m.State}
	}
	m.State, m.AbortedBy, m.Offer, m.Deadline = Aborted, a.By, engine.NoColor, time.Time{}
	return []Event{{CalledOff, a.By}}, nil
}
