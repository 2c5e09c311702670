package match_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"fieldpost/engine"
	"fieldpost/engine/match"
)

// TestLife walks matches from creation to their ends. Without it a step could
// be skipped, or could tell of itself by the wrong events, and the mails follow
// from the events alone.
func TestLife(t *testing.T) {
	const red, blue = engine.Red, engine.Blue
	type step struct {
		command match.Command
		state   match.State
		events  []match.Event
	}
	set := func(by engine.Color, text string) match.SetUp { return match.SetUp{By: by, Setup: rows(t, text)} }
	sure := func(by engine.Color, text string) match.SetUp {
		return match.SetUp{By: by, Setup: rows(t, text), Sure: true}
	}
	confirm := step{match.Confirm{}, match.Invited, []match.Event{{match.Confirmed, red}}}
	accept := step{match.Accept{By: blue}, match.SettingUp, []match.Event{{match.Accepted, blue}}}
	for _, test := range []struct {
		name  string
		army  string
		steps []step
		ends  string
	}{
		{"captured flag", "F 2", []step{
			confirm,
			accept,
			{set(blue, "2........F"), match.SettingUp, []match.Event{{match.SetupSubmitted, blue}}},
			{set(red, "2........F"), match.Playing, []match.Event{{match.SetupSubmitted, red}, {match.Started, 0}}},
			{play(t, red, 0, "a4-b4"), match.Playing, []match.Event{{match.Moved, red}}},
			{play(t, blue, 1, "j7xj4"), match.Over, []match.Event{{match.Moved, blue}, {match.Ended, 0}}},
		}, "blue flag"},
		{"the creator sets up before the acceptance", "F 2", []step{
			confirm,
			{set(red, "2........F"), match.Invited, []match.Event{{match.SetupSubmitted, red}}},
			accept,
			{set(blue, "2........F"), match.Playing, []match.Event{{match.SetupSubmitted, blue}, {match.Started, 0}}},
		}, "none none"},
		{"a setup is given anew", "F 2", []step{
			confirm,
			{set(red, "2........F"), match.Invited, []match.Event{{match.SetupSubmitted, red}}},
			{set(red, "F........2"), match.Invited, []match.Event{{match.SetupReplaced, red}}},
			accept,
			{set(red, "F2........"), match.SettingUp, []match.Event{{match.SetupReplaced, red}}},
			{set(blue, "2........F"), match.Playing, []match.Event{{match.SetupSubmitted, blue}, {match.Started, 0}}},
		}, "none none"},
		{"over at once: Red cannot move", "F 2 B B", []step{
			confirm,
			accept,
			{set(blue, "2F.......B/B"), match.SettingUp, []match.Event{{match.SetupSubmitted, blue}}},
			{sure(red, "F........./........../B........./2B........"), match.Over, []match.Event{{match.SetupSubmitted, red}, {match.Started, 0}, {match.Ended, 0}}},
		}, "blue no-move"},
		{"over at once: nobody can move", "F 2 B B", []step{
			confirm,
			accept,
			{sure(blue, "F........./........../B........./2B........"), match.SettingUp, []match.Event{{match.SetupSubmitted, blue}}},
			{sure(red, "F........./........../B........./2B........"), match.Over, []match.Event{{match.SetupSubmitted, red}, {match.Started, 0}, {match.Ended, 0}}},
		}, "draw no-move"},
	} {
		t.Run(test.name, func(t *testing.T) {
			m := created(t, create(custom(test.army)))
			if want := []match.Event{{match.Created, red}}; m.State != match.Unconfirmed || m.Version != 1 || !slices.Equal(m.Events, want) {
				t.Fatalf("created: %v, version %d, events %v", m, m.Version, m.Events)
			}
			for i, s := range test.steps {
				now := m.Changed.Add(time.Hour)
				next, events, err := match.Decide(m, s.command, now)
				if err != nil {
					t.Fatalf("step %d, %T: %v", i+1, s.command, err)
				}
				if diff := cmp.Diff(s.events, events); diff != "" {
					t.Errorf("step %d, %T: events (-want +got):\n%s", i+1, s.command, diff)
				}
				if diff := cmp.Diff(s.events, next.Events); diff != "" {
					t.Errorf("step %d, %T: events in the match (-want +got):\n%s", i+1, s.command, diff)
				}
				if next.State != s.state || next.Version != m.Version+1 || !next.Changed.Equal(now) {
					t.Errorf("step %d, %T: state %v version %d changed %v", i+1, s.command, next.State, next.Version, next.Changed)
				}
				m = next
			}
			if got := m.Game.Outcome().String() + " " + m.Game.Reason().String(); got != test.ends {
				t.Errorf("ends %q, want %q", got, test.ends)
			}
		})
	}
}

