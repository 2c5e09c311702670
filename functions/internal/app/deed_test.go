package app_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/functions/internal/app"
)

// watched makes a tell of its deeds, and returns where they stand.
func watched(a *app.App) *[]string {
	var mu sync.Mutex
	var list []string
	a.Watch = func() func(app.Deed) {
		return func(d app.Deed) {
			mu.Lock()
			defer mu.Unlock()
			text := fmt.Sprintf("%v %v %s", d.Game == id, d.Seat, d.Kind())
			switch {
			case d.Refused:
				text += " refused"
			case d.Err != nil:
				text += " failed"
			default:
				text += fmt.Sprintf(" version %d", d.After.Version)
			}
			if d.Conflicts > 0 {
				text += fmt.Sprintf(" after %d conflicts", d.Conflicts)
			}
			list = append(list, text)
		}
	}
	return &list
}

func told(t *testing.T, got *[]string, want ...string) {
	t.Helper()
	if diff := cmp.Diff(want, *got); diff != "" {
		t.Errorf("told (-want +got):\n%s", diff)
	}
}

// Every command is told once, with who gave it, whatever it is. Without it a new
// command would be missing in the log, or a game's life have gaps.
func TestEachCommandIsToldOnce(t *testing.T) {
	g := newGames()
	a := newApp(g)
	deeds := watched(a)
	if _, err := a.Create(ctx, request()); err != nil {
		t.Fatal(err)
	}
	want := []string{"true red Create version 1"}
	for i, c := range line {
		if _, err := a.Do(ctx, id, match.ByLink{Seat: engine.Blue, Command: c}); err != nil {
			t.Fatal(err)
		}
		want = append(want, fmt.Sprintf("true blue %s version %d", strings.TrimPrefix(fmt.Sprintf("%T", c), "match."), i+2))
	}
	told(t, deeds, want...)
}

// A command that came by no link says itself whose it is.
func TestSeatOf(t *testing.T) {
	for c, want := range map[match.Command]engine.Color{
		match.Speak{By: engine.Blue}:                                         engine.Blue,
		match.PlayMove{By: engine.Red}:                                       engine.Red,
		match.ByLink{Seat: engine.Blue, Command: match.TimeOut{}}:            engine.Blue,
		match.ByLink{Seat: engine.Red, Command: match.Speak{By: engine.Red}}: engine.Red,
		match.TimeOut{}: engine.NoColor,
	} {
		if got := app.SeatOf(c); got != want {
			t.Errorf("%#v is of %v, want %v", c, got, want)
		}
	}
}

// What came of a command: a refusal is none of the store's faults, a conflict that
// was tried again counts, and a lost answer is no second command.
func TestOutcomesOfDeeds(t *testing.T) {
	mine := move(engine.Red, 0, "a4-a5")
	for _, c := range []struct {
		name    string
		fault   func(call string, n int) fault
		command match.Command
		want    string
	}{
		{"no", nil, move(engine.Blue, 0, "j7-j6"), "true blue PlayMove refused"},
		{"down", func(call string, _ int) fault { return map[string]fault{"save": failed}[call] }, mine, "true red PlayMove failed"},
		{"unreadable", func(string, int) fault { return failed }, mine, "true red PlayMove failed"},
		{"lost answer", func(call string, _ int) fault { return map[string]fault{"save": persisted}[call] }, mine, "true red PlayMove version 6"},
	} {
		t.Run(c.name, func(t *testing.T) {
			g, a := playing(t, 4)
			deeds, n := watched(a), 0
			g.fault = func(call string) fault {
				if n++; c.fault == nil {
					return fine
				}
				return c.fault(call, n)
			}
			_, _ = a.Do(ctx, id, c.command)
			told(t, deeds, c.want)
		})
	}
}

// Two at once: one meets the other's write, and is told to have.
func TestConflictsAreTold(t *testing.T) {
	g, a := playing(t, 4)
	deeds := watched(a)
	once := true
	g.hook = func(call string) {
		if call == "save" && once {
			once = false
			other := newApp(g)
			other.Press = nil
			if _, err := other.Do(ctx, id, match.Speak{By: engine.Blue, Lang: "de"}); err != nil {
				t.Error(err)
			}
		}
	}
	if _, err := a.Do(ctx, id, move(engine.Red, 0, "a4-a5")); err != nil {
		t.Fatal(err)
	}
	told(t, deeds, "true red PlayMove version 7 after 1 conflicts")
}

// The clock's command is told however it comes, by a look or a sweep, and once.
func TestTheClocksCommandIsTold(t *testing.T) {
	g, _ := playing(t, 5)
	m := g.stored(t)
	a := at(g, m.Deadline.Add(1e9))
	deeds := watched(a)
	for range 2 {
		if _, err := a.Load(ctx, id); err != nil {
			t.Fatal(err)
		}
	}
	if _, _, err := a.Tick(ctx, id, m.Deadline.Add(2e9)); err != nil {
		t.Fatal(err)
	}
	told(t, deeds, fmt.Sprintf("true none TimeOut version %d", m.Version+1))
}
