package match

import "time"

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

// Due returns the first moment at which the clock's command is to be given, the
// second after the deadline; zero when nobody's time runs.
func (m Match) Due() time.Time {
	if m.Deadline.IsZero() {
		return time.Time{}
	}
	return seconds(m.Deadline.Add(time.Second))
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
