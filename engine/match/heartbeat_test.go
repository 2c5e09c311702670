package match_test

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"fieldpost/engine/match"
)

// at is so many minutes after monday.
func at(minutes int) time.Time { return monday.Add(time.Duration(minutes) * time.Minute) }

// What is an outage, and how it is written down.
func TestHeartbeat(t *testing.T) {
	beat := func(minutes int) func(match.Heartbeat) match.Heartbeat {
		return func(h match.Heartbeat) match.Heartbeat { return h.Beats(at(minutes)) }
	}
	stop := func(since, now int) func(match.Heartbeat) match.Heartbeat {
		return func(h match.Heartbeat) match.Heartbeat { return h.Stops(at(since), at(now)) }
	}
	resume := func(now int) func(match.Heartbeat) match.Heartbeat {
		return func(h match.Heartbeat) match.Heartbeat { return h.Resumes(at(now)) }
	}
	type steps []func(match.Heartbeat) match.Heartbeat
	between := func(minutes ...int) (list []match.Outage) {
		for n := 0; n < len(minutes); n += 2 {
			list = append(list, match.Outage{From: at(minutes[n]), To: at(minutes[n+1])})
		}
		return list
	}
	for _, c := range []struct {
		name  string
		steps steps
		now   int
		want  []match.Outage
	}{
		{"before the first beat", nil, 1e6, nil},
		{"the first beat", steps{beat(0)}, 1, nil},
		{"beats", steps{beat(0), beat(5), beat(65)}, 65, nil},
		{"an hour", steps{beat(0)}, 60, nil},
		{"more, and not over", steps{beat(0)}, 61, between(0, 61)},
		{"more, and over", steps{beat(0), beat(61), beat(62)}, 70, between(0, 61)},
		{"two", steps{beat(0), beat(100), beat(150), beat(300)}, 301, between(0, 100, 150, 300)},
		{"two that meet", steps{beat(0), beat(100), beat(200)}, 201, between(0, 200)},
		{"a clock that goes back", steps{beat(50), beat(0), beat(30)}, 31, nil},
		{"a clock that goes back after an outage", steps{beat(0), beat(100), stop(90, 90), resume(95)}, 100, between(0, 100)},
		{"a pause", steps{beat(0), stop(10, 10), beat(15)}, 20, between(10, 20)},
		{"a pause that is over", steps{beat(0), stop(10, 10), beat(15), resume(20)}, 60, between(10, 20)},
		{"a pause given twice", steps{beat(0), stop(10, 10), stop(15, 15), resume(20), resume(25)}, 60, between(10, 20)},
		{"a pause to come", steps{beat(0), stop(50, 10)}, 20, between(10, 20)},
		{"a pause through an outage", steps{beat(0), stop(10, 10), beat(100), resume(110)}, 120, between(0, 110)},
		{"a pause in an outage", steps{beat(0), stop(30, 90), beat(90)}, 90, between(0, 90)},
		{"an outage at the end of a pause", steps{beat(0), stop(10, 10), beat(15), resume(90)}, 90, between(10, 90)},
		{"a pause in the middle of which nobody was there", steps{beat(0), stop(10, 10), beat(15), beat(115)}, 120, between(10, 120)},
	} {
		h, version := match.Heartbeat{}, uint64(0)
		for _, step := range c.steps {
			before, was := h, match.SealHeartbeat(h)
			if h = step(h); h.Version != version && h.Version != version+1 {
				t.Errorf("%s: version %d after %d", c.name, h.Version, version)
			}
			version = h.Version
			if !cmp.Equal(match.SealHeartbeat(before), was) {
				t.Errorf("%s: a step has changed what it was given", c.name)
			}
		}
		if diff := cmp.Diff(c.want, h.At(at(c.now))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

// The clock tells seldom that it is there, and also when the last beat lies in a future that was none.
func TestStale(t *testing.T) {
	h := match.Heartbeat{}
	if !h.Stale(monday) {
		t.Error("the first beat is not wanted")
	}
	h = h.Beats(monday)
	for minutes, want := range map[int]bool{0: false, 4: false, 5: true, 500: true, -60: false, -61: true} {
		if h.Stale(at(minutes)) != want {
			t.Errorf("after %d minutes: %t", minutes, !want)
		}
	}
}

// A server that is off every night keeps a small heartbeat for ever, and forgets no night of a game under way.
func TestManyOutages(t *testing.T) {
	h := match.Heartbeat{}.Beats(monday)
	for night := range 3 * match.MostOutages {
		for m := 480; m < 1440; m += 30 {
			h = h.Beats(at(night*1440 + m))
		}
		if n, size := len(h.Outages), len(match.SealHeartbeat(h)); n > match.MostOutages || size > 1000 {
			t.Fatalf("night %d: %d outages, %d bytes", night, n, size)
		}
	}
	last := h.Outages[len(h.Outages)-1]
	if n := len(h.Outages); n != match.MostOutages || last.To.Sub(last.From) != 8*time.Hour+30*time.Minute || !h.Outages[0].From.Equal(monday) {
		t.Errorf("%d; the last is %v, the first begins at %v", n, last, h.Outages[0].From)
	}
}

// OpenHeartbeat gives back what SealHeartbeat was given, and takes nothing else.
func TestHeartbeatForm(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h, now := match.Heartbeat{}.Beats(monday), monday
		for range rapid.IntRange(0, 150).Draw(t, "steps") {
			now = now.Add(time.Duration(rapid.Int64Range(0, 3e12).Draw(t, "later")) * 10)
			switch rapid.IntRange(0, 3).Draw(t, "what") {
			case 0:
				h = h.Stops(now, now)
			case 1:
				h = h.Resumes(now)
			default:
				h = h.Beats(now)
			}
		}
		data := match.SealHeartbeat(h)
		got, err := match.OpenHeartbeat(h.Version, data)
		if diff := cmp.Diff(h, got); err != nil || diff != "" {
			t.Fatalf("%v\n%s", err, diff)
		}
		cut := data[:rapid.IntRange(0, len(data)-1).Draw(t, "cut")]
		if _, err := match.OpenHeartbeat(h.Version, cut); err == nil {
			t.Fatalf("cut to %d of %d bytes and taken", len(cut), len(data))
		}
	})
	for name, data := range map[string][]byte{
		"longer": {1, 0, 0, 0, 0}, "form 0": {0, 0, 0, 0}, "no time": {1, 0, 0, 1, 5, 0}, "not canonical": {1, 0x80, 0, 0, 0}, "too many": {1, 0, 0, 101},
	} {
		if _, err := match.OpenHeartbeat(1, data); !corrupt(err) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := match.OpenHeartbeat(0, []byte{1, 0, 0, 0}); !corrupt(err) {
		t.Errorf("without a version: %v", err)
	}
	if _, err := match.OpenHeartbeat(1, []byte{2}); err == nil || corrupt(err) {
		t.Errorf("of a newer program: %v", err)
	}
}

func corrupt(err error) bool {
	_, ok := errors.AsType[*match.CorruptError](err)
	return ok
}
