package match

import "fieldpost/engine"

// Publish is By's consent that others may watch the game and, when it is over,
// see its replay. They may once both have given it. Nobody can take it back but who has
// himself forgotten, and then nobody gives it any more.
type Publish struct{ By engine.Color }

func (p Publish) decide(m *Match) ([]Event, error) {
	if p.By != engine.Red && p.By != engine.Blue || !m.Begun() || m.State == Aborted || m.Seats.Red.Forgotten || m.Seats.Blue.Forgotten {
		return nil, &StateError{"publish", m.State}
	}
	if *m.Public.Of(p.By) {
		return nil, ErrRepeated
	}
	*m.Public.Of(p.By) = true
	return []Event{{Published, p.By}}, nil
}

// Watched reports whether others may watch: both players agreed, and the match
// was not called off since.
func (m Match) Watched() bool { return m.Public.Red && m.Public.Blue && m.State != Aborted }
