package digest_test

import (
	"testing"
	"time"

	"fieldpost/engine/match"
	"fieldpost/engine/player"
	"fieldpost/functions/internal/digest"
)

// idle is somebody without a game who was last here at noon.
func (w *world) idle(t testing.TB, k player.Key, mode player.Mode) time.Time {
	t.Helper()
	p, _ := player.Profile{Key: k}.Seen("ann@example.org", "en", "UTC")
	p, _ = p.SetMode(mode)
	p, _ = p.Block(player.Key{9})
	p, _ = p.Use(noon, false)
	w.profiles[k] = player.Seal(p.Wind(noon, time.UTC))
	return p.Fades()
}

// A word against mails keeps no address for longer than a year, and is kept itself; also
// of who gets one mail a day, whom the clock wakes for nothing each day.
func TestFades(t *testing.T) {
	for name, mode := range map[string]player.Mode{"none": player.None, "stopped": player.Stopped, "a block": player.Turns, "a block, and one mail a day": player.Daily} {
		w := newWorld()
		end := w.idle(t, annKey, mode)
		r := w.rounds()
		for day := range 370 {
			w.now = noon.Add(time.Duration(day) * 24 * time.Hour)
			if _, err := r.Sweep(ctx, w.now); err != nil {
				t.Fatal(err)
			}
			if p := w.profile(t, annKey); w.now.Before(end) && p.Address == "" || !w.now.Before(end.Add(24*time.Hour)) && p.Address != "" {
				t.Fatalf("%s: on %v the address is %q, to be kept until %v", name, w.now, p.Address, end)
			}
		}
		p := w.profile(t, annKey)
		if !p.Blocks(player.Key{9}) || p.WantsMails() != (mode == player.Turns || mode == player.Daily) || !w.profiles[annKey].Alarm.IsZero() || !p.Expires().IsZero() || len(w.mails) > 0 {
			t.Errorf("%s: %+v is left", name, p)
		}
		sweep(t, r, w.now, digest.Swept{})
	}
}

// An address goes in one sweep of two, however they meet; not if it has a game after
// all; and a store that fails is asked again.
func TestFadesOnce(t *testing.T) {
	w := newWorld()
	end := w.idle(t, annKey, player.None)
	w.now = end
	r := w.rounds()
	w.fault = func(call string) error {
		if call == "save" {
			return errDown
		}
		return nil
	}
	if swept, err := r.Sweep(ctx, end); err == nil || swept.Failed != 1 {
		t.Errorf("%+v, %v", swept, err)
	}
	w.fault = nil
	met := false
	w.hook = func(call string) {
		if call == "save" && !met {
			met = true
			sweep(t, w.rounds(), end, digest.Swept{Faded: 1})
		}
	}
	sweep(t, r, end.Add(2*digest.Pause), digest.Swept{Faded: 1})
	w.hook = nil
	sweep(t, r, end.Add(3*digest.Pause), digest.Swept{})
	if p := w.profile(t, annKey); p.Address != "" || p.Version != 2 {
		t.Errorf("%q in version %d", p.Address, p.Version)
	}

	w = newWorld()
	w.now = w.idle(t, annKey, player.None)
	w.game(t, 1, match.Pace{Move: 24 * time.Hour, Setup: 24 * time.Hour}, toAnn)
	sweep(t, w.rounds(), w.now, digest.Swept{Faded: 1})
	if p := w.profile(t, annKey); p.Address == "" || !p.Plays || !w.profiles[annKey].Alarm.IsZero() {
		t.Errorf("who plays is forgotten: %+v", p)
	}
}

// To be woken each day for nothing is not to be needed.
func TestIdleDailyEnds(t *testing.T) {
	w := newWorld()
	w.daily(t, annKey, "ann@example.org", "UTC", 8, noon)
	r := w.rounds()
	for day := range 3 {
		w.now = noon.Add(time.Duration(day) * 24 * time.Hour)
		if _, err := r.Sweep(ctx, w.now); err != nil {
			t.Fatal(err)
		}
	}
	first := time.Date(2026, 3, 3, 0, 0, 0, 0, time.UTC) // on which its first day was noted
	if end := w.profiles[annKey].Expires; !end.Equal(first.Add(player.IdleLife)) {
		t.Errorf("it ends at %v", end)
	}
}
