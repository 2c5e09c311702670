package gametime_test

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"fieldpost/engine/match"
	"fieldpost/functions/internal/gametime"
)

var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

const day = 24 * time.Hour

// after is a moment so long after noon.
func after(d time.Duration) time.Time { return noon.Add(d) }

// The life of a line: what time it is in the games at each moment, and back.
func TestLine(t *testing.T) {
	fast := gametime.Line{}.Runs(gametime.MostSpeed, noon, after(time.Minute))
	stopped := fast.Stops(after(10 * time.Second))
	for _, c := range []struct {
		name string
		line gametime.Line
		real time.Duration
		game time.Duration
	}{
		{"real time", nil, time.Hour, time.Hour},
		{"speed 1", gametime.Line{}.Runs(1, noon, noon), time.Hour, time.Hour},
		{"before it ran", fast, -time.Hour, -time.Hour},
		{"a day in a second", fast, time.Second, day},
		{"to the millisecond", fast, 1500 * time.Millisecond, 36 * time.Hour},
		{"when nobody says that it is there", fast, 2 * time.Minute, 60*day + time.Minute},
		{"stopped", stopped, 10 * time.Second, 10 * day},
		{"a day behind", stopped, day + 10*time.Second, 11 * day},
		{"on, slower", stopped.Runs(60, after(time.Hour), after(2*time.Hour)), time.Hour + time.Minute, 10*day + 2*time.Hour - 10*time.Second},
		{"on, as before", fast.Runs(gametime.MostSpeed, after(50*time.Second), after(2*time.Minute)), 2 * time.Minute, 120 * day},
		{"on, too late", fast.Runs(gametime.MostSpeed, after(time.Hour), after(2*time.Hour)), time.Hour + time.Second, 61*day + 59*time.Minute},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := c.line.Game(after(c.real)); !got.Equal(after(c.game)) {
				t.Errorf("after %v it is %v, want %v", c.real, got.Sub(noon), c.game)
			}
			if got := c.line.Real(after(c.game)); !got.Equal(after(c.real)) {
				t.Errorf("it is so late after %v, want %v", got.Sub(noon), c.real)
			}
		})
	}
}

// A day of the fastest is two centuries and a half: what cannot be counted any more must
// not become the past.
func TestEnd(t *testing.T) {
	l := gametime.Line{}.Runs(gametime.MostSpeed, noon, after(1000*day))
	last := noon
	for d := time.Duration(0); d < 1000*day; d += 7 * time.Hour {
		got := l.Game(after(d))
		if got.Before(last) || got.After(gametime.End) {
			t.Fatalf("after %v it is %v, and it was %v", d, got, last)
		}
		last = got
	}
	if !last.Equal(gametime.End) {
		t.Errorf("at last it is %v", last)
	}
}

// machine is a real clock, and what a program keeps; programs on it start, run, are
// killed, and end.
type machine struct {
	real time.Time
	kept []byte
	fail error
}

func (m *machine) LoadTime(ctx) ([]byte, error) { return m.kept, nil }

func (m *machine) SaveTime(_ ctx, data []byte) error {
	if m.fail == nil {
		m.kept = data
	}
	return m.fail
}

func (m *machine) now() time.Time { return m.real }

// Whatever is done to a server, the time of its games never goes back. Without it a
// deadline that had passed would be one to come.
func TestLawNeverBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := &machine{real: noon.Add(time.Duration(rapid.IntRange(0, 5e6).Draw(t, "start")))}
		speeds := rapid.SampledFrom([]int{1, 2, 60, 3601, gametime.MostSpeed})
		var c *gametime.Clock
		start := func() {
			var err error
			if c, err = gametime.Start(t.Context(), m, speeds.Draw(t, "speed"), m.now); err != nil {
				t.Fatal(err)
			}
		}
		start()
		last := c.Now()
		for range rapid.IntRange(1, 60).Draw(t, "steps") {
			m.real = m.real.Add(time.Duration(rapid.Int64Range(0, int64(5*time.Second)).Draw(t, "passed")))
			switch rapid.IntRange(0, 4).Draw(t, "what") {
			case 0:
				_ = c.Stop(t.Context())
				m.real = m.real.Add(time.Duration(rapid.Int64Range(0, int64(day)).Draw(t, "off")))
				start()
			case 1: // killed
				start()
			case 2:
				m.fail = errors.New("the disk is full")
				_ = c.Keep(t.Context())
				m.fail = nil
			default:
				if err := c.Keep(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
			now := c.Now()
			if now.Before(last) {
				t.Fatalf("it was %v, and is %v", last, now)
			}
			last = now
			if l, err := gametime.Open(m.kept); err != nil {
				t.Fatalf("%v: %v", l, err)
			}
		}
	})
}

// What is kept is read as it was, and nothing else is.
func TestForm(t *testing.T) {
	l := gametime.Line{}.Runs(60, noon, after(time.Hour)).Stops(after(time.Minute)).Runs(1000, after(day), after(2*day))
	data := gametime.Seal(l)
	got, err := gametime.Open(data)
	if diff := cmp.Diff(l, got); err != nil || diff != "" {
		t.Errorf("%v %s", err, diff)
	}
	if l, err := gametime.Open(nil); l != nil || err != nil {
		t.Errorf("nothing is %v, %v", l, err)
	}
	for n := 1; n < len(data); n++ {
		if cut, err := gametime.Open(data[:n]); err == nil && len(cut) == len(l) {
			t.Errorf("%d bytes are read", n)
		}
	}
	var newer *match.VersionError
	if _, err := gametime.Open([]byte{9}); !errors.As(err, &newer) {
		t.Errorf("a newer form: %v", err)
	}
}

// Without it a broken file could stop the program by a panic, or set the games back.
func FuzzOpen(f *testing.F) {
	f.Add(gametime.Seal(gametime.Line{}.Runs(60, noon, after(time.Hour))))
	f.Add([]byte{1, 0, 0, 1})
	f.Fuzz(func(t *testing.T, data []byte) {
		l, err := gametime.Open(data)
		if err != nil || len(data) == 0 {
			return
		}
		if string(gametime.Seal(l)) != string(data) {
			t.Errorf("%v is kept otherwise", l)
		}
		if a, b := l.Game(noon), l.Game(after(time.Hour)); b.Before(a) && a.Before(gametime.End) {
			t.Errorf("%v goes back", l)
		}
	})
}
