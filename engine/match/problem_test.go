package match_test

import (
	"strings"
	"testing"
	"time"

	"fieldpost/engine/match"
)

// Without it a new problem would go by the word of another, or of none, in the
// catalog as in the log.
func TestProblems(t *testing.T) {
	seen := map[string]match.Problem{match.NoProblem.Code(): match.NoProblem, match.NoProblem.String(): match.NoProblem}
	for _, p := range match.Problems() {
		for _, text := range []string{p.Code(), p.String()} {
			if other, twice := seen[text]; twice || text == "" || strings.Contains(text, "%") {
				t.Errorf("%d reads %q, as %d does", p, text, other)
			}
			seen[text] = p
		}
	}
	if last := match.Problem(len(match.Problems()) + 1); last.Code() != "none" {
		t.Errorf("Problems leaves %v out", last)
	}
	for p, want := range map[match.Problem]string{
		match.NameTooLong: "is longer than 40 characters", match.MessageTooLong: "is longer than 500 characters",
		match.AddressTooLong: "is longer than 254 bytes", match.PaceLimits: "must be from 0.5 to 14 days",
	} {
		if p.String() != want {
			t.Errorf("%s reads %q, want %q", p.Code(), p, want)
		}
	}
}

// Without it a log would hold an address or a message, and a player read a
// number that he has not written.
func TestInputErrorQuotes(t *testing.T) {
	for _, c := range []struct {
		err  match.InputError
		want string
	}{
		{match.InputError{Field: "creator.name", Text: "a@b", Problem: match.NameWithAt}, `creator.name "a@b": must not contain an @`},
		{match.InputError{Field: "creator.name", Problem: match.Missing}, "creator.name: is missing"},
		{match.InputError{Field: "opponent.email", Text: "bob", Problem: match.NoAddress}, "opponent.email: is no plain mail address, as in ann@example.org"},
		{match.InputError{Field: "message", Text: "hi\x00", Problem: match.UnseenCharacters}, "message: must not contain control, direction or invisible characters"},
	} {
		if got := c.err.Error(); got != c.want {
			t.Errorf("reads %q, want %q", got, c.want)
		}
	}
	err := match.Pace{Move: 576 * time.Minute, Setup: match.MostPace}.Check()
	if err == nil || err.Error() != "pace.days 0.4: must be from 0.5 to 14 days" {
		t.Errorf("0.4 days: %v", err)
	}
}