// TestRefused gives commands where they do not belong. Without it an invited
// stranger could set up, a setup could be changed when the other's is known, or
// a late press could move twice.
func TestRefused(t *testing.T) {
	const red, blue = engine.Red, engine.Blue
	at := stages(t)
	set := func(by engine.Color) match.SetUp { return match.SetUp{By: by, Setup: rows(t, "F2")} }
	stateError := func(command string, s match.State) error { return &match.StateError{Command: command, State: s} }
	for _, test := range []struct {
		name    string
		state   match.State
		command match.Command
		want    error
	}{
		{"confirm twice", match.Invited, match.Confirm{}, match.ErrRepeated},
		{"confirm a finished game", match.Over, match.Confirm{}, match.ErrRepeated},
		{"accept before the confirmation", match.Unconfirmed, match.Accept{By: blue}, stateError("accept", match.Unconfirmed)},
		{"accept twice", match.SettingUp, match.Accept{By: blue}, match.ErrRepeated},
		{"accept later", match.Playing, match.Accept{By: blue}, match.ErrRepeated},
		{"the creator accepts", match.Invited, match.Accept{By: red}, stateError("accept", match.Invited)},
		{"nobody accepts", match.Invited, match.Accept{}, stateError("accept", match.Invited)},
		{"set up before the confirmation", match.Unconfirmed, set(red), stateError("set up", match.Unconfirmed)},
		{"set up before the acceptance", match.Invited, set(blue), stateError("set up", match.Invited)},
		{"nobody sets up", match.SettingUp, match.SetUp{Setup: rows(t, "F2")}, stateError("set up", match.SettingUp)},
		{"another setup after the start", match.Playing, set(red), stateError("set up", match.Playing)},
		{"the same setup after the start", match.Playing, match.SetUp{By: red, Setup: rows(t, "2........F")}, match.ErrRepeated},
		{"move before the start", match.SettingUp, play(t, red, 0, "a4-a5"), stateError("move", match.SettingUp)},
		{"a move of the opponent's", match.Playing, play(t, blue, 2, "j6-j5"), engine.ErrNotYourTurn},
		{"a move of nobody's", match.Playing, match.PlayMove{Ply: 2}, engine.ErrBadAction},
		{"the first move again", match.Playing, play(t, red, 0, "a4-a5"), match.ErrRepeated},
		{"the last move again", match.Playing, play(t, blue, 1, "j7-j6"), match.ErrRepeated},
		{"the first move otherwise", match.Playing, play(t, red, 0, "a4-b4"), match.ErrStale},
		{"the other's first move", match.Playing, play(t, blue, 0, "a4-a5"), match.ErrStale},
		{"a ply to come", match.Playing, play(t, red, 4, "a5-a6"), match.ErrStale},
		{"a ply before all", match.Playing, play(t, red, -1, "a5-a6"), match.ErrStale},
		{"a move after the end", match.Over, play(t, blue, 3, "j6-j5"), engine.ErrOver},
		{"the winning move again", match.Over, play(t, red, 2, "a5-a7"), match.ErrRepeated},
		{"a stale move after the end", match.Over, play(t, red, 2, "a5-a6"), match.ErrStale},
	} {
		t.Run(test.name, func(t *testing.T) {
			m := at[test.state]
			got, events, err := match.Decide(m, test.command, monday.AddDate(1, 0, 0))
			var state *match.StateError
			switch {
			case errors.As(err, &state):
				if diff := cmp.Diff(test.want, error(state)); diff != "" {
					t.Errorf("error (-want +got):\n%s", diff)
				}
			case !errors.Is(err, test.want):
				t.Errorf("error %v, want %v", err, test.want)
			}
			if events != nil || !cmp.Equal(m, got, sameMatch) {
				t.Errorf("the refused command left %v with events %v", got, events)
			}
		})
	}
}

// TestRefusedByTheRules shows that the engine's refusals come through as they
// are: pages and JSON tell the player from them what is wrong.
func TestRefusedByTheRules(t *testing.T) {
	at := stages(t)
	var refusal *engine.Refusal
	if _, _, err := match.Decide(at[match.Playing], play(t, engine.Red, 2, "a5-b6"), monday); !errors.As(err, &refusal) || refusal.Rule != engine.NotALine {
		t.Errorf("a crooked move: %v", err)
	}
	var faults *engine.SetupError
	if _, _, err := match.Decide(at[match.SettingUp], match.SetUp{By: engine.Red, Setup: rows(t, "22")}, monday); !errors.As(err, &faults) || len(faults.Faults) != 2 {
		t.Errorf("a setup without flag: %v", err)
	}
}

