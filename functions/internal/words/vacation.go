package words

import (
	"time"

	"fieldpost/engine"
	"fieldpost/engine/match"
)

func vacationFaultKey(f match.VacationFault) string { return "rest.fault." + f.String() }

const noon = 12 * time.Hour

// Away is a vacation that is not over, as it stands for one reader.
type Away struct {
	From, Until, Now time.Time
	Zone             string // of the reader; "" while it is not known
	Name             string // of who takes it, made fit by Name; "" when it is the reader himself
}

// Away tells when a player's own clock stands still: of a vacation that runs, what that
// means and the moment of its end; of one to come, in a line, its first day and its last,
// or its only one.
// A day is the one of its noon, so that who lives some hours away reads the same days.
func (w Words) Away(a Away) string {
	until := w.Moment(a.Until, a.Zone)
	from, last := w.Day(a.From.Add(noon), a.Zone), w.Day(a.Until.Add(-noon), a.Zone)
	switch runs := !a.Now.Before(a.From); {
	case runs && a.Name == "":
		return w.T("rest.you", Args{"Until": until})
	case runs:
		return w.T("rest.they", Args{"Name": a.Name, "Until": until})
	case from == last && a.Name == "":
		return w.T("rest.day_you", Args{"Day": from})
	case from == last:
		return w.T("rest.day_they", Args{"Name": a.Name, "Day": from})
	case a.Name == "":
		return w.T("rest.soon_you", Args{"From": from, "Last": last})
	}
	return w.T("rest.soon_they", Args{"Name": a.Name, "From": from, "Last": last})
}

// VacationEnded tells who ends his vacation in m, as it is before, that it has ended, or that
// it is called off because it has not begun.
func (w Words) VacationEnded(m match.Match, by engine.Color, now time.Time, other string) string {
	if away, there := m.Vacation(by, now); there && !away.Runs(now) {
		return w.T("rest.called_off", Args{"Name": other})
	}
	return w.T("rest.ended", Args{"Name": other})
}

// NoVacation tells why a vacation cannot be had.
func (w Words) NoVacation(e *match.VacationError) string {
	return w.T(vacationFaultKey(e.Fault), Args{
		"Days": w.N("time.days", e.Days), "Most": match.MostVacation, "Ahead": match.VacationAhead,
	})
}
