package match_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"fieldpost/engine"
	"fieldpost/engine/match"
)

// hours returns an outage from so many hours after a moment to so many.
func hours(at time.Time, from, to int) match.Outage {
	return match.Outage{From: at.Add(time.Duration(from) * time.Hour), To: at.Add(time.Duration(to) * time.Hour)}
}

// What an outage gives back: as much of it as lies in the time that runs. Without it
// a game would be lost while nobody could play, or a dead one never end.
func TestForgive(t *testing.T) {
	m := stages(t)[match.Playing] // three days, from the last move on
	began, span := m.Changed, match.StandardPace.Move
	for _, c := range []struct {
		name    string
		outages []match.Outage
		want    time.Duration
	}{
		{"none", nil, 0},
		{"within the time", []match.Outage{hours(began, 10, 18)}, 8 * time.Hour},
		{"over its end", []match.Outage{hours(began, 70, 100)}, 30 * time.Hour},
		{"from its last second on", []match.Outage{hours(began, 72, 100)}, 28 * time.Hour},
		{"a second later", []match.Outage{{From: over(m), To: over(m).Add(100 * time.Hour)}}, 0},
		{"after its end", []match.Outage{hours(began, 80, 100)}, 0},
		{"before its start", []match.Outage{hours(began, -30, 0)}, 0},
		{"over its start", []match.Outage{hours(began, -30, 2)}, 2 * time.Hour},
		{"over all of it", []match.Outage{hours(began, -30, 200)}, 200 * time.Hour},
		{"two", []match.Outage{hours(began, 1, 3), hours(began, 5, 9)}, 6 * time.Hour},
		{"one that begins in what the other gave", []match.Outage{hours(began, 60, 70), hours(began, 80, 90)}, 20 * time.Hour},
		{"of which the last begins too late", []match.Outage{hours(began, 60, 70), hours(began, 83, 90)}, 10 * time.Hour},
		{"of no time", []match.Outage{hours(began, 5, 5), hours(began, 9, 7)}, 0},
	} {
		got := m.Forgive(c.outages)
		if got.Deadline.Sub(m.Deadline) != c.want || got.Extended != c.want || got.Forgiven.IsZero() != (c.want == 0) {
			t.Errorf("%s: %v more, said to be %v, want %v", c.name, got.Deadline.Sub(m.Deadline), got.Extended, c.want)
		}
		if again := got.Forgive(c.outages); !cmp.Equal(again, got, sameMatch) {
			t.Errorf("%s: again %v more", c.name, again.Deadline.Sub(got.Deadline))
		}
		if !got.Started().Equal(began) || got.Deadline.Sub(got.Started()) != span+c.want {
			t.Errorf("%s: began at %v, not at %v", c.name, got.Started(), began)
		}
		if got.Version != m.Version || !got.Alarm.Equal(m.Alarm) {
			t.Errorf("%s: version %d after %d, alarm %v", c.name, got.Version, m.Version, got.Alarm)
		}
	}
}

// The same outage that is known in parts, each to its end so far, gives no more than
// the whole: who looks while the server's clock is silent must not gain by it.
func TestForgiveInParts(t *testing.T) {
	m := stages(t)[match.Playing]
	parts := m
	for to := 11; to <= 100; to++ {
		parts = parts.Forgive([]match.Outage{hours(m.Changed, 10, to)})
	}
	if whole := m.Forgive([]match.Outage{hours(m.Changed, 10, 100)}); !cmp.Equal(parts, whole, sameMatch) {
		t.Errorf("in parts until %v, as a whole until %v", parts.Deadline, whole.Deadline)
	}
}

// Each deadline is put off, and nothing else: an invitation is kept for as much longer.
func TestForgiveEachDeadline(t *testing.T) {
	for state, m := range stages(t) {
		o := []match.Outage{hours(m.Changed, 1, 401)}
		got := m.Forgive(o)
		if m.Deadline.IsZero() {
			if !cmp.Equal(got, m, sameMatch) {
				t.Errorf("%v: changed", state)
			}
			continue
		}
		if got.Deadline.Sub(m.Deadline) != 400*time.Hour || got.Late(over(m)) {
			t.Errorf("%v: until %v after %v", state, got.Deadline, m.Deadline)
		}
		if was, is := match.Seal(m).Expires, match.Seal(got).Expires; state == match.Invited && is.Sub(was) != 400*time.Hour {
			t.Errorf("%v: kept until %v, it was %v", state, is, was)
		}
		if again, err := match.Open(match.Seal(got)); err != nil || !cmp.Equal(again, got, sameMatch) {
			t.Errorf("%v: stored as another: %v", state, err)
		}
	}
}

