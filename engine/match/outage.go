package match

import "time"

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
		from := o.From
		if since := m.since(); since.After(from) {
			from = since
		}
		if !o.To.After(from) || m.Late(from) {
			continue
		}
		if m.Forgiven.IsZero() {
			m.Extended = 0 // that of the time before
		}
		until := seconds(m.Deadline.Add(o.To.Sub(from)))
		more := until.Sub(m.Deadline)
		if more <= 0 || more > lastExtension*time.Second-m.Extended {
			break // a clock is wrong by centuries
		}
		m.Deadline, m.Extended, m.Forgiven = until, m.Extended+more, o.To
	}
	return m
}

// since returns the moment from which on outages are not in the deadline yet.
func (m Match) since() time.Time {
	if !m.Forgiven.IsZero() {
		return m.Forgiven
	}
	return m.Started()
}

// Started returns when the time began to run that ends at the deadline; zero when
// nobody's time runs.
func (m Match) Started() time.Time {
	if m.Deadline.IsZero() {
		return time.Time{}
	}
	start := m.Deadline.Add(-m.span())
	if !m.Forgiven.IsZero() {
		start = start.Add(-m.Extended)
	}
	return start
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
