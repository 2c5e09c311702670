package match_test

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"fieldpost/engine/match"
)

// TestRemind: whoever is awaited is reminded at half of his time and at nine tenths,
// once each, and of a new deadline anew. An old reminder must not follow a later one.
func TestRemind(t *testing.T) {
	for state, m := range stages(t) {
		start, tenth := m.Started(), m.Deadline.Sub(m.Started())/10
		due := func(m match.Match, tenths float64) bool {
			_, _, err := match.Decide(m, match.Remind{}, start.Add(time.Duration(tenths*float64(tenth))))
			if err != nil && !errors.Is(err, match.ErrEarly) {
				t.Errorf("%v at %v tenths: %v", state, tenths, err)
			}
			return err == nil
		}
		if state != match.SettingUp && state != match.Playing {
			if due(m, 5) || due(m, 9.5) {
				t.Errorf("%v: a reminder", state)
			}
			continue
		}
		if due(m, 4.99) || !due(m, 5) || !due(m, 9.5) {
			t.Errorf("%v: the first reminder comes at another time than half", state)
		}
		half, events, err := match.Decide(m, match.Remind{}, start.Add(5*tenth))
		if err != nil || half.Shown != m.Shown || half.Deadline != m.Deadline {
			t.Fatalf("%v: %v", state, err)
		}
		for _, e := range events {
			if e.Kind != match.Reminded || !m.Awaits(e.Seat) {
				t.Errorf("%v: %v", state, e)
			}
		}
		if again, err := match.Open(match.Seal(half)); err != nil || !cmp.Equal(again, half, sameMatch) {
			t.Errorf("%v: opened as another: %v", state, err)
		}
		if due(half, 8.99) || !due(half, 9) {
			t.Errorf("%v: the second reminder comes at another time than nine tenths", state)
		}
		last, _, _ := match.Decide(m, match.Remind{}, start.Add(9*tenth))
		if due(last, 9.5) {
			t.Errorf("%v: after the last reminder comes another", state)
		}
	}
	m := stages(t)[match.Playing]
	half, _, err := match.Decide(m, match.Remind{}, m.Started().Add(m.Pace.Move/2))
	if err != nil {
		t.Fatal(err)
	}
	if next := after(t, half, play(t, half.Game.ToMove(), half.Game.Ply(), half.Game.Moves()[0].String())); next.Reminded != 0 {
		t.Errorf("after a move %d reminders were given", next.Reminded)
	}
	if over := after(t, half, match.Resign{By: red, Ply: match.AnyPly}); over.Reminded != 0 {
		t.Errorf("after the end %d reminders were given", over.Reminded)
	}
}
