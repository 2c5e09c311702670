package match

import (
	"cmp"

	"fieldpost/engine"
)

// Speak is By's choice of the language in which he reads the match from now on, and
// of the zone in which he is told times. It may be given at any time, by whoever has
// the seat or is invited to it.
type Speak struct {
	By   engine.Color
	Lang string // "en", "fr", …; "": as before
	Zone string // IANA name of a time zone; "": as before
}

func (s Speak) decide(m *Match) ([]Event, error) {
	if s.By != engine.Red && s.By != engine.Blue || s.By == m.Opponent() && m.Vacant() || m.Seat(s.By).Forgotten {
		return nil, &StateError{"speak", m.State}
	}
	seat := m.Seats.Of(s.By)
	lang, zone := cmp.Or(s.Lang, seat.Lang), cmp.Or(s.Zone, seat.Zone)
	if lang == seat.Lang && zone == seat.Zone {
		return nil, ErrRepeated
	}
	if p := checkLang(lang); p != NoProblem {
		return nil, &InputError{Field: "lang", Text: lang, Problem: p}
	}
	if p := checkZone(zone); p != NoProblem {
		return nil, &InputError{Field: "tz", Text: zone, Problem: p}
	}
	seat.Lang, seat.Zone = lang, zone
	return []Event{{LanguageChosen, s.By}}, nil
}
