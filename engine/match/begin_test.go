package match_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"fieldpost/engine"
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
	const control = "must not contain control, direction or invisible characters"
	for _, test := range []struct{ text, kept, problem string }{
		{"", "", ""},
		{"Hello Bob.\r\nA game?\r\n", "Hello Bob.\nA game?", ""},
		{" \n ", "", ""},
		{strings.Repeat("é", 500), strings.Repeat("é", 500), ""},
		{strings.Repeat("é", 501), "", "is longer than 500 characters"},
		{"می\u200cخواهم", "می\u200cخواهم", ""},
		{"<b>\"@\"</b> https://example.org", "<b>\"@\"</b> https://example.org", ""},
		{"a\u202eb", "", control},
		{"a\u200bb", "", control},
		{"a\rb", "", control},
		{"a\tb", "", control},
		{"a\x00b", "", control},
		{"a\xffb", "", "is not UTF-8"},
	} {
		c := create(custom("F 2"))
		c.Message = test.text
		m, err := match.New(c, monday)
		input, bad := errors.AsType[*match.InputError](err)
		switch {
		case test.problem == "" && (err != nil || m.Message != test.kept):
			t.Errorf("%q: kept as %q, %v", test.text, m.Message, err)
		case test.problem != "" && (!bad || input.Problem != test.problem || input.Field != "message"):
			t.Errorf("%q: %v, want that it %s", test.text, err, test.problem)
		case bad && strings.Contains(err.Error(), "é"):
			t.Errorf("the error tells the message: %v", err)
		}
		if test.problem == "" && match.CheckMessage(m.Message) != "" {
			t.Errorf("%q is kept, and is none", m.Message)
		}
	}
}

// TestRematch: the same two with their colors changed meet in one new match,
// whoever asks, and only when theirs is over.
func TestRematch(t *testing.T) {
	c := create(custom("F 2"))
	c.Keys = both(keyOf(ann.Address), keyOf(bob.Address))
	c.Pace = match.Pace{Move: 36 * time.Hour, Setup: 48 * time.Hour, NoVacation: true}
	m := after(t, created(t, c), match.Confirm{}, match.Accept{By: blue, Zone: "Europe/Rome"}, match.RenewLinks{By: red},
		match.SetUp{By: red, Setup: rows(t, "2........F")}, match.SetUp{By: blue, Setup: rows(t, "2........F")},
		match.Publish{By: red}, match.Publish{By: blue}, match.Resign{By: red, Ply: 0})
	salts := both([16]byte{3}, [16]byte{4})
	var ids []match.ID
	for _, by := range []engine.Color{red, blue} {
		ask, err := match.Rematch(m, by, salts)
		if err != nil {
			t.Fatal(err)
		}
		next := created(t, ask)
		ids = append(ids, next.ID)
		if next.Creator != by.Other() || next.State != match.Invited || !next.Again || next.Open || next.Message != "" {
			t.Errorf("%v asks: %v, creator %v", by, next, next.Creator)
		}
		if next.Seat(by.Other()).Player != m.Seat(by).Player || next.Seat(by).Player != m.Seat(by.Other()).Player ||
			next.Seat(by.Other()).Key != m.Seat(by).Key || next.Seat(by).Key != m.Seat(by.Other()).Key {
			t.Errorf("%v asks, and the seats are others'", by)
		}
		if next.Rules != m.Rules || next.Pace != m.Pace || next.Watched() || next.Seat(red).Epoch != 0 || next.Seat(blue).Epoch != 0 ||
			both(next.Seat(red).Salt, next.Seat(blue).Salt) != salts {
			t.Errorf("%v asks, and something of the old game is left", by)
		}
		if next = after(t, next, match.Accept{By: by}); next.State != match.SettingUp {
			t.Errorf("accepted: %v", next)
		}
	}
	// The id is SHA-256 of "fieldpost rematch\naebagbafaydqq", by sha256sum.
	if ids[0] != ids[1] || fmt.Sprintf("%x", ids[0][:]) != "4f408e58d203e843" || ids[0] == m.ID {
		t.Errorf("the ids are %x", ids)
	}
	lost := later(t, stages(t)[match.SettingUp], match.SetUp{By: red, Setup: rows(t, "2........F")}, match.TimeOut{})
	if _, err := match.Rematch(lost, blue, salts); err != nil {
		t.Errorf("of a match lost while setting up: %v", err)
	}
	named, _, _ := invited(t)
	for _, m := range []match.Match{
		stages(t)[match.Unconfirmed], named, stages(t)[match.SettingUp], stages(t)[match.Playing], stages(t)[match.Aborted],
		after(t, named, match.Decline{By: blue}), after(t, named, match.Withdraw{By: red}), later(t, named, match.TimeOut{}),
	} {
		if _, err := match.Rematch(m, red, salts); !isStateError(err) {
			t.Errorf("of a match at %v: %v", m.State, err)
		}
	}
	if _, err := match.Rematch(m, engine.NoColor, salts); !isStateError(err) {
		t.Errorf("nobody asks: %v", err)
	}
}

