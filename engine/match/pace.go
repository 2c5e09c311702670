package match

import (
	"fmt"
	"time"
)

// Pace is how much time the players have. The zero value is no pace.
type Pace struct {
	Move  time.Duration // for each move, the first one too
	Setup time.Duration // for both setups, from the acceptance on

	NoVacation bool // neither player may stop his time
}

// The limits of both times of a pace. A day is 24 hours, whatever the clocks of
// a country do.
const (
	day       = 24 * time.Hour
	LeastPace = day / 2
	MostPace  = 14 * day
)

// StandardPace is what a match has that asks for none.
var StandardPace = Pace{Move: 3 * day, Setup: 7 * day}

// Check returns an *InputError for a time that no match can have.
func (p Pace) Check() error {
	for _, part := range []struct {
		field string
		time  time.Duration
	}{{"pace.days", p.Move}, {"pace.setupDays", p.Setup}} {
		switch {
		case part.time < LeastPace || part.time > MostPace:
			return &InputError{Field: part.field, Text: inDays(part.time), Problem: PaceLimits}
		case part.time%time.Minute != 0:
			return &InputError{Field: part.field, Text: inDays(part.time), Problem: PaceInSeconds}
		}
	}
	return nil
}

// Brisk reports whether a mail a day would come too late for the pace: a deadline may
// be less than two days away.
func (p Pace) Brisk() bool { return min(p.Move, p.Setup) < 2*day }

// inDays writes a time as its player would. Minutes, unlike hours, are whole, so
// that 576 of them are 0.4 days and not a little less.
func inDays(d time.Duration) string { return fmt.Sprint(d.Minutes() / day.Minutes()) }
