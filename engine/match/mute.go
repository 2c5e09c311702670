package match

import "fieldpost/engine"

// Mute is By's wish to have no messages from the other player, or, with On false, to have
// them again. The other must sit too. He can write on, and must not learn of it: nothing
// that he is shown may depend on Match.Mutes.
//
// Source: product.md "Correspondence life".
type Mute struct {
	By engine.Color
	On bool
}

func (u Mute) decide(m *Match) ([]Event, error) {
	if !m.bothSit(u.By) {
		return nil, &StateError{"mute", m.State}
	}
	if *m.Mutes.Of(u.By) == u.On {
		return nil, ErrRepeated
	}
	*m.Mutes.Of(u.By) = u.On
	return []Event{{Muted, u.By}}, nil
}

// Part 6: a byte, 1 if red has muted blue, 2 if blue has muted red, or both together.

func putMutes(w *writer, m Match) {
	if m.Mutes != (engine.Both[bool]{}) {
		w.flags(m.Mutes.Red, m.Mutes.Blue)
	}
}

func takeMutes(r *reader, m *Match) { r.flags(&m.Mutes.Red, &m.Mutes.Blue) }
