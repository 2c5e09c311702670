package app_test

import (
	"errors"
	"testing"
	"time"

	"fieldpost/engine/match"
	"fieldpost/functions/internal/app"
)

// A reminder whose moment an outage has put off waits for its new one, and comes once.
// Without it a server that comes back would remind of a deadline that is none.
func TestReminderAfterAnOutage(t *testing.T) {
	g, _ := playing(t, 6)
	m, h := g.stored(t), &heart{}
	half := m.Due()
	h.beats(m.Changed, half.Add(-time.Hour))
	a := at(g, half.Add(9*time.Hour)) // nobody has swept since
	a.Outages = &app.Outages{Heart: h}
	moved, gave, err := a.Tick(ctx, id, a.Now())
	if err != nil || gave != nil || g.stored(t).Version != m.Version {
		t.Fatalf("%T, %v", gave, err)
	}
	if want := half.Add(10 * time.Hour); moved.Due().Sub(want).Abs() > match.BeatEvery {
		t.Errorf("due %v, want %v", moved.Due(), want)
	}
	h.h = h.h.Beats(a.Now())
	for n, want := range []match.Command{nil, match.Remind{}, nil} {
		now := moved.Due().Add(time.Duration(n-1) * time.Second)
		h.h = h.h.Beats(now)
		if _, gave, err := a.Tick(ctx, id, now); err != nil || gave != want {
			t.Errorf("tick %d: %T, %v", n+1, gave, err)
		}
	}
	h.fault = errDown // who cannot know of outages reminds nobody
	if _, gave, err := a.Tick(ctx, id, m.Deadline); gave != nil || !errors.Is(err, errDown) {
		t.Errorf("without a heartbeat: %T, %v", gave, err)
	}
}

// What was remembered of outages reminds nobody: while the host has stopped the clocks a
// reminder would tell of a deadline that is none.
func TestReminderReadsTheHeartbeatAnew(t *testing.T) {
	g, _ := playing(t, 6)
	half, h := g.stored(t).Due(), &heart{}
	h.beats(g.stored(t).Changed, half)
	a := at(g, half.Add(-30*time.Second))
	a.Outages = &app.Outages{Heart: h, Keep: time.Minute}
	if _, err := a.Load(ctx, id); err != nil || h.reads != 1 { // from here on it is remembered
		t.Fatalf("%d reads, %v", h.reads, err)
	}
	h.h = h.h.Stops(half.Add(-20*time.Second), half)
	if m, gave, err := a.Tick(ctx, id, half); err != nil || gave != nil || !m.Due().After(half) {
		t.Errorf("%T, due %v, %v", gave, m.Due(), err)
	}
}

// However the store fails, one reminder is stored, and nobody reads of a success twice.
func TestReminderUnderFaults(t *testing.T) {
	for _, f := range []fault{failed, persisted, resent} {
		g, a := playing(t, 6)
		m, now := g.stored(t), g.stored(t).Due()
		g.fault = func(call string) fault {
			if call == "save" {
				return f
			}
			return fine
		}
		if _, gave, err := a.Tick(ctx, id, now); gave != nil || (f == failed) != errors.Is(err, errDown) {
			t.Errorf("%s: %T, %v", f, gave, err)
		}
		g.fault = nil
		if _, _, err := a.Tick(ctx, id, now); err != nil {
			t.Error(err)
		}
		if got := g.stored(t); got.Version != m.Version+1 || got.Reminded != 1 {
			t.Errorf("%s: version %d after %d, %d reminders", f, got.Version, m.Version, got.Reminded)
		}
	}
}

// A move comes between the look and the reminder: nobody is reminded of it.
func TestReminderMeetsAMove(t *testing.T) {
	g, a := playing(t, 5)
	now := g.stored(t).Due()
	g.hook = func(call string) {
		if call == "save" {
			g.hook = nil
			if _, err := at(g, now).Do(ctx, id, line[5]); err != nil {
				t.Error(err)
			}
		}
	}
	if m, gave, err := a.Tick(ctx, id, now); err != nil || gave != nil || m.Game.Ply() != 2 {
		t.Errorf("%T, ply %d, %v", gave, m.Game.Ply(), err)
	}
}

// Who looks is not reminded, and writes nothing.
func TestLookRemindsNobody(t *testing.T) {
	g, _ := playing(t, 6)
	if _, err := at(g, g.stored(t).Due()).Load(ctx, id); err != nil || g.count("save") != 0 {
		t.Errorf("%d writes, %v", g.count("save"), err)
	}
}

// Who watches the commands hears of a reminder too, once, and of none that was not due.
func TestRemindersAreWatched(t *testing.T) {
	g, a := playing(t, 6)
	var deeds []string
	a.Watch = func() func(app.Deed) { return func(d app.Deed) { deeds = append(deeds, d.Kind()) } }
	due := g.stored(t).Due()
	for _, now := range []time.Time{due.Add(-time.Second), due, due} {
		if _, _, err := a.Tick(ctx, id, now); err != nil {
			t.Fatal(err)
		}
	}
	if len(deeds) != 1 || deeds[0] != "Remind" {
		t.Errorf("%v", deeds)
	}
}
