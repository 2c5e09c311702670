package match

import "fieldpost/engine"

// MostGiven is how often time may be given for one deadline.
const MostGiven = 20

// GiveTime puts the deadline of By's opponent, who is awaited, off by the time that
// there is for a move, or for a setup. Whoever gives says how often he had given for
// this deadline when he chose to, so that a second press of the same button, or a
// request that is sent again, fails with ErrRepeated; who counts more gifts than there
// are speaks of another deadline, and it fails with ErrStale.
type GiveTime struct {
	By    engine.Color
	Ply   int // at which he gives, or AnyPly
	Given int // how often he had given before
}

func (g GiveTime) decide(m *Match) ([]Event, error) {
	if g.By != engine.Red && g.By != engine.Blue {
		return nil, engine.ErrBadAction
	}
	other := g.By.Other()
	switch {
	case m.State == Over:
		return nil, engine.ErrOver
	case m.State != SettingUp && m.State != Playing:
		return nil, &StateError{"give time", m.State}
	case g.Ply != AnyPly && g.Ply != m.Game.Ply():
		return nil, stale(g.Ply, m.Game)
	case !m.Awaits(other):
		return nil, &StateError{"give time", m.State}
	}
	clocks := m.clocks()
	k := clocks.Of(other)
	switch {
	case k.Given > g.Given:
		return nil, ErrRepeated
	case k.Given < g.Given:
		return nil, ErrStale
	case k.Given >= MostGiven:
		return nil, &StateError{"give more time", m.State}
	}
	k.Given++
	k.Deadline = m.away(other).after(k.Deadline, m.span())
	m.keep(clocks)
	m.told(other)
	return []Event{{TimeGiven, g.By}}, nil
}
