package match_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/engine/player"
)

// TestForget: nothing of who had himself forgotten is left in the stored bytes, and
// what the other has played with him is all there. He cannot be forgotten in a match
// that goes on.
func TestForget(t *testing.T) {
	over := after(t, keyed(t), match.Publish{By: red}, match.Publish{By: blue}, match.Resign{By: red, Ply: match.AnyPly})
	unset := later(t, after(t, created(t, keyedCreate()), match.Confirm{}, match.Accept{By: blue},
		match.SetUp{By: blue, Setup: rows(t, "2........F")}, match.SaveDraft{By: red, Setup: rows(t, "2")}), match.TimeOut{})
	for name, m := range map[string]match.Match{
		"over": over, "over before it began": unset,
		"called off": after(t, keyed(t), match.Abort{By: blue, Ply: match.AnyPly}),
		"withdrawn":  after(t, created(t, keyedCreate()), match.Confirm{}, match.Withdraw{By: red}),
		"declined":   after(t, created(t, keyedCreate()), match.Confirm{}, match.Decline{By: blue}),
	} {
		for _, by := range []engine.Color{red, blue} {
			got := after(t, m, match.Forget{By: by})
			image := match.Seal(got)
			seat := m.Seat(by)
			whole := string(image.Data) + string(image.Creator[:]) + string(image.Opponent[:])
			for _, secret := range []string{seat.Name, seat.Address, string(seat.Key[:])} {
				if strings.Contains(whole, secret) {
					t.Errorf("%s, %v: the image holds %q", name, by, secret)
				}
			}
			opened, err := match.Open(image)
			if err != nil || !cmp.Equal(opened, got, sameMatch) {
				t.Errorf("%s, %v: opened as another, %v", name, by, err)
			}
			if !cmp.Equal(got.Seat(by.Other()), m.Seat(by.Other())) || !cmp.Equal(got.Game, m.Game, sameMatch) || *got.Public.Of(by.Other()) != *m.Public.Of(by.Other()) || *got.Public.Of(by) || got.Shown != m.Shown || got.State != m.State {
				t.Errorf("%s, %v: something of the other's has changed", name, by)
			}
			now := got.Seat(by)
			if !now.Forgotten || now.Epoch != 1 || now.Setup != seat.Setup || now.Salt != seat.Salt || now.Player != (match.Player{}) || now.Key != (player.Key{}) || now.Drafted {
				t.Errorf("%s, %v: the seat is %+v", name, by, now)
			}
			if got.Watched() {
				t.Errorf("%s, %v: others watch who is forgotten", name, by)
			}
			if got.Vacant() || len(got.Events) != 1 || got.Events[0] != (match.Event{Kind: match.Forgotten, Seat: by}) {
				t.Errorf("%s, %v: vacant %t, %v", name, by, got.Vacant(), got.Events)
			}
			if err := second(match.Decide(got, match.Forget{By: by}, got.Changed)); !errors.Is(err, match.ErrRepeated) {
				t.Errorf("%s, %v, again: %v", name, by, err)
			}
			for _, c := range []match.Command{match.Speak{By: by, Lang: "fr"}, match.RenewLinks{By: by}, match.Readdress{By: by, Address: "a@b.example"}, match.Publish{By: by}} {
				if err := second(match.Decide(got, c, got.Changed)); !isStateError(err) {
					t.Errorf("%s, %v: %T: %v", name, by, c, err)
				}
			}
			both := after(t, got, match.Forget{By: by.Other()})
			if at := match.Seal(both).Expires; !at.Equal(both.Changed.Add(match.UnacceptedLife)) || !both.Deserted() || got.Deserted() {
				t.Errorf("%s: a match of nobody is kept until %v", name, at)
			}
		}
	}
	if _, err := match.Rematch(after(t, over, match.Forget{By: blue}), red, engine.Both[[16]byte]{}); !isStateError(err) {
		t.Errorf("a rematch with who is forgotten: %v", err)
	}
	for s, m := range stages(t) {
		for _, by := range []engine.Color{engine.NoColor, red, blue} {
			if err := second(match.Decide(m, match.Forget{By: by}, m.Changed)); !isStateError(err) && (!m.Ended() || by == engine.NoColor) {
				t.Errorf("%v at %v: %v", by, s, err)
			}
		}
	}
	_, passed, _ := invited(t)
	gone := after(t, passed, match.Withdraw{By: red})
	if err := second(match.Decide(gone, match.Forget{By: blue}, gone.Changed)); !isStateError(err) {
		t.Errorf("a vacant seat: %v", err)
	}
}

// What he said, whom he muted, and when he nudged and asked for his mail goes with him; what
// the other said and asked stays.
func TestForgetWhatWasSaid(t *testing.T) {
	m := keyed(t)
	by := m.Game.ToMove()
	other := by.Other()
	m = after(t, m, match.Say{By: by, Text: "Wait for me!"}, match.Say{By: other, Text: "I do."}, match.Mute{By: by, On: true},
		match.MailAgain{By: by}, match.Nudge{By: other}, match.Resign{By: by, Ply: match.AnyPly})
	for _, gone := range []engine.Color{by, other} {
		got := after(t, m, match.Forget{By: gone})
		if *got.Said.Of(gone) != (match.Message{}) || *got.Mutes.Of(gone) || !got.Nudged.Of(gone).IsZero() || !got.Asked.Of(gone).IsZero() {
			t.Errorf("%v: something of his is left", gone)
		}
		if kept := gone.Other(); *got.Said.Of(kept) != *m.Said.Of(kept) || *got.Mutes.Of(kept) != *m.Mutes.Of(kept) ||
			*got.Nudged.Of(kept) != *m.Nudged.Of(kept) || *got.Asked.Of(kept) != *m.Asked.Of(kept) {
			t.Errorf("%v: something of the other's is gone", gone)
		}
	}
}

// TestForgottenOpens: an image in which somebody is half forgotten is none.
func TestForgottenOpens(t *testing.T) {
	m := after(t, keyed(t), match.Resign{By: red, Ply: match.AnyPly}, match.Forget{By: blue})
	if _, err := match.Open(match.Seal(m)); err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(*match.Match){
		"a name":               func(m *match.Match) { m.Seats.Blue.Name = "Bob" },
		"a key":                func(m *match.Match) { m.Seats.Blue.Key = player.Key{1} },
		"while it runs":        func(m *match.Match) { *m = keyed(t); m.Seats.Blue = match.Seat{Forgotten: true} },
		"nobody and no reason": func(m *match.Match) { m.Seats.Red.Player = match.Player{} },
	} {
		bent := m
		change(&bent)
		if _, err := match.Open(match.Seal(bent)); err == nil {
			t.Errorf("%s: it opens", name)
		}
	}
}

func keyedCreate() match.Create {
	c := create(custom("F 2"))
	c.Keys = both(keyOf(ann.Address), keyOf(bob.Address))
	return c
}
