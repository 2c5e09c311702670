package clock_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"fieldpost/engine/match"
	"fieldpost/functions/internal/app"
	"fieldpost/functions/internal/clock"
)

// heart keeps a heartbeat beside the matches of a store, whose faults it shares.
type heart struct {
	*store
	h match.Heartbeat
}

func (h *heart) LoadHeartbeat(context.Context) (match.Heartbeat, error) {
	f := h.call("load heartbeat")
	defer h.mu.Unlock()
	if f != fine {
		return match.Heartbeat{}, errDown
	}
	return h.h, nil
}

func (h *heart) SaveHeartbeat(_ context.Context, next match.Heartbeat) error {
	f := h.call("save heartbeat")
	defer h.mu.Unlock()
	if f == failed {
		return errDown
	}
	allowed := next.Version == h.h.Version+1
	if allowed {
		h.h = next
	}
	switch {
	case f == persisted:
		return errDown
	case !allowed || f == resent:
		return match.ErrConflict
	}
	return nil
}

// living returns a clock over s that keeps its heartbeat in h.
func living(t *testing.T, s *store, h *heart) *clock.Clock {
	c := newClock(t, s)
	c.Heart, c.Games.Outages = h, &app.Outages{Heart: h}
	return c
}

// run sweeps every half hour from one moment to another.
func run(t *testing.T, c *clock.Clock, from, to time.Time) {
	t.Helper()
	for ; !from.After(to); from = from.Add(30 * time.Minute) {
		if _, err := c.Sweep(ctx, from); err != nil {
			t.Fatal(err)
		}
	}
}

// The server stands still through the deadlines of all kinds of matches. Its first
// sweep ends none of them; each has the time again that it had left, and ends then.
func TestOutage(t *testing.T) {
	for n := 1; n <= 5; n++ {
		m := at(t, id, n, pace)
		s := newStore(m)
		h := &heart{store: s}
		c := living(t, s, h)
		down, up := m.Deadline.Add(-time.Hour), m.Deadline.Add(9*24*time.Hour)
		run(t, c, monday, down)
		reminders := s.owed
		m.Version += uint64(reminders)
		sweep(t, c, up, clock.Swept{Rearmed: 1})
		left := m.Deadline.Sub(h.h.Outages[0].From)
		if got := s.stored(t, id); got.State != m.State || got.Version != m.Version || !got.Deadline.Equal(up.Add(left)) || !got.Alarm.Equal(got.Due()) {
			t.Errorf("%v: %v until %v, version %d", m.State, got, got.Deadline, got.Version)
		}
		sweep(t, c, up.Add(left), clock.Swept{})
		sweep(t, c, up.Add(left+time.Second), clock.Swept{TimedOut: 1})
		if s.owed != 1+reminders || reminders > match.MostReminders {
			t.Errorf("%v: %d images with events, %d reminders", m.State, s.owed, reminders)
		}
	}
}

// A time that was set after an outage is as long as any other, and one that was over
// before it is over.
func TestOutageOfOthers(t *testing.T) {
	before, after := at(t, match.ID{1, 7: 1}, 5, match.Pace{Move: match.LeastPace, Setup: 24 * time.Hour}), at(t, match.ID{2, 7: 2}, 6, pace)
	s := newStore(before)
	h := &heart{store: s}
	c := living(t, s, h)
	down := before.Deadline.Add(-10 * time.Minute)
	run(t, c, monday, down)
	h.h = h.h.Beats(late(before).Add(time.Second)) // the sweep that ended here did not get to it
	up := down.Add(24 * time.Hour)
	shift := up.Sub(after.Changed)
	after.Changed, after.Deadline, after.Alarm = up, after.Deadline.Add(shift), after.Alarm.Add(shift)
	s.images[after.ID] = match.Seal(after)
	sweep(t, c, up, clock.Swept{TimedOut: 1})
	if m := s.stored(t, before.ID); m.State != match.Over || m.Extended != 0 {
		t.Errorf("the one before: %v, %v more", m, m.Extended)
	}
	run(t, c, up, after.Deadline)
	sweep(t, c, late(after), clock.Swept{TimedOut: 1})
}

// The host stops the clocks for a week, in which the program may even be off; nothing
// ends, and nobody gains more than a week.
func TestPause(t *testing.T) {
	m := at(t, id, 4, pace)
	s := newStore(m)
	h, since := &heart{store: s}, time.Time{}
	c := living(t, s, h)
	c.Pause = func(context.Context) (time.Time, error) { return since, nil }
	stop := m.Deadline.Add(-time.Hour)
	run(t, c, monday, stop)
	since = stop.Add(time.Minute)
	run(t, c, since, stop.Add(48*time.Hour))
	asked := s.count("due")
	run(t, c, stop.Add(120*time.Hour), stop.Add(168*time.Hour))
	if s.count("due") != asked || s.stored(t, id).State != match.Playing {
		t.Errorf("the clocks stand still, and %d shards were asked", s.count("due")-asked)
	}
	goes := since.Add(168 * time.Hour)
	since = time.Time{}
	sweep(t, c, goes, clock.Swept{Rearmed: 1})
	deadline := m.Deadline.Add(168 * time.Hour)
	if got := s.stored(t, id); !got.Deadline.Equal(deadline) {
		t.Errorf("until %v, want %v", got.Deadline, deadline)
	}
	run(t, c, goes, deadline)
	sweep(t, c, deadline.Add(time.Second), clock.Swept{TimedOut: 1})
}

