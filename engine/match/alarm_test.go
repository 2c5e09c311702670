package match_test

import (
	"bytes"
	"testing"
	"time"

	"fieldpost/engine"
	"fieldpost/engine/match"
)

// TestAlarm walks a match and holds what its alarm does. A move that wrote it
// would pay for an index each time; one that came too late would leave a player
// waiting for nobody.
func TestAlarm(t *testing.T) {
	c := create(custom("F 2"))
	c.Pace = match.Pace{Move: 36 * time.Hour, Setup: 2 * 24 * time.Hour}
	m := created(t, c)
	if !m.Alarm.IsZero() || !m.Due().IsZero() {
		t.Errorf("an unconfirmed match has the alarm %v, due %v", m.Alarm, m.Due())
	}
	set := func(by engine.Color) match.SetUp { return match.SetUp{By: by, Setup: rows(t, "2........F")} }
	for i, step := range []struct {
		command match.Command
		alarm   byte // 's' set to when it is due, 'k' kept, 'n' none
	}{
		{match.Confirm{}, 's'},
		{set(engine.Red), 'k'},
		{match.Accept{By: engine.Blue}, 's'}, // two days to set up, of fourteen to accept
		{set(engine.Blue), 's'},              // 36 hours to move
		{match.OfferDraw{By: engine.Blue, Ply: 0}, 'k'},
		{play(t, engine.Red, 0, "a4-a5"), 'k'},
		{play(t, engine.Blue, 1, "j7-j6"), 'k'},
		{play(t, engine.Red, 2, "a5xa7"), 'n'},
	} {
		next, _, err := match.Decide(m, step.command, m.Changed.Add(time.Hour))
		if err != nil {
			t.Fatalf("step %d, %T: %v", i+1, step.command, err)
		}
		want := map[byte]time.Time{'s': next.Due(), 'k': m.Alarm}[step.alarm]
		if !next.Alarm.Equal(want) {
			t.Errorf("step %d, %T: alarm %v, want %v", i+1, step.command, next.Alarm, want)
		}
		if got := match.Seal(next).Alarm; !got.Equal(want) {
			t.Errorf("step %d, %T: stored as %v, want %v", i+1, step.command, got, want)
		}
		m = next
	}
}

// TestDue: the clock is due when one of its commands is taken, not a second before: both
// reminders, then the end.
func TestDue(t *testing.T) {
	for _, state := range []match.State{match.Invited, match.SettingUp, match.Playing} {
		m := stages(t)[state]
		commands := []match.Command{match.Remind{}, match.Remind{}, match.TimeOut{}}
		if state == match.Invited {
			commands = commands[2:]
		}
		for i, c := range commands {
			if _, _, err := match.Decide(m, c, m.Due().Add(-time.Second)); err == nil {
				t.Errorf("%v, command %d: a second before it is due", state, i)
			}
			next, _, err := match.Decide(m, c, m.Due())
			if err != nil {
				t.Fatalf("%v, command %d, when it is due: %v", state, i, err)
			}
			if i < len(commands)-1 {
				m = next
			}
		}
		ended := later(t, m, match.TimeOut{})
		if !ended.Alarm.IsZero() {
			t.Errorf("%v: an alarm is left after the end", state)
		}
	}
}

// TestRearm: it changes nothing but the alarm, and owes nobody a mail.
func TestRearm(t *testing.T) {
	m := stages(t)[match.Playing]
	if !m.Alarm.Before(m.Due()) {
		t.Fatal("the alarm is not early")
	}
	before, after := match.Seal(m), match.Seal(match.Rearm(m))
	if !after.Alarm.Equal(m.Due()) || len(after.Events) != 0 {
		t.Errorf("alarm %v, want %v; %d events", after.Alarm, m.Due(), len(after.Events)/2)
	}
	if after.Version != before.Version || !bytes.Equal(after.Data, before.Data) {
		t.Error("something else is changed")
	}
	if _, err := match.Open(after); err != nil {
		t.Error(err)
	}
}

// TestOlderMatchGetsAnAlarm: a match that was stored before there were alarms has
// one from its next command on.
func TestOlderMatchGetsAnAlarm(t *testing.T) {
	image := match.Seal(stages(t)[match.Playing])
	image.Alarm = time.Time{}
	m, err := match.Open(image)
	if err != nil || !m.Alarm.IsZero() {
		t.Fatalf("alarm %v, %v", m.Alarm, err)
	}
	if m = after(t, m, play(t, engine.Red, 2, "a5-a6")); !m.Alarm.Equal(m.Due()) {
		t.Errorf("alarm %v, want %v", m.Alarm, m.Due())
	}
}

// TestAlarmShards: every shard has its matches, each in one.
func TestAlarmShards(t *testing.T) {
	seen := map[int]int{}
	for n := range 256 {
		seen[match.ID{7: byte(n)}.AlarmShard()]++
	}
	for shard := range match.AlarmShards {
		if seen[shard] != 256/match.AlarmShards {
			t.Errorf("shard %d has %d matches of 256", shard, seen[shard])
		}
	}
}