// TestBlockedSetup: a player who locks himself in is warned once, and may
// insist. Without the warning he would lose by a slip; without the tick he
// could not do what the rules allow.
func TestBlockedSetup(t *testing.T) {
	m := after(t, created(t, create(custom("F 2 B B"))), match.Confirm{})
	locked := rows(t, "F........./........../B........./2B........")
	if _, _, err := match.Decide(m, match.SetUp{By: engine.Red, Setup: locked}, monday); !errors.Is(err, match.ErrBlocked) {
		t.Fatalf("error %v, want the warning", err)
	}
	m = after(t, m, match.SetUp{By: engine.Red, Setup: locked, Sure: true})
	if !m.Seats.Red.Submitted || m.Seats.Red.Setup != locked {
		t.Error("the setup is not in")
	}
	if _, _, err := match.Decide(m, match.SetUp{By: engine.Red, Setup: locked}, monday); !errors.Is(err, match.ErrRepeated) {
		t.Errorf("the same again: error %v, want no second warning", err)
	}
}

// TestMoveAgain gives moves a second time in other words. A player who presses a
// link twice must not be told that his move is stale, and one who presses
// another move must not be told that it was played.
func TestMoveAgain(t *testing.T) {
	const red, blue = engine.Red, engine.Blue
	lightning := engine.StandardRules(engine.Lightning)
	lightningRows := "66MF987554/4332222SBB"
	// Red's 5 falls on b7, and what stands on a4 walks up to Blue's last row.
	rescue := custom("F M 6 5")
	rescue.Reconquest, rescue.TwoSquares = true, 0
	home := rescue
	home.MovingFlag = true
	walk := []string{
		"b4-b5", "j7-j6", "b5-b6", "j6-j7", "b6xb7", "j7-j6", "a4-a5", "j6-j7", "a5-a6", "j7-j6",
		"a6-a7", "j6-j7", "a7-a8", "j7-j6", "a8-a9", "j6-j7",
	}
	redRows := "65......MF"
	weak, empty, strong := "M.......6./F........./........../.........5", "M......56./F", "5.......6./F........./........../.........M"
	for _, test := range []struct {
		name      string
		rules     engine.Rules
		red, blue string
		before    []string
		move      string
		again     string
		want      error
	}{
		{"captain's path", lightning, lightningRows, lightningRows, nil, "a4-a5-b5", "a4-a5-b5", match.ErrRepeated},
		{"captain's path without its middle", lightning, lightningRows, lightningRows, nil, "a4-b5", "a4-b5", match.ErrRepeated},
		{"captain's path spelt out", lightning, lightningRows, lightningRows, nil, "a4-b5", "a4-a5-b5", match.ErrRepeated},
		{"captain's other path", lightning, lightningRows, lightningRows, nil, "a4-a5-b5", "a4-b4-b5", match.ErrStale},
		{"a wish where none was", rescue, redRows, weak, nil, "a4-a5", "a4-a5 +5@c2", match.ErrStale},
		{"a rescue", rescue, redRows, weak, walk, "a9xa10 +5@c2", "a9xa10 +5@c2", match.ErrRepeated},
		{"a rescue left out", rescue, redRows, weak, walk, "a9xa10 +5@c2", "a9xa10", match.ErrStale},
		{"a rescue elsewhere", rescue, redRows, weak, walk, "a9xa10 +5@c2", "a9xa10 +5@d2", match.ErrStale},
		{"a wish that the end left no time for", home, "F5......M6", empty, walk, "a9-a10 +5@c2", "a9-a10 +5@c2", match.ErrRepeated},
		{"a wish that lapsed with the fight", rescue, redRows, strong, walk, "a9xa10 +5@c2", "a9xa10 +5@c2", match.ErrRepeated},
	} {
		t.Run(test.name, func(t *testing.T) {
			m := after(t, created(t, create(test.rules)), match.Confirm{}, match.Accept{By: blue},
				match.SetUp{By: red, Setup: rows(t, test.red)}, match.SetUp{By: blue, Setup: rows(t, test.blue)})
			for i, text := range test.before {
				m = after(t, m, play(t, []engine.Color{red, blue}[i%2], i, text))
			}
			m = after(t, m, play(t, red, len(test.before), test.move))
			if _, _, err := match.Decide(m, play(t, red, len(test.before), test.again), monday); !errors.Is(err, test.want) {
				t.Errorf("error %v, want %v", err, test.want)
			}
		})
	}
}

// TestClocksRunBack: two machines disagree about the time, and the second
// command comes "before" the first. The match's own time does not go back.
func TestClocksRunBack(t *testing.T) {
	m := created(t, create(custom("F 2")))
	m, _, err := match.Decide(m, match.Confirm{}, monday.Add(-time.Minute))
	if err != nil {
		t.Fatal(err)
	}
	if !m.Changed.Equal(monday) {
		t.Errorf("changed %v, want %v", m.Changed, monday)
	}
}
