package match

import (
	"slices"
	"time"

	"fieldpost/engine"
)

// Vacation is a time in which a player's own clock stands still. He may move all the
// same, which does not end it.
//
// Source: product.md "Correspondence life".
type Vacation struct {
	From, Until time.Time // the clock runs again in the second Until; UTC, whole seconds
	Days        int       // that it takes from the bank: each that has begun counts; from 1
}

const (
	// MostVacation is how many days of vacation a seat has in any VacationYear.
	MostVacation = 30
	// VacationYear is the time in which they are counted.
	VacationYear = 365 * day
	// VacationAhead is how many days ahead a vacation may begin.
	VacationAhead = 60
)

// Vacation returns the vacation of c's player that is not over at now: it runs, or
// begins later. There is at most one.
func (m Match) Vacation(c engine.Color, now time.Time) (v Vacation, there bool) {
	list := *m.Vacations.Of(c)
	if n := len(list); n > 0 && list[n-1].Until.After(seconds(now)) {
		return list[n-1], true
	}
	return Vacation{}, false
}

// Runs reports whether the clock stands still at now.
func (v Vacation) Runs(now time.Time) bool {
	return !seconds(now).Before(v.From) && seconds(now).Before(v.Until)
}

// VacationLeft returns how many days c's player may take from a moment on. In the
// bank the days of a vacation follow one another by 24 hours.
func (m Match) VacationLeft(c engine.Color, from time.Time) int {
	if m.Pace.NoVacation {
		return 0
	}
	n := 0
	for ; n < MostVacation; n++ {
		since, used := from.Add(time.Duration(n)*day-VacationYear), n
		for _, v := range *m.Vacations.Of(c) {
			for d := range v.Days {
				if v.From.Add(time.Duration(d) * day).After(since) {
					used++
				}
			}
		}
		if used >= MostVacation {
			break
		}
	}
	return n
}

// vacations are those of a player, in their order and apart from one another. His
// time runs outside them.
type vacations []Vacation

// away are the vacations that stop the time of c's player. An invitation has its own
// time, whoever is away.
func (m Match) away(c engine.Color) vacations {
	if c == engine.NoColor || m.State == Invited {
		return nil
	}
	return *m.Vacations.Of(c)
}

// after returns when d has run since start. It never lies in a vacation: what would
// be over in its first second is over in the one after its last.
func (list vacations) after(start time.Time, d time.Duration) time.Time {
	for _, v := range list {
		if !v.Until.After(start) {
			continue
		}
		if run := v.From.Sub(start); run > 0 {
			if run > d {
				break
			}
			d -= run
		}
		start = v.Until
	}
	return seconds(start.Add(d))
}

// before returns when d was left until end, which lies in no vacation.
func (list vacations) before(end time.Time, d time.Duration) time.Time {
	for _, v := range slices.Backward(list) {
		if v.Until.After(end) {
			continue
		}
		run := end.Sub(v.Until)
		if run >= d {
			break
		}
		d -= run
		end = v.From
	}
	return seconds(end.Add(-d))
}

// between returns how much time runs from one moment to a later one.
func (list vacations) between(from, to time.Time) time.Duration {
	runs := to.Sub(from)
	for _, v := range list {
		start, end := v.From, v.Until
		if from.After(start) {
			start = from
		}
		if to.Before(end) {
			end = to
		}
		if end.After(start) {
			runs -= end.Sub(start)
		}
	}
	return runs
}

// dayAfter returns the moment n days of the calendar after from, at the same hour. Where
// the clocks skip that hour it is the one after: a day is not cut short by the hour that
// the next one lacks.
func dayAfter(from time.Time, n int, in *time.Location) time.Time {
	local := from.In(in)
	date := func(in *time.Location) time.Time {
		return time.Date(local.Year(), local.Month(), local.Day()+n, local.Hour(), local.Minute(), local.Second(), 0, in)
	}
	at := date(in)
	_, offset := at.Zone()
	if wall := at.Add(time.Duration(offset) * time.Second); wall.Before(date(time.UTC)) { // which of both hours time.Date takes is left open
		at = at.Add(date(time.UTC).Sub(wall))
	}
	return seconds(at)
}

// dayBegins returns the first moment of the local day that is n days after that of from.
// Where the clocks go forward at midnight it is a little later.
func dayBegins(from time.Time, n int, in *time.Location) time.Time {
	local := from.In(in)
	noon := time.Date(local.Year(), local.Month(), local.Day()+n, 12, 0, 0, 0, in)
	start := time.Date(noon.Year(), noon.Month(), noon.Day(), 0, 0, 0, 0, in)
	for start.Day() != noon.Day() && start.Before(noon) {
		start = start.Add(15 * time.Minute)
	}
	return seconds(start)
}

// ParseDay reads a day of the calendar, "2026-12-24", and returns its noon. It fails with
// *InputError for a field.
func ParseDay(field, text string, in *time.Location) (time.Time, error) {
	day, err := time.Parse(time.DateOnly, text)
	if err != nil {
		return time.Time{}, &InputError{Field: field, Text: text, Problem: NoDate}
	}
	return Noon(day.Year(), day.Month(), day.Day(), in), nil
}

// Noon returns the noon of a day of the calendar, which every day has.
func Noon(year int, month time.Month, day int, in *time.Location) time.Time {
	return time.Date(year, month, day, 12, 0, 0, 0, place(in))
}

// DaysAhead returns how many days of the calendar to lies after from: 0 on the same day.
func DaysAhead(from, to time.Time, in *time.Location) int {
	date := func(t time.Time) time.Time {
		y, m, d := t.In(in).Date()
		return time.Date(y, m, d, 0, 0, 0, 0, time.UTC)
	}
	return int(date(to).Sub(date(from)) / day)
}

// Part 2: red's vacations, then blue's: how many, and of each, as numbers, the seconds
// since the one before ended, or since the creation; how many it lasts; its days.

func putVacations(w *writer, m Match) {
	if len(m.Vacations.Red) == 0 && len(m.Vacations.Blue) == 0 {
		return
	}
	for _, list := range [][]Vacation{m.Vacations.Red, m.Vacations.Blue} {
		w.number(uint64(len(list)))
		last := m.Created
		for _, v := range list {
			w.number(uint64(v.From.Unix() - last.Unix()))
			w.number(uint64(v.Until.Unix() - v.From.Unix()))
			w.byte(byte(v.Days))
			last = v.Until
		}
	}
}

func takeVacations(r *reader, m *Match) {
	for _, list := range []*[]Vacation{&m.Vacations.Red, &m.Vacations.Blue} {
		last := uint64(m.Created.Unix())
		for n := r.below(1 << 10); n > 0 && r.err == nil; n-- {
			from := last + r.below(lastSecond+1-last)
			last = from + r.below(lastSecond+1-from)
			v := Vacation{time.Unix(int64(from), 0).UTC(), time.Unix(int64(last), 0).UTC(), int(r.byte())}
			if last == from || v.Days < 1 || v.Days > MostVacation {
				r.fail("a vacation of no time")
			}
			*list = append(*list, v)
		}
	}
}