// The next turn has its whole time and no more, and still tells how long the last one
// stood still; the one after it does not. A game that ends tells it for good.
func TestExtendedIsTold(t *testing.T) {
	m := stages(t)[match.Playing]
	m = m.Forgive([]match.Outage{hours(m.Changed, 10, 100)})
	end, _, err := match.Decide(m, match.TimeOut{}, over(m))
	if err != nil || end.Extended != 90*time.Hour || !end.Forgiven.IsZero() {
		t.Errorf("at the end %v, %v, %v", end.Extended, end.Forgiven, err)
	}
	m = after(t, m, match.OfferDraw{By: engine.Red, Ply: 2})
	if m.Extended != 90*time.Hour || m.Forgiven.IsZero() {
		t.Errorf("an offer: %v, %v", m.Extended, m.Forgiven)
	}
	for n, p := range []match.PlayMove{play(t, engine.Red, 2, "a5-a6"), play(t, engine.Blue, 3, "j6-j5")} {
		m = after(t, m, p)
		want := []time.Duration{90 * time.Hour, 0}[n]
		if m.Deadline.Sub(m.Changed) != match.StandardPace.Move || m.Extended != want || !m.Forgiven.IsZero() {
			t.Errorf("turn %d: %v, %v, %v", n, m.Deadline.Sub(m.Changed), m.Extended, m.Forgiven)
		}
		if again, err := match.Open(match.Seal(m)); err != nil || !cmp.Equal(again, m, sameMatch) {
			t.Errorf("turn %d is stored as another: %v", n, err)
		}
	}
	fresh := m.Forgive([]match.Outage{hours(m.Changed, 1, 3)})
	if fresh.Extended != 2*time.Hour {
		t.Errorf("the next outage: %v", fresh.Extended)
	}
}

// A clock that is wrong by centuries breaks no match.
func TestForgiveForEver(t *testing.T) {
	m := stages(t)[match.Playing]
	end := time.Date(9999, 12, 31, 23, 59, 59, 0, time.UTC)
	for _, list := range [][]match.Outage{{{m.Changed, end}}, {{m.Changed, m.Changed.AddDate(280, 0, 0)}, {m.Changed.AddDate(280, 0, 0), m.Changed.AddDate(560, 0, 0)}}} {
		got := m.Forgive(list)
		if again, err := match.Open(match.Seal(got)); err != nil || !cmp.Equal(again, got, sameMatch) {
			t.Errorf("until %v: %v", got.Deadline, err)
		}
	}
}

// However the server stands still, and whoever looks when:
//
//   - no time is over before the server has run for as long as it is, outages of an
//     hour or less aside;
//   - no more is given than what the heartbeat knows of, however often.
func TestOutageLaws(t *testing.T) {
	start := stages(t)[match.Playing]
	rapid.Check(t, func(t *rapid.T) {
		m := start
		h := match.Heartbeat{}.Beats(m.Changed)
		now, ran := m.Changed, time.Duration(0)
		for range rapid.IntRange(1, 300).Draw(t, "steps") {
			if rapid.IntRange(0, 3).Draw(t, "an outage") == 0 {
				gap := time.Duration(rapid.IntRange(3601, 1e6).Draw(t, "gap")) * time.Second
				now = now.Add(gap)
				if rapid.Bool().Draw(t, "somebody looks first") {
					m = m.Forgive(h.At(now))
				}
				h = h.Beats(now)
			} else {
				d := time.Duration(rapid.IntRange(1, 3599).Draw(t, "runs")) * time.Second
				now, ran = now.Add(d), ran+d
				if rapid.Bool().Draw(t, "a beat") || now.Sub(h.Beat) > match.LeastOutage {
					h = h.Beats(now)
				}
			}
			if rapid.Bool().Draw(t, "saved") {
				m = m.Forgive(h.At(now))
			}
			got, known := m.Forgive(h.At(now)), time.Duration(0)
			for _, o := range h.At(now) {
				known += o.To.Sub(o.From)
			}
			if got.Late(now) && ran <= m.Pace.Move {
				t.Fatalf("over at %v, and the server has run for %v", now, ran)
			}
			if got.Extended > known || !got.Deadline.Equal(start.Deadline.Add(got.Extended)) {
				t.Fatalf("%v more of %v, until %v", got.Extended, known, got.Deadline)
			}
		}
	})
}
