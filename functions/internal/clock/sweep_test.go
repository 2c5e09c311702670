package clock_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"fieldpost/engine/match"
	"fieldpost/functions/internal/clock"
)

// crowd returns a store with n games of each shard given, all of which have the same
// deadline, and that.
func crowd(t *testing.T, n int, shards ...byte) (*store, time.Time) {
	t.Helper()
	s, m := newStore(), at(t, id, 4, pace)
	for _, shard := range shards {
		for k := range n {
			m.ID = match.ID{1, byte(k >> 8), byte(k), 7: shard}
			s.images[m.ID] = match.Seal(m)
		}
	}
	return s, late(m)
}

// over counts the games of a shard that are over.
func (s *store) over(t *testing.T, shard int) (n int) {
	t.Helper()
	for id := range s.images {
		if id.AlarmShard() == shard && s.stored(t, id).State == match.Over {
			n++
		}
	}
	return n
}

// A sweep ends after so many matches, and the next goes on: a thousand games whose
// time was over while nothing ran must neither exceed a function's time nor wait for
// one another.
func TestSweepIsBounded(t *testing.T) {
	s, now := crowd(t, 60, 0, 3, 9)
	c := newClock(t, s)
	c.Most = 40
	before := 180
	for n, left := range []int{140, 100, 60, 20, 0, 0} {
		sweep(t, c, now, clock.Swept{TimedOut: before - left, Left: left > 0})
		before = left
		if got := 180 - s.over(t, 0) - s.over(t, 3) - s.over(t, 9); got != left {
			t.Fatalf("after sweep %d: %d are left, want %d", n+1, got, left)
		}
	}
}

// No shard waits for a crowd in another: the next sweep begins behind the one in
// which this one has stopped.
func TestSweepIsFair(t *testing.T) {
	s, now := crowd(t, 200, 0)
	for _, shard := range []byte{1, 15} {
		m := at(t, match.ID{7: shard}, 4, pace)
		s.images[m.ID] = match.Seal(m)
	}
	c := newClock(t, s)
	c.Most = 10 // less than shard 0 has for its turn
	sweep(t, c, now, clock.Swept{TimedOut: 10, Left: true})
	sweep(t, c, now, clock.Swept{TimedOut: 10, Left: true})
	if s.over(t, 1) != 1 || s.over(t, 15) != 1 || s.over(t, 0) != 18 {
		t.Errorf("%d, %d and %d are over", s.over(t, 1), s.over(t, 15), s.over(t, 0))
	}
	// A shard at whose turn a sweep has just done all that it may is not passed over.
	s, now = crowd(t, 1, 1)
	c = newClock(t, s)
	c.Most = 10
	for round := range 2 {
		for k := range 10 {
			m := at(t, match.ID{2, byte(k), byte(round), 7: 0}, 4, pace)
			s.images[m.ID] = match.Seal(m)
		}
		sweep(t, c, now, clock.Swept{TimedOut: 10, Left: true})
	}
	if s.over(t, 1) != 1 {
		t.Error("shard 1 waits for ever")
	}
	// And in one sweep each has its turn.
	s, now = crowd(t, 200, 0, 5)
	c = newClock(t, s)
	c.Most = 100
	sweep(t, c, now, clock.Swept{TimedOut: 100, Left: true})
	if a, b := s.over(t, 0), s.over(t, 5); a != 50 || b != 50 {
		t.Errorf("%d and %d are over", a, b)
	}
}

// A sweep ends in time, whatever is left: however slow a match is, or an answer of
// the store. The next one goes on.
func TestSweepEndsInTime(t *testing.T) {
	s, now := crowd(t, 50, 4, 12)
	c, passed := newClock(t, s), time.Duration(0)
	c.Span = 10 * time.Second
	c.Now = func() time.Time { return monday.Add(passed) }
	s.hook = func(call string) {
		if call == "save" {
			passed += time.Second
		}
	}
	sweep(t, c, now, clock.Swept{TimedOut: 10, Left: true})
	sweep(t, c, now, clock.Swept{TimedOut: 10, Left: true})
	if a, b := s.over(t, 4), s.over(t, 12); a != 10 || b != 10 {
		t.Errorf("%d and %d are over", a, b)
	}
	before := s.count("due")
	s.hook = func(string) { passed += 4 * time.Second }
	sweep(t, c, now, clock.Swept{Left: true}) // from shard 13 on
	if asked := s.count("due") - before; asked != 3 {
		t.Errorf("%d shards were asked", asked)
	}
	s.hook = nil
	sweep(t, c, now, clock.Swept{TimedOut: 80})
}

// A store that is slow to answer, in whose lists nothing is due, uses up the time of a sweep as
// well. Without going on where that was over the last shards would never be asked.
func TestSlowSweepsComeRound(t *testing.T) {
	s, now := crowd(t, 1, 15)
	c, passed := newClock(t, s), time.Duration(0)
	c.Span = 10 * time.Second
	c.Now = func() time.Time { return monday.Add(passed) }
	s.hook = func(call string) {
		if call == "due" {
			passed += 4 * time.Second // so that a sweep asks three shards
		}
	}
	for range 5 {
		sweep(t, c, now, clock.Swept{Left: true})
	}
	sweep(t, c, now, clock.Swept{TimedOut: 1, Left: true})
}

// Whoever calls may go. What was done is told.
func TestSweepIsCutOff(t *testing.T) {
	s, now := crowd(t, 50, 4)
	gone, leave := context.WithCancel(ctx)
	s.hook = func(string) {
		if s.owed == 3 {
			leave()
		}
	}
	got, err := newClock(t, s).Sweep(gone, now)
	if !errors.Is(err, context.Canceled) || got.TimedOut > 4 {
		t.Errorf("%+v, %v", got, err)
	}
}

