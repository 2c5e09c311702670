package words

import (
	"time"

	"fieldpost/engine/match"
)

func vacationFaultKey(f match.VacationFault) string { return "rest.fault." + f.String() }

// Away is a vacation that is not over, as it stands for one reader.
type Away struct {
	From, Until, Now time.Time
	Zone             string // of the reader; "" while it is not known
	Name             string // of who takes it, made fit by Name; "" when it is the reader himself
}

// Away tells when a player's own clock stands still.
func (w Words) Away(a Away) string {
	from, until := w.When(a.From, a.Zone), w.When(a.Until, a.Zone)
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

// NoVacation tells why a vacation cannot be had.
func (w Words) NoVacation(e *match.VacationError) string {
	return w.T(vacationFaultKey(e.Fault), Args{
		"Days": w.N("time.days", e.Days), "Most": match.MostVacation, "Ahead": match.VacationAhead,
	})
}
