package match_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fieldpost/engine/match"
	"fieldpost/engine/player"
)

// TestNewStands: how a match stands that was just asked for. Without it a
// creator who has shown his address would have to show it again, or one who has
// not would invite somebody.
func TestNewStands(t *testing.T) {
	vacant := func(c *match.Create) { c.Players.Blue, c.Keys.Blue = match.Player{}, player.Key{} }
	createdOnly := []match.Event{{Kind: match.Created, Seat: red}}
	confirmedToo := []match.Event{{Kind: match.Created, Seat: red}, {Kind: match.Confirmed, Seat: red}}
	for _, test := range []struct {
		name   string
		change func(*match.Create)
		state  match.State
		events []match.Event
		open   bool // to anybody, now
	}{
		{"for Bob", func(*match.Create) {}, match.Unconfirmed, createdOnly, false},
		{"for Bob, confirmed", func(c *match.Create) { c.Confirmed = true }, match.Invited, confirmedToo, false},
		{"to pass on", vacant, match.Unconfirmed, createdOnly, false},
		{"to pass on, confirmed", func(c *match.Create) { vacant(c); c.Confirmed = true }, match.Invited, confirmedToo, false},
		{"open", func(c *match.Create) { vacant(c); c.Open = true }, match.Unconfirmed, createdOnly, false},
		{"open, confirmed", func(c *match.Create) { vacant(c); c.Open, c.Confirmed = true, true }, match.Invited, confirmedToo, true},
		{"a vacant seat has no key", func(c *match.Create) { c.Players.Blue = match.Player{} }, match.Unconfirmed, createdOnly, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := create(custom("F 2"))
			c.Keys = both(keyOf(ann.Address), keyOf(bob.Address))
			test.change(&c)
			m := created(t, c)
			if m.State != test.state || m.Version != 1 || m.Shown != len(test.events) {
				t.Errorf("%v, version %d, %d shown", m, m.Version, m.Shown)
			}
			if diff := cmp.Diff(test.events, m.Events); diff != "" {
				t.Errorf("events (-want +got):\n%s", diff)
			}
			if m.Vacant() != (c.Players.Blue == match.Player{}) || m.Vacant() != (m.Seat(blue).Key == player.Key{}) {
				t.Error("the seat and its key disagree")
			}
			image := match.Seal(m)
			if image.Open != test.open || m.Deadline.IsZero() != (test.state == match.Unconfirmed) {
				t.Errorf("open %t, deadline %v", image.Open, m.Deadline)
			}
			if _, err := match.Open(image); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestNewRefusesWishes: what makes no sense together, or is nobody's to read.
func TestNewRefusesWishes(t *testing.T) {
	vacant := func(c *match.Create) { c.Players.Blue = match.Player{} }
	for _, test := range []struct {
		name   string
		change func(*match.Create)
		field  string
	}{
		{"open, with an opponent", func(c *match.Create) { c.Open = true }, "open"},
		{"open, with a message", func(c *match.Create) { vacant(c); c.Open, c.Message = true, "Hello" }, "message"},
		{"a message too long", func(c *match.Create) { c.Message = strings.Repeat("é", 501) }, "message"},
		{"no creator", func(c *match.Create) { c.Players.Red = match.Player{} }, "creator.name"},
		{"half an opponent", func(c *match.Create) { c.Players.Blue.Address = "" }, "opponent.email"},
		{"himself", func(c *match.Create) { c.Keys = both(player.Key{1}, player.Key{1}) }, "opponent.email"},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := create(custom("F 2"))
			test.change(&c)
			m, err := match.New(c, monday)
			if input, ok := errors.AsType[*match.InputError](err); !ok || input.Field != test.field || m.ID != (match.ID{}) {
				t.Errorf("%v, %v; want a fault of %s", m, err, test.field)
			}
		})
	}
}

// TestMessage: what a creator may write, and as what it is kept. Without it a
// form's line breaks would be a fault, or a message could run backwards.
func TestMessage(t *testing.T) {
	const control = match.UnseenCharacters
	for _, test := range []struct {
		text, kept string
		problem    match.Problem
	}{
		{"", "", match.NoProblem},
		{"Hello Bob.\r\nA game?\r\n", "Hello Bob.\nA game?", match.NoProblem},
		{" \n ", "", match.NoProblem},
		{strings.Repeat("é", 500), strings.Repeat("é", 500), match.NoProblem},
		{strings.Repeat("é", 501), "", match.MessageTooLong},
		{"می\u200cخواهم", "می\u200cخواهم", match.NoProblem},
		{"<b>\"@\"</b> https://example.org", "<b>\"@\"</b> https://example.org", match.NoProblem},
		{"a\u202eb", "", control},
		{"a\u200bb", "", control},
		{"a\rb", "", control},
		{"a\tb", "", control},
		{"a\x00b", "", control},
		{"a\xffb", "", match.NotUTF8},
	} {
		c := create(custom("F 2"))
		c.Message = test.text
		m, err := match.New(c, monday)
		input, bad := errors.AsType[*match.InputError](err)
		switch {
		case test.problem == match.NoProblem && (err != nil || m.Message != test.kept):
			t.Errorf("%q: kept as %q, %v", test.text, m.Message, err)
		case test.problem != match.NoProblem && (!bad || input.Problem != test.problem || input.Field != "message"):
			t.Errorf("%q: %v, want that it %v", test.text, err, test.problem)
		case bad && strings.Contains(err.Error(), "é"):
			t.Errorf("the error tells the message: %v", err)
		}
		if test.problem == match.NoProblem && match.CheckMessage(m.Message) != match.NoProblem {
			t.Errorf("%q is kept, and is none", m.Message)
		}
	}
}