// TestPublish: both must agree, each for himself, once and for good.
func TestPublish(t *testing.T) {
	at := stages(t)
	for _, s := range []match.State{match.Unconfirmed, match.Invited, match.SettingUp, match.Aborted} {
		if _, _, err := match.Decide(at[s], match.Publish{By: red}, at[s].Changed); !isStateError(err) {
			t.Errorf("at %v: %v", s, err)
		}
	}
	lost := later(t, at[match.SettingUp], match.SetUp{By: red, Setup: rows(t, "2........F")}, match.TimeOut{})
	if _, _, err := match.Decide(lost, match.Publish{By: red}, lost.Changed); !isStateError(err) {
		t.Errorf("of a game that never began: %v", err)
	}
	for _, s := range []match.State{match.Playing, match.Over} {
		m := at[s]
		if _, _, err := match.Decide(m, match.Publish{}, m.Changed); !isStateError(err) {
			t.Errorf("nobody agrees: %v", err)
		}
		m = run(t, m,
			step{match.Publish{By: blue}, nil, []match.Event{{Kind: match.Published, Seat: blue}}},
			step{match.Publish{By: blue}, match.ErrRepeated, nil})
		if m.Watched() || m.Public != both(false, true) {
			t.Errorf("one agreed: %v", m.Public)
		}
		m = run(t, m,
			step{match.Publish{By: red}, nil, []match.Event{{Kind: match.Published, Seat: red}}},
			step{match.Publish{By: red}, match.ErrRepeated, nil})
		if !m.Watched() {
			t.Error("both agreed, and nobody may watch")
		}
		if s == match.Playing {
			if off := after(t, m, match.Abort{By: blue, Ply: match.AnyPly}); off.Watched() {
				t.Error("a game that was called off is watched")
			}
		}
	}
}

// TestShown counts what both players could see. A number that goes up for what
// one does for himself alone would tell the other of it.
func TestShown(t *testing.T) {
	named, _, _ := invited(t)
	set := func(by engine.Color, text string) match.SetUp { return match.SetUp{By: by, Setup: rows(t, text)} }
	m := named
	for i, s := range []struct {
		command match.Command
		shown   int
	}{
		{match.SaveDraft{By: red, Setup: rows(t, "2")}, 0},
		{match.Resend{By: red}, 1},
		{correction(red, cleo.Address), 1},
		{match.RenewLinks{By: red}, 0},
		{match.Accept{By: blue}, 1},
		{set(red, "2........F"), 1},
		{set(red, "F........2"), 0},
		{match.SaveDraft{By: blue, Setup: rows(t, "2")}, 0},
		{match.RenewLinks{By: blue}, 0},
		{set(blue, "2........F"), 2}, // and the start
		{match.Publish{By: red}, 1},
		{match.RenewLinks{By: red}, 0},
		{match.OfferDraw{By: blue, Ply: 0}, 1},
		{match.PlayMove{By: red, Ply: 0, Move: play(t, red, 0, "j4-j5").Move}, 2}, // and the refusal
		{match.Resign{By: red, Ply: match.AnyPly}, 1},
	} {
		next := after(t, m, s.command)
		if next.Shown != m.Shown+s.shown || next.Version != m.Version+1 {
			t.Errorf("step %d, %T: %d shown after %d, want %d more", i+1, s.command, next.Shown, m.Shown, s.shown)
		}
		m = next
	}
	for end, command := range map[match.State]match.Command{match.Declined: match.Decline{By: blue}, match.Withdrawn: match.Withdraw{By: red}} {
		if next := after(t, named, command); next.State != end || next.Shown != named.Shown+1 {
			t.Errorf("%v: %d shown", end, next.Shown)
		}
	}
}

