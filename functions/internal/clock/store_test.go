package clock_test

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"time"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/functions/internal/app"
	"fieldpost/functions/internal/clock"
)

// fault is how a call of the store goes wrong.
type fault string

const (
	fine      fault = ""
	failed    fault = "failed"                                // nothing was done
	persisted fault = "failed, but persisted"                 // done, and the answer was lost
	resent    fault = "persisted, sent again and then denied" // done; the second sending found it done
)

var errDown = errors.New("the store does not answer")

// store keeps matches and their alarms in memory.
type store struct {
	mu     sync.Mutex
	images map[match.ID]match.Image
	behind []match.ID              // what is listed first in every shard, whatever is stored
	fault  func(call string) fault // nil: all is well
	hook   func(call string)       // called before a call is carried out, unlocked
	calls  []string
	took   func(i match.Image) // called with each image that is stored, locked
	owed   int                 // images that were stored with events, by which mails are owed
}

func newStore(matches ...match.Match) *store {
	s := &store{images: map[match.ID]match.Image{}}
	for _, m := range matches {
		s.images[m.ID] = match.Seal(m)
	}
	return s
}

// call notes a call, and returns with the lock held.
func (s *store) call(name string) fault {
	if s.hook != nil {
		s.hook(name)
	}
	s.mu.Lock()
	s.calls = append(s.calls, name)
	if s.fault == nil {
		return fine
	}
	return s.fault(name)
}

func (s *store) Load(_ context.Context, id match.ID, _ bool) (match.Image, error) {
	f := s.call("load")
	defer s.mu.Unlock()
	if f != fine {
		return match.Image{}, errDown
	}
	if i, ok := s.images[id]; ok {
		return i, nil
	}
	return match.Image{}, match.ErrNotFound
}

func (s *store) Create(_ context.Context, i match.Image) error {
	f := s.call("create")
	defer s.mu.Unlock()
	_, there := s.images[i.ID]
	return s.put(f, i, !there)
}

func (s *store) Save(_ context.Context, i match.Image) error {
	f := s.call("save")
	defer s.mu.Unlock()
	return s.put(f, i, s.images[i.ID].Version == i.Version-1)
}

func (s *store) Rearm(_ context.Context, i match.Image, was time.Time) error {
	f := s.call("rearm")
	defer s.mu.Unlock()
	old := s.images[i.ID]
	return s.put(f, i, old.Version == i.Version && old.Alarm.Equal(was) && !was.IsZero())
}

func (s *store) put(f fault, i match.Image, allowed bool) error {
	if f == failed {
		return errDown
	}
	if allowed {
		s.images[i.ID] = i
		if s.took != nil {
			s.took(i)
		}
		if len(i.Events) > 0 {
			s.owed++
		}
	}
	switch {
	case f == persisted:
		return errDown
	case !allowed || f == resent:
		return match.ErrConflict
	}
	return nil
}

func (s *store) Due(_ context.Context, shard int, now time.Time, limit int) ([]match.ID, error) {
	f := s.call("due")
	defer s.mu.Unlock()
	if f != fine {
		return nil, errDown
	}
	var due []match.Image
	for _, i := range s.images {
		if i.ID.AlarmShard() == shard && !i.Alarm.IsZero() && !i.Alarm.After(now) {
			due = append(due, i)
		}
	}
	slices.SortFunc(due, func(a, b match.Image) int {
		return cmp.Or(a.Alarm.Compare(b.Alarm), bytes.Compare(a.ID[:], b.ID[:]))
	})
	ids := slices.Clone(s.behind)
	for _, i := range due {
		ids = append(ids, i.ID)
	}
	return ids[:min(len(ids), limit)], nil
}

// count returns how often a call was made.
func (s *store) count(name string) (n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range s.calls {
		if c == name {
			n++
		}
	}
	return n
}

// stored opens what s keeps of a match.
func (s *store) stored(t *testing.T, id match.ID) match.Match {
	t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	m, err := match.Open(s.images[id])
	if err != nil {
		t.Fatal(err)
	}
	return m
}

var (
	ctx    = context.Background()
	monday = time.Date(2026, 3, 2, 9, 30, 0, 0, time.UTC)
)

// newClock returns a clock over s that nothing bounds, and whose own time stands
// still. Whatever it reports fails the test.
func newClock(t *testing.T, s *store) *clock.Clock {
	return &clock.Clock{
		Games: &app.App{Games: s, Now: func() time.Time { return monday }}, Alarms: s,
		Now: func() time.Time { return monday }, Most: 1e6, Span: time.Hour,
		Report: func(id match.ID, err error) { t.Errorf("%v: %v", id, err) },
	}
}

// sweep sweeps at now, and fails unless that does what it must.
func sweep(t *testing.T, c *clock.Clock, now time.Time, want clock.Swept) {
	t.Helper()
	if got, err := c.Sweep(ctx, now); err != nil || got != want {
		t.Errorf("at %v: %+v, %v; want %+v", now.Format(time.DateTime), got, err, want)
	}
}

// late returns the first moment at which the time of m is over.
func late(m match.Match) time.Time { return m.Deadline.Add(time.Second) }

// scouts is a setup: a scout on the left of the front row, the flag on its right.
var scouts = engine.Setup{0: engine.Scout, 9: engine.Flag}

// line leads from a new match to its third ply.
func line(t testing.TB) []match.Command {
	list := []match.Command{
		match.Confirm{},
		match.Accept{By: engine.Blue},
		match.SetUp{By: engine.Red, Setup: scouts},
		match.SetUp{By: engine.Blue, Setup: scouts},
	}
	for ply, text := range []string{"a4-a5", "j7-j6", "a5-a6"} {
		m, err := engine.ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, match.PlayMove{By: []engine.Color{engine.Red, engine.Blue}[ply%2], Ply: ply, Move: m})
	}
	return list
}

// at returns a match to which the first n commands of line were given, an hour
// apart from monday on.
func at(t testing.TB, id match.ID, n int, pace match.Pace) match.Match {
	t.Helper()
	r := engine.StandardRules(engine.CustomArmy)
	r.Troops[engine.Flag], r.Troops[engine.Scout] = 1, 1
	m, err := match.New(match.Create{
		ID: id, Creator: engine.Red, Rules: r, Pace: pace,
		Players: engine.Both[match.Player]{
			Red:  match.Player{Name: "Ann", Address: "ann@example.org"},
			Blue: match.Player{Name: "Bob", Address: "bob@example.net"},
		},
	}, monday)
	for _, c := range line(t)[:n] {
		if err == nil {
			m, _, err = match.Decide(m, c, m.Changed.Add(time.Hour))
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return m
}
