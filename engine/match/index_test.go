package match_test

import (
	"fmt"
	"testing"
	"time"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/engine/player"
)

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
		{"joined", after(t, open, joining(bob)), [3]string{"[]", "[mail-again abort new-links]", "[mail-again abort new-links]"}},
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
		want := match.Index{Creator: a, Opponent: test.other, Created: monday, Open: test.open, Expires: test.expires, Alarm: test.m.Alarm}
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
