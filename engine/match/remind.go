package match

import (
	"time"

	"fieldpost/engine"
)

// Remind is the clock's command for who is awaited and has not been reminded of this
// deadline: half of his time is over, or nine tenths are. Of several moments that have
// passed there is one reminder. It fails with ErrEarly where no reminder is due.
//
// Source: product.md "Correspondence life".
type Remind struct{}

func (Remind) decide(m *Match) ([]Event, error) {
	var events []Event
	clocks := m.clocks()
	for _, c := range []engine.Color{engine.Red, engine.Blue} {
		if n := m.reminders(c, m.Changed); n > clocks.Of(c).Reminded {
			clocks.Of(c).Reminded = n
			events = append(events, Event{Reminded, c})
		}
	}
	if events == nil {
		return nil, ErrEarly
	}
	m.keep(clocks)
	m.Alarm = time.Time{} // it has rung, and is set to what is next
	return events, nil
}

// Reminds reports whether a reminder is due at now that was not given, so that the
// clock's command Remind is to be given.
func (m Match) Reminds(now time.Time) bool {
	return !m.Late(now) && (m.owes(engine.Red, now) || m.owes(engine.Blue, now))
}

func (m Match) owes(c engine.Color, now time.Time) bool {
	return m.reminders(c, now) > m.clockOf(c).Reminded
}

// told counts the reminders of c's player whose moments have passed as given: he has
// just learned of his new deadline.
func (m *Match) told(c engine.Color) {
	clocks := m.clocks()
	clocks.Of(c).Reminded = m.reminders(c, m.Changed)
	m.keep(clocks)
}

// MostReminders is how many reminders there are of one deadline.
const MostReminders = 2

// reminder returns when the n-th reminder of c's deadline is due, from 1: when half of
// his time has run, and when nine tenths have. It is zero when there is none: nobody is
// reminded of an invitation.
func (m Match) reminder(c engine.Color, n int) time.Time {
	if m.State != SettingUp && m.State != Playing || n > MostReminders || !m.Awaits(c) {
		return time.Time{}
	}
	left := m.whole(c) / 2
	if n == MostReminders {
		left = m.whole(c) / 10
	}
	return m.away(c).before(m.clockOf(c).Deadline, left)
}

// reminders returns how many reminders of c's deadline are due at now, or were.
func (m Match) reminders(c engine.Color, now time.Time) int {
	n := 0
	for n < MostReminders {
		if at := m.reminder(c, n+1); at.IsZero() || seconds(now).Before(at) {
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
