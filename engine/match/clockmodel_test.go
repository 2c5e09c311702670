package match_test

import (
	"math"
	"slices"
	"time"

	"pgregory.net/rapid"

	"fieldpost/engine"
	"fieldpost/engine/match"
)

// slot is how finely the model counts: every zone of the tests begins its days at one.
const slot = 15 * time.Minute

func slotOf(at time.Time) int { return int(at.Sub(monday) / slot) }

func atSlot(n int) time.Time { return monday.Add(time.Duration(n) * slot) }

// timeOf is what the model knows of one player's time: no deadline, but what it has seen.
type timeOf struct {
	in       *time.Location
	awaited  bool
	start    int    // when his time began to run
	total    int    // how much of it there is
	given    int    // how many gifts are in it
	reminded int    // how many reminders of it were given
	away     []stay // his vacations
	days     []int  // the beginnings of those that he has taken from the bank
}

// stay is a time from one slot up to another.
type stay struct{ from, until int }

// model is product.md "Correspondence life" counted slot by slot, with no arithmetic
// but one more and one less.
type model struct {
	state match.State
	seats engine.Both[timeOf]
	down  map[int]bool // in which the server stood still
	now   int
}

// moment is the first in which so much of his time has run, and in which it runs.
func (w *model) moment(c engine.Color, part int) int {
	p := w.seats.Of(c)
	for at, ran := p.start, 0; ; at++ {
		away := w.state != match.Invited && slices.ContainsFunc(p.away, func(v stay) bool { return v.from <= at && at < v.until })
		switch {
		case away || w.down[at]:
		case ran == part:
			return at
		default:
			ran++
		}
	}
}

func (w *model) deadline(c engine.Color) int { return w.moment(c, w.seats.Of(c).total) }

// owed is how many reminders of his deadline have been due by now.
func (w *model) owed(c engine.Color) int {
	p := w.seats.Of(c)
	switch {
	case !p.awaited || w.state == match.Invited || w.moment(c, p.total/2) > w.now:
		return 0
	case w.moment(c, p.total/10*9) > w.now:
		return 1
	}
	return 2
}

// due is the first moment at which the clock has something to do; the past is now.
func (w *model) due() time.Time {
	first := time.Time{}
	soonest := func(at time.Time) {
		if first.IsZero() || at.Before(first) {
			first = at
		}
	}
	for _, c := range bothSeats {
		p := w.seats.Of(c)
		if !p.awaited {
			continue
		}
		soonest(atSlot(w.deadline(c)).Add(time.Second))
		if w.state != match.Invited && p.reminded < 1 {
			soonest(atSlot(w.moment(c, p.total/2)))
		}
		if w.state != match.Invited && p.reminded < 2 {
			soonest(atSlot(w.moment(c, p.total/10*9)))
		}
	}
	return first
}

// end is the last slot in which all who are awaited are in time.
func (w *model) end() int {
	end := math.MaxInt
	for _, c := range bothSeats {
		if w.seats.Of(c).awaited {
			end = min(end, w.deadline(c))
		}
	}
	return end
}

// late are the awaited whose time is over.
func (w *model) late() (list []engine.Color) {
	for _, c := range bothSeats {
		if w.seats.Of(c).awaited && w.deadline(c) < w.now {
			list = append(list, c)
		}
	}
	return list
}

// wait lets the time of these players run, and of nobody else.
func (w *model) wait(state match.State, total time.Duration, seats ...engine.Color) {
	w.state = state
	for _, c := range bothSeats {
		p := w.seats.Of(c)
		p.awaited = slices.Contains(seats, c)
		p.start, p.total, p.given, p.reminded = w.now, int(total/slot), 0, 0
	}
}

// moved does something that may move c's deadline, of which he then knows.
func (w *model) moved(c engine.Color, change func(*timeOf)) {
	p := w.seats.Of(c)
	before := 0
	if p.awaited {
		before = w.deadline(c)
	}
	change(p)
	if p.awaited && w.deadline(c) != before {
		p.reminded = w.owed(c)
	}
}

