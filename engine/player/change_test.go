package player_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"fieldpost/engine/player"
)

// TestInherit: what a person has chosen comes along to his new address, blocks in both
// directions too, and what is known of how mails fare there stays what it is.
func TestInherit(t *testing.T) {
	old := player.Profile{
		Key: keyOf(1), Version: 9, Address: "old@b.example", Lang: "fr", Zone: "UTC", Epoch: 4, Mode: player.None, Signs: player.Signs{Bounced: noon},
		Prefs: player.Prefs{Plain: true, Hour: 7}, Blocked: []player.Key{keyOf(2), keyOf(5)}, BlockedBy: []player.Key{keyOf(3), keyOf(5)},
	}
	here := player.Profile{
		Key: keyOf(5), Version: 2, Address: "new@b.example", Lang: "en", Epoch: 1, Blocked: []player.Key{keyOf(4)}, BlockedBy: []player.Key{keyOf(4)},
	}
	want := player.Profile{
		Key: keyOf(5), Version: 2, Address: "new@b.example", Lang: "fr", Zone: "UTC", Epoch: 1, Mode: player.None,
		Prefs: player.Prefs{Plain: true, Hour: 7}, Blocked: []player.Key{keyOf(4), keyOf(2)}, BlockedBy: []player.Key{keyOf(4), keyOf(3)},
	}
	got := here.Inherit(old)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if diff := cmp.Diff(got, got.Inherit(old)); diff != "" {
		t.Errorf("a second time (-once +twice):\n%s", diff)
	}
	old.Digest.Paused = true // by the link of a mail of the day
	if back, _ := here.Inherit(old).Resume(); back.Mode != player.Daily {
		t.Errorf("who takes None back at his new address gets %v", back.Mode)
	}
	old.Mode = player.Stopped
	if got := here.Inherit(old); got.Mode != player.Turns || old.Mode != player.Stopped {
		t.Errorf("a stop moves: %v", got.Mode)
	}
}

// TestChanges: a change that is none must not take the place of one.
func TestChanges(t *testing.T) {
	c := player.Change{ID: [8]byte{1}, Until: noon}
	p, changed := player.Profile{Key: keyOf(1)}.Changes(c)
	if !changed || p.Change != c {
		t.Fatalf("%v, %v", p.Change, changed)
	}
	for _, other := range []player.Change{c, {Until: noon}, {ID: [8]byte{2}}} {
		if got, changed := p.Changes(other); changed || got.Change != c {
			t.Errorf("%v: %v", other, got.Change)
		}
	}
	if got, changed := p.Changes(player.Change{ID: [8]byte{2}, Until: noon.Add(time.Millisecond)}); !changed || !got.Change.Until.Equal(noon) {
		t.Errorf("another: %v", got.Change)
	}
}
