package site

import (
	"slices"
	"strings"
	"time"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/functions/internal/words"
)

// countdown says whose time runs, and until when. A script keeps its middle up
// to date.
type countdown struct {
	Before, In, After string
	At                string // RFC 3339
	Left              int    // seconds, by the clock here, which is the one that counts
	Units             units
	Notes             []string
}

// units are the words in which a script says how long a time is; # stands for a
// number, and the two forms of a unit are parted by a bar.
type units struct{ Days, Hours, Minutes, Two, In, Soon string }

// deadline is the one that runs, or false while none does.
func (v *visit) deadline() (words.Deadline, bool) {
	m := v.match
	if m.Deadline.IsZero() {
		return words.Deadline{}, false
	}
	at := words.Deadline{
		At: m.ClockFor(v.link.Seat).Deadline, Now: v.Now(), Zone: v.seat().Zone,
		Setup: !m.Begun(), Invite: m.State == match.Invited, Apart: m.Apart.Seat != engine.NoColor,
	}
	if !m.Awaits(v.link.Seat) {
		at.Name = v.other()
	}
	return at, true
}

// clock says whose time runs, and until when.
func (v *visit) clock() []string {
	if at, runs := v.deadline(); runs {
		return append([]string{v.words.Deadline(at)}, v.notes()...)
	}
	return nil
}

// briefClock is clock for a list of games.
func (v *visit) briefClock() []string {
	at, runs := v.deadline()
	if !runs {
		return nil
	}
	at.Brief = true
	return slices.Concat([]string{v.words.Deadline(at)}, v.outage(), v.vacations())
}

// notes say what has put the deadline off, or stops a clock.
func (v *visit) notes() []string { return slices.Concat(v.outage(), v.gifts(), v.vacations()) }

// gifts say how much of the time until the deadline one player has given the other. That
// concerns the two alone.
func (v *visit) gifts() []string {
	seat, other := v.link.Seat, v.link.Seat.Other()
	if !v.toldOfVacations() {
		return nil
	}
	given := func(times int) string { return v.words.Span(v.gift() * time.Duration(times)) }
	switch m := v.match; {
	case m.GivenTo(seat) > 0:
		return []string{v.words.T("gift.got", words.Args{"Name": v.other(), "Span": given(m.GivenTo(seat))})}
	case !m.Awaits(seat) && m.GivenTo(other) > 0: // else the deadline shown is another
		return []string{v.words.T("gift.gave", words.Args{"Name": v.other(), "Span": given(m.GivenTo(other))})}
	}
	return nil
}

// outage says by how much the deadline was put off, because the server stood still.
func (v *visit) outage() []string {
	k := v.match.ClockFor(v.link.Seat)
	if k.Extended == 0 {
		return nil
	}
	return []string{v.words.Outage(k.Extended, v.match.Forgiven.IsZero())}
}

// countdown is the clock of a page with a board; nil while no time runs.
func (v *visit) countdown() *countdown {
	at, runs := v.deadline()
	if !runs {
		return nil
	}
	c := &countdown{
		In: v.words.In(at.At, at.Now), At: at.At.UTC().Format(time.RFC3339),
		Left: int(at.At.Sub(at.Now) / time.Second), Units: unitsOf(v.words), Notes: v.notes(),
	}
	c.Before, c.After, _ = strings.Cut(v.words.Deadline(at), c.In)
	return c
}

func unitsOf(w words.Words) units {
	both := func(one, two string) string {
		return strings.Replace(one, "1", "#", 1) + "|" + strings.Replace(two, "2", "#", 1)
	}
	return units{
		Days:    both(w.N("time.days", 1), w.N("time.days", 2)),
		Hours:   both(w.N("time.hours", 1), w.N("time.hours", 2)),
		Minutes: both(w.N("time.minutes", 1), w.N("time.minutes", 2)),
		Two:     w.T("time.two", words.Args{"Long": "#", "Short": "#"}), In: w.T("time.in", words.Args{"Span": "#"}), Soon: w.T("time.in_no_time"),
	}
}
