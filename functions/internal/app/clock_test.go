package app_test

import (
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/functions/internal/app"
)

// at returns an app over g whose clock stands at now.
func at(g *games, now time.Time) *app.App {
	a := newApp(g)
	a.Now = func() time.Time { return now }
	return a
}

// TestLookingAppliesADeadline: whoever reads a match past its deadline, in
// whatever way, finds it over, and the store has it so. Without it a game whose
// time is up would go on until somebody happens to press something.
func TestLookingAppliesADeadline(t *testing.T) {
	for name, look := range map[string]func(*app.App) (match.Match, error){
		"load":   func(a *app.App) (match.Match, error) { return a.Load(ctx, id) },
		"reload": func(a *app.App) (match.Match, error) { return a.Reload(ctx, id) },
		"a tick": func(a *app.App) (match.Match, error) {
			m, _, err := a.Tick(ctx, id, a.Now())
			return m, err
		},
		"a move": func(a *app.App) (match.Match, error) {
			m, err := a.Do(ctx, id, line[6])
			if !errors.Is(err, engine.ErrOver) {
				t.Errorf("the late move: %v, want ErrOver", err)
			}
			return m, nil
		},
		"an old press": func(a *app.App) (match.Match, error) {
			m, err := a.Do(ctx, id, line[4])
			if !errors.Is(err, match.ErrRepeated) {
				t.Errorf("the move that was made in time: %v, want ErrRepeated", err)
			}
			return m, nil
		},
	} {
		t.Run(name, func(t *testing.T) {
			g, _ := playing(t, 6)
			before := g.stored(t)
			if m, err := at(g, before.Deadline).Load(ctx, id); err != nil || m.Version != before.Version || g.count("save") != 0 {
				t.Fatalf("at the deadline: version %d, %v, %d writes", m.Version, err, g.count("save"))
			}
			a := at(g, before.Deadline.Add(time.Second))
			for range 2 {
				m, err := look(a)
				if err != nil || m.State != match.Over || m.Game.Reason() != engine.ByTime || m.Game.Outcome() != engine.BlueWins {
					t.Errorf("got %v, %v, %v", m, m.Game.Reason(), err)
				}
				if stored := g.stored(t); stored.Version != before.Version+1 || stored.State != match.Over {
					t.Errorf("stored: %v, version %d", stored, stored.Version)
				}
			}
			if n := g.count("save"); n != 1 {
				t.Errorf("saved %d times", n)
			}
		})
	}
}

// TestMoveInTheLastSecond: the move counts, and from then on the other's time
// runs.
func TestMoveInTheLastSecond(t *testing.T) {
	g, _ := playing(t, 5)
	before := g.stored(t)
	m, err := at(g, before.Deadline).Do(ctx, id, line[5])
	if err != nil || m.Game.Ply() != 2 || !m.Deadline.Equal(before.Deadline.Add(m.Pace.Move)) {
		t.Fatalf("ply %d, deadline %v, %v", m.Game.Ply(), m.Deadline, err)
	}
	if m, err := at(g, before.Deadline.Add(time.Second)).Load(ctx, id); err != nil || m.State != match.Playing {
		t.Errorf("a second later: %v, %v", m, err)
	}
}

// TestLastSecondIsThatOfThePress: what is asked at the deadline counts, however
// long the store takes over it. Without it a failing write, or a command of the
// opponent's in between, would lose the game of who was in time.
func TestLastSecondIsThatOfThePress(t *testing.T) {
	for name, meddle := range map[string]func(g *games, deadline time.Time){
		"an old image": func(g *games, _ time.Time) {
			read := false
			g.fault = func(string) fault {
				if read {
					return fine
				}
				read = true
				return behind
			}
		},
		"an offer in between": func(g *games, deadline time.Time) {
			g.hook = func(call string) {
				if call != "save" {
					return
				}
				g.hook = nil
				if _, err := at(g, deadline).Do(ctx, id, match.OfferDraw{By: engine.Red, Ply: 1}); err != nil {
					t.Error(err)
				}
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			g, _ := playing(t, 5)
			deadline := g.stored(t).Deadline
			meddle(g, deadline)
			a, looks := newApp(g), 0
			a.Press = func() uint64 { return 99 } // not that of the offer
			a.Now = func() time.Time {
				looks++
				return deadline.Add(time.Duration(looks-1) * time.Second)
			}
			if m, err := a.Do(ctx, id, line[5]); err != nil || m.Game.Ply() != 2 {
				t.Errorf("ply %d, %v, %v", m.Game.Ply(), m.Game.Reason(), err)
			}
		})
	}
}