// room reports whether days from a slot on are in the bank.
func (p timeOf) room(from, n int) bool {
	const day = int(24 * time.Hour / slot)
	all := slices.Clone(p.days)
	for k := range n {
		all = append(all, from+k*day)
	}
	for _, first := range all {
		in := 0
		for _, d := range all {
			if first <= d && d < first+365*day {
				in++
			}
		}
		if in > 30 {
			return false
		}
	}
	return true
}

// rests returns whether p has a vacation that is not over.
func (p timeOf) rests(now int) bool {
	return len(p.away) > 0 && p.away[len(p.away)-1].until > now
}

// dayOf is the date of a slot for p.
func (p timeOf) dayOf(at int) string { return atSlot(at).In(p.in).Format(time.DateOnly) }

// midnight is the first slot of a date that is not before one.
func (p timeOf) midnight(from int, date string) int {
	for p.dayOf(from) < date {
		from++
	}
	return from
}

// sameHour is the first slot, n days of the calendar after one, at which the clocks show
// its hour; where they skip that hour, as far behind the skip as it lies in it.
func (p timeOf) sameHour(from, n int) int {
	date, hour := p.dateAfter(from, n), atSlot(from).In(p.in).Format(time.TimeOnly)
	at := from
	if n > 0 {
		at = p.midnight(from, date)
		for p.dayOf(at) == date && atSlot(at).In(p.in).Format(time.TimeOnly) < hour {
			at++
		}
		if atSlot(at).In(p.in).Format(time.TimeOnly) > hour {
			last, _ := time.Parse(time.TimeOnly, atSlot(at-1).In(p.in).Format(time.TimeOnly))
			for last = last.Add(slot); last.Format(time.TimeOnly) != hour; last = last.Add(slot) {
				at++
			}
		}
	}
	return at
}

// dateAfter is the date n days after that of a slot.
func (p timeOf) dateAfter(at, n int) string {
	day, _ := time.Parse(time.DateOnly, p.dayOf(at))
	return day.AddDate(0, 0, n).Format(time.DateOnly)
}

var bothSeats = []engine.Color{red, blue}

// agrees compares all that is told of both times.
func (w *model) agrees(t *rapid.T, m match.Match, now time.Time) {
	for _, c := range bothSeats {
		p := w.seats.Of(c)
		switch until := m.Until(c); {
		case m.State != w.state || p.awaited == until.IsZero():
			t.Fatalf("%v, awaits %v: %v; want %v", m, c, until, w.state)
		case p.awaited && !until.Equal(atSlot(w.deadline(c))):
			t.Fatalf("at %v %v has until %v, want %v", now, c, until, atSlot(w.deadline(c)))
		case p.awaited && m.GivenTo(c) != p.given:
			t.Fatalf("%d gifts, want %d", m.GivenTo(c), p.given)
		}
	}
	due, want := m.Due(), w.due()
	if due.After(now) != want.After(now) || due.After(now) && !due.Equal(want) {
		t.Fatalf("at %v the clock is due at %v, want %v", now, due, want)
	}
	if m.Alarm.IsZero() || m.Alarm.After(want) && m.Alarm.After(now) {
		t.Fatalf("alarm at %v, due at %v", m.Alarm, want)
	}
}

// lost is who has, or nobody has.
func (w *model) lost(t *rapid.T, m match.Match, late []engine.Color) {
	want := match.Over
	outcome := map[engine.Color]engine.Outcome{red: engine.BlueWins, blue: engine.RedWins}[late[0]]
	switch both := w.seats.Red.awaited && w.seats.Blue.awaited; {
	case w.state == match.Invited:
		want, outcome = match.Expired, engine.Undecided
	case both && w.deadline(red) == w.deadline(blue):
		want, outcome = match.Aborted, engine.Undecided
	case both && w.deadline(red) < w.deadline(blue):
		outcome = engine.BlueWins
	case both:
		outcome = engine.RedWins
	}
	if got, _ := m.Outcome(); m.State != want || got != outcome || !m.Alarm.IsZero() {
		t.Fatalf("%v %v, want %v %v", m, got, want, outcome)
	}
}
