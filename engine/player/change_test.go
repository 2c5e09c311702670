package player_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"fieldpost/engine/player"
)

var moving = [8]byte{7}

// changing is p that knows of the change.
func changing(t *testing.T, p player.Profile) player.Profile {
	t.Helper()
	p, changed := p.Changing(moving, noon)
	if !changed {
		t.Fatal("the change is not noted")
	}
	return p
}

// A hooked address has a webhook.
func hooked(p player.Profile, url string) player.Profile {
	p, _ = p.SetWebhook(url, [32]byte{1})
	return p
}

// TestInherit: what a person has chosen comes along to an address on which nothing was
// chosen before, and to no other; blocks come in both directions, and what is known of
// how mails fare there stays what it is.
func TestInherit(t *testing.T) {
	old := hooked(player.Profile{
		Key: keyOf(1), Version: 9, Address: "old@b.example", Lang: "fr", Zone: "UTC", Epoch: 4, Mode: player.None, Signs: player.Signs{Bounced: noon},
		Prefs: player.Prefs{Plain: true, Hour: 7}, Blocked: []player.Key{keyOf(2), keyOf(5)}, BlockedBy: []player.Key{keyOf(3), keyOf(5)},
	}, "https://b.example/")
	here := changing(t, player.Profile{
		Key: keyOf(5), Version: 2, Epoch: 1, Signs: player.Signs{Read: noon}, Blocked: []player.Key{keyOf(4)}, BlockedBy: []player.Key{keyOf(4)},
	})
	want := here
	want.Address, want.Lang, want.Zone, want.Mode, want.Prefs, want.Webhook = "new@b.example", old.Lang, old.Zone, old.Mode, old.Prefs, old.Webhook
	want.Blocked, want.BlockedBy = []player.Key{keyOf(4), keyOf(2)}, []player.Key{keyOf(4), keyOf(3)}
	want.Changes = []player.Change{{ID: moving, Until: noon, Came: player.Came{
		Address: true, Lang: "fr", Zone: "UTC", Mode: player.None, Prefs: old.Prefs, Webhook: old.Webhook.Mark(),
		Blocked: []player.Key{keyOf(2)}, BlockedBy: []player.Key{keyOf(3)},
	}}}
	got := here.Inherit(old, moving, "new@b.example")
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if opened, err := player.Open(player.Seal(got)); err != nil || opened.Version != 3 || !cmp.Equal(opened.Changes, got.Changes) {
		t.Errorf("stored as %+v, %v", opened.Changes, err)
	}
	if diff := cmp.Diff(here.Changes, here.Fade().Changes); diff != "" || len(here.Changes[0].Came.Blocked) > 0 {
		t.Errorf("another value was changed: %s", diff)
	}
	for name, chosen := range map[string]player.Profile{
		"a language": {Lang: "en"}, "a zone": {Zone: "Asia/Tokyo"}, "no mails": {Mode: player.None}, "an hour": {Prefs: player.Prefs{Hour: 9}},
		"a webhook": hooked(player.Profile{}, "https://own.example/"),
	} {
		chosen.Key = keyOf(5)
		got := changing(t, chosen).Inherit(old, moving, "new@b.example")
		if got.Lang != chosen.Lang || got.Zone != chosen.Zone || got.Mode != chosen.Mode || got.Prefs != chosen.Prefs || got.Webhook != chosen.Webhook {
			t.Errorf("%s, and it became %+v", name, got)
		}
		if !got.Blocks(keyOf(2)) {
			t.Errorf("%s: blocks have not come", name)
		}
	}
	old.Digest.Paused = true // by the link of a mail of the day
	if back, _ := here.Inherit(old, moving, "").Resume(); back.Mode != player.Daily {
		t.Errorf("who takes None back at his new address gets %v", back.Mode)
	}
	old.Mode = player.Stopped
	if got := here.Inherit(old, moving, ""); got.Mode != player.Turns || old.Mode != player.Stopped {
		t.Errorf("a stop moves: %v", got.Mode)
	}
}

