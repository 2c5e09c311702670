package match_test

import (
	"errors"
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/engine/player"
)

var cleo = match.Player{Name: "Cleo", Address: "cleo@example.com", Lang: "en", Zone: "America/Lima"}

// invited returns matches of Ann, who is Red, to which somebody is invited: Bob,
// whoever gets the link that she passes on, or anybody.
func invited(t testing.TB) (named, passed, open match.Match) {
	t.Helper()
	c := create(custom("F 2"))
	c.Confirmed, c.Message = true, "One game?\nAnn"
	c.Keys = both(keyOf(ann.Address), keyOf(bob.Address))
	named = created(t, c)
	c.Players.Blue, c.Keys.Blue = match.Player{}, player.Key{}
	passed = created(t, c)
	c.Message, c.Open = "", true
	return named, passed, created(t, c)
}

func both[T any](red, blue T) engine.Both[T] { return engine.Both[T]{Red: red, Blue: blue} }

func joining(p match.Player) match.Join { return match.Join{Player: p, Key: keyOf(p.Address)} }

func correction(by engine.Color, address string) match.CorrectAddress {
	return match.CorrectAddress{By: by, Address: address, Key: keyOf(address)}
}

func stateError(command string, s match.State) error {
	return &match.StateError{Command: command, State: s}
}

// fails reports whether err is what was wanted: equal if it has a type that says
// more, else the same.
func fails(err, want error) bool {
	state, isState := errors.AsType[*match.StateError](err)
	wanted, _ := errors.AsType[*match.StateError](want)
	if isState || wanted != nil {
		return isState && wanted != nil && *state == *wanted
	}
	return errors.Is(err, want)
}

