package match

import (
	"time"

	"fieldpost/engine"
)

// Remind is the clock's command for who is awaited and has not been reminded of this
// deadline: half of his time is over, or nine tenths are. It fails with ErrEarly where
// no reminder is due.
//
// Source: product.md "Correspondence life".
type Remind struct{}

func (Remind) decide(m *Match) ([]Event, error) {
	n := m.reminders(m.Changed)
	if n <= m.Reminded {
		return nil, ErrEarly
	}
	m.Reminded = n
	var events []Event
	for _, c := range []engine.Color{engine.Red, engine.Blue} {
		if m.Awaits(c) {
			events = append(events, Event{Reminded, c})
		}
	}
	return events, nil
}

// MostReminders is how many reminders there are of one deadline.
const MostReminders = 2

// reminder returns when the n-th reminder of the deadline is due, from 1; zero when
// there is none: nobody is reminded of an invitation.
func (m Match) reminder(n int) time.Time {
	if m.State != SettingUp && m.State != Playing {
		return time.Time{}
	}
	left := m.span() / 2
	if n == MostReminders {
		left = m.span() / 10
	}
	return seconds(m.Deadline.Add(-left))
}

// reminders returns how many reminders of the deadline are due at now, or were.
func (m Match) reminders(now time.Time) int {
	n := 0
	for n < MostReminders {
		if at := m.reminder(n + 1); at.IsZero() || seconds(now).Before(at) {
			break
		}
		n++
	}
	return n
}

func putReminded(w *writer, m Match) {
	if m.Reminded > 0 {
		w.byte(byte(m.Reminded))
	}
}

func takeReminded(r *reader, m *Match) {
	if m.Reminded = int(r.byte()); m.Reminded > MostReminders {
		r.fail("too many reminders")
	}
}