// TestOldImageIsNoTimeOut: an eventual read that still shows the last turn must
// not cost the player who has moved his game.
func TestOldImageIsNoTimeOut(t *testing.T) {
	g, _ := playing(t, 5)
	late := g.stored(t).Deadline.Add(time.Second)
	if _, err := at(g, late.Add(-time.Second)).Do(ctx, id, line[5]); err != nil {
		t.Fatal(err)
	}
	g.fault = func(string) fault { return behind }
	for _, look := range []func(*app.App) (match.Match, error){
		func(a *app.App) (match.Match, error) { return a.Load(ctx, id) },
		func(a *app.App) (match.Match, error) { return a.Do(ctx, id, line[6]) },
	} {
		m, err := look(at(g, late))
		if err != nil || m.Game.Ply() < 2 || m.Game.Reason() == engine.ByTime {
			t.Errorf("ply %d, %v, %v", m.Game.Ply(), m.Game.Reason(), err)
		}
	}
}

// TestTimeOutFaults: each call of the store goes wrong in every way while one
// looks at a match past its deadline. He is told that something failed or sees
// the match as it is, never one that goes on, and looking again mends it.
func TestTimeOutFaults(t *testing.T) {
	for _, f := range []fault{failed, persisted, resent, behind} {
		for k := range 6 {
			t.Run(fmt.Sprintf("call %d %s", k, f), func(t *testing.T) {
				g, _ := playing(t, 6)
				before := g.stored(t)
				a := at(g, before.Deadline.Add(time.Hour))
				n := 0
				g.fault = func(string) fault {
					n++
					if n-1 == k {
						return f
					}
					return fine
				}
				failures := 0
				for try := range 3 {
					m, err := a.Load(ctx, id)
					switch {
					case errors.Is(err, errDown):
						failures++
					case err != nil || m.State != match.Over:
						t.Errorf("look %d shows %v, %v", try, m, err)
					}
				}
				if failures > 1 {
					t.Errorf("%d looks failed by one fault", failures)
				}
				if m := g.stored(t); m.Version != before.Version+1 || m.State != match.Over {
					t.Errorf("stored: %v, version %d", m, m.Version)
				}
			})
		}
	}
}

// TestManyLookAtOnce: one time-out, however many look.
func TestManyLookAtOnce(t *testing.T) {
	const n = 8
	g, _ := playing(t, 6)
	before := g.stored(t)
	a := at(g, before.Deadline.Add(time.Hour))
	together(g, n)
	var all sync.WaitGroup
	for range n {
		all.Go(func() {
			if m, err := a.Load(ctx, id); err != nil || m.State != match.Over {
				t.Errorf("%v, %v", m, err)
			}
		})
	}
	all.Wait()
	if m := g.stored(t); m.Version != before.Version+1 {
		t.Errorf("stored: version %d after %d", m.Version, before.Version)
	}
}

// TestTimeOutMeetsAMove: the clock of one machine and the player's press meet at
// the deadline, in either order, with the other's image in hand.
func TestTimeOutMeetsAMove(t *testing.T) {
	for _, first := range []string{"the move", "the time-out"} {
		t.Run(first, func(t *testing.T) {
			g, _ := playing(t, 5)
			deadline := g.stored(t).Deadline
			inTime, late := at(g, deadline), at(g, deadline.Add(time.Second))
			inside := false
			g.hook = func(call string) { // the other one comes between the read and the write
				if call != "save" || inside {
					return
				}
				inside = true
				var err error
				if first == "the move" {
					_, err = inTime.Do(ctx, id, line[5])
				} else {
					_, err = late.Load(ctx, id)
				}
				if err != nil {
					t.Error(err)
				}
			}
			if first == "the move" {
				if m, err := late.Load(ctx, id); err != nil || m.State != match.Playing || m.Game.Ply() != 2 {
					t.Errorf("the look sees %v at ply %d, %v", m, m.Game.Ply(), err)
				}
				return
			}
			if m, err := inTime.Do(ctx, id, line[5]); !errors.Is(err, engine.ErrOver) || m.Game.Reason() != engine.ByTime {
				t.Errorf("the move: %v, %v", m.Game.Reason(), err)
			}
		})
	}
}

// TestTickTellsWhoGaveTheCommand: a tick looks at what is stored, never at an old
// image, and says only of its own write that it was its own.
func TestTickTellsWhoGaveTheCommand(t *testing.T) {
	g, a := playing(t, 6)
	before := g.stored(t)
	g.fault = func(string) fault { return behind }
	for n, step := range []struct {
		at   time.Time
		gave match.Command
	}{
		{before.Changed, nil},
		{before.Deadline, match.Remind{}},
		{before.Deadline, nil},
		{before.Deadline.Add(time.Second), match.TimeOut{}},
		{before.Deadline.Add(time.Hour), nil},
	} {
		m, gave, err := a.Tick(ctx, id, step.at)
		if err != nil || gave != step.gave || m.Ended() != (n > 2) || g.count("load") != 0 {
			t.Errorf("tick %d: %v, %T, %v", n+1, m, gave, err)
		}
	}
	if _, _, err := a.Tick(ctx, match.ID{1}, before.Deadline); !errors.Is(err, match.ErrNotFound) {
		t.Errorf("of no match: %v", err)
	}
}