// TestInvitation walks invitations to what can become of them. Without it the
// mails would tell of something else, or the wrong player would sit.
func TestInvitation(t *testing.T) {
	named, passed, open := invited(t)
	repeated := match.ErrRepeated
	for _, test := range []struct {
		name  string
		m     match.Match
		steps []step
		state match.State
	}{
		{"accepted", named, []step{
			{match.Accept{By: blue}, nil, []match.Event{{match.Accepted, blue}}},
			{match.Accept{By: blue}, repeated, nil},
		}, match.SettingUp},
		{"declined", named, []step{
			{match.Decline{By: blue}, nil, []match.Event{{match.Refused, blue}}},
			{match.Decline{By: blue}, repeated, nil},
		}, match.Declined},
		{"withdrawn", named, []step{
			{match.Withdraw{By: red}, nil, []match.Event{{match.TakenBack, red}}},
			{match.Withdraw{By: red}, repeated, nil},
		}, match.Withdrawn},
		{"withdrawn from whoever has the link", passed, []step{
			{match.Withdraw{By: red}, nil, []match.Event{{match.TakenBack, red}}},
			{joining(bob), stateError("join", match.Withdrawn), nil},
		}, match.Withdrawn},
		{"sent again twice", named, []step{
			{match.Resend{By: red}, nil, []match.Event{{match.Resent, red}}},
			{match.Resend{By: red}, nil, []match.Event{{match.Resent, red}}},
			{match.Resend{By: red}, match.ErrResent, nil},
			{match.Accept{By: blue}, nil, nil},
		}, match.SettingUp},
		{"sent again to another address", named, []step{
			{match.Resend{By: red}, nil, nil},
			{match.Resend{By: red}, nil, nil},
			{correction(red, "bobby@example.net"), nil, []match.Event{{match.Redirected, red}}},
			{correction(red, "bobby@example.net"), repeated, nil},
			{match.Resend{By: red}, nil, nil},
			{match.Resend{By: red}, nil, nil},
			{match.Resend{By: red}, match.ErrResent, nil},
			{match.Accept{By: blue}, nil, nil},
		}, match.SettingUp},
		{"joined", passed, []step{
			{joining(bob), nil, []match.Event{{match.Accepted, blue}}},
			{joining(bob), repeated, nil},
			{joining(cleo), match.ErrTaken, nil},
			{match.Accept{By: blue}, repeated, nil},
		}, match.SettingUp},
		{"an open challenge", open, []step{
			{joining(ann), match.ErrTaken, nil},
			{joining(cleo), nil, []match.Event{{match.Accepted, blue}}},
			{joining(bob), match.ErrTaken, nil},
			{joining(ann), match.ErrTaken, nil},
		}, match.SettingUp},
	} {
		t.Run(test.name, func(t *testing.T) {
			m := test.m
			for i, s := range test.steps {
				next, events, err := match.Decide(m, s.command, m.Changed.Add(time.Minute))
				if !fails(err, s.want) {
					t.Fatalf("step %d, %T: error %v, want %v", i+1, s.command, err, s.want)
				}
				if diff := cmp.Diff(s.events, events); s.events != nil && diff != "" {
					t.Errorf("step %d, %T: events (-want +got):\n%s", i+1, s.command, diff)
				}
				if err != nil && !cmp.Equal(m, next, sameMatch) {
					t.Errorf("step %d, %T: the refused command left something", i+1, s.command)
				}
				m = next
			}
			if m.State != test.state {
				t.Errorf("it is %v, want %v", m.State, test.state)
			}
			if _, err := match.Open(match.Seal(m)); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestRefusedBefore gives the commands around an invitation to the wrong seat or
// at the wrong time. Without it the invited could withdraw, a stranger's link
// could decline a game that runs, or a seat could be given away twice.
func TestRefusedBefore(t *testing.T) {
	named, passed, _ := invited(t)
	at := stages(t)
	at[match.Invited] = named
	at[match.Declined] = after(t, named, match.Decline{By: blue})
	at[match.Expired] = later(t, named, match.TimeOut{})
	at[match.Withdrawn] = after(t, named, match.Withdraw{By: red})
	const vacant = match.NoState // a game without an opponent
	at[vacant] = passed
	full := named
	full.Seats.Red.Epoch, full.Seats.Blue.Epoch = math.MaxUint8, math.MaxUint8

	elsewhere := []match.State{
		match.Unconfirmed, match.SettingUp, match.Playing, match.Over, match.Aborted, match.Declined, match.Expired, match.Withdrawn,
	}
	type row struct {
		name    string
		m       match.Match
		command match.Command
		want    error
	}
	var table []row
	add := func(what string, s match.State, c match.Command, command string) {
		m := at[s]
		table = append(table, row{fmt.Sprintf("%s at %v", what, s), m, c, stateError(command, m.State)})
	}
	for _, s := range elsewhere {
		if s != match.Declined {
			add("decline", s, match.Decline{By: blue}, "decline")
		}
		if s != match.Withdrawn {
			add("withdraw", s, match.Withdraw{By: red}, "withdraw")
		}
		add("resend", s, match.Resend{By: red}, "resend")
		add("correct", s, correction(red, cleo.Address), "correct the address")
		add("correct to the same", s, correction(red, bob.Address), "correct the address")
	}
	for _, s := range []match.State{match.Unconfirmed, match.Declined, match.Expired, match.Withdrawn} {
		add("accept", s, match.Accept{By: blue}, "accept")
	}
	for _, by := range []engine.Color{engine.NoColor, red} {
		add("decline by another", match.Invited, match.Decline{By: by}, "decline")
		add("decline again by another", match.Declined, match.Decline{By: by}, "decline")
		add("accept by another", match.Invited, match.Accept{By: by}, "accept")
	}
	for _, by := range []engine.Color{engine.NoColor, blue} {
		add("withdraw by another", match.Invited, match.Withdraw{By: by}, "withdraw")
		add("withdraw again by another", match.Withdrawn, match.Withdraw{By: by}, "withdraw")
		add("resend by another", match.Invited, match.Resend{By: by}, "resend")
		add("correct by another", match.Invited, correction(by, cleo.Address), "correct the address")
	}
	add("accept for nobody", vacant, match.Accept{By: blue}, "accept")
	add("decline for nobody", vacant, match.Decline{By: blue}, "decline")
	add("resend to nobody", vacant, match.Resend{By: red}, "resend")
	add("correct nobody's", vacant, correction(red, bob.Address), "correct the address")
	for _, test := range append(table,
		row{"join where somebody is invited", named, joining(cleo), match.ErrTaken},
		row{"join as the invited", named, joining(bob), match.ErrTaken},
		row{"join before the confirmation", unconfirmedOpen(t), joining(bob), stateError("join", match.Unconfirmed)},
		row{"join by a bad address", passed, match.Join{Player: match.Player{Name: "Bob", Address: "bob"}, Key: player.Key{9}}, errInput},
		row{"join without a name", passed, match.Join{Player: match.Player{Address: bob.Address}, Key: player.Key{9}}, errInput},
		row{"correct to no address", named, correction(red, "nobody"), errInput},
		row{"correct to the creator's own", named, correction(red, ann.Address), errInput},
		row{"correct to the creator's own, otherwise spelt", named, correction(red, "Ann@Example.org"), errInput},
		row{"accept in no language", named, match.Accept{By: blue, Lang: "English"}, errInput},
		row{"correct when epochs are used up", full, correction(red, cleo.Address), stateError("correct the address", match.Invited)},
	) {
		t.Run(test.name, func(t *testing.T) {
			got, events, err := match.Decide(test.m, test.command, test.m.Changed)
			if _, input := errors.AsType[*match.InputError](err); input != errors.Is(test.want, errInput) || !input && !fails(err, test.want) {
				t.Errorf("error %v, want %v", err, test.want)
			}
			if events != nil || !cmp.Equal(test.m, got, sameMatch) {
				t.Errorf("the refused command left %v with events %v", got, events)
			}
		})
	}
}

// errInput stands for an *InputError.
var errInput = errors.New("an InputError")

func unconfirmedOpen(t *testing.T) match.Match {
	c := create(custom("F 2"))
	c.Players.Blue, c.Keys.Red, c.Open = match.Player{}, keyOf(ann.Address), true
	return created(t, c)
}

// TestWhoSits: what a player gave when he took his seat stands, and what belongs
// to the invitation alone is gone.
func TestWhoSits(t *testing.T) {
	named, passed, open := invited(t)
	for _, test := range []struct {
		name    string
		m       match.Match
		command match.Command
		want    match.Player
	}{
		{"accepted", named, match.Accept{By: blue}, bob},
		{
			"accepted with a language and a zone", named,
			match.Accept{By: blue, Lang: "nl", Zone: "Europe/Amsterdam"},
			match.Player{Name: "Bob", Address: bob.Address, Lang: "nl", Zone: "Europe/Amsterdam"},
		},
		{"joined by the link", passed, joining(cleo), cleo},
		{
			"joined, untidy", open, joining(match.Player{Name: "  Cleo ", Address: cleo.Address}),
			match.Player{Name: "Cleo", Address: cleo.Address, Lang: "en"},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			m, _, err := match.Decide(test.m, test.command, test.m.Changed.Add(time.Hour))
			if err != nil {
				t.Fatal(err)
			}
			seat := m.Seat(blue)
			if seat.Player != test.want || seat.Key != keyOf(test.want.Address) || m.Vacant() || !m.Seated(blue) {
				t.Errorf("there sits %+v", [2]any{seat.Name, seat.Player == test.want})
			}
			if m.Message != "" || !m.Deadline.Equal(m.Changed.Add(m.Pace.Setup)) || m.Seat(red).Player != ann {
				t.Errorf("message %q, deadline %v", m.Message, m.Deadline)
			}
		})
	}
}

// TestCorrectAddress: the invitation goes elsewhere and the old link dies; the
// creator's rows, the message and the time stay.
func TestCorrectAddress(t *testing.T) {
	named, _, _ := invited(t)
	m := after(t, named, match.SetUp{By: red, Setup: rows(t, "2........F")}, match.Resend{By: red}, correction(red, cleo.Address))
	seat := m.Seat(blue)
	if seat.Address != cleo.Address || seat.Key != keyOf(cleo.Address) || seat.Name != "Bob" || seat.Epoch != 1 || m.Seat(red).Epoch != 0 {
		t.Errorf("the seat is of %q with the epochs %d and %d", seat.Name, m.Seat(red).Epoch, seat.Epoch)
	}
	if m.Message != named.Message || !m.Deadline.Equal(named.Deadline) || m.Resent != 0 || !m.Seat(red).Submitted {
		t.Errorf("message %q, deadline %v, resent %d", m.Message, m.Deadline, m.Resent)
	}
	for epoch, want := range map[uint8]error{0: match.ErrCancelled, 1: nil} {
		for _, c := range []match.Command{match.Accept{By: blue}, match.Decline{By: blue}} {
			if _, _, err := match.Decide(m, match.ByLink{Seat: blue, Epoch: epoch, Command: c}, m.Changed); !errors.Is(err, want) {
				t.Errorf("%T by a link of epoch %d: %v, want %v", c, epoch, err, want)
			}
		}
	}
}

// TestByLink: a command by a link is that command while the link counts, the
// clock's excepted, and nothing else.
func TestByLink(t *testing.T) {
	m := stages(t)[match.Playing]
	move := play(t, red, 2, "a5-b5")
	plain, _, err := match.Decide(m, move, m.Changed)
	if err != nil {
		t.Fatal(err)
	}
	linked, _, err := match.Decide(m, match.ByLink{Seat: red, Command: move}, m.Changed)
	if err != nil || !cmp.Equal(plain, linked, sameMatch) {
		t.Errorf("the move by its link: %v, %v", linked, err)
	}
	if _, _, err := match.Decide(linked, match.ByLink{Seat: red, Command: move}, m.Changed); !errors.Is(err, match.ErrRepeated) {
		t.Errorf("again: %v", err)
	}
	renewed := after(t, m, match.ByLink{Seat: red, Command: match.RenewLinks{By: red}})
	for _, c := range []match.Command{move, match.RenewLinks{By: red}, match.Publish{By: red}} {
		if got, events, err := match.Decide(renewed, match.ByLink{Seat: red, Command: c}, m.Changed); !errors.Is(err, match.ErrCancelled) || events != nil || got.Version != renewed.Version {
			t.Errorf("%T by a cancelled link: %v", c, err)
		}
	}
	if _, _, err := match.Decide(renewed, match.ByLink{Seat: blue, Command: match.Publish{By: blue}}, m.Changed); err != nil {
		t.Errorf("the other's links: %v", err)
	}
	if _, _, err := match.Decide(m, match.ByLink{Command: move}, m.Changed); !errors.Is(err, engine.ErrBadAction) {
		t.Errorf("a link of nobody: %v", err)
	}
	if _, _, err := match.Decide(m, match.ByLink{Seat: red, Command: move}, m.Deadline.Add(time.Second)); !errors.Is(err, match.ErrLate) {
		t.Errorf("late: %v", err)
	}
}

// TestRefusedMatchForgets: of a match that came to nothing stays who was asked
// by whom to what; what was written for it is dropped, and nobody's time runs.
func TestRefusedMatchForgets(t *testing.T) {
	named, _, _ := invited(t)
	set := match.SetUp{By: red, Setup: rows(t, "2........F")}
	draft := match.SaveDraft{By: red, Setup: rows(t, "2")}
	for _, test := range []struct {
		name  string
		end   match.Command
		state match.State
	}{
		{"declined", match.Decline{By: blue}, match.Declined},
		{"withdrawn", match.Withdraw{By: red}, match.Withdrawn},
		{"expired", match.TimeOut{}, match.Expired},
	} {
		for _, before := range []match.Command{set, draft} {
			m := after(t, named, before, match.Resend{By: red})
			if _, clock := test.end.(match.TimeOut); clock {
				m = later(t, m, test.end)
			} else {
				m = after(t, m, test.end)
			}
			if m.State != test.state || !m.Refused() || !m.Ended() || m.Begun() || m.Seated(blue) || !m.Seated(red) {
				t.Errorf("%s: %v", test.name, m)
			}
			seat := m.Seat(red)
			if m.Message != "" || !m.Deadline.IsZero() || seat.Submitted || seat.Drafted || seat.Setup != (engine.Setup{}) || seat.Draft != (engine.Setup{}) {
				t.Errorf("%s after %T: something was kept", test.name, before)
			}
			if m.Seat(blue).Player != bob || seat.Player != ann || m.Seat(blue).Key != keyOf(bob.Address) || m.Rules != named.Rules {
				t.Errorf("%s: the players are gone", test.name)
			}
			for _, c := range []match.Command{
				match.Accept{By: blue},
				set, draft,
				match.Resend{By: red},
				match.RenewLinks{By: red},
				match.Publish{By: red},
				match.Abort{By: red, Ply: match.AnyPly},
				correction(red, cleo.Address),
			} {
				if _, _, err := match.Decide(m, c, m.Changed); !isStateError(err) {
					t.Errorf("%s: %T: %v", test.name, c, err)
				}
			}
			if v := m.View(red); v.Outcome != engine.Undecided || v.ToMove != engine.NoColor || len(v.Pieces) > 0 {
				t.Errorf("%s: Red sees %v", test.name, v.Outcome)
			}
			if _, err := match.Open(match.Seal(m)); err != nil {
				t.Error(err)
			}
		}
	}
}

func isStateError(err error) bool {
	_, ok := errors.AsType[*match.StateError](err)
	return ok
}

// TestInvitationEnds: it can be accepted in the second of its deadline and not in
// the next, and no step of the creator's gives it more time.
func TestInvitationEnds(t *testing.T) {
	named, passed, _ := invited(t)
	if !named.Deadline.Equal(monday.Add(match.InvitationLife)) {
		t.Errorf("the deadline is %v", named.Deadline)
	}
	m := after(t, named, match.Resend{By: red}, correction(red, cleo.Address), match.SetUp{By: red, Setup: rows(t, "2........F")})
	if !m.Deadline.Equal(named.Deadline) || !m.Awaits(blue) || m.Awaits(red) {
		t.Errorf("the deadline moved to %v", m.Deadline)
	}
	for _, test := range []struct {
		m       match.Match
		command match.Command
	}{
		{named, match.Accept{By: blue}},
		{named, match.Decline{By: blue}},
		{named, match.Withdraw{By: red}},
		{named, match.Resend{By: red}},
		{named, correction(red, cleo.Address)},
		{passed, joining(bob)},
	} {
		last := test.m.Deadline.Add(time.Second - 1)
		if _, _, err := match.Decide(test.m, test.command, last); err != nil {
			t.Errorf("%T in the last second: %v", test.command, err)
		}
		if _, _, err := match.Decide(test.m, test.command, last.Add(1)); !errors.Is(err, match.ErrLate) {
			t.Errorf("%T a second later: %v", test.command, err)
		}
		gone := later(t, test.m, match.TimeOut{})
		if _, _, err := match.Decide(gone, test.command, gone.Changed); !isStateError(err) {
			t.Errorf("%T when it is gone: %v", test.command, err)
		}
	}
}

// TestEpochsNeverWrap: links of an earlier epoch must never count again.
func TestEpochsNeverWrap(t *testing.T) {
	m := stages(t)[match.Playing]
	for want := 1; want <= math.MaxUint8; want++ {
		m = after(t, m, match.RenewLinks{By: blue})
		if got := m.Seat(blue).Epoch; int(got) != want || m.Seat(red).Epoch != 0 {
			t.Fatalf("epoch %d after %d times, and Red's %d", got, want, m.Seat(red).Epoch)
		}
	}
	if got, _, err := match.Decide(m, match.RenewLinks{By: blue}, m.Changed); !isStateError(err) || got.Seat(blue).Epoch != math.MaxUint8 {
		t.Errorf("epoch %d, %v", got.Seat(blue).Epoch, err)
	}
	if fmt.Sprint(m.Choices(blue)) != "[offer-draw abort resign public]" {
		t.Errorf("Blue is offered %v", m.Choices(blue))
	}
}

// TestRenewLinks: whoever sits may have new links, at any time, and nobody else.
func TestRenewLinks(t *testing.T) {
	at := stages(t)
	for s, seats := range map[match.State]string{
		match.Unconfirmed: "", match.Invited: "red", match.SettingUp: "red blue", match.Playing: "red blue", match.Over: "red blue", match.Aborted: "",
	} {
		for _, by := range []engine.Color{engine.NoColor, red, blue} {
			m, events, err := match.Decide(at[s], match.RenewLinks{By: by}, at[s].Changed)
			can := seats == "red blue" && by != engine.NoColor || seats == by.String()
			switch {
			case !can && !isStateError(err):
				t.Errorf("%v at %v: %v", by, s, err)
			case can && (err != nil || m.Seat(by).Epoch != 1 || !cmp.Equal(events, []match.Event{{Kind: match.LinksRenewed, Seat: by}})):
				t.Errorf("%v at %v: %v, epoch %d, %v", by, s, err, m.Seat(by).Epoch, events)
			}
		}
	}
}