// TestChoicesBefore: each is offered what he could do, and nothing else.
func TestChoicesBefore(t *testing.T) {
	named, passed, open := invited(t)
	often := after(t, named, match.Resend{By: red}, match.Resend{By: red})
	at := stages(t)
	for _, test := range []struct {
		name string
		m    match.Match
		want [3]string // nobody's, Red's, Blue's
	}{
		{"unconfirmed", at[match.Unconfirmed], [3]string{"[]", "[]", "[]"}},
		{"invited", named, [3]string{"[]", "[resend withdraw new-links]", "[]"}},
		{"sent again often enough", often, [3]string{"[]", "[withdraw new-links]", "[]"}},
		{"to whoever has the link", passed, [3]string{"[]", "[withdraw new-links]", "[]"}},
		{"to anybody", open, [3]string{"[]", "[withdraw new-links]", "[]"}},
		{"joined", after(t, open, joining(bob)), [3]string{"[]", "[abort new-links]", "[abort new-links]"}},
		{"declined", after(t, named, match.Decline{By: blue}), [3]string{"[]", "[]", "[]"}},
		{"withdrawn", after(t, named, match.Withdraw{By: red}), [3]string{"[]", "[]", "[]"}},
		{"expired", later(t, named, match.TimeOut{}), [3]string{"[]", "[]", "[]"}},
		{"one agreed", after(t, at[match.Over], match.Publish{By: red}), [3]string{"[]", "[rematch new-links]", "[rematch public new-links]"}},
	} {
		for i, by := range []engine.Color{engine.NoColor, red, blue} {
			if got := fmt.Sprint(test.m.Choices(by)); got != test.want[i] {
				t.Errorf("%s: %v is offered %s, want %s", test.name, by, got, test.want[i])
			}
		}
	}
}

// TestIndex: a store finds a player's matches by his key, open challenges while
// anybody may take them, and knows how long it must keep what nobody accepted.
func TestIndex(t *testing.T) {
	named, passed, open := invited(t)
	a, b, c := keyOf(ann.Address), keyOf(bob.Address), keyOf(cleo.Address)
	unconfirmed := unconfirmedOpen(t)
	old := later(t, named, match.TimeOut{})
	resent := after(t, named, match.Resend{By: red})
	for _, test := range []struct {
		name    string
		m       match.Match
		other   player.Key
		open    bool
		expires time.Time
	}{
		{"unconfirmed", unconfirmed, player.Key{}, false, monday.Add(match.UnconfirmedLife)},
		{"invited", named, b, false, monday.Add(match.UnacceptedLife)},
		{"sent again", resent, b, false, resent.Changed.Add(match.UnacceptedLife)},
		{"redirected", after(t, resent, correction(red, cleo.Address)), c, false, resent.Changed.Add(time.Minute + match.UnacceptedLife)},
		{"to whoever has the link", passed, player.Key{}, false, monday.Add(match.UnacceptedLife)},
		{"open", open, player.Key{}, true, monday.Add(match.UnacceptedLife)},
		{"joined", after(t, open, joining(cleo)), c, false, time.Time{}},
		{"open no more", after(t, open, match.Withdraw{By: red}), player.Key{}, false, monday.Add(time.Minute + match.UnacceptedLife)},
		{"expired", old, b, false, old.Changed.Add(match.UnacceptedLife)},
		{"declined", after(t, named, match.Decline{By: blue}), b, false, monday.Add(time.Minute + match.UnacceptedLife)},
		{"accepted", after(t, named, match.Accept{By: blue}), b, false, time.Time{}},
		{"aborted", after(t, named, match.Accept{By: blue}, match.Abort{By: blue, Ply: match.AnyPly}), b, false, time.Time{}},
	} {
		want := match.Index{Creator: a, Opponent: test.other, Created: monday, Open: test.open, Expires: test.expires}
		if got := match.Seal(test.m).Index; got != want {
			t.Errorf("%s: open %t, expires %v, the opponent's key is right: %t", test.name, got.Open, got.Expires, got.Opponent == want.Opponent)
		}
	}
	for _, change := range []func(*match.Image){
		func(i *match.Image) { i.Created = i.Created.Add(time.Second) },
		func(i *match.Image) { i.Open = false },
		func(i *match.Image) { i.Opponent = b },
		func(i *match.Image) { i.Expires = i.Expires.Add(time.Second) },
	} {
		image := match.Seal(open)
		change(&image)
		if _, err := match.Open(image); err == nil {
			t.Errorf("an image with another index is opened: %+v", image.Index.Open)
		}
	}
}

