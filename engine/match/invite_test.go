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
