package clock_test

import (
	"errors"
	"sync"
	"testing"
	"time"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/functions/internal/app"
	"fieldpost/functions/internal/clock"
)

var (
	id   = match.ID{1, 2, 3, 4, 5, 6, 7, 8}
	pace = match.StandardPace
)

// T3: with nobody looking each kind of deadline ends its match in the sweep that
// comes after it, not in one before; and once.
func TestT3NobodyLooks(t *testing.T) {
	for _, c := range []struct {
		name     string
		commands int
		ends     match.State
	}{
		{"an invitation", 1, match.Expired},
		{"no setup", 2, match.Aborted},
		{"one setup", 3, match.Over},
		{"a first move", 4, match.Over},
		{"a later move", 6, match.Over},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := at(t, id, c.commands, pace)
			s := newStore(m)
			k := newClock(t, s)
			reminders := 0
			for n := m.Changed; n.Before(m.Deadline); n = n.Add(time.Hour) {
				got, err := k.Sweep(ctx, n)
				if err != nil || got.TimedOut != 0 {
					t.Fatalf("at %v: %+v, %v", n, got, err)
				}
				reminders += got.Reminded
			}
			sweep(t, k, m.Deadline, clock.Swept{})
			m.Version += uint64(reminders)
			if s.owed != reminders || s.stored(t, id).Version != m.Version || reminders != map[bool]int{false: 2}[m.State == match.Invited] {
				t.Fatalf("%d images with events before the end, %d reminders", s.owed, reminders)
			}
			for n, want := range []clock.Swept{{TimedOut: 1}, {}, {}} {
				sweep(t, k, m.Deadline.Add(time.Duration(n+1)*time.Second), want)
			}
			if got := s.stored(t, id); got.State != c.ends || got.Version != m.Version+1 || !got.Alarm.IsZero() || s.owed != 1+reminders {
				t.Errorf("%v, version %d after %d, alarm %v; %d images with events", got, got.Version, m.Version, got.Alarm, s.owed)
			}
			if _, reason := s.stored(t, id).Outcome(); c.ends == match.Over && reason != engine.ByTime {
				t.Errorf("it ended %v", reason)
			}
		})
	}
}

// An alarm that moves have left behind is set anew, once, and no mail comes of it.
func TestEarlyAlarm(t *testing.T) {
	m := at(t, id, 6, pace)
	s := newStore(m)
	k := newClock(t, s)
	sweep(t, k, m.Alarm.Add(-time.Second), clock.Swept{})
	sweep(t, k, m.Alarm, clock.Swept{Rearmed: 1})
	sweep(t, k, m.Alarm, clock.Swept{})
	got := s.stored(t, id)
	if got.Version != m.Version || !got.Alarm.Equal(m.Due()) || s.owed != 0 || s.count("save") != 0 {
		t.Errorf("version %d, alarm %v, want %d and %v; %d owed", got.Version, got.Alarm, m.Version, m.Due(), s.owed)
	}
	// A match that was stored before there were alarms is left to whoever looks.
	s.images[id] = func(i match.Image) match.Image { i.Alarm = time.Time{}; return i }(match.Seal(m))
	sweep(t, k, late(m), clock.Swept{})
}