// TestMeetingsBefore: two commands around an invitation that were both right
// when they were given meet, in either order. Without it a game could begin that
// was withdrawn, or two sit on one seat.
func TestMeetingsBefore(t *testing.T) {
	named, passed, _ := invited(t)
	accepts := match.ByLink{Seat: blue, Command: match.Accept{By: blue}}
	declines := match.ByLink{Seat: blue, Command: match.Decline{By: blue}}
	withdraws, redirects, resends, ends := match.Withdraw{By: red}, correction(red, cleo.Address), match.Resend{By: red}, match.TimeOut{}
	joins, alsoJoins := joining(bob), joining(cleo)
	at := func(s match.State) func(string) error {
		return func(command string) error { return stateError(command, s) }
	}
	setup, declined, withdrawn, expired := at(match.SettingUp), at(match.Declined), at(match.Withdrawn), at(match.Expired)
	for _, test := range []struct {
		name          string
		m             match.Match
		first, second match.Command
		want          error // of the second
		state         match.State
	}{
		{"accept, decline", named, accepts, declines, setup("decline"), match.SettingUp},
		{"decline, accept", named, declines, accepts, declined("accept"), match.Declined},
		{"accept, withdraw", named, accepts, withdraws, setup("withdraw"), match.SettingUp},
		{"withdraw, accept", named, withdraws, accepts, withdrawn("accept"), match.Withdrawn},
		{"accept, redirect", named, accepts, redirects, setup("correct the address"), match.SettingUp},
		{"redirect, accept", named, redirects, accepts, match.ErrCancelled, match.Invited},
		{"accept, resend", named, accepts, resends, setup("resend"), match.SettingUp},
		{"resend, accept", named, resends, accepts, nil, match.SettingUp},
		{"accept, time-out", named, accepts, ends, match.ErrEarly, match.SettingUp},
		{"time-out, accept", named, ends, accepts, expired("accept"), match.Expired},
		{"decline, withdraw", named, declines, withdraws, declined("withdraw"), match.Declined},
		{"withdraw, decline", named, withdraws, declines, withdrawn("decline"), match.Withdrawn},
		{"decline, redirect", named, declines, redirects, declined("correct the address"), match.Declined},
		{"redirect, decline", named, redirects, declines, match.ErrCancelled, match.Invited},
		{"decline, resend", named, declines, resends, declined("resend"), match.Declined},
		{"resend, decline", named, resends, declines, nil, match.Declined},
		{"decline, time-out", named, declines, ends, match.ErrEarly, match.Declined},
		{"time-out, decline", named, ends, declines, expired("decline"), match.Expired},
		{"withdraw, redirect", named, withdraws, redirects, withdrawn("correct the address"), match.Withdrawn},
		{"redirect, withdraw", named, redirects, withdraws, nil, match.Withdrawn},
		{"withdraw, resend", named, withdraws, resends, withdrawn("resend"), match.Withdrawn},
		{"resend, withdraw", named, resends, withdraws, nil, match.Withdrawn},
		{"withdraw, time-out", named, withdraws, ends, match.ErrEarly, match.Withdrawn},
		{"time-out, withdraw", named, ends, withdraws, expired("withdraw"), match.Expired},
		{"redirect, resend", named, redirects, resends, nil, match.Invited},
		{"resend, redirect", named, resends, redirects, nil, match.Invited},
		{"redirect, time-out", named, redirects, ends, nil, match.Expired},
		{"time-out, redirect", named, ends, redirects, expired("correct the address"), match.Expired},
		{"resend, time-out", named, resends, ends, nil, match.Expired},
		{"time-out, resend", named, ends, resends, expired("resend"), match.Expired},
		{"join, another joins", passed, joins, alsoJoins, match.ErrTaken, match.SettingUp},
		{"another joins, join", passed, alsoJoins, joins, match.ErrTaken, match.SettingUp},
		{"join twice", passed, joins, joins, match.ErrRepeated, match.SettingUp},
		{"join, withdraw", passed, joins, withdraws, setup("withdraw"), match.SettingUp},
		{"withdraw, join", passed, withdraws, joins, withdrawn("join"), match.Withdrawn},
		{"join, time-out", passed, joins, ends, match.ErrEarly, match.SettingUp},
		{"time-out, join", passed, ends, joins, expired("join"), match.Expired},
		{"withdraw from anybody, time-out", passed, withdraws, ends, match.ErrEarly, match.Withdrawn},
		{"time-out, withdraw from anybody", passed, ends, withdraws, expired("withdraw"), match.Expired},
	} {
		t.Run(test.name, func(t *testing.T) {
			now := test.m.Deadline // the last second in which players' commands count
			clock := func(c match.Command) bool { _, ok := c.(match.TimeOut); return ok }
			if clock(test.first) {
				now = now.Add(time.Second)
			}
			m, _, err := match.Decide(test.m, test.first, now)
			if err != nil {
				t.Fatal(err)
			}
			if clock(test.second) {
				now = now.Add(time.Second)
			}
			next, _, err := match.Decide(m, test.second, now)
			if !fails(err, test.want) {
				t.Errorf("error %v, want %v", err, test.want)
			}
			if next.State != test.state || err != nil && next.Version != m.Version {
				t.Errorf("it is %v, want %v", next.State, test.state)
			}
			if _, err := match.Open(match.Seal(next)); err != nil {
				t.Error(err)
			}
		})
	}
}
