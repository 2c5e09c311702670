package match

import (
	"fmt"
	"slices"
	"time"

	"fieldpost/engine"
)

// TakeVacation stops By's own time, while he sets up too, for whole days: from the
// present moment on, each until the same hour of the next day, or from the beginning
// of a day to come. Where he is awaited his deadline is put off by it.
//
// It fails with *VacationError, and before By sits or when the match has ended as
// other commands do.
type TakeVacation struct {
	By   engine.Color
	From time.Time      // any moment of the day on which it begins; zero, or today: now
	Days int            // 1 to MostVacation
	In   *time.Location // where By lives; nil: UTC
}

func (t TakeVacation) decide(m *Match) ([]Event, error) {
	if err := m.resting(t.By, "take a vacation"); err != nil {
		return nil, err
	}
	if m.Pace.NoVacation {
		return nil, &VacationError{Fault: VacationNever}
	}
	in := place(t.In)
	from, ahead := m.Changed, 0
	if !t.From.IsZero() {
		if ahead = DaysAhead(from, t.From, in); ahead > 0 {
			from = dayBegins(from, ahead, in)
		}
	}
	if v, there := m.Vacation(t.By, m.Changed); there {
		if v.Days == t.Days && (v.From.Equal(from) || ahead == 0 && v.Runs(m.Changed) && m.Changed.Sub(v.From) < day) {
			return nil, ErrRepeated
		}
		return nil, &VacationError{Fault: VacationTwice}
	}
	left := m.VacationLeft(t.By, from)
	switch {
	case ahead < 0:
		return nil, &VacationError{Fault: VacationPast}
	case ahead > VacationAhead:
		return nil, &VacationError{Fault: VacationFar}
	case t.Days < 1 || t.Days > MostVacation:
		return nil, &VacationError{Fault: VacationLength, Days: t.Days}
	case t.Days > left:
		return nil, &VacationError{Fault: VacationSpent, Days: left}
	}
	v := Vacation{From: from, Until: dayAfter(from, t.Days, in), Days: t.Days}
	if ahead > 0 {
		v.Until = dayBegins(from, t.Days, in)
	}
	if !v.Until.After(v.From) { // the end of all time
		return nil, &VacationError{Fault: VacationFar}
	}
	list := vacations(*m.Vacations.Of(t.By))
	for len(list) > 0 && !list[0].Until.After(m.Changed.Add(-VacationYear)) && !list[0].Until.After(m.startOf(t.By)) {
		list = list[1:]
	}
	m.stay(t.By, append(slices.Clip(list), v))
	return []Event{{VacationTaken, t.By}}, nil
}

// resting reports why by can have no vacation now, or nil.
func (m *Match) resting(by engine.Color, command string) error {
	switch {
	case by != engine.Red && by != engine.Blue:
		return engine.ErrBadAction
	case m.State == Over:
		return engine.ErrOver
	case !m.running() || !m.Seated(by):
		return &StateError{command, m.State}
	}
	return nil
}

// stay gives c's player other vacations from now on. What of his time has run is as it
// was, and what is left runs outside them.
func (m *Match) stay(c engine.Color, list vacations) {
	left, clocks := time.Duration(0), m.clocks()
	k := clocks.Of(c)
	if m.Awaits(c) {
		left = m.away(c).between(m.Changed, k.Deadline)
	}
	if len(list) == 0 {
		list = nil
	}
	*m.Vacations.Of(c) = list
	if !m.Awaits(c) {
		return
	}
	if until := m.away(c).after(m.Changed, left); !until.Equal(k.Deadline) {
		k.Deadline = until
		m.keep(clocks)
		m.told(c)
	}
}

// place is the zone of whoever gives a command.
func place(in *time.Location) *time.Location {
	if in == nil {
		return time.UTC
	}
	return in
}

// VacationFault is why a vacation cannot be had. The zero value is nothing.
type VacationFault uint8

// The faults.
const (
	NoVacationFault VacationFault = iota
	VacationNever                 // this match has none
	VacationTwice                 // there is one that is not over
	VacationPast                  // it would begin on a day that is over
	VacationFar                   // it would begin in more than VacationAhead days
	VacationLength                // Days is none of 1 to MostVacation
	VacationSpent                 // no more than Days are left
	vacationFaultEnd
)

var vacationFaults = [vacationFaultEnd]string{
	"none", "never", "twice", "past", "far", "length", "spent",
}

// String returns "never", "twice", "past", "far", "length", "spent", or "none".
func (f VacationFault) String() string {
	if f >= vacationFaultEnd {
		return vacationFaults[NoVacationFault]
	}
	return vacationFaults[f]
}

// VacationError says that a vacation cannot be had.
type VacationError struct {
	Fault VacationFault
	Days  int // what was asked for, or what is left; 0 for the other faults
}

func (e *VacationError) Error() string {
	return fmt.Sprintf("no vacation: %v, %d days", e.Fault, e.Days)
}