// A pause that the clock finds when it comes back, and one that ends so, are one write
// each with its beat.
func TestPauseThroughAnOutage(t *testing.T) {
	m := at(t, id, 4, pace)
	s := newStore(m)
	h, since := &heart{store: s}, time.Time{}
	c := living(t, s, h)
	c.Pause = func(context.Context) (time.Time, error) { return since, nil }
	down := m.Deadline.Add(-2 * time.Hour)
	run(t, c, monday, down)
	version := h.h.Version
	since = down.Add(30 * time.Minute)
	sweep(t, c, down.Add(100*time.Hour), clock.Swept{})
	since = time.Time{}
	sweep(t, c, down.Add(200*time.Hour), clock.Swept{Rearmed: 1})
	if got := s.stored(t, id); h.h.Version != version+2 || len(h.h.Outages) != 1 || got.Extended.Round(time.Hour) != 200*time.Hour {
		t.Errorf("%d writes, %d outages, %v more", h.h.Version-version, len(h.h.Outages), got.Extended)
	}
}

// Where the host's wish cannot be read nothing ends, and the clock is not felt.
func TestUnreadablePause(t *testing.T) {
	m := at(t, id, 4, pace)
	s := newStore(m)
	h := &heart{store: s}
	c := living(t, s, h)
	c.Pause = func(context.Context) (time.Time, error) { return time.Time{}, errDown }
	if _, err := c.Sweep(ctx, late(m)); !errors.Is(err, errDown) || h.h.Version != 0 || s.stored(t, id).Ended() {
		t.Errorf("%v, %+v", err, h.h)
	}
}

// Ten clocks begin at once after an outage: one of them writes it down, once.
func TestManyClocksAfterAnOutage(t *testing.T) {
	m := at(t, id, 4, pace)
	s := newStore(m)
	h := &heart{store: s}
	run(t, living(t, s, h), monday, m.Deadline.Add(-time.Hour))
	version, up := h.h.Version, m.Deadline.Add(100*time.Hour)
	var all sync.WaitGroup
	for range 10 {
		c := living(t, s, h)
		all.Go(func() {
			if _, err := c.Sweep(ctx, up); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if got := s.stored(t, id); h.h.Version != version+1 || len(h.h.Outages) != 1 || got.State != match.Playing || got.Extended != 101*time.Hour {
		t.Errorf("%d outages after %d writes; %v, %v more", len(h.h.Outages), h.h.Version-version, got, got.Extended)
	}
}

// Each call of the first sweeps after an outage goes wrong in every way, as if the
// program were killed there. The game has its time back in the end, once.
func TestOutageFaults(t *testing.T) {
	for _, f := range []fault{failed, persisted, resent} {
		for k := range 26 {
			m := at(t, id, 4, pace)
			s := newStore(m)
			h := &heart{store: s}
			c := living(t, s, h)
			c.Report = func(match.ID, error) {}
			run(t, c, monday, m.Deadline.Add(-time.Hour))
			n, up := 0, m.Deadline.Add(100*time.Hour)
			s.fault = func(string) fault {
				if n++; n-1 == k {
					return f
				}
				return fine
			}
			for try := range 3 {
				_, err := c.Sweep(ctx, up.Add(time.Duration(try)*time.Minute))
				if err != nil && !errors.Is(err, errDown) {
					t.Errorf("call %d %s: %v", k, f, err)
				}
			}
			if got := s.stored(t, id); len(h.h.Outages) != 1 || got.State != match.Playing || got.Extended < 101*time.Hour || got.Extended > 101*time.Hour+2*time.Minute || s.owed != match.MostReminders {
				t.Errorf("call %d %s: %d outages; %v, %v more, %d mails", k, f, len(h.h.Outages), got, got.Extended, s.owed)
			}
		}
	}
}

// However the server stands still, whoever looks, and however often: the clock ends a
// game after its pace of running time, not before, and within an hour and the sweep.
func TestPaceOfRunningTime(t *testing.T) {
	m := at(t, id, 4, match.Pace{Move: match.LeastPace, Setup: 24 * time.Hour})
	rapid.Check(t, func(r *rapid.T) {
		s := newStore(m)
		h := &heart{store: s}
		c, since := living(t, s, h), time.Time{}
		c.Pause = func(context.Context) (time.Time, error) { return since, nil }
		now, ran := m.Changed, time.Duration(0)
		look := func() {
			a := *c.Games
			a.Now = func() time.Time { return now }
			if _, err := a.Load(ctx, id); err != nil {
				r.Fatal(err)
			}
		}
		if _, err := c.Sweep(ctx, now); err != nil {
			r.Fatal(err)
		}
		for !s.stored(t, id).Ended() {
			if since.IsZero() && ran > m.Pace.Move+2*time.Hour {
				r.Fatalf("it goes on after %v", ran)
			}
			switch rapid.IntRange(0, 7).Draw(r, "what") {
			case 0:
				now = now.Add(time.Duration(rapid.IntRange(61, 3000).Draw(r, "outage")) * time.Minute)
			case 1:
				if since.IsZero() {
					since = now
				} else {
					since = time.Time{}
				}
			default:
				d := time.Duration(rapid.IntRange(1, 40).Draw(r, "runs")) * time.Minute
				if now = now.Add(d); since.IsZero() {
					ran += d
				}
			}
			if rapid.Bool().Draw(r, "somebody looks") {
				look()
			}
			if _, err := c.Sweep(ctx, now); err != nil {
				r.Fatal(err)
			}
			if s.stored(t, id).Ended() && ran <= m.Pace.Move {
				r.Fatalf("it ends after %v", ran)
			}
		}
	})
}
