package match

import (
	"time"

	"fieldpost/engine"
)

// Clock is the time of one player that runs.
type Clock struct {
	Deadline time.Time     // the last moment at which his command counts; UTC, whole seconds
	Extended time.Duration // by how much outages have put it off, see Match.Extended
	Reminded int           // how many reminders of it were given
	Given    int           // how often the other has put it off by a pace
}

// Apart is the clock of one of two players who set up, where it is no more that of the
// other, because a vacation or given time has parted them. The zero value is none.
//
// In a match that is over it names who has won, neither setup being in: the time of the
// other was over first.
type Apart struct {
	Seat engine.Color
	Clock
}

// Until returns the last moment at which a command of c's player counts, who is
// awaited; zero if he is not.
func (m Match) Until(c engine.Color) time.Time {
	if c == engine.NoColor || !m.Awaits(c) {
		return time.Time{}
	}
	return m.clockOf(c).Deadline
}

// Since returns when the time of c's player began to run, who is awaited; zero if he is
// not.
func (m Match) Since(c engine.Color) time.Time {
	if c == engine.NoColor || !m.Awaits(c) {
		return time.Time{}
	}
	return m.startOf(c)
}

// ClockFor returns the clock that concerns c's player: his own, or else that of the other,
// who is awaited. When nobody's time runs all that is left of it is Extended.
func (m Match) ClockFor(c engine.Color) Clock {
	if c != engine.NoColor && !m.Awaits(c) {
		c = c.Other()
	}
	return m.clockOf(c)
}

// GivenTo returns how often the other has put off the deadline of c's player; 0 if he is
// not awaited.
func (m Match) GivenTo(c engine.Color) int {
	if c == engine.NoColor || !m.Awaits(c) {
		return 0
	}
	return m.clockOf(c).Given
}

func (m Match) clockOf(c engine.Color) Clock {
	if c == m.Apart.Seat && c != engine.NoColor {
		return m.Apart.Clock
	}
	return Clock{m.Deadline, m.Extended, m.Reminded, m.Given}
}

// clocks are those of both players; of one who is not awaited it means nothing.
func (m Match) clocks() engine.Both[Clock] {
	return engine.Both[Clock]{Red: m.clockOf(engine.Red), Blue: m.clockOf(engine.Blue)}
}

// keep takes the clocks of whoever is awaited. The one that is over first is the match's
// own, so that Late and Due need look at no other.
func (m *Match) keep(clocks engine.Both[Clock]) {
	first, second := engine.Red, engine.Blue
	switch {
	case !m.Awaits(engine.Red):
		first, second = engine.Blue, engine.NoColor
	case !m.Awaits(engine.Blue):
		second = engine.NoColor
	case clocks.Blue.Deadline.Before(clocks.Red.Deadline):
		first, second = engine.Blue, engine.Red
	}
	m.Apart = Apart{}
	if second != engine.NoColor && *clocks.Of(first) != *clocks.Of(second) {
		m.Apart = Apart{second, *clocks.Of(second)}
	}
	k := clocks.Of(first)
	m.Deadline, m.Extended, m.Reminded, m.Given = k.Deadline, k.Extended, k.Reminded, k.Given
	if m.Extended == 0 && m.Apart.Extended == 0 { // whose time an outage had put off is not awaited any more
		m.Forgiven = time.Time{}
	}
}

// stop forgets the clocks: nobody's time runs any more.
func (m *Match) stop() {
	m.Forgiven, m.Reminded, m.Given, m.Vacations = time.Time{}, 0, 0, engine.Both[[]Vacation]{}
	m.Apart.Clock = Clock{}
	if m.State != Over {
		m.Apart.Seat = engine.NoColor
	}
}

// startOf returns when the time of c's player, who is awaited, began to run; in a
// vacation none does.
func (m Match) startOf(c engine.Color) time.Time {
	k := m.clockOf(c)
	d := m.whole(c)
	if !m.Forgiven.IsZero() {
		d += k.Extended
	}
	return m.away(c).before(k.Deadline, d)
}

// whole is all the time that c's player, who is awaited, has, outages aside.
func (m Match) whole(c engine.Color) time.Duration {
	return m.span() * time.Duration(1+m.clockOf(c).Given)
}

// first is who is awaited until Deadline; either where both are.
func (m Match) first() engine.Color {
	if m.Awaits(engine.Red) && m.Apart.Seat != engine.Red {
		return engine.Red
	}
	return engine.Blue
}

// Part 3: how often time was given for the deadline, a byte; where the clocks of two who
// set up are apart, the seat of the other, a byte, and while the match runs its deadline
// in seconds after the first, the seconds by which outages have put it off, numbers; its
// reminders and gifts, bytes; and if outages have not put off the first, the end of the last
// one, 0 or the seconds from the creation on, and one.

func putClocks(w *writer, m Match) {
	if m.Given == 0 && m.Apart.Seat == engine.NoColor {
		return
	}
	w.byte(byte(m.Given))
	if m.Apart.Seat == engine.NoColor {
		return
	}
	w.byte(byte(m.Apart.Seat))
	if m.running() {
		w.number(uint64(m.Apart.Deadline.Unix() - m.Deadline.Unix()))
		w.number(uint64(m.Apart.Extended / time.Second))
		w.byte(byte(m.Apart.Reminded))
		w.byte(byte(m.Apart.Given))
		switch {
		case m.Extended > 0: // it stands with the first
		case m.Forgiven.IsZero():
			w.number(0)
		default:
			w.number(uint64(m.Forgiven.Unix()-m.Created.Unix()) + 1)
		}
	}
}

func takeClocks(r *reader, m *Match) {
	m.Given = int(r.byte())
	if len(r.data) == 0 {
		return
	}
	m.Apart.Seat = engine.Color(r.byte())
	if !m.running() || m.Deadline.IsZero() {
		return
	}
	first := uint64(m.Deadline.Unix())
	m.Apart.Deadline = time.Unix(int64(first+r.below(lastSecond+1-first)), 0).UTC()
	m.Apart.Extended = time.Duration(r.below(lastExtension+1)) * time.Second
	m.Apart.Reminded, m.Apart.Given = int(r.byte()), int(r.byte())
	if m.Extended == 0 {
		created := uint64(m.Created.Unix())
		if end := r.below(lastSecond + 2 - created); end > 0 {
			m.Forgiven = time.Unix(int64(created+end-1), 0).UTC()
		}
	}
}

// consistentClocks checks what Decide keeps true of both clocks and of vacations.
func (m Match) consistentClocks() error {
	away := len(m.Vacations.Red) > 0 || len(m.Vacations.Blue) > 0
	if away && (!m.running() || m.Pace.NoVacation) ||
		!m.Seated(engine.Red) && len(m.Vacations.Red) > 0 || !m.Seated(engine.Blue) && len(m.Vacations.Blue) > 0 {
		return &CorruptError{"a vacation of nobody"}
	}
	if m.Given > MostGiven || m.Apart.Given > MostGiven || m.Given > 0 && m.State != SettingUp && m.State != Playing {
		return &CorruptError{"more time than can be given"}
	}
	switch {
	case m.Apart.Seat == engine.NoColor:
		return nil
	case m.Apart.Seat > engine.Blue, m.Seats.Red.Submitted, m.Seats.Blue.Submitted, m.State != SettingUp && m.State != Over,
		m.State == SettingUp && (m.Apart.Clock == m.clockOf(m.Apart.Seat.Other()) || m.Apart.Reminded > MostReminders):
		return &CorruptError{"a clock of nobody"}
	}
	return nil
}
