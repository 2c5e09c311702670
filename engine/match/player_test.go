package match_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fieldpost/engine"
	"fieldpost/engine/match"
)

// TestNames: names go into headers and pages of another person, who did not ask
// for the mail. What passes here is what a stranger can be made to read.
func TestNames(t *testing.T) {
	for _, name := range []string{
		"A", "Ann", "O'Brien", "Zoë", "J. R. R. Tolkien", "J.R.R. Tolkien", "Ann (the 2nd)", "林黛玉",
		"می\u200cخواهم", "👩\u200d🚀", "3rd Man", "Ann & Bob, <both>", "A…B", "Mr.", "v1.5", strings.Repeat("é", 40),
	} {
		if problem := match.CheckName(name); problem != match.NoProblem {
			t.Errorf("%q is refused: %s", name, problem)
		}
	}
	for _, test := range []struct {
		name    string
		problem match.Problem
	}{
		{"", match.Missing},
		{"   ", match.Missing},
		{"\u0301", match.Missing},
		{"\u200d", match.Missing},
		{strings.Repeat("é", 41), match.NameTooLong},
		{"Ann\n", match.UnseenCharacters},
		{"Ann\r\nBcc: x", match.UnseenCharacters},
		{"A\x00nn", match.UnseenCharacters},
		{"A\x7fnn", match.UnseenCharacters},
		{"Ann\u202enoB", match.UnseenCharacters},
		{"Ann\u2066", match.UnseenCharacters},
		{"A\u00adnn", match.UnseenCharacters},
		{"A\u2028nn", match.UnseenCharacters},
		{"A\u00a0nn", match.UnseenCharacters},
		{"\u3164", match.UnseenCharacters},
		{"A\xffnn", match.NotUTF8},
		{`Ann "the Hun"`, match.NameWithQuotes},
		{"ann@example.org", match.NameWithAt},
		{"ann＠example", match.NameWithAt},
		{"http://x", match.NameWithLink},
		{"see //x", match.NameWithLink},
		{"Win at spam.example", match.NameWithLink},
		{"WWW.SPAM.DE", match.NameWithLink},
		{"spam。de", match.NameWithLink},
		{"evil.\u200dcom", match.NameWithLink},
		{"http:/\u200d/evil", match.NameWithLink},
		{"evil․com", match.NameWithLink},
		{"www.x", match.NameWithLink},
		{"tel:+31612345", match.NameWithLink},
		{"mailto:ann", match.NameWithLink},
	} {
		if problem := match.CheckName(test.name); problem != test.problem {
			t.Errorf("%q: %v, want %v", test.name, problem, test.problem)
		}
	}
}

// TestAddresses: an address that is anything but one plain address could carry
// a second recipient, or a header.
func TestAddresses(t *testing.T) {
	long := strings.Repeat("a", 60) + "@" + strings.Repeat("b.", 95) + "de"
	for _, address := range []string{"ann@example.org", "Ann.B+stratego@mail.example.co.uk", "o'brien@x.ie", "ann@localhost", long} {
		if problem := match.CheckAddress(address); problem != match.NoProblem {
			t.Errorf("%q is refused: %s", address, problem)
		}
	}
	const plain = match.NoAddress
	const spaces = match.AddressWithSpaces
	for _, test := range []struct {
		address string
		problem match.Problem
	}{
		{"", match.Missing},
		{strings.Repeat("a", 60) + "@" + strings.Repeat("b.", 96) + "com", match.AddressTooLong},
		{strings.Repeat("a", 65) + "@example.org", plain},
		{"ann@example.org\n", spaces},
		{"ann@example.org\r\nBcc: bob@example.net", spaces},
		{"ann @example.org", spaces},
		{"ann\x00@example.org", spaces},
		{"Ann <ann@example.org>", spaces},
		{"<ann@example.org>", plain},
		{"ann@example.org,bob@example.net", plain},
		{"ann", plain},
		{"@example.org", plain},
		{"ann@", plain},
		{"ann@b@example.org", plain},
		{`"ann"@example.org`, plain},
		{"ann@[127.0.0.1]", plain},
		{"ann(x)@example.org", plain},
		{"ann@exämple.org", match.AddressNotASCII},
		{"ann\u202e@example.org", match.AddressNotASCII},
	} {
		if problem := match.CheckAddress(test.address); problem != test.problem {
			t.Errorf("%q: %v, want %v", test.address, problem, test.problem)
		}
	}
}

// TestNewRefuses: nothing comes of a bad request, and the error names the field
// as the one who asked spelt it.
func TestNewRefuses(t *testing.T) {
	for _, test := range []struct {
		name   string
		change func(*match.Create)
		want   match.InputError
	}{
		{"no id", func(c *match.Create) { c.ID = match.ID{} }, match.InputError{Field: "id", Problem: match.Missing}},
		{"no color", func(c *match.Create) { c.Creator = 0 }, match.InputError{Field: "color", Text: "none", Problem: match.NoSide}},
		{"creator's name", func(c *match.Create) { c.Players.Red.Name = "a@b" }, match.InputError{Field: "creator.name", Text: "a@b", Problem: match.NameWithAt}},
		{"opponent's name", func(c *match.Create) { c.Players.Blue.Name = "" }, match.InputError{Field: "opponent.name", Problem: match.Missing}},
		{"the creator is Blue", func(c *match.Create) { c.Creator, c.Players.Blue.Name = engine.Blue, "" }, match.InputError{Field: "creator.name", Problem: match.Missing}},
		{"address", func(c *match.Create) { c.Players.Blue.Address = "bob" }, match.InputError{Field: "opponent.email", Text: "bob", Problem: match.NoAddress}},
		{"language", func(c *match.Create) { c.Players.Red.Lang = "English" }, match.InputError{Field: "creator.lang", Text: "English", Problem: match.NoLanguage}},
		{"zone", func(c *match.Create) { c.Players.Red.Zone = "Europe/Paris\n" }, match.InputError{Field: "creator.tz", Text: "Europe/Paris\n", Problem: match.NoTimeZone}},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := create(custom("F 2"))
			test.change(&c)
			m, err := match.New(c, monday)
			var input *match.InputError
			if !errors.As(err, &input) {
				t.Fatalf("error %v, want an InputError", err)
			}
			if diff := cmp.Diff(test.want, *input); diff != "" {
				t.Errorf("error (-want +got):\n%s", diff)
			}
			if m.ID != (match.ID{}) {
				t.Errorf("a match came of it: %v", m)
			}
			if strings.HasSuffix(input.Field, ".email") && input.Text != "" && strings.Contains(err.Error(), input.Text) {
				t.Errorf("the error's text %q tells the address", err)
			}
		})
	}
	bad := custom("F B")
	var rules *engine.RulesError
	if _, err := match.New(create(bad), monday); !errors.As(err, &rules) {
		t.Errorf("senseless rules: error %v, want a RulesError", err)
	}
}

// TestNewTidies: spaces around a name, a missing language and rules in short
// form are brought into the one form that is stored.
func TestNewTidies(t *testing.T) {
	c := create(engine.Rules{Army: engine.Barrage, Chase: engine.ChaseISF, MovingBombs: true})
	c.Players.Red.Name, c.Players.Red.Lang = "  Ann ", ""
	m := created(t, c)
	if m.Seats.Red.Name != "Ann" || m.Seats.Red.Lang != "en" || !m.Rules.ExplodingBombs || m.Rules.Troops.Total() != 8 {
		t.Errorf("got name %q, lang %q, rules %v", m.Seats.Red.Name, m.Seats.Red.Lang, m.Rules)
	}
}
