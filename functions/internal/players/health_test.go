package players_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/engine/player"
	"fieldpost/functions/internal/players"
)

var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// What is known of an address must survive other writers and lost answers, and be
// written once however often it is told.
func TestSignsAreNoted(t *testing.T) {
	o := newOffice(t)
	for _, c := range []struct {
		name string
		note func(ctx context.Context, key player.Key, at time.Time) error
		at   time.Time
		want player.Health
	}{
		{"bounced", o.Bounced, noon, player.Bouncing},
		{"read since", o.Read, noon.Add(time.Minute), player.Well},
		{"complained", o.Complained, noon.Add(2 * time.Minute), player.Unwanted},
		{"read since that", o.Read, noon.Add(3 * time.Minute), player.Well},
		{"an old mail bounced", o.Bounced, noon.Add(time.Minute), player.Well},
	} {
		o.after = func() error { o.after = nil; return errDown }
		if err := c.note(t.Context(), bob, c.at); !errors.Is(err, errDown) {
			t.Errorf("%s: an unknown outcome: %v", c.name, err)
		}
		saves := o.saves
		if err := c.note(t.Context(), bob, c.at); err != nil || o.saves != saves {
			t.Errorf("%s: told again: %v, %d writes", c.name, err, o.saves-saves)
		}
		if got := o.profile(bob).Signs.Health(); got != c.want {
			t.Errorf("%s: %v, not %v", c.name, got, c.want)
		}
	}
	times := 0
	o.before = func() {
		if times++; times == 1 {
			p, _ := o.profile(bob).SetMode(player.None)
			o.profiles[bob] = player.Seal(p)
		}
	}
	if err := o.Bounced(t.Context(), bob, noon.Add(time.Hour)); err != nil || o.profile(bob).Mode != player.None || o.profile(bob).Signs.Health() != player.Bouncing {
		t.Errorf("beside another writer: %v, %v", err, o.profile(bob).Mode)
	}
	o.before = nil
	o.down = true
	if err := o.Bounced(t.Context(), ann, noon); !errors.Is(err, errDown) {
		t.Errorf("without profiles: %v", err)
	}
	o.down = false
	saves := o.saves
	if err := o.Bounced(t.Context(), player.Key{}, noon); err != nil || o.saves != saves {
		t.Errorf("nobody's mail: %v", err)
	}
}

// Whose mails come back would lose his seat with his links; whoever has complained
// asks for them himself.
func TestNewLinksMustArrive(t *testing.T) {
	o := newOffice(t)
	m := o.game(o.asks("bob@example.org"), match.Confirm{})
	renew, again := match.RenewLinks{By: engine.Red}, match.MailAgain{By: engine.Red}
	if err := o.Complained(t.Context(), ann, noon); err != nil {
		t.Fatal(err)
	}
	if err := o.MayDo(t.Context(), m, renew); err != nil {
		t.Errorf("after a complaint: %v", err)
	}
	if err := o.Bounced(t.Context(), ann, noon); err != nil {
		t.Fatal(err)
	}
	for _, c := range []match.Command{renew, again} {
		if err := o.MayDo(t.Context(), m, c); !errors.Is(err, players.ErrBouncing) {
			t.Errorf("%T after a bounce: %v", c, err)
		}
	}
	if err := o.Read(t.Context(), ann, noon); err != nil {
		t.Fatal(err)
	}
	if err := o.MayDo(t.Context(), m, renew); err != nil {
		t.Errorf("since he reads again: %v", err)
	}
}
