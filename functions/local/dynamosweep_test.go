package main

import (
	"slices"
	"testing"
	"time"

	"fieldpost/engine/match"
	"fieldpost/functions/internal/app"
	"fieldpost/functions/internal/clock"
	"fieldpost/infra/dynamo/dynamotest"
)

// What a minute of the clock asks of DynamoDB, with nothing to do, with an alarm that
// has rung too early, and with a game whose time is over. docs/performance.md says
// what that costs.
func TestDynamoSweep(t *testing.T) {
	d, id := dynalite(t), match.ID{3}
	way := &dynamotest.Way{}
	store := d.store(way)
	k := &clock.Clock{
		Games: &app.App{Games: store, Now: func() time.Time { return monday }, Outages: &app.Outages{Heart: store, Keep: time.Minute}}, Alarms: store, Heart: store, Pause: store.LoadPause,
		Now: func() time.Time { return monday }, Most: 100, Span: time.Minute,
		Report: func(_ match.ID, err error) { t.Error(err) },
	}
	a, now := appOn(d, nil), monday
	a.Now = func() time.Time { return now }
	m, err := a.Create(t.Context(), duel(id))
	for n, c := range duelLine(t)[:5] {
		now = monday.Add(time.Duration(n) * time.Hour)
		if err == nil {
			m, err = a.Do(t.Context(), id, c)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	beats := uint64(0)
	beat := func(at time.Time) match.Heartbeat {
		beats++
		return match.Heartbeat{Version: beats, Beat: at}
	}
	for _, step := range []struct {
		name  string
		at    time.Time
		want  clock.Swept
		looks []string // beside the question of each shard; the pause and the heartbeat are the first
	}{
		{"nothing to do", m.Alarm.Add(-time.Second), clock.Swept{}, nil},
		{"an early alarm", m.Alarm, clock.Swept{Rearmed: 1}, []string{"GetItem", "GetItem", "PutItem"}},
		{"half of the time is over", m.Deadline.Add(-m.Pace.Move / 2), clock.Swept{Reminded: 1}, []string{"GetItem", "GetItem", "GetItem", "PutItem"}},
		{"nine tenths are", m.Deadline.Add(-m.Pace.Move / 10), clock.Swept{Reminded: 1}, []string{"GetItem", "GetItem", "GetItem", "PutItem"}},
		{"the last second", m.Deadline, clock.Swept{}, nil},
		{"the time is over", m.Deadline.Add(time.Second), clock.Swept{TimedOut: 1}, []string{"GetItem", "GetItem", "GetItem", "PutItem"}},
		{"afterwards", m.Deadline.Add(time.Second).Add(time.Hour), clock.Swept{}, nil},
	} {
		if err := d.store(nil).SaveHeartbeat(t.Context(), beat(step.at.Add(-time.Minute))); err != nil { // of a minute before
			t.Fatal(err)
		}
		before := len(way.Calls())
		got, err := k.Sweep(t.Context(), step.at)
		if err != nil || got != step.want {
			t.Errorf("%s: %+v, %v", step.name, got, err)
		}
		want := slices.Repeat([]string{"Query"}, match.AlarmShards)
		want = slices.Insert(want, id.AlarmShard()+1, step.looks...)
		if want = slices.Insert(want, 0, "GetItem", "GetItem"); !slices.Equal(way.Calls()[before:], want) {
			t.Errorf("%s: asks for %q, want %q", step.name, way.Calls()[before:], want)
		}
	}
	if m, err := a.Reload(t.Context(), id); err != nil || m.State != match.Over {
		t.Errorf("%v, %v", m, err)
	}
}
