package match_test

import (
	"fmt"
	"testing"
	"time"

	"fieldpost/engine"
	"fieldpost/engine/match"
)

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
