package players_test

import (
	"testing"
	"time"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/engine/player"
	"fieldpost/functions/internal/players"
)

// A profile must end when no game is kept any more, never before, and never while it
// is not known whether one is.
func TestProfilesEnd(t *testing.T) {
	year := player.IdleLife
	for name, c := range map[string]struct {
		games []match.Command // of the one game of Ann and Bob; nil: there is none
		old   bool            // the profile is of a program that noted nothing
		list  bool            // games can be listed
		want  time.Duration   // from today on; 0: never
	}{
		"no game":                       {nil, false, true, year},
		"no game, and an older profile": {nil, true, true, year},
		"an invitation":                 {[]match.Command{match.Confirm{}}, true, true, year},
		"a game":                        {[]match.Command{match.Confirm{}, match.Accept{By: engine.Blue}}, false, true, 0},
		"a game that is over":           {[]match.Command{match.Confirm{}, match.Accept{By: engine.Blue}, match.Abort{By: engine.Blue, Ply: match.AnyPly}}, true, true, 0},
		"nobody can tell":               {nil, true, false, 0},
	} {
		o := newOffice(t)
		if c.games != nil {
			o.game(o.asks("bob@example.org"), c.games...)
		}
		if c.old {
			p, _ := player.Profile{Key: ann}.Seen("ann@example.org", "", "")
			o.profiles[ann] = player.Seal(p)
		}
		if !c.list {
			o.Lists = nil
		}
		if _, err := o.Choose(t.Context(), ann, players.Choice{Lang: "fr"}); err != nil {
			t.Fatal(err)
		}
		want := time.Time{}
		if c.want > 0 {
			want = o.now.Truncate(24 * time.Hour).Add(c.want)
		}
		if got := o.profiles[ann].Expires; !got.Equal(want) {
			t.Errorf("%s: until %v, want %v", name, got, want)
		}
		lists := o.listings
		o.now = o.now.Add(50 * time.Hour)
		if _, err := o.Choose(t.Context(), ann, players.Choice{Lang: "nl"}); err != nil {
			t.Fatal(err)
		}
		if c.want > 0 {
			want = o.now.Truncate(24 * time.Hour).Add(c.want)
		}
		if got := o.profiles[ann].Expires; !got.Equal(want) || o.listings != lists {
			t.Errorf("%s, later: until %v, want %v; %d more lists", name, got, want, o.listings-lists)
		}
	}
}

// Who asks for a game by his token confirms nothing: his profile must not end while
// he waits for an answer.
func TestBegan(t *testing.T) {
	o := newOffice(t)
	c := o.asks("bob@example.org")
	if err := o.Began(t.Context(), c); err != nil || o.saves != 0 {
		t.Errorf("an address that nobody has confirmed is noted: %v", err)
	}
	c.Confirmed = true
	for range 2 {
		if err := o.Began(t.Context(), c); err != nil || o.saves != 1 || o.profiles[ann].Expires.IsZero() {
			t.Errorf("%d writes, %v", o.saves, err)
		}
	}
}