// Two clocks, as when Lambda calls twice, end each game once and owe each mail once.
func TestTwoSweepsAtOnce(t *testing.T) {
	const games = 60
	s, end := newStore(), time.Time{}
	for n := range byte(games) {
		m := at(t, match.ID{1, n}, 4+int(n)%3, pace)
		s.images[m.ID], end = match.Seal(m), late(m)
	}
	var all sync.WaitGroup
	var swept [4]clock.Swept
	for n := range swept {
		all.Go(func() {
			var err error
			if swept[n], err = newClock(t, s).Sweep(ctx, end); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	sum := 0
	for _, w := range swept {
		sum += w.TimedOut
	}
	if sum != games || s.owed != games {
		t.Errorf("%d time-outs and %d images with events of %d games", sum, s.owed, games)
	}
	for id := range s.images {
		if m := s.stored(t, id); m.State != match.Over {
			t.Errorf("%v", m)
		}
	}
}

// A sweep and a move in the last second meet, one between the other's read and
// write. Whoever writes first has it; the match is never left without an alarm, nor
// with one that is too late.
func TestSweepMeetsAMove(t *testing.T) {
	m := at(t, id, 5, pace)
	move := line(t)[5]
	check := func(t *testing.T, s *store, moveErr error) {
		t.Helper()
		got := s.stored(t, id)
		switch {
		case moveErr == nil && got.State == match.Playing && got.Game.Ply() == 2 && s.owed == 1:
		case errors.Is(moveErr, engine.ErrOver) && got.State == match.Over && got.Game.Reason() == engine.ByTime && s.owed == 1:
		default:
			t.Errorf("the move: %v; %v at ply %d, %d images with events", moveErr, got, got.Game.Ply(), s.owed)
		}
		if got.Alarm.IsZero() != got.Due().IsZero() || got.Alarm.After(got.Due()) {
			t.Errorf("alarm %v, due %v", got.Alarm, got.Due())
		}
	}
	player := func(s *store) *app.App {
		return &app.App{Games: s, Now: func() time.Time { return m.Deadline }}
	}
	t.Run("the move comes into the time-out", func(t *testing.T) {
		s := newStore(m)
		var moveErr error
		s.hook = func(call string) {
			if call == "save" {
				s.hook = nil
				_, moveErr = player(s).Do(ctx, id, move)
			}
		}
		sweep(t, newClock(t, s), late(m), clock.Swept{Rearmed: 1}) // the alarm has rung for the turn before
		check(t, s, moveErr)
	})
	t.Run("the time-out comes into the move", func(t *testing.T) {
		s := newStore(m)
		s.hook = func(call string) {
			if call == "save" {
				s.hook = nil
				sweep(t, newClock(t, s), late(m), clock.Swept{TimedOut: 1})
			}
		}
		_, err := player(s).Do(ctx, id, move)
		check(t, s, err)
	})
	t.Run("the move comes into the new alarm", func(t *testing.T) {
		s := newStore(m)
		var moveErr error
		s.hook = func(call string) {
			if call == "rearm" {
				s.hook = nil
				_, moveErr = player(s).Do(ctx, id, move)
			}
		}
		sweep(t, newClock(t, s), m.Alarm, clock.Swept{Others: 1})
		check(t, s, moveErr)
		sweep(t, newClock(t, s), m.Alarm, clock.Swept{Rearmed: 1})
		check(t, s, moveErr)
	})
	t.Run("the new alarm comes into the move", func(t *testing.T) {
		s := newStore(m)
		s.hook = func(call string) {
			if call == "save" {
				s.hook = nil
				sweep(t, newClock(t, s), m.Alarm, clock.Swept{Rearmed: 1})
			}
		}
		_, err := player(s).Do(ctx, id, move)
		check(t, s, err)
	})
	t.Run("all at once", func(t *testing.T) {
		for range 200 {
			s := newStore(m)
			var all sync.WaitGroup
			var moveErr error
			all.Go(func() { _, moveErr = player(s).Do(ctx, id, move) })
			for range 2 {
				all.Go(func() {
					if _, err := newClock(t, s).Sweep(ctx, late(m)); err != nil {
						t.Error(err)
					}
				})
			}
			all.Wait()
			check(t, s, moveErr)
		}
	})
}

// Each call of a sweep goes wrong in every way. The sweep says so, or somebody else
// seems to have done it; the next mends it, and each game ends once.
func TestSweepUnderFaults(t *testing.T) {
	ended, early := at(t, match.ID{7: 1}, 4, pace), at(t, match.ID{7: 1 + match.AlarmShards}, 7, match.Pace{Move: match.MostPace, Setup: 5 * 24 * time.Hour})
	now := late(ended)
	if early.Alarm.After(now) || !early.Due().After(now) {
		t.Fatal("the second match is no early one")
	}
	for _, f := range []fault{failed, persisted, resent} {
		for k := range match.AlarmShards + 4 + 1 { // two calls a match, and none
			s := newStore(ended, early)
			reported, n := 0, 0
			c := newClock(t, s)
			c.Report = func(_ match.ID, err error) {
				if reported++; !errors.Is(err, errDown) {
					t.Errorf("call %d %s: %v", k, f, err)
				}
			}
			hit, unasked := fine, false
			s.fault = func(call string) fault {
				if n++; n-1 == k {
					hit, unasked = f, call == "due"
					return f
				}
				return fine
			}
			swept, err := c.Sweep(ctx, now)
			if err != nil && !errors.Is(err, errDown) || swept.Failed != reported || reported > 0 && err == nil {
				t.Errorf("call %d %s: %+v, %v; %d reported", k, f, swept, err, reported)
			}
			if unasked && err == nil {
				t.Errorf("call %d %s: nobody is told that a shard was not read", k, f)
			}
			if hit == fine && (err != nil || swept != clock.Swept{TimedOut: 1, Rearmed: 1}) {
				t.Errorf("call %d %s: %+v, %v, and nothing was wrong", k, f, swept, err)
			}
			s.fault = nil
			again, err := c.Sweep(ctx, now)
			if err != nil || again.Failed != 0 {
				t.Errorf("call %d %s, the next sweep: %+v, %v", k, f, again, err)
			}
			a, b := s.stored(t, ended.ID), s.stored(t, early.ID)
			if a.State != match.Over || a.Version != ended.Version+1 || b.Version != early.Version || !b.Alarm.Equal(early.Due()) || s.owed != 1 {
				t.Errorf("call %d %s: %v version %d; version %d, alarm %v; %d images with events", k, f, a, a.Version, b.Version, b.Alarm, s.owed)
			}
		}
	}
}
