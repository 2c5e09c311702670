package match

import "fieldpost/engine"

// SaveDraft keeps rows that By has not submitted, whole or not, in the place of
// his earlier ones. Nobody else learns of a draft, nobody submits one for its
// owner, and his setup, once in, takes its place. It fails with ErrSubmitted
// when his setup is in.
type SaveDraft struct {
	By    engine.Color
	Setup engine.Setup // as engine.ParseSetup gives it for the board of the match
}

// String hides the rows.
func (s SaveDraft) String() string { return "a draft of " + s.By.String() }

func (s SaveDraft) decide(m *Match) ([]Event, error) {
	if !m.Seated(s.By) {
		return nil, &StateError{"save a draft", m.State}
	}
	seat := m.Seats.Of(s.By)
	if seat.Drafted && seat.Draft == s.Setup {
		return nil, ErrRepeated
	}
	if m.State != Invited && m.State != SettingUp {
		return nil, &StateError{"save a draft", m.State}
	}
	if seat.Submitted {
		return nil, ErrSubmitted
	}
	ground := m.Rules.Army.Board()
	if again, err := engine.ParseSetup(ground, s.Setup.Text(ground)); err != nil || again != s.Setup {
		rows := engine.RowsFault{Kind: engine.OtherRows}
		return nil, &engine.MalformedError{What: "setup", Hint: rows.String(), Rows: rows}
	}
	seat.Draft, seat.Drafted = s.Setup, true
	return []Event{{DraftSaved, s.By}}, nil
}
