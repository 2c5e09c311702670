package players_test

import (
	"errors"
	"testing"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/engine/player"
	"fieldpost/functions/internal/mail"
	"fieldpost/functions/internal/players"
)

// Without it who wants no mail would get it, or who asks for one himself would
// wait in vain.
func TestMails(t *testing.T) {
	for _, c := range []struct {
		name                             string
		change                           func(player.Profile) (player.Profile, bool)
		confirm, setUp, invite, yourTurn bool
	}{
		{"nothing known", nil, true, true, true, true},
		{"no mails about games", func(p player.Profile) (player.Profile, bool) { return p.SetMode(player.None) }, true, true, false, false},
		{"stopped", func(p player.Profile) (player.Profile, bool) { return p.SetMode(player.Stopped) }, false, false, false, false},
		{"blocks the sender", func(p player.Profile) (player.Profile, bool) { return p.Block(ann) }, true, true, false, true},
		{"mails come back", func(p player.Profile) (player.Profile, bool) { return p.Bounces(noon) }, true, true, false, false},
		{"complained", func(p player.Profile) (player.Profile, bool) { return p.Complains(noon) }, true, true, false, false},
		{"reads again", func(p player.Profile) (player.Profile, bool) {
			p, _ = p.Bounces(noon)
			return p.Reads(noon)
		}, true, true, true, true},
		{"blocks another", func(p player.Profile) (player.Profile, bool) { return p.Block(player.Key{9}) }, true, true, true, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := newOffice(t)
			if c.change != nil {
				p, _ := c.change(player.Profile{Key: bob})
				o.profiles[bob] = player.Seal(p)
			}
			for kind, want := range map[mail.Kind]bool{
				mail.Confirm: c.confirm, mail.SetUp: c.setUp, mail.NewLinks: c.setUp, mail.TurnAgain: c.setUp, mail.Said: c.yourTurn, mail.Nudged: c.yourTurn, mail.Invite: c.invite, mail.YourTurn: c.yourTurn, mail.Over: c.yourTurn,
			} {
				if _, got, err := o.Mails(t.Context(), bob, ann, kind); got != want || err != nil {
					t.Errorf("%v: %t, %v", kind, got, err)
				}
			}
		})
	}
	o := newOffice(t)
	o.down = true
	if _, _, err := o.Mails(t.Context(), bob, ann, mail.YourTurn); !errors.Is(err, errDown) {
		t.Errorf("%v", err) // it is to be asked again, not to be mailed to who may have stopped
	}
	if _, got, err := o.Mails(t.Context(), player.Key{}, ann, mail.YourTurn); !got || err != nil {
		t.Errorf("a game without keys: %t, %v", got, err)
	}
}

// Two who change one profile at once must not undo each other's change, and an
// answer that got lost must not undo one's own.
func TestChangesMeet(t *testing.T) {
	o := newOffice(t)
	times := 0
	meet := func(most int) func() {
		return func() {
			if times++; times <= most {
				p, _ := o.profile(bob).Block(player.Key{byte(times + 10)})
				o.profiles[bob] = player.Seal(p)
			}
		}
	}
	o.before = meet(1)
	he, err := o.SetMode(t.Context(), bob, player.None)
	if err != nil || he.Mode != player.None || len(he.Blocked) != 1 || he.Version != o.profiles[bob].Version {
		t.Errorf("%v, %d blocked, version %d, %v", he.Mode, len(he.Blocked), he.Version, err)
	}
	times, o.before = 0, meet(2)
	if _, err := o.SetMode(t.Context(), bob, player.Stopped); !errors.Is(err, match.ErrConflict) || o.profile(bob).Mode != player.None {
		t.Errorf("after a second meeting: %v", err)
	}
	o.before = nil
	o.after = func() error { return match.ErrConflict } // its own write, sent again
	if he, err := o.SetMode(t.Context(), bob, player.Turns); err != nil || he.Mode != player.Turns {
		t.Errorf("after its own write: %v", err)
	}
	o.after = func() error { return errDown }
	if _, err := o.SetMode(t.Context(), bob, player.None); !errors.Is(err, errDown) {
		t.Errorf("an unknown outcome: %v", err)
	}
	o.after = nil
	saves := o.saves
	if he, err := o.SetMode(t.Context(), bob, player.None); err != nil || he.Mode != player.None || o.saves != saves {
		t.Errorf("asked for again: %v, %d writes", err, o.saves-saves)
	}
}

