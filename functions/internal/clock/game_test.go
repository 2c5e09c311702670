package clock_test

import (
	"testing"
	"time"

	"fieldpost/engine/match"
	"fieldpost/functions/internal/clock"
)

// Where days pass in seconds, alarms and deadlines are those of the games, and the
// heartbeat and the rest of what is broken are the world's: else a program that runs
// would find outages everywhere, and report the same match at each tick.
func TestTwoTimes(t *testing.T) {
	m := at(t, id, 6, pace)
	s := newStore(m)
	h := &heart{store: s}
	c := newClock(t, s)
	c.Heart = h // of whose outages the games would hear by somebody else
	c.Game = func(now time.Time) time.Time { return monday.Add(now.Sub(monday) * 86400) }
	c.BeatEvery = time.Second
	end := monday.Add(m.Deadline.Sub(monday) / 86400)
	for now := monday; !now.After(end); now = now.Add(250 * time.Millisecond) {
		got, err := c.Sweep(ctx, now)
		if err != nil || got.TimedOut > 0 || s.stored(t, id).Ended() {
			t.Fatalf("%v after %v: %+v, %v", id, now.Sub(monday), got, err)
		}
		if late := now.Sub(h.h.Beat); late < 0 || late >= 2*time.Second {
			t.Fatalf("after %v the beat is %v old", now.Sub(monday), late)
		}
	}
	if len(h.h.Outages) > 0 || !h.h.Paused.IsZero() {
		t.Errorf("there were outages: %v", h.h)
	}
	sweep(t, c, end.Add(time.Second), clock.Swept{TimedOut: 1})

	broken := match.Seal(at(t, id, 6, pace))
	broken.Data = []byte{9}
	s.images[id] = broken
	reports := 0
	c.Report = func(match.ID, error) { reports++ }
	for n := range 10 {
		if _, err := c.Sweep(ctx, end.Add(time.Duration(2+n)*time.Second)); err != nil {
			t.Fatal(err)
		}
	}
	if reports != 1 {
		t.Errorf("a broken match was reported %d times in ten seconds", reports)
	}
}