// TestTakeAway: an undo leaves nothing that has come, above all no webhook, and
// everything that was here before or chosen since.
func TestTakeAway(t *testing.T) {
	old := hooked(player.Profile{
		Key: keyOf(1), Address: "old@b.example", Lang: "fr", Zone: "UTC", Mode: player.Daily, Prefs: player.Prefs{Plain: true, Hour: 7},
		Blocked: []player.Key{keyOf(2)}, BlockedBy: []player.Key{keyOf(3)},
	}, "https://b.example/")
	bare := changing(t, player.Profile{Key: keyOf(5), Blocked: []player.Key{keyOf(4)}, BlockedBy: []player.Key{keyOf(4)}})
	known := changing(t, player.Profile{Key: keyOf(5), Address: "New@b.example", Lang: "de", Mode: player.None, Blocked: []player.Key{keyOf(2)}})
	for name, here := range map[string]player.Profile{"nothing was chosen": bare, "something was": known} {
		came := here.Inherit(old, moving, "New@b.example")
		if came.Mode == player.Daily {
			came = came.Wind(noon, time.UTC)
		}
		got, taken := came.TakeAway(moving)
		if diff := cmp.Diff(here, got); diff != "" || !taken {
			t.Errorf("%s: taken %t (-before +after):\n%s", name, taken, diff)
		}
		if _, again := got.TakeAway(moving); again {
			t.Errorf("%s: taken away twice", name)
		}
	}
	for name, choose := range map[string]func(player.Profile) player.Profile{
		"language": func(p player.Profile) player.Profile { p.Lang = "nl"; return p },
		"zone":     func(p player.Profile) player.Profile { p.Zone = "Asia/Tokyo"; return p },
		"mode": func(p player.Profile) player.Profile {
			p, _ = p.SetMode(player.None)
			p.Digest.Paused = false
			return p
		},
		"prefs": func(p player.Profile) player.Profile { p.Prefs.Hour = 9; return p },
		"webhook": func(p player.Profile) player.Profile {
			p, _ = p.SetWebhook("https://own.example/", [32]byte{2})
			return p
		},
		"block":   func(p player.Profile) player.Profile { p, _ = p.Block(keyOf(9)); return p },
		"a game":  func(p player.Profile) player.Profile { p, _ = p.Use(noon, true); p.Address = "New@b.example"; return p },
		"nothing": func(p player.Profile) player.Profile { return p },
	} {
		got, _ := choose(bare.Inherit(old, moving, "New@b.example")).TakeAway(moving)
		if diff := cmp.Diff(choose(bare), got); diff != "" {
			t.Errorf("%s, chosen since (-want +got):\n%s", name, diff)
		}
	}
	failed := bare.Inherit(old, moving, "")
	failed, _ = failed.FailWebhook(failed.Webhook.Mark())
	if got, _ := failed.TakeAway(moving); got.Webhook != (player.Webhook{}) {
		t.Error("a webhook that is off has stayed")
	}
}

// TestChanging: a change that is none must not take the place of one, and of those that
// are not over none may be lost, or an erasure would not find it.
func TestChanging(t *testing.T) {
	p := changing(t, player.Profile{Key: keyOf(1)}).Inherit(player.Profile{Lang: "fr"}, moving, "")
	for name, other := range map[string]player.Change{"the same": {ID: moving, Until: noon}, "no id": {Until: noon}, "no end": {ID: [8]byte{2}}} {
		if got, changed := p.Changing(other.ID, other.Until); changed || !cmp.Equal(got, p) {
			t.Errorf("%s: %v", name, got.Changes)
		}
	}
	later, _ := p.Changing([8]byte{2}, noon.Add(time.Hour+time.Millisecond))
	if !later.Knows(moving) || later.LastChange() != [8]byte{2} || !later.Changes[1].Until.Equal(noon.Add(time.Hour)) {
		t.Errorf("another: %v", later.Changes)
	}
	again, changed := later.Changing(moving, noon.Add(2*time.Hour))
	if !changed || again.LastChange() != moving || again.CameWith(moving).Lang != "fr" || len(again.Changes) != 2 || later.LastChange() != [8]byte{2} {
		t.Errorf("prolonged: %v", again.Changes)
	}
	full := p
	for n := byte(1); n < player.MostChanges; n++ {
		full, _ = full.Changing([8]byte{100, n}, noon.Add(time.Hour))
	}
	if got, changed := full.Changing([8]byte{9}, noon); changed || !got.Knows(moving) || len(got.Changes) != player.MostChanges {
		t.Errorf("%d changes are known", len(got.Changes))
	}
	if opened, err := player.Open(player.Seal(full)); err != nil || !cmp.Equal(opened.Changes, full.Changes) {
		t.Errorf("stored as %v, %v", opened.Changes, err)
	}
	at := func(now time.Time) func(player.Change) bool {
		return func(c player.Change) bool { return !now.Before(c.Until) }
	}
	if got, over := full.Changed(at(noon)); !over || got.Knows(moving) || len(got.Changes) != player.MostChanges-1 || !full.Knows(moving) {
		t.Errorf("%d are left", len(got.Changes))
	}
	if _, over := full.Changed(at(noon.Add(-time.Second))); over {
		t.Error("one is over too soon")
	}
}
