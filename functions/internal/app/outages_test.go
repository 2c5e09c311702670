package app_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"fieldpost/engine/match"
	"fieldpost/functions/internal/app"
)

// heart is a heartbeat in memory.
type heart struct {
	mu    sync.Mutex
	h     match.Heartbeat
	fault error
	reads int
}

func (h *heart) LoadHeartbeat(context.Context) (match.Heartbeat, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.reads++
	return h.h, h.fault
}

// beats lets the clock be there from a moment to another, every five minutes.
func (h *heart) beats(from, to time.Time) {
	for ; !from.After(to); from = from.Add(match.BeatEvery) {
		h.h = h.h.Beats(from)
	}
}

// outage returns a store with a game in which it is Blue's turn, an app over it, and a
// clock that was there up to an hour before the deadline, and not since.
func outage(t *testing.T, keep time.Duration) (*games, *app.App, *heart) {
	t.Helper()
	g, _ := playing(t, 6)
	m, h := g.stored(t), &heart{}
	h.beats(m.Changed, m.Deadline.Add(-time.Hour))
	if _, _, err := newApp(g).Tick(ctx, id, m.Deadline.Add(-time.Hour)); err != nil { // the last reminder
		t.Fatal(err)
	}
	g.calls = nil
	a := at(g, m.Deadline.Add(8*time.Hour))
	a.Outages = &app.Outages{Heart: h, Keep: keep}
	return g, a, h
}

// Who looks at an overdue game after an outage, and before the clock's first sweep,
// ends nothing: in whatever way he looks, and though he may see no fresh heartbeat.
// A move that he makes then is made.
func TestLookBeforeTheFirstSweep(t *testing.T) {
	for name, look := range map[string]func(*app.App) (match.Match, error){
		"load":   func(a *app.App) (match.Match, error) { return a.Load(ctx, id) },
		"reload": func(a *app.App) (match.Match, error) { return a.Reload(ctx, id) },
		"a tick": func(a *app.App) (match.Match, error) {
			m, gave, err := a.Tick(ctx, id, a.Now())
			if gave != nil {
				t.Errorf("the tick has given %T", gave)
			}
			return m, err
		},
		"a list": func(a *app.App) (match.Match, error) {
			image, err := a.Games.Load(ctx, id, true)
			if err != nil {
				return match.Match{}, err
			}
			m, err := match.Open(image)
			if err != nil {
				return match.Match{}, err
			}
			return a.Forgive(ctx, m)
		},
	} {
		g, a, _ := outage(t, 0)
		before := g.stored(t)
		m, err := look(a)
		if err != nil || m.State != match.Playing || m.Late(a.Now()) || m.Extended != 9*time.Hour || g.count("save") != 0 {
			t.Errorf("%s: %v, late %t, %v more, %v; %d writes", name, m, m.Late(a.Now()), m.Extended, err, g.count("save"))
		}
		if stored := g.stored(t); !stored.Deadline.Equal(before.Deadline) {
			t.Errorf("%s has written", name)
		}
		if m, err := a.Do(ctx, id, line[6]); err != nil || m.Game.Ply() != 3 || m.Version != before.Version+1 {
			t.Errorf("%s, then a move: ply %d, version %d, %v", name, m.Game.Ply(), m.Version, err)
		}
	}
}

// A time that was over before the outage is over: it was not the server's fault.
func TestOverdueBeforeTheOutage(t *testing.T) {
	g, a, h := outage(t, 0)
	m := g.stored(t)
	h.beats(h.h.Beat, m.Deadline.Add(time.Second).Add(match.BeatEvery))
	if m, err := a.Load(ctx, id); err != nil || m.State != match.Over || m.Extended != 0 {
		t.Errorf("%v, %v more, %v", m, m.Extended, err)
	}
}

// After the outage the time goes on where it stood; once it has run out the game
// ends, and its image tells of the outage.
func TestTheTimeGoesOn(t *testing.T) {
	g, a, h := outage(t, 0)
	deadline := g.stored(t).Deadline.Add(9 * time.Hour)
	h.beats(a.Now(), deadline.Add(time.Hour))
	if m, err := withNow(a, g, deadline).Load(ctx, id); err != nil || m.State != match.Playing || !m.Deadline.Equal(deadline) {
		t.Errorf("in its last second: %v until %v, %v", m, m.Deadline, err)
	}
	m, err := withNow(a, g, deadline.Add(time.Second)).Load(ctx, id)
	if err != nil || m.State != match.Over || g.stored(t).Extended != 9*time.Hour {
		t.Errorf("a second later: %v, %v", m, err)
	}
}

// withNow returns a at another moment.
func withNow(a *app.App, g *games, now time.Time) *app.App {
	b := at(g, now)
	b.Outages = a.Outages
	return b
}

// What was remembered ends no game: before that the heartbeat is read anew. Who only
// looks reads it once in a while, and no more than that.
func TestRememberedHeartbeat(t *testing.T) {
	g, a, h := outage(t, time.Minute)
	late := g.stored(t).Deadline.Add(time.Second)
	h.beats(h.h.Beat, late)
	early := withNow(a, g, late.Add(-30*time.Second))
	for range 3 {
		if m, err := early.Load(ctx, id); err != nil || m.Extended != 0 {
			t.Fatalf("%v more, %v", m.Extended, err)
		}
	}
	if h.reads != 1 {
		t.Errorf("%d reads for three looks", h.reads)
	}
	h.h = h.h.Stops(late.Add(-20*time.Second), late) // the host has stopped the clocks meanwhile
	for range 2 {
		if m, err := withNow(a, g, late).Load(ctx, id); err != nil || m.State != match.Playing {
			t.Errorf("%v, %v", m, err)
		}
	}
	if h.reads != 2 {
		t.Errorf("%d reads in all", h.reads)
	}
	if m, err := withNow(a, g, late.Add(2*time.Minute)).Load(ctx, id); err != nil || m.Extended != 140*time.Second || h.reads != 3 {
		t.Errorf("%v more, %v, %d reads", m.Extended, err, h.reads)
	}
}

// Where the heartbeat cannot be read no time is called over.
func TestNoHeartbeat(t *testing.T) {
	g, a, h := outage(t, 0)
	h.fault = errDown
	for range 2 {
		if _, err := a.Load(ctx, id); !errors.Is(err, errDown) {
			t.Errorf("%v", err)
		}
		if _, _, err := a.Tick(ctx, id, a.Now()); !errors.Is(err, errDown) {
			t.Errorf("a tick: %v", err)
		}
	}
	if m := g.stored(t); m.State != match.Playing || g.count("save") != 0 {
		t.Errorf("stored: %v", m)
	}
	h.fault = nil
	if m, err := a.Load(ctx, id); err != nil || m.State != match.Playing {
		t.Errorf("%v, %v", m, err)
	}
}

// A game that has ended asks for no heartbeat.
func TestEndedGamesAskForNoHeartbeat(t *testing.T) {
	g, _ := playing(t, 7)
	h := &heart{fault: errDown}
	a := newApp(g)
	a.Outages = &app.Outages{Heart: h}
	if m, err := a.Load(ctx, id); err != nil || m.State != match.Over || h.reads != 0 {
		t.Errorf("%v, %v, %d reads", m, err, h.reads)
	}
}
