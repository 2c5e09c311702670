package words

import (
	"time"

	"fieldpost/engine"
	"fieldpost/engine/match"
)

func vacationFaultKey(f match.VacationFault) string { return "rest.fault." + f.String() }

// Away is a vacation that is not over, as it stands for one reader.
type Away struct {
	From, Until, Now time.Time
	Zone             string // of the reader; "" while it is not known
	Name             string // of who takes it, made fit by Name; "" when it is the reader himself
	Brief            bool   // one of many: by the reader's clock alone
}

// Away tells when a player's own clock stands still.
func (w Words) Away(a Away) string {
	from, until := w.when(a.From, a.Zone, a.Brief), w.when(a.Until, a.Zone, a.Brief)
	switch runs := !a.Now.Before(a.From); {
	case runs && a.Name == "":
		return w.T("rest.you", Args{"Until": until})
	case runs:
		return w.T("rest.they", Args{"Name": a.Name, "Until": until})
	case a.Name == "":
		return w.T("rest.soon_you", Args{"From": from, "Until": until})
	}
	return w.T("rest.soon_they", Args{"Name": a.Name, "From": from, "Until": until})
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
