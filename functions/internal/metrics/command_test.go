package metrics_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/functions/internal/app"
	"fieldpost/functions/internal/metrics"
)

type ctx = context.Context

// The line of each outcome, and what it counts. Without it an alarm would wait for a
// figure that nothing makes.
func TestCommandLines(t *testing.T) {
	id := match.ID{1, 2, 3}
	move := match.ByLink{Seat: engine.Red, Command: match.PlayMove{By: engine.Red}}
	refusal := &engine.Refusal{Rule: engine.TwoSquares}
	moved := match.Match{ID: id, Events: []match.Event{{Kind: match.Moved, Seat: engine.Red}}}
	twice := match.Match{ID: id, Events: append(moved.Events, match.Event{Kind: match.Moved, Seat: engine.Blue})}
	for _, c := range []struct {
		deed app.Deed
		want string
	}{
		{app.Deed{Seat: engine.Red, Command: move, After: moved}, "red PlayMove ok Moves=1"},
		{app.Deed{Seat: engine.Red, Command: move, After: twice}, "red PlayMove ok Moves=2"},
		{app.Deed{Seat: engine.Red, Command: move, After: moved, Conflicts: 1}, "red PlayMove ok Moves=1 Conflicts=1"},
		{app.Deed{Seat: engine.Red, Command: move, Err: match.ErrRepeated, Refused: true}, "red PlayMove repeated"},
		{app.Deed{Seat: engine.Red, Command: move, Err: match.ErrStale, Refused: true}, "red PlayMove stale"},
		{app.Deed{Seat: engine.Red, Command: move, Err: match.ErrCancelled, Refused: true}, "red PlayMove stale"},
		{app.Deed{Seat: engine.Red, Command: move, Err: match.ErrLate, Refused: true}, "red PlayMove late"},
		{app.Deed{Seat: engine.Red, Command: move, Err: refusal, Refused: true}, "red PlayMove refused:two-squares rule=two-squares Refusals=1"},
		{app.Deed{Seat: engine.Red, Command: move, Err: engine.ErrNotYourTurn, Refused: true}, "red PlayMove refused:not-your-turn rule=not-your-turn Refusals=1"},
		{app.Deed{Seat: engine.Blue, Command: match.SetUp{}, Err: &engine.SetupError{}, Refused: true}, "blue SetUp refused:setup rule=setup Refusals=1"},
		{app.Deed{Seat: engine.Blue, Command: match.Accept{}, Err: &match.StateError{}, Refused: true}, "blue Accept refused:state rule=state Refusals=1"},
		{app.Deed{Seat: engine.Blue, Command: match.Accept{}, Err: fmt.Errorf("no: %w", limit{}), Refused: true}, "blue Accept refused:limit rule=limit Refusals=1"},
		{app.Deed{Seat: engine.Blue, Command: match.Nudge{}, Err: &match.AwayError{}, Refused: true}, "blue Nudge refused:away rule=away Refusals=1"},
		{app.Deed{Seat: engine.Blue, Command: match.Nudge{}, Err: &match.TooSoonError{}, Refused: true}, "blue Nudge refused:once-a-day rule=once-a-day Refusals=1"},
		{app.Deed{Seat: engine.Blue, Command: match.TakeVacation{}, Err: &match.VacationError{}, Refused: true}, "blue TakeVacation refused:vacation rule=vacation Refusals=1"},
		{app.Deed{Seat: engine.Blue, Command: match.SetLines{}, Err: &match.LineError{Rule: engine.TwoSquares}, Refused: true}, "blue SetLines refused:line rule=line Refusals=1"},
		{app.Deed{Seat: engine.Blue, Command: match.SetLines{}, Err: match.ErrYourTurn, Refused: true}, "blue SetLines refused:your-turn rule=your-turn Refusals=1"},
		{app.Deed{Seat: engine.Blue, Command: match.RenewLinks{}, Err: match.ErrLinksSpent, Refused: true}, "blue RenewLinks refused:links-spent rule=links-spent Refusals=1"},
		{app.Deed{Seat: engine.Blue, Command: match.Readdress{}, Err: match.ErrOpponent, Refused: true}, "blue Readdress refused:opponent rule=opponent Refusals=1"},
		{app.Deed{Seat: engine.Blue, Command: match.Accept{}, Err: errors.New("else"), Refused: true}, "blue Accept refused:other rule=other Refusals=1"},
		{app.Deed{Seat: engine.Red, Command: move, Err: match.ErrConflict, Conflicts: 2}, "red PlayMove conflict Conflicts=2"},
		{app.Deed{Seat: engine.Red, Command: move, Err: errors.New("disk of ann@example.org")}, "red PlayMove failed"},
		{app.Deed{Seat: engine.Red, After: match.Match{ID: id}}, "red Create ok"},
		{app.Deed{Command: match.TimeOut{}, After: match.Match{ID: id}}, "clock TimeOut ok TimeOuts=1"},
	} {
		var b bytes.Buffer
		c.deed.Game = id
		metrics.Command(metrics.Log(&b, "x"), c.deed, 1500*time.Microsecond)
		if diff := cmp.Diff(c.want, told(t, id, b.Bytes())); diff != "" {
			t.Error(diff)
		}
		if strings.Contains(b.String(), "example.org") {
			t.Errorf("an error's text is in %s", &b)
		}
	}
}

type limit struct{}

func (limit) Error() string { return "enough" }
func (limit) Rule() string  { return "limit" }

// told is a line without what all have in common.
func told(t *testing.T, id match.ID, line []byte) string {
	t.Helper()
	var got map[string]any
	if err := json.Unmarshal(line, &got); err != nil {
		t.Fatalf("%v in %s", err, line)
	}
	if got["msg"] != "command" || got["game"] != id.String() || got["duration"] != 1.5 {
		t.Errorf("the line is %s", line)
	}
	text := fmt.Sprint(got["seat"], " ", got["kind"], " ", got["outcome"])
	for _, name := range []string{"rule", "Refusals", "Moves", "TimeOuts", "Conflicts"} {
		if got[name] != nil {
			text += fmt.Sprint(" ", name, "=", got[name])
		}
	}
	return text
}

// Each command is measured by itself, by the clock that is given.
func TestDurations(t *testing.T) {
	var b bytes.Buffer
	now := moment
	begin := metrics.Commands(metrics.Log(&b, ""), func() time.Time { return now })
	end := begin()
	now = now.Add(40 * time.Millisecond)
	begin()(app.Deed{Command: match.Confirm{}, After: match.Match{}})
	end(app.Deed{Command: match.Accept{}})
	if s := b.String(); !strings.Contains(s, `"kind":"Confirm","outcome":"ok","duration":0}`) || !strings.Contains(s, `"kind":"Accept","outcome":"ok","duration":40}`) {
		t.Errorf("the lines are %s", s)
	}
}
