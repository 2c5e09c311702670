package words

import (
	"slices"
	"strings"
	"testing"

	"fieldpost/engine"
	"fieldpost/engine/match"
)

// Without it a placeholder that the code does not fill would be found by the
// first player who makes that mistake.
func TestEveryFaultReads(t *testing.T) {
	_, w := english(t)
	var read []string
	for _, p := range match.Problems() {
		read = append(read, w.Problem(p), w.Input(&match.InputError{Field: "creator.name", Text: "x", Problem: p}))
	}
	for k := engine.MissingPieces; k.String() != "none"; k++ {
		read = append(read, w.SetupFaults(&engine.SetupError{Faults: []engine.SetupFault{{Kind: k, Rank: engine.Scout, Count: 1, Square: 1}}})...)
	}
	for k := engine.UnknownSymbol; k.String() != "none"; k++ {
		read = append(read, w.SetupFaults(&engine.MalformedError{Rows: engine.RowsFault{Kind: k}})...)
	}
	for k := engine.NoSuchArmy; k.String() != "none"; k++ {
		read = append(read, w.Senseless(&engine.RulesError{Faults: []engine.RulesFault{{Kind: k, Army: engine.Duel}}}))
	}
	for _, text := range read {
		if text == "" || strings.Contains(text, "%!") {
			t.Errorf("%q is no sentence", text)
		}
	}
	if w.Problem(match.NoProblem) != "" || w.SetupFaults(engine.ErrOver) != nil {
		t.Error("there are words for what is in order")
	}
}

// Without it a program would be told of a detail without its member, be told an
// address, or a number that it has not sent.
func TestInput(t *testing.T) {
	_, w := english(t)
	for want, err := range map[string]match.InputError{
		`creator.name "a@b": This must not contain an @.`:                       {Field: "creator.name", Text: "a@b", Problem: match.NameWithAt},
		"creator.name: This is missing.":                                        {Field: "creator.name", Problem: match.Missing},
		"opponent.email: This is no plain mail address, as in ann@example.org.": {Field: "opponent.email", Text: "bob", Problem: match.NoAddress},
		"pace.days 0.4: This must be from 0.5 to 14 days.":                      {Field: "pace.days", Text: "0.4", Problem: match.PaceLimits},
		"message: This is longer than 500 characters.":                          {Field: "message", Text: "x", Problem: match.MessageTooLong},
	} {
		if got := w.Input(&err); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestSetupFaults(t *testing.T) {
	_, w := english(t)
	err := &engine.SetupError{American: true, Faults: []engine.SetupFault{
		{Kind: engine.NotOwnRow, Square: 1},
		{Kind: engine.MissingPieces, Rank: engine.Scout, Count: 2},
		{Kind: engine.MissingPieces, Rank: engine.Spy, Count: 1},
		{Kind: engine.ExtraPieces, Rank: engine.Bomb, Count: 1},
	}}
	got := w.SetupFaults(err)
	if want := []string{"a1 is not one of your rows.", "Missing: 2 Scouts, Spy.", "Too many: Bomb."}; len(got) != 4 || !slices.Equal(got[:3], want) || !strings.Contains(got[3], "American") {
		t.Errorf("the faults are %q", got)
	}
	senseless := &engine.RulesError{Faults: []engine.RulesFault{
		{Kind: engine.NotOneFlag, N: 2, Most: 1}, {Kind: engine.ClaimAfterDraw, N: 401, Most: 400},
	}}
	const want = "A custom army has exactly one flag, not 2. A draw could be claimed after 401 moves without an attack, but after 400 the game is drawn already."
	if got := w.Senseless(senseless); got != want {
		t.Errorf("the rules read %q, want %q", got, want)
	}
}
