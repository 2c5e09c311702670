package match

import "time"

// closed reports whether two players took part, and their game has ended.
func (m Match) closed() bool { return m.State == Over || m.State == Aborted }

// putClosed writes the seconds from Created to Closed, and one.
func putClosed(w *writer, m Match) {
	if !m.Closed.IsZero() {
		w.number(uint64(m.Closed.Unix()-m.Created.Unix()) + 1)
	}
}

func takeClosed(r *reader, m *Match) {
	n := r.below(uint64(m.Changed.Unix()-m.Created.Unix()) + 2)
	if n == 0 || !m.closed() {
		r.fail("no such end")
		return
	}
	m.Closed = m.Created.Add(time.Duration(n-1) * time.Second)
}
