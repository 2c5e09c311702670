package match

import "fieldpost/engine"

// unread reports whether the other's last message is new to c: he has neither moved by
// himself nor written since. Whether he has muted the other makes no difference.
func (m Match) unread(c engine.Color) bool {
	said := m.Said.Of(c.Other())
	if said.Text == "" || m.Said.Of(c).At.After(said.At) {
		return false
	}
	return *m.Unread.Of(c) || said.Ply >= m.lastPly(c)
}

// lastPly is how many plies were played when c had made his last move, himself or by a line;
// 0 or less if he has made none.
func (m Match) lastPly(c engine.Color) int {
	last := m.Game.Ply()
	if (last%2 == 1) != (c == engine.Red) {
		last--
	}
	return last
}

// Part 9: a byte, 1 if red's line has moved since blue's last message, which red has not
// answered, 2 the other way round, or both together.

func putUnread(w *writer, m Match) {
	if m.Unread != (engine.Both[bool]{}) {
		w.flags(m.Unread.Red, m.Unread.Blue)
	}
}

func takeUnread(r *reader, m *Match) { r.flags(&m.Unread.Red, &m.Unread.Blue) }

// consistentUnread checks what Decide keeps true of Unread.
func (m Match) consistentUnread() error {
	for _, c := range []engine.Color{engine.Red, engine.Blue} {
		if *m.Unread.Of(c) && (!m.unread(c) || m.Said.Of(c.Other()).Ply >= m.lastPly(c)) {
			return &CorruptError{"an old message that is new"}
		}
	}
	return nil
}
