package match

import (
	"time"

	"fieldpost/engine"
)

// A store wakes the clock by a match's alarm, so that no deadline waits for a
// visitor. The alarm is lazy: a command writes it only where the clock would
// otherwise come too late, and takes it away when the clock has nothing more to
// do. So it may ring too early, and is then set anew by Rearm, but never too late;
// and a move, which only puts the deadline off, leaves it alone. Source:
// architecture.md, "The alarm is lazy".

// AlarmShards is over how many lists a store spreads its alarms.
const AlarmShards = 16

// AlarmShard returns in which list the alarm of the match is, from 0 to
// AlarmShards−1. Never change it: stored alarms would be missed.
func (id ID) AlarmShard() int { return int(id[len(id)-1] % AlarmShards) }

// Due returns the first moment at which a command of the clock's is to be given: the next
// reminder, or the second after the deadline. It is zero when nobody's time runs.
func (m Match) Due() time.Time {
	if m.Deadline.IsZero() {
		return time.Time{}
	}
	due := seconds(m.Deadline.Add(time.Second))
	for _, c := range []engine.Color{engine.Red, engine.Blue} {
		if at := m.reminder(c, m.clockOf(c).Reminded+1); !at.IsZero() && at.Before(due) {
			due = at
		}
	}
	return due
}

// arm keeps the alarm of a match that a command has changed.
func (m *Match) arm() {
	if due := m.Due(); due.IsZero() || m.Alarm.IsZero() || due.Before(m.Alarm) {
		m.Alarm = due
	}
}

// Rearm returns m with its alarm at the moment at which the clock is due. It is no
// command: the version stays, and nothing happens, so that there are no events.
func Rearm(m Match) Match {
	m.Alarm, m.Events = m.Due(), nil
	return m
}
