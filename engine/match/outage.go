package match

import (
	"time"

	"fieldpost/engine"
)

// Outage is a time in which the server stood still: it gave nobody his time back
// and sent no mail, or its host had stopped the clocks.
type Outage struct{ From, To time.Time } // UTC, whole seconds; To is after From

// Forgive returns m with its deadline put off by what of the outages it has not
// been put off by yet: by as much of each as lies in the time that runs. So it may
// be given the same outages as often as one likes, and a longer list later. They are
// in the order of their ends.
//
// A time that was over when an outage began stays over. Forgive is no command: the
// version stays, and whoever saves m next, for whatever reason, saves it too.
// Source: architecture.md, "The alarm is lazy".
func (m Match) Forgive(outages []Outage) Match {
	for _, o := range outages {
		if m.Deadline.IsZero() {
			break
		}
		clocks, put := m.clocks(), false
		for _, c := range []engine.Color{engine.Red, engine.Blue} {
			put = m.Awaits(c) && m.forgive(c, clocks.Of(c), o) || put
		}
		if put {
			m.Forgiven = o.To
			m.keep(clocks)
		}
	}
	return m
}

// forgive puts c's deadline off by what of o is not in it yet, and reports whether that is
// anything. In a vacation no time was lost.
func (m Match) forgive(c engine.Color, k *Clock, o Outage) bool {
	if m.Forgiven.IsZero() {
		k.Extended = 0 // that of the time before
	}
	from, since := o.From, m.Forgiven
	if since.IsZero() {
		since = m.startOf(c)
	}
	if since.After(from) {
		from = since
	}
	if !o.To.After(from) || seconds(from).After(k.Deadline) {
		return false
	}
	lost := m.away(c).between(from, o.To)
	if lost <= 0 || lost > lastExtension*time.Second-k.Extended {
		return false // or a clock is wrong by centuries
	}
	until := m.away(c).after(k.Deadline, lost)
	if !until.After(k.Deadline) {
		return false
	}
	k.Deadline, k.Extended = until, k.Extended+lost
	return true
}

// Started returns when the time began to run that ends at Deadline; zero when
// nobody's time runs.
func (m Match) Started() time.Time {
	if m.Deadline.IsZero() {
		return time.Time{}
	}
	return m.startOf(m.first())
}

// span is the time that the match gives to whoever is awaited.
func (m Match) span() time.Duration {
	switch m.State {
	case Invited:
		return InvitationLife
	case SettingUp:
		return m.Pace.Setup
	}
	return m.Pace.Move
}
