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
		if problem := match.CheckName(name); problem != "" {
			t.Errorf("%q is refused: %s", name, problem)
		}
	}
	for _, test := range []struct{ name, problem string }{
		{"", "is missing"},
		{"   ", "is missing"},
		{"\u0301", "is missing"},
		{"\u200d", "is missing"},
		{strings.Repeat("é", 41), "is longer than 40 characters"},
		{"Ann\n", "must not contain control, direction or invisible characters"},
		{"Ann\r\nBcc: x", "must not contain control, direction or invisible characters"},
		{"A\x00nn", "must not contain control, direction or invisible characters"},
		{"A\x7fnn", "must not contain control, direction or invisible characters"},
		{"Ann\u202enoB", "must not contain control, direction or invisible characters"},
		{"Ann\u2066", "must not contain control, direction or invisible characters"},
		{"A\u00adnn", "must not contain control, direction or invisible characters"},
		{"A\u2028nn", "must not contain control, direction or invisible characters"},
		{"A\u00a0nn", "must not contain control, direction or invisible characters"},
		{"\u3164", "must not contain control, direction or invisible characters"},
		{"A\xffnn", "is not UTF-8"},
		{`Ann "the Hun"`, "must not contain double quotes"},
		{"ann@example.org", "must not contain an @"},
		{"ann＠example", "must not contain an @"},
		{"http://x", "must not contain a link (put a space after a full stop)"},
		{"see //x", "must not contain a link (put a space after a full stop)"},
		{"Win at spam.example", "must not contain a link (put a space after a full stop)"},
		{"WWW.SPAM.DE", "must not contain a link (put a space after a full stop)"},
		{"spam。de", "must not contain a link (put a space after a full stop)"},
		{"evil.\u200dcom", "must not contain a link (put a space after a full stop)"},
		{"http:/\u200d/evil", "must not contain a link (put a space after a full stop)"},
		{"evil․com", "must not contain a link (put a space after a full stop)"},
		{"www.x", "must not contain a link (put a space after a full stop)"},
		{"tel:+31612345", "must not contain a link (put a space after a full stop)"},
		{"mailto:ann", "must not contain a link (put a space after a full stop)"},
	} {
		if problem := match.CheckName(test.name); problem != test.problem {
			t.Errorf("%q: %q, want %q", test.name, problem, test.problem)
		}
	}
}

// TestAddresses: an address that is anything but one plain address could carry
// a second recipient, or a header.
func TestAddresses(t *testing.T) {
	long := strings.Repeat("a", 60) + "@" + strings.Repeat("b.", 95) + "de"
	for _, address := range []string{"ann@example.org", "Ann.B+stratego@mail.example.co.uk", "o'brien@x.ie", "ann@localhost", long} {
		if problem := match.CheckAddress(address); problem != "" {
			t.Errorf("%q is refused: %s", address, problem)
		}
	}
	const plain = "is no plain mail address, as in ann@example.org"
	const spaces = "must not contain spaces, line breaks or control characters"
	for _, test := range []struct{ address, problem string }{
		{"", "is missing"},
		{strings.Repeat("a", 60) + "@" + strings.Repeat("b.", 96) + "com", "is longer than 254 bytes"},
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
		{"ann@exämple.org", "must be ASCII (write a domain in its xn-- form)"},
		{"ann\u202e@example.org", "must be ASCII (write a domain in its xn-- form)"},
	} {
		if problem := match.CheckAddress(test.address); problem != test.problem {
			t.Errorf("%q: %q, want %q", test.address, problem, test.problem)
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
		{"no id", func(c *match.Create) { c.ID = match.ID{} }, match.InputError{Field: "id", Problem: "is missing"}},
		{"no color", func(c *match.Create) { c.Creator = 0 }, match.InputError{Field: "color", Text: "none", Problem: "must be red or blue"}},
		{"creator's name", func(c *match.Create) { c.Players.Red.Name = "a@b" }, match.InputError{Field: "creator.name", Text: "a@b", Problem: "must not contain an @"}},
		{"opponent's name", func(c *match.Create) { c.Players.Blue.Name = "" }, match.InputError{Field: "opponent.name", Problem: "is missing"}},
		{"the creator is Blue", func(c *match.Create) { c.Creator, c.Players.Blue.Name = engine.Blue, "" }, match.InputError{Field: "creator.name", Problem: "is missing"}},
		{"address", func(c *match.Create) { c.Players.Blue.Address = "bob" }, match.InputError{Field: "opponent.email", Text: "bob", Problem: "is no plain mail address, as in ann@example.org"}},
		{"language", func(c *match.Create) { c.Players.Red.Lang = "English" }, match.InputError{Field: "creator.lang", Text: "English", Problem: `is no language, as in "en"`}},
		{"zone", func(c *match.Create) { c.Players.Red.Zone = "Europe/Paris\n" }, match.InputError{Field: "creator.tz", Text: "Europe/Paris\n", Problem: `is no time zone, as in "Europe/Paris"`}},
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
