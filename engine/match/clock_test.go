package match_test

import (
	"errors"
	"testing"
	"time"

	"fieldpost/engine"
	"fieldpost/engine/match"
)

// TestDeadlines walks a match and holds whose time runs until when. Without it
// the first move could have no time or another one, or a player's time could run
// while nobody waits for him.
func TestDeadlines(t *testing.T) {
	c := create(custom("F 2"))
	c.Pace = match.Pace{Move: 36 * time.Hour, Setup: 2 * 24 * time.Hour}
	m := created(t, c)
	set := func(by engine.Color, text string) match.SetUp { return match.SetUp{By: by, Setup: rows(t, text)} }
	for i, step := range []struct {
		command match.Command
		allowed time.Duration // from this command on; 0: no time runs; -1: what ran goes on
	}{
		{match.Confirm{}, match.InvitationLife},
		{match.SetUp{By: engine.Red, Setup: rows(t, "F........2")}, -1},
		{match.Accept{By: engine.Blue}, c.Pace.Setup},
		{set(engine.Red, "2........F"), -1},
		{set(engine.Blue, "2........F"), c.Pace.Move},
		{match.OfferDraw{By: engine.Blue, Ply: 0}, -1},
		{match.DeclineDraw{By: engine.Red, Ply: 0}, -1},
		{play(t, engine.Red, 0, "a4-a5"), c.Pace.Move},
		{play(t, engine.Blue, 1, "j7-j6"), c.Pace.Move},
		{play(t, engine.Red, 2, "a5xa7"), 0},
	} {
		next, _, err := match.Decide(m, step.command, m.Changed.Add(90*time.Minute+time.Second/2))
		if err != nil {
			t.Fatalf("step %d, %T: %v", i+1, step.command, err)
		}
		want := time.Time{}
		switch {
		case step.allowed > 0:
			want = next.Changed.Add(step.allowed)
		case step.allowed < 0:
			want = m.Deadline
		}
		if !next.Deadline.Equal(want) {
			t.Errorf("step %d, %T: deadline %v, want %v", i+1, step.command, next.Deadline, want)
		}
		m = next
	}
}

// TestAtTheDeadline: a command in the second of the deadline counts, one second
// later it is late; the clock's command is the other way round. Without it a
// player could lose in time, or play when his mail said that he had lost.
func TestAtTheDeadline(t *testing.T) {
	at := stages(t)
	for _, test := range []struct {
		name    string
		state   match.State
		command match.Command
	}{
		{"move", match.Playing, play(t, engine.Red, 2, "a5-a6")},
		{"setup", match.SettingUp, match.SetUp{By: engine.Blue, Setup: rows(t, "2........F")}},
		{"offer", match.Playing, match.OfferDraw{By: engine.Blue, Ply: 2}},
		{"resignation", match.Playing, match.Resign{By: engine.Blue, Ply: 2}},
		{"abort", match.SettingUp, match.Abort{By: engine.Red, Ply: 0}},
	} {
		t.Run(test.name, func(t *testing.T) {
			m := at[test.state]
			for _, in := range []time.Duration{-time.Second, 0, time.Second - 1} {
				now := m.Deadline.Add(in)
				if _, _, err := match.Decide(m, test.command, now); err != nil {
					t.Errorf("%v from the deadline: %v", in, err)
				}
				if _, _, err := match.Decide(m, match.TimeOut{}, now); !errors.Is(err, match.ErrEarly) {
					t.Errorf("time-out %v from the deadline: %v, want ErrEarly", in, err)
				}
			}
			now := m.Deadline.Add(time.Second)
			if got, events, err := match.Decide(m, test.command, now); !errors.Is(err, match.ErrLate) || events != nil || got.Version != m.Version {
				t.Errorf("late: version %d, events %v, %v, want ErrLate", got.Version, events, err)
			}
			if _, _, err := match.Decide(m, match.TimeOut{}, now); err != nil {
				t.Errorf("time-out: %v", err)
			}
		})
	}
}

