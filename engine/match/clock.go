package match

import (
	"time"

	"fieldpost/engine"
)

// A match counts whole seconds: a command that is given within the second of
// the deadline counts, and one second later is late.

// Late reports whether a deadline of m has passed at now, so that the clock's
// command is to be given before any other.
func (m Match) Late(now time.Time) bool {
	return !m.Deadline.IsZero() && seconds(now).After(m.Deadline)
}

// allow gives whoever is awaited the time d, from now on, or from the end of his vacation.
func (m *Match) allow(d time.Duration) {
	if m.Forgiven.IsZero() {
		m.Extended = 0
	}
	m.Forgiven = time.Time{}
	var clocks engine.Both[Clock]
	for _, c := range []engine.Color{engine.Red, engine.Blue} {
		*clocks.Of(c) = Clock{Deadline: m.away(c).after(m.Changed, d), Extended: m.Extended}
	}
	m.keep(clocks)
}

// TimeOut is the clock's command: the deadline of the match has passed. In play
// the side to move loses. While setting up who has not submitted loses; if
// neither has, the match is aborted, unless the time of one of them still ran when that
// of the other was over: then who is late loses. An invitation that nobody accepted
// expires.
type TimeOut struct{}

func (TimeOut) decide(m *Match) ([]Event, error) {
	if !m.Late(m.Changed) {
		if _, reason := m.Outcome(); reason == engine.ByTime || m.State == Aborted && m.AbortedBy == engine.NoColor || m.State == Expired {
			return nil, ErrRepeated
		}
		return nil, ErrEarly
	}
	if m.State == Playing {
		return m.end(engine.TimeOut(m.Game.ToMove()))
	}
	if m.State == Invited {
		return m.refuse(Expired, Event{Kind: Lapsed}), nil
	}
	// Who wins is settled by both deadlines, not by when the clock looks.
	apart := m.Apart.Seat != engine.NoColor && m.Apart.Deadline.After(m.Deadline)
	if !apart {
		m.Apart = Apart{}
	}
	m.Deadline = time.Time{}
	if !apart && !m.Seats.Red.Submitted && !m.Seats.Blue.Submitted {
		m.State = Aborted
		return []Event{{Kind: CalledOff}}, nil
	}
	m.State = Over
	return []Event{{Kind: Ended}}, nil
}

// Awaits reports whether the time of c's player runs: he is to move, or has not
// set up, or has not accepted.
func (m Match) Awaits(c engine.Color) bool {
	switch m.State {
	case Invited:
		return c == m.Opponent()
	case SettingUp:
		return !m.Seats.Of(c).Submitted
	}
	return m.State == Playing && m.Game.ToMove() == c
}
