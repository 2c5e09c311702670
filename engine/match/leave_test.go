package match_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fieldpost/engine"
	"fieldpost/engine/match"
)

// TestLeave: who will have himself forgotten ends a match in the way that fits how it
// stands, and the other is told by an event that it is for good. Without it the mail of the
// end would offer a rematch against nobody.
func TestLeave(t *testing.T) {
	invited := after(t, created(t, keyedCreate()), match.Confirm{})
	setting := after(t, invited, match.Accept{By: blue})
	for name, c := range map[string]struct {
		m    match.Match
		by   engine.Color
		want []match.Event
	}{
		"his invitation":       {invited, red, []match.Event{{Kind: match.TakenBack, Seat: red}, {Kind: match.Left, Seat: red}}},
		"the other's":          {invited, blue, []match.Event{{Kind: match.Refused, Seat: blue}, {Kind: match.Left, Seat: blue}}},
		"while they set up":    {setting, blue, []match.Event{{Kind: match.CalledOff, Seat: blue}, {Kind: match.Left, Seat: blue}}},
		"a game that is on":    {keyed(t), red, []match.Event{{Kind: match.Ended}, {Kind: match.Left, Seat: red}}},
		"on the other's turn":  {keyed(t), blue, []match.Event{{Kind: match.Ended}, {Kind: match.Left, Seat: blue}}},
		"a game that is over":  {after(t, keyed(t), match.Resign{By: red, Ply: match.AnyPly}), blue, nil},
		"nobody has confirmed": {created(t, keyedCreate()), red, nil},
	} {
		got, events, err := match.Decide(c.m, match.Leave{By: c.by}, c.m.Changed)
		if !cmp.Equal(events, c.want) || (err == nil) != (c.want != nil) {
			t.Errorf("%s: %v, %v", name, events, err)
		}
		if err != nil {
			continue
		}
		if got.Shown != c.m.Shown+1 || !got.Ended() {
			t.Errorf("%s: %v, shown %d after %d", name, got, got.Shown, c.m.Shown)
		}
		if _, err := match.Open(match.Seal(got)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if err := second(match.Decide(got, match.Leave{By: c.by}, got.Changed)); !errors.Is(err, match.ErrRepeated) {
			t.Errorf("%s again: %v", name, err)
		}
	}
}
