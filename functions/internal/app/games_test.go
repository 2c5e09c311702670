package app_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/functions/internal/app"
)

// fault is how a call of the store goes wrong.
type fault string

const (
	fine      fault = ""
	failed    fault = "failed"                                // nothing was done
	persisted fault = "failed, but persisted"                 // done, and the answer was lost
	resent    fault = "persisted, sent again and then denied" // done; the second sending found it done
	behind    fault = "behind"                                // an eventual read gives the image before the last
)

var errDown = errors.New("the store does not answer")

// games is a store in memory whose every call may be made to go wrong.
type games struct {
	mu     sync.Mutex
	now    map[match.ID]match.Image
	before map[match.ID]match.Image // the image before; none yet where it is missing
	fault  func(call string) fault  // nil: all is well
	hook   func(call string)        // called before a call is carried out, unlocked
	calls  []string
}

func newGames() *games {
	return &games{now: make(map[match.ID]match.Image), before: make(map[match.ID]match.Image)}
}

// call notes a call, and returns with the lock held.
func (g *games) call(name string) fault {
	if g.hook != nil {
		g.hook(name)
	}
	g.mu.Lock()
	g.calls = append(g.calls, name)
	if g.fault == nil {
		return fine
	}
	return g.fault(name)
}

func (g *games) Load(_ context.Context, id match.ID, strong bool) (match.Image, error) {
	name := "load"
	if strong {
		name = "load strongly"
	}
	f := g.call(name)
	defer g.mu.Unlock()
	from := g.now
	switch {
	case f == behind && !strong:
		from = g.before
	case f != fine && f != behind:
		return match.Image{}, errDown
	}
	if image, ok := from[id]; ok {
		return image, nil
	}
	return match.Image{}, match.ErrNotFound
}

func (g *games) Create(_ context.Context, i match.Image) error {
	f := g.call("create")
	defer g.mu.Unlock()
	_, exists := g.now[i.ID]
	return g.put(f, i, !exists, match.ErrExists)
}

func (g *games) Save(_ context.Context, i match.Image) error {
	f := g.call("save")
	defer g.mu.Unlock()
	return g.put(f, i, i.Version > 1 && g.now[i.ID].Version == i.Version-1, match.ErrConflict)
}

func (g *games) put(f fault, i match.Image, allowed bool, denial error) error {
	if f == failed {
		return errDown
	}
	if allowed {
		if old, ok := g.now[i.ID]; ok {
			g.before[i.ID] = old
		}
		g.now[i.ID] = i
	}
	switch {
	case f == persisted:
		return errDown
	case !allowed || f == resent:
		return denial
	}
	return nil
}

func (g *games) count(name string) int {
	g.mu.Lock()
	defer g.mu.Unlock()
	n := 0
	for _, c := range g.calls {
		if c == name {
			n++
		}
	}
	return n
}

// newApp returns an app over g, with a clock that stands still and presses that
// count from 1.
func newApp(g *games) *app.App {
	var mu sync.Mutex
	var presses uint64
	return &app.App{
		Games: g,
		Now:   func() time.Time { return time.Date(2026, 3, 2, 9, 30, 0, 0, time.UTC) },
		Press: func() uint64 {
			mu.Lock()
			defer mu.Unlock()
			presses++
			return presses
		},
	}
}

var (
	ctx = context.Background()
	id  = match.ID{1, 2, 3, 4, 5, 6, 7, 8}
)

func request() match.Create {
	r := engine.StandardRules(engine.CustomArmy)
	r.Troops[engine.Flag], r.Troops[engine.Scout] = 1, 1
	return match.Create{
		ID: id, Creator: engine.Red, Rules: r,
		Players: engine.Both[match.Player]{
			Red:  match.Player{Name: "Ann", Address: "ann@example.org"},
			Blue: match.Player{Name: "Bob", Address: "bob@example.net"},
		},
	}
}

// scouts is a setup: a scout on the left of the front row, the flag on its right.
var scouts = engine.Setup{0: engine.Scout, 9: engine.Flag}

// line is a whole game from the confirmation to the captured flag.
var line = []match.Command{
	match.Confirm{},
	match.Accept{By: engine.Blue},
	match.SetUp{By: engine.Red, Setup: scouts},
	match.SetUp{By: engine.Blue, Setup: scouts},
	move(engine.Red, 0, "a4-a5"),
	move(engine.Blue, 1, "j7-j6"),
	move(engine.Red, 2, "a5xa7"),
}

func move(by engine.Color, ply int, text string) match.PlayMove {
	m, err := engine.ParseMove(text)
	if err != nil {
		panic(err)
	}
	return match.PlayMove{By: by, Ply: ply, Move: m}
}

// playing returns a store and an app in which the first n commands of line were
// given.
func playing(t *testing.T, n int) (*games, *app.App) {
	t.Helper()
	g := newGames()
	a := newApp(g)
	if _, err := a.Create(ctx, request()); err != nil {
		t.Fatal(err)
	}
	for _, c := range line[:n] {
		if _, err := a.Do(ctx, id, c); err != nil {
			t.Fatal(err)
		}
	}
	g.calls = nil
	return g, a
}

// stored opens what g keeps.
func (g *games) stored(t *testing.T) match.Match {
	t.Helper()
	m, err := match.Open(g.now[id])
	if err != nil {
		t.Fatal(err)
	}
	return m
}
