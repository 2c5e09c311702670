package gametime_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"fieldpost/engine/match"
	"fieldpost/functions/internal/gametime"
)

type ctx = context.Context

func start(t *testing.T, m *machine, speed int) *gametime.Clock {
	t.Helper()
	c, err := gametime.Start(t.Context(), m, speed, m.now)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// run lets a program run for so many seconds, in which it says that it is there.
func run(t *testing.T, m *machine, c *gametime.Clock, seconds int) {
	t.Helper()
	for range seconds {
		m.real = m.real.Add(time.Second)
		if err := c.Keep(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
}

// At speed 1 the games have the world's time and nothing is kept, as long as there never
// was another speed.
func TestSpeedOneIsRealTime(t *testing.T) {
	m := &machine{real: noon}
	c := start(t, m, 1)
	run(t, m, c, 10)
	if err := c.Stop(t.Context()); err != nil || m.kept != nil || c.Faster() || !c.Now().Equal(m.real) {
		t.Errorf("%v, kept %v, it is %v", err, m.kept, c.Now())
	}
}

// Raised, lowered, off: the time goes on where it was.
func TestSpeedsOneAfterAnother(t *testing.T) {
	m := &machine{real: noon}
	c := start(t, m, gametime.MostSpeed)
	run(t, m, c, 3)
	want := 3 * day
	is := func(what string) {
		t.Helper()
		if got := c.Now().Sub(noon); got != want {
			t.Errorf("%s: %v, want %v", what, got, want)
		}
	}
	is("after three seconds")
	if err := c.Stop(t.Context()); err != nil {
		t.Fatal(err)
	}
	m.real, want = m.real.Add(time.Hour), want+time.Hour
	c = start(t, m, 60)
	is("after an hour in which it was off")
	run(t, m, c, 10)
	want += 10 * time.Minute
	is("slower")
	if err := c.Stop(t.Context()); err != nil {
		t.Fatal(err)
	}
	c = start(t, m, 1)
	is("as the world, from then on")
	run(t, m, c, 100)
	want += 100 * time.Second
	is("later")
	// A program that is killed has lived on, to the games, as long as it had said.
	c = start(t, m, gametime.MostSpeed)
	run(t, m, c, 1)
	m.real = m.real.Add(time.Minute)
	want += 4*day + 57*time.Second
	c = start(t, m, 1)
	is("after it was killed")
}

// A disk that is full makes the time of the games slow, not wrong.
func TestTimeThatCannotBeKept(t *testing.T) {
	m := &machine{real: noon}
	c := start(t, m, gametime.MostSpeed)
	m.fail = errors.New("the disk is full")
	m.real = m.real.Add(time.Hour)
	if err := c.Keep(t.Context()); err == nil {
		t.Fatal("it was kept")
	}
	if got, want := c.Now().Sub(noon), 3*day+time.Hour-gametime.Lease; got != want {
		t.Errorf("it is %v, want %v", got, want)
	}
	m.fail = nil
	run(t, m, c, 2)
	if got, want := c.Now().Sub(noon), 4*day+time.Hour+time.Second-gametime.Lease; got != want {
		t.Errorf("later it is %v, want %v", got, want)
	}
}

// What the world's clock says of outages is told to the games in their time.
func TestOutages(t *testing.T) {
	m := &machine{real: noon}
	c := start(t, m, gametime.MostSpeed)
	run(t, m, c, 10)
	if err := c.Stop(t.Context()); err != nil {
		t.Fatal(err)
	}
	m.real = m.real.Add(2 * time.Hour)
	c = start(t, m, gametime.MostSpeed)
	run(t, m, c, 1)
	got := c.Outages([]match.Outage{
		{From: after(10 * time.Second), To: after(2*time.Hour + 10*time.Second)}, // it was off
		{From: m.real, To: m.real.Add(time.Second)},                              // not over yet
		{From: m.real.Add(-time.Second), To: m.real.Add(time.Second)},            // nor this, a pause
	})
	want := []match.Outage{
		{From: after(10 * day), To: after(10*day + 2*time.Hour)},
		{From: after(10*day + 2*time.Hour), To: after(11*day + 2*time.Hour)},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// Where the machine's clock is set back a little, the time of the games waits.
func TestClockSetBack(t *testing.T) {
	m := &machine{real: noon}
	c := start(t, m, gametime.MostSpeed)
	run(t, m, c, 2)
	was := c.Now()
	m.real = m.real.Add(-time.Second)
	if got := c.Now(); !got.Equal(was) {
		t.Errorf("it is %v, and was %v", got, was)
	}
	if c = start(t, m, 1); c.Now().Before(was) {
		t.Errorf("after a start it is %v, and was %v", c.Now(), was)
	}
}

// Who has come to the end of time must hear so, and not be left with a clock that stands.
func TestStartAtTheEnd(t *testing.T) {
	m := &machine{real: noon}
	start(t, m, gametime.MostSpeed)
	m.real = gametime.End.AddDate(1, 0, 0)
	if _, err := gametime.Start(t.Context(), m, 1, m.now); err == nil || !strings.Contains(err.Error(), "another folder") {
		t.Errorf("it starts: %v", err)
	}
	m.kept = []byte{1, 1}
	if _, err := gametime.Start(t.Context(), m, 1, m.now); err == nil {
		t.Error("it starts with what cannot be read")
	}
}

// What a person was given does not lapse before he can look at it, at any speed, nor when
// the speed changes; and that ends, so that at speed 1 nothing lives longer than it should.
func TestNowFor(t *testing.T) {
	m := &machine{real: noon}
	c := start(t, m, 1)
	run(t, m, c, 10)
	if got := c.NowFor(noon); !got.Equal(m.real) {
		t.Errorf("at speed 1 it is %v", got)
	}
	c = start(t, m, gametime.MostSpeed)
	run(t, m, c, 5)
	given := c.Now()
	is := func(what string, want time.Duration) {
		t.Helper()
		if got := c.NowFor(given).Sub(given); got != want {
			t.Errorf("%s: %v have passed, want %v", what, got, want)
		}
	}
	is("at once", 0)
	run(t, m, c, 20)
	is("after twenty seconds", 20*time.Second)
	if err := c.Stop(t.Context()); err != nil {
		t.Fatal(err)
	}
	m.real = m.real.Add(time.Minute)
	c = start(t, m, 60)
	run(t, m, c, 10)
	is("slower", 90*time.Second)
	if got := c.NowFor(noon); !got.Equal(noon.Add(m.real.Sub(noon))) {
		t.Errorf("for what was given before it ever was fast: %v", got)
	}
	m.real = noon.Add(15*time.Second + gametime.Patience - time.Millisecond)
	is("in the last moment", gametime.Patience-time.Millisecond)
	m.real = m.real.Add(time.Millisecond)
	is("after it", c.Now().Sub(given))
	for _, late := range []time.Time{c.Now().Add(time.Hour), {}} {
		if got := c.NowFor(late); !got.Equal(c.Now()) {
			t.Errorf("for %v it is %v", late, got)
		}
	}
}
