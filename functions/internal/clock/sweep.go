package clock

import (
	"cmp"
	"context"
	"maps"
	"time"

	"fieldpost/engine/match"
)

// batch is how many matches of a shard are dealt with before the next shard has its
// turn: so a shard with much to do keeps none of the others waiting.
const batch = 25

// Sweep deals with the matches that are due at now, shard by shard in turns, until
// none is left or it has done what one sweep may do. What fails stops nothing else.
//
// Before it tells that the clock is there (heart.go). While the host has stopped the
// clocks it does nothing else.
//
// It fails when ctx ends, when that could not be told, when the alarms of a shard could
// not be read, or when a match failed in a way that may pass: the first such error. A
// match that cannot be read, or at which the program panics, is reported alone: it would
// fail each sweep.
func (c *Clock) Sweep(ctx context.Context, now time.Time) (Swept, error) {
	if paused, err := c.beat(ctx, now); paused || err != nil {
		return Swept{}, err
	}
	maps.DeleteFunc(c.resting, func(_ match.ID, until time.Time) bool { return !until.After(now) })
	s := sweep{Clock: c, now: now, game: c.game(now), until: c.Now().Add(c.Span)}
	begun := c.first
	var turns []*turn
	for n := range match.AlarmShards {
		turns = append(turns, &turn{shard: (c.first + n) % match.AlarmShards, stuck: map[match.ID]bool{}})
	}
	for len(turns) > 0 {
		t := turns[0]
		turns = turns[1:]
		if s.late() {
			s.Left, c.first = true, t.shard
			break
		}
		more := s.take(ctx, t)
		if err := ctx.Err(); err != nil {
			return s.Swept, err
		}
		if s.Left {
			c.first = t.shard
			if t.served || t.shard == begun { // it has had its turn
				c.first = (t.shard + 1) % match.AlarmShards
			}
			break
		}
		if more {
			turns = append(turns, t)
		}
	}
	return s.Swept, s.err
}

// sweep is one under way.
type sweep struct {
	*Clock
	Swept
	now, until time.Time
	game       time.Time // what time it is in the games at now
	err        error     // the first that may pass
}

// late reports whether the sweep has no time left.
func (s *sweep) late() bool { return !s.Now().Before(s.until) }

// turn is what a sweep knows of a shard.
type turn struct {
	shard  int
	served bool              // this sweep has dealt with some of it
	stuck  map[match.ID]bool // what is listed still and was dealt with in vain
}

// take deals with the next matches of a shard, and reports whether there are more.
func (s *sweep) take(ctx context.Context, t *turn) (more bool) {
	limit := batch + len(t.stuck)
	due, err := s.Alarms.Due(ctx, t.shard, s.game, limit)
	s.err = cmp.Or(s.err, err)
	for _, id := range due {
		switch {
		case t.stuck[id]:
			continue
		case !s.resting[id].IsZero():
			t.stuck[id] = true
			continue
		case s.Matches() >= s.Most, s.late():
			s.Left = true
		}
		if s.Left || ctx.Err() != nil {
			return false
		}
		s.one(ctx, t, id)
	}
	return len(due) == limit
}

// one deals with a match.
func (s *sweep) one(ctx context.Context, t *turn, id match.ID) {
	others := s.Others
	t.served = true
	err := s.look(ctx, id, s.game, &s.Swept)
	if err != nil && ctx.Err() != nil {
		return // it did not fail by itself
	}
	if err != nil || s.Others > others {
		t.stuck[id] = true
	}
	if err == nil {
		return
	}
	s.Report(id, err)
	if !hopeless(err) {
		s.err = cmp.Or(s.err, err)
		return
	}
	if s.resting == nil {
		s.resting = map[match.ID]time.Time{}
	}
	s.resting[id] = s.now.Add(Rest)
}
