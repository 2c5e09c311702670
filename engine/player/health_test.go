package player_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"fieldpost/engine/player"
)

// Without it mails would go on to an address that sends them back, or stay away
// from one that was shown to be read since.
func TestHealth(t *testing.T) {
	at := func(minutes int) time.Time { return noon.Add(time.Duration(minutes) * time.Minute) }
	for _, c := range []struct {
		name                      string
		read, bounced, complained time.Time
		want                      player.Health
	}{
		{"nothing known", time.Time{}, time.Time{}, time.Time{}, player.Well},
		{"read", at(1), time.Time{}, time.Time{}, player.Well},
		{"bounced", time.Time{}, at(1), time.Time{}, player.Bouncing},
		{"bounced since", at(1), at(2), time.Time{}, player.Bouncing},
		{"read since", at(2), at(1), time.Time{}, player.Well},
		{"the same mail", at(1), at(1), at(1), player.Well},
		{"complained of", time.Time{}, time.Time{}, at(1), player.Unwanted},
		{"complained of since", at(1), time.Time{}, at(2), player.Unwanted},
		{"read since the complaint", at(2), time.Time{}, at(1), player.Well},
		{"both", at(1), at(2), at(3), player.Bouncing},
		{"bounced before", at(2), at(1), at(3), player.Unwanted},
	} {
		p, _ := player.Profile{Key: keyOf(1)}.Reads(c.read)
		p, _ = p.Bounces(c.bounced)
		p, _ = p.Complains(c.complained)
		got := p.Signs.Health()
		if got != c.want || p.GameMails() != (got == player.Well) || !p.AnyMail() || p.Reachable() != (got != player.Bouncing) {
			t.Errorf("%s: %v, not %v; game mails %t, any %t, reachable %t", c.name, got, c.want, p.GameMails(), p.AnyMail(), p.Reachable())
		}
		for _, m := range []player.Mode{player.None, player.Stopped} {
			if q, _ := p.SetMode(m); q.GameMails() || q.AnyMail() != (m == player.None) {
				t.Errorf("%s and %v: game mails %t, any %t", c.name, m, q.GameMails(), q.AnyMail())
			}
		}
	}
	if player.Well.String()+player.Bouncing.String()+player.Unwanted.String()+player.Health(3).String() != "wellbouncingunwantedno health" {
		t.Error("a health has another name")
	}
}

// SES tells everything at least once, and in any order. Without it what came last
// would decide, and not what happened last.
func TestSignsComeInAnyOrder(t *testing.T) {
	kinds := []func(player.Profile, time.Time) (player.Profile, bool){player.Profile.Reads, player.Profile.Bounces, player.Profile.Complains}
	rapid.Check(t, func(t *rapid.T) {
		type sign struct{ kind, at int }
		signs := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) sign {
			return sign{rapid.IntRange(0, 2).Draw(t, "kind"), rapid.IntRange(0, 9).Draw(t, "at")}
		}), 1, 8).Draw(t, "signs")
		take := func(list []sign) player.Profile {
			p := ann
			for _, s := range list {
				p, _ = kinds[s.kind](p, noon.Add(time.Duration(s.at)*time.Second))
			}
			return p
		}
		again := rapid.SliceOf(rapid.SampledFrom(signs)).Draw(t, "again")
		other := rapid.Permutation(append(again, signs...)).Draw(t, "order")
		if diff := cmp.Diff(take(signs), take(other)); diff != "" {
			t.Fatalf("(-want +got):\n%s", diff)
		}
	})
}