// Matches that cannot be read, more than a turn takes, hide none behind them and
// fail no sweep; each is reported once an hour, not four times a second.
func TestUnreadableMatches(t *testing.T) {
	const bent = 60
	s, now := crowd(t, bent+30, 2)
	for k := range bent {
		i := s.images[match.ID{1, 0, byte(k), 7: 2}]
		i.Data = i.Data[:9]
		s.images[i.ID] = i
	}
	c, reports := newClock(t, s), map[match.ID]int{}
	c.Report = func(id match.ID, err error) {
		reports[id]++
		if _, ok := errors.AsType[*match.CorruptError](err); !ok {
			t.Error(err)
		}
	}
	sweep(t, c, now, clock.Swept{TimedOut: 30, Failed: bent})
	sweep(t, c, now.Add(time.Second), clock.Swept{})
	sweep(t, c, now.Add(clock.Rest-time.Second), clock.Swept{})
	sweep(t, c, now.Add(clock.Rest), clock.Swept{Failed: bent})
	if len(reports) != bent || reports[match.ID{1, 0, 0, 7: 2}] != 2 {
		t.Errorf("%d matches were reported, the first %d times", len(reports), reports[match.ID{1, 0, 0, 7: 2}])
	}
}

// A match at which the program panics is one that cannot be read: it is reported by
// the type of what was thrown, rests, and keeps the clock from none behind it.
func TestPanicStopsNoOtherMatch(t *testing.T) {
	for _, call := range []string{"load", "save"} {
		s, now := crowd(t, 2, 0, 1, 2)
		c, reported := newClock(t, s), []string{}
		c.Report = func(_ match.ID, err error) { reported = append(reported, err.Error()) }
		first := true
		s.hook = func(name string) {
			if name == call && first {
				first = false
				panic(errDown)
			}
		}
		sweep(t, c, now, clock.Swept{TimedOut: 5, Failed: 1})
		if diff := cmp.Diff([]string{"panic with *errors.errorString"}, reported); diff != "" || s.over(t, 1) != 2 || s.over(t, 2) != 2 {
			t.Errorf("%s: %d and %d are over: %s", call, s.over(t, 1), s.over(t, 2), diff)
		}
		sweep(t, c, now.Add(clock.Rest-time.Second), clock.Swept{})
		sweep(t, c, now.Add(clock.Rest), clock.Swept{TimedOut: 1})
	}
}

// What is still listed though it is over or gone takes a look each, not for ever,
// and hides nothing.
func TestListsThatAreBehind(t *testing.T) {
	s, now := crowd(t, 1, 2)
	for k := range byte(70) {
		m := at(t, match.ID{2, k, 7: 2}, 4, pace)
		m, _, err := match.Decide(m, match.TimeOut{}, now)
		if err != nil {
			t.Fatal(err)
		}
		if s.behind = append(s.behind, m.ID); k%2 == 0 {
			s.images[m.ID] = match.Seal(m)
		}
	}
	c := newClock(t, s)
	c.Games.Now = func() time.Time { return now }
	got, err := c.Sweep(ctx, now)
	if err != nil || got.TimedOut != 1 || got.Others != 70*match.AlarmShards || s.owed != 1 || s.count("rearm") > 0 {
		t.Errorf("%+v, %v; %d images with events", got, err, s.owed)
	}
}

// Nothing to do costs one request a shard.
func TestNothingDue(t *testing.T) {
	s := newStore(at(t, id, 4, pace))
	sweep(t, newClock(t, s), monday, clock.Swept{})
	if len(s.calls) != match.AlarmShards || s.count("due") != match.AlarmShards {
		t.Errorf("%q", s.calls)
	}
}

// A year: games of every pace begin each day, some go on for weeks, and the clock
// alone ends each, in the first sweep after its deadline.
func TestAYear(t *testing.T) {
	const days, step = 365, 6 * time.Hour
	s := newStore()
	c := newClock(t, s)
	deadlines, moves := map[match.ID]time.Time{}, 0
	for n := range days {
		day := monday.Add(time.Duration(n) * 24 * time.Hour)
		p := match.Pace{Move: time.Duration(1+n%28) * match.LeastPace, Setup: 24 * time.Hour}
		m := at(t, match.ID{1, byte(n >> 8), byte(n), 7: byte(n * 5)}, 1+n%4, p)
		shift := day.Sub(monday)
		m.Created, m.Changed, m.Deadline, m.Alarm = m.Created.Add(shift), m.Changed.Add(shift), m.Deadline.Add(shift), m.Alarm.Add(shift)
		s.images[m.ID] = match.Seal(m)
		deadlines[m.ID] = m.Deadline
		for now := day; now.Before(day.Add(24 * time.Hour)); now = now.Add(step) {
			if _, err := c.Sweep(ctx, now); err != nil {
				t.Fatal(err)
			}
			for id, deadline := range deadlines {
				switch m := s.stored(t, id); {
				case m.Ended() != now.After(deadline):
					t.Fatalf("at %v: %v, whose deadline is %v", now, m, deadline)
				case m.Ended():
					delete(deadlines, id)
				case m.State == match.Playing && m.Game.Ply() < 3 && now.Add(step).After(deadline):
					next, _, err := match.Decide(m, line(t)[4+m.Game.Ply()], now)
					if err != nil {
						t.Fatal(err)
					}
					s.images[id], deadlines[id] = match.Seal(next), next.Deadline
					moves++
				}
			}
		}
	}
	if s.owed < days-40 || moves < days/2 {
		t.Errorf("%d games were ended, %d moves were made", s.owed, moves)
	}
}