// A second press of an old page must not cancel the links that were mailed since.
func TestRenewLinksOnce(t *testing.T) {
	o := newOffice(t)
	for range 3 {
		if he, err := o.RenewLinks(t.Context(), bob, 0); err != nil || he.Epoch != 1 {
			t.Errorf("epoch %d, %v", he.Epoch, err)
		}
	}
}

func TestBlockTwice(t *testing.T) {
	o := newOffice(t)
	o.after = func() error { o.after = nil; return errDown }
	if err := o.Block(t.Context(), bob, ann); !errors.Is(err, errDown) {
		t.Errorf("%v", err)
	}
	for range 2 {
		if err := o.Block(t.Context(), bob, ann); err != nil {
			t.Error(err)
		}
	}
	if !o.profile(bob).Blocks(ann) || len(o.profile(ann).BlockedBy) != 1 || o.saves != 2 {
		t.Errorf("Ann is blocked by %d, in %d writes", len(o.profile(ann).BlockedBy), o.saves)
	}
	for _, pair := range [][2]player.Key{{bob, {}}, {{}, ann}} {
		if err := o.Block(t.Context(), pair[0], pair[1]); err != nil || o.saves != 2 {
			t.Errorf("nobody is blocked, or blocks: %v", err)
		}
	}
}

// Only who has pressed a link that was mailed to an address has shown that it is
// his.
func TestSeen(t *testing.T) {
	blue := match.Accept{By: engine.Blue}
	for _, c := range []struct {
		name    string
		command match.Command
		seen    player.Key
		plays   []player.Key // of whom a game is kept from then on
	}{
		{"confirm", match.Confirm{}, ann, nil},
		{"accept", blue, bob, []player.Key{ann, bob}},
		{"join", match.Join{}, bob, []player.Key{ann, bob}},
		{"decline", match.Decline{By: engine.Blue}, player.Key{}, nil},
		{"a move", match.PlayMove{}, player.Key{}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := newOffice(t)
			m := o.game(o.asks("bob@example.org"), match.Confirm{}, blue)
			m.Seats.Blue.Zone = "Europe/Paris"
			for range 2 {
				if err := o.Seen(t.Context(), m, c.command); err != nil {
					t.Error(err)
				}
			}
			if (c.seen == player.Key{}) {
				if len(o.profiles) != 0 {
					t.Error("somebody is kept")
				}
				return
			}
			for _, key := range c.plays {
				if p := o.profile(key); !p.Plays || p.Address == "" || !p.Expires().IsZero() {
					t.Error("a profile of who plays would be forgotten")
				}
			}
			if p, n := o.profile(c.seen), max(1, len(c.plays)); len(o.profiles) != n || o.saves != n || p.Plays != (n == 2) || p.Address != m.Seat(players.SeatOf(m, c.seen)).Address || p.Lang != "en" {
				t.Errorf("%d profiles in %d writes: %q", len(o.profiles), o.saves, p.Address)
			}
		})
	}
}

// Known must find who has played before there were profiles, and nobody else.
func TestKnown(t *testing.T) {
	o := newOffice(t)
	m := o.game(o.asks("bob@example.org"))
	for _, c := range []struct {
		name  string
		key   player.Key
		there bool
	}{{"the creator", ann, true}, {"who has not been invited yet", bob, false}, {"nobody", pepper.Key("eve@example.org"), false}} {
		if he, there, err := o.Known(t.Context(), c.key); there != c.there || err != nil || there != (he.Address != "") {
			t.Errorf("%s: %t, %q, %v", c.name, there, he.Address, err)
		}
	}
	o.games = nil
	o.game(o.asks("bob@example.org"), match.Confirm{})
	if he, there, err := o.Known(t.Context(), bob); !there || err != nil || he.Address != m.Seats.Blue.Address {
		t.Errorf("the invited: %t, %v", there, err)
	}
	p, _ := player.Profile{Key: ann}.Seen("Ann@example.org", "", "")
	o.profiles[ann] = player.Seal(p)
	listings := o.listings
	if he, there, err := o.Known(t.Context(), ann); !there || err != nil || he.Address != "Ann@example.org" || o.listings != listings {
		t.Errorf("with a profile: %t, %q, %v, %d lists", there, he.Address, err, o.listings-listings)
	}
	o.games[0].Data = nil // one that cannot be read hides no others
	if list, err := o.Games(t.Context(), bob); err != nil || len(list) != 0 {
		t.Errorf("%d games, %v", len(list), err)
	}
}
