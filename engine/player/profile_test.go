package player_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"fieldpost/engine/player"
)

// keyOf returns the key of the nth person, nobody's of the zeroth.
func keyOf(n int) player.Key { return player.Key{byte(n), byte(n >> 8)} }

var ann = player.Profile{Key: keyOf(1), Version: 3, Address: "Ann@example.org", Lang: "en", Zone: "Europe/Paris"}

// Who stopped all mail must not get any again by the back door of a preference.
func TestModes(t *testing.T) {
	for _, c := range []struct {
		from    player.Mode
		change  func(player.Profile) (player.Profile, bool)
		to      player.Mode
		changed bool
	}{
		{player.Turns, to(player.None), player.None, true},
		{player.Turns, to(player.Stopped), player.Stopped, true},
		{player.Turns, to(player.Turns), player.Turns, false},
		{player.Turns, to(player.Daily + 1), player.Turns, false},
		{player.Turns, to(player.Daily), player.Daily, true},
		{player.Stopped, to(player.Daily), player.Stopped, false},
		{player.None, to(player.Turns), player.Turns, true},
		{player.None, player.Profile.Lift, player.None, false},
		{player.Stopped, to(player.Turns), player.Stopped, false},
		{player.Stopped, to(player.None), player.Stopped, false},
		{player.Stopped, player.Profile.Lift, player.Turns, true},
	} {
		p, changed := c.change(player.Profile{Mode: c.from})
		if p.Mode != c.to || changed != c.changed {
			t.Errorf("from %v: %v, changed %t; want %v, %t", c.from, p.Mode, changed, c.to, c.changed)
		}
	}
	for mode, want := range map[player.Mode][2]bool{player.Turns: {true, true}, player.None: {false, true}, player.Stopped: {false, false}, player.Daily: {true, true}} {
		p := player.Profile{Mode: mode}
		if got := [2]bool{p.GameMails(), p.AnyMail()}; got != want {
			t.Errorf("%v: game mails and others %v, want %v", mode, got, want)
		}
	}
}

func to(m player.Mode) func(player.Profile) (player.Profile, bool) {
	return func(p player.Profile) (player.Profile, bool) { return p.SetMode(m) }
}

// Three different people must have blocked somebody, not one person three times.
func TestMayInvite(t *testing.T) {
	p := ann
	for n, by := range []int{2, 2, 0, 1, 3, 2, 4} {
		if !p.MayInvite() {
			t.Fatalf("already before block %d he may invite nobody", n)
		}
		p, _ = p.BlockFrom(keyOf(by))
	}
	if p.MayInvite() {
		t.Error("three people blocked him, and he may still invite")
	}
	if again, changed := p.BlockFrom(keyOf(5)); changed || len(again.BlockedBy) != player.MostBlockers {
		t.Errorf("a fourth is kept: %t, %d", changed, len(again.BlockedBy))
	}
}

// The newest block always counts, however many there were.
func TestMostBlocked(t *testing.T) {
	p := ann
	for n := range player.MostBlocked + 5 {
		var changed bool
		if p, changed = p.Block(keyOf(n + 2)); !changed || !p.Blocks(keyOf(n+2)) {
			t.Fatalf("block %d is not kept", n)
		}
	}
	if len(p.Blocked) != player.MostBlocked || p.Blocks(keyOf(6)) || !p.Blocks(keyOf(7)) {
		t.Errorf("%d are kept; the sixth oldest: %t, the oldest to stay: %t", len(p.Blocked), p.Blocks(keyOf(6)), p.Blocks(keyOf(7)))
	}
	for _, n := range []int{0, 1, 7} {
		if _, changed := p.Block(keyOf(n)); changed {
			t.Errorf("person %d is blocked anew", n)
		}
	}
	if p.Blocks(player.Key{}) {
		t.Error("nobody is blocked, and with him every vacant seat")
	}
}

func TestSeen(t *testing.T) {
	for _, c := range []struct {
		name                string
		address, lang, zone string
		want                player.Profile
		changed             bool
	}{
		{"the same", ann.Address, "en", "Europe/Paris", ann, false},
		{"another spelling", "ann@example.org", "en", "Europe/Paris", with(func(p *player.Profile) { p.Address = "ann@example.org" }), true},
		{"nothing known", "", "", "", ann, false},
		{"a language alone", "", "fr", "", with(func(p *player.Profile) { p.Lang = "fr" }), true},
		{"a zone alone", "", "", "UTC", with(func(p *player.Profile) { p.Zone = "UTC" }), true},
		{"no room", strings.Repeat("a", 255), strings.Repeat("a", 9), strings.Repeat("a", 65), ann, false},
	} {
		got, changed := ann.Seen(c.address, c.lang, c.zone)
		if diff := cmp.Diff(c.want, got); diff != "" || changed != c.changed {
			t.Errorf("%s: changed %t, %s", c.name, changed, diff)
		}
	}
}

