package match

import "fieldpost/engine"

// Speak is By's choice of the language in which he reads the match from now on.
// It may be given at any time, by whoever has the seat or is invited to it.
type Speak struct {
	By   engine.Color
	Lang string // "en", "fr", …
}

func (s Speak) decide(m *Match) ([]Event, error) {
	if s.By != engine.Red && s.By != engine.Blue || s.By == m.Opponent() && m.Vacant() || m.Seat(s.By).Forgotten {
		return nil, &StateError{"speak", m.State}
	}
	if p := checkLang(s.Lang); p != NoProblem {
		return nil, &InputError{Field: "lang", Text: s.Lang, Problem: p}
	}
	seat := m.Seats.Of(s.By)
	if seat.Lang == s.Lang {
		return nil, ErrRepeated
	}
	seat.Lang = s.Lang
	return []Event{{LanguageChosen, s.By}}, nil
}