// TestTimeOut holds what becomes of a match whose deadline has passed.
func TestTimeOut(t *testing.T) {
	at := stages(t)
	set := func(by engine.Color) match.SetUp { return match.SetUp{By: by, Setup: rows(t, "2........F")} }
	for _, test := range []struct {
		name  string
		m     match.Match
		state match.State
		ends  string
		event match.Event
	}{
		{"Red is to move", at[match.Playing], match.Over, "blue time", match.Event{Kind: match.Ended}},
		{"Blue is to move", after(t, at[match.Playing], play(t, engine.Red, 2, "a5-a6")), match.Over, "red time", match.Event{Kind: match.Ended}},
		{"Red has not set up", after(t, at[match.SettingUp], set(engine.Blue)), match.Over, "blue time", match.Event{Kind: match.Ended}},
		{"Blue has not set up", after(t, at[match.SettingUp], set(engine.Red)), match.Over, "red time", match.Event{Kind: match.Ended}},
		{"nobody has accepted", at[match.Invited], match.Expired, "none none", match.Event{Kind: match.Lapsed}},
		{"neither has set up", at[match.SettingUp], match.Aborted, "none none", match.Event{Kind: match.CalledOff}},
	} {
		t.Run(test.name, func(t *testing.T) {
			m, events, err := match.Decide(test.m, match.TimeOut{}, test.m.Deadline.AddDate(0, 1, 0))
			if err != nil {
				t.Fatal(err)
			}
			outcome, reason := m.Outcome()
			if got := outcome.String() + " " + reason.String(); got != test.ends || m.State != test.state || !m.Ended() || !m.Deadline.IsZero() {
				t.Errorf("%v, %q, deadline %v; want %v, %q and none", m.State, got, m.Deadline, test.state, test.ends)
			}
			if len(events) != 1 || events[0] != test.event {
				t.Errorf("events %v", events)
			}
			if _, _, err := match.Decide(m, match.TimeOut{}, m.Changed.AddDate(1, 0, 0)); !errors.Is(err, match.ErrRepeated) {
				t.Errorf("again: %v, want ErrRepeated", err)
			}
			if v := m.View(engine.Red); v.Outcome != outcome || v.Reason != reason || v.ToMove != engine.NoColor || v.Legal != nil {
				t.Errorf("Red sees %v, %v, to move %v", v.Outcome, v.Reason, v.ToMove)
			}
		})
	}
	for _, s := range []match.State{match.Unconfirmed, match.Over, match.Aborted} {
		if _, _, err := match.Decide(at[s], match.TimeOut{}, monday.AddDate(9, 0, 0)); !errors.Is(err, match.ErrEarly) {
			t.Errorf("%v: %v, want ErrEarly", s, err)
		}
	}
}

// TestPace: what is out of the bounds of product.md is refused and names its
// field, and no pace is the usual one.
func TestPace(t *testing.T) {
	c := create(custom("F 2"))
	if m := created(t, c); m.Pace != match.StandardPace {
		t.Errorf("no pace became %v", m.Pace)
	}
	for _, test := range []struct {
		name  string
		pace  match.Pace
		field string
	}{
		{"the shortest", match.Pace{Move: 12 * time.Hour, Setup: 12 * time.Hour}, ""},
		{"the longest", match.Pace{Move: 14 * 24 * time.Hour, Setup: 14 * 24 * time.Hour}, ""},
		{"a move too short", match.Pace{Move: 12*time.Hour - time.Minute, Setup: 24 * time.Hour}, "pace.days"},
		{"a move too long", match.Pace{Move: 14*24*time.Hour + time.Minute, Setup: 24 * time.Hour}, "pace.days"},
		{"no time for a move", match.Pace{Setup: 24 * time.Hour}, "pace.days"},
		{"a setup too short", match.Pace{Move: 24 * time.Hour, Setup: time.Hour}, "pace.setupDays"},
		{"a setup too long", match.Pace{Move: 24 * time.Hour, Setup: 15 * 24 * time.Hour}, "pace.setupDays"},
		{"half a minute", match.Pace{Move: 24*time.Hour + 30*time.Second, Setup: 24 * time.Hour}, "pace.days"},
	} {
		c.Pace = test.pace
		m, err := match.New(c, monday)
		var input *match.InputError
		switch {
		case test.field == "":
			if err != nil || m.Pace != test.pace {
				t.Errorf("%s: %v, %v", test.name, m.Pace, err)
			}
		case !errors.As(err, &input) || input.Field != test.field:
			t.Errorf("%s: %v, want a fault of %s", test.name, err, test.field)
		}
	}
}

// TestEndOfTime: a deadline beyond the last moment that can be stored is that
// moment, and not a time long past.
func TestEndOfTime(t *testing.T) {
	m, err := match.New(create(custom("F 2")), time.Date(9999, 12, 31, 12, 0, 0, 0, time.UTC))
	if err != nil {
		t.Fatal(err)
	}
	m = after(t, m, match.Confirm{}, match.Accept{By: engine.Blue})
	if m.Late(m.Changed) || m.Deadline.Year() != 9999 {
		t.Errorf("deadline %v", m.Deadline)
	}
	if _, err := match.Open(match.Seal(m)); err != nil {
		t.Error(err)
	}
}