func with(change func(*player.Profile)) player.Profile {
	p := ann
	change(&p)
	return p
}

// A link that was cancelled must not come to life when the count is full.
func TestRenewLinks(t *testing.T) {
	p, seen := ann, map[uint8]bool{}
	for range 254 {
		seen[p.Epoch] = true
		next, changed := p.RenewLinks()
		if !changed || seen[next.Epoch] {
			t.Fatalf("epoch %d after %d", next.Epoch, p.Epoch)
		}
		p = next
	}
	if next, changed := p.RenewLinks(); changed || next.Epoch != p.Epoch || !next.LinksCount(p.Epoch) {
		t.Errorf("epoch %d after %d", next.Epoch, p.Epoch)
	}
	for _, want := range []bool{true, false} { // whoever goes has none that counts, also if he goes once more
		next, changed := p.CancelLinks()
		if changed != want || next.LinksCount(p.Epoch) || next.LinksCount(next.Epoch) {
			t.Errorf("epoch %d after %d: its links count", next.Epoch, p.Epoch)
		}
		p = next.Forget(time.Unix(1e9, 0))
	}
}

// TestLaws changes profiles at random, and holds after each change:
//
//   - the profile it came from is as it was;
//   - it says that it changed exactly if it did, and then does not change again;
//   - Open gives back what Seal was given, one version on.
func TestLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := player.Profile{Key: keyOf(1)}
		if rapid.Bool().Draw(t, "nearly full") {
			for n := range player.MostBlocked - 1 {
				p, _ = p.Block(keyOf(n + 1000))
			}
		}
		for range rapid.IntRange(1, 40).Draw(t, "changes") {
			change, twice := anyChange(t)
			before := player.Seal(p)
			next, changed := change(p)
			if !reflect.DeepEqual(before, player.Seal(p)) {
				t.Fatal("the profile before has changed")
			}
			if same := reflect.DeepEqual(p, next); changed == same {
				t.Fatalf("changed %t, the same %t", changed, same)
			}
			if _, again := change(next); again && !twice {
				t.Fatal("the same change changes it again")
			}
			image := player.Seal(next)
			if image.Version != p.Version+1 {
				t.Fatalf("version %d is sealed after %d", image.Version, p.Version)
			}
			got, err := player.Open(image)
			if err != nil {
				t.Fatal(err)
			}
			next.Version++
			if !reflect.DeepEqual(next, got) {
				t.Fatalf("Open reads another profile (-want +got):\n%s", cmp.Diff(next, got))
			}
			p = got
		}
	})
}

// anyChange draws one, and tells whether it may be made several times.
func anyChange(t *rapid.T) (change func(player.Profile) (player.Profile, bool), twice bool) {
	k := keyOf(rapid.IntRange(0, 6).Draw(t, "person"))
	text := rapid.StringN(0, 20, 300).Draw(t, "text")
	moment := time.UnixMilli(rapid.Int64Range(-2, 1<<62).Draw(t, "moment"))
	switch rapid.IntRange(0, 8).Draw(t, "kind") {
	case 0:
		return func(p player.Profile) (player.Profile, bool) { return p.Block(k) }, false
	case 1:
		return func(p player.Profile) (player.Profile, bool) { return p.BlockFrom(k) }, false
	case 2:
		return to(player.Mode(rapid.IntRange(0, 4).Draw(t, "mode"))), false
	case 3:
		return player.Profile.Lift, false
	case 4:
		return player.Profile.RenewLinks, true
	case 5:
		return func(p player.Profile) (player.Profile, bool) { return p.Reads(moment) }, false
	case 6:
		return func(p player.Profile) (player.Profile, bool) { return p.Bounces(moment) }, false
	case 7:
		return func(p player.Profile) (player.Profile, bool) { return p.Complains(moment) }, false
	default:
		return func(p player.Profile) (player.Profile, bool) { return p.Seen(text, text, text) }, false
	}
}

// A profile or image that strays into a log must tell nothing.
func TestProfilesHide(t *testing.T) {
	p, _ := ann.Block(player.Key{0xab, 0xcd})
	for _, verb := range []string{"%v", "%+v", "%s", "%q", "%x"} {
		for _, x := range []any{p, &p, []player.Profile{p}, player.Seal(p), p.Blocked} {
			text := strings.ToLower(fmt.Sprintf(verb, x))
			for _, secret := range []string{"example", "paris", "171", "abcd", "6578616d706c65"} {
				if strings.Contains(text, secret) {
					t.Errorf("%s of %T prints %q", verb, x, text)
				}
			}
		}
	}
}
