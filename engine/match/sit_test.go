package match_test

import (
	"errors"
	"testing"
	"time"

	"fieldpost/engine"
	"fieldpost/engine/match"
)

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
