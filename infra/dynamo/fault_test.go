package dynamo_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"fieldpost/engine/match"
	"fieldpost/engine/player"
	"fieldpost/infra/dynamo"
	"fieldpost/infra/dynamo/dynamotest"
)

// nth lets row requests go wrong from the nth on, counted from 0.
func nth(n, row int, fault dynamotest.Fault) func(string) dynamotest.Fault {
	seen := 0
	return func(string) dynamotest.Fault {
		seen++
		if seen > n && seen <= n+row {
			return fault
		}
		return dynamotest.Fine
	}
}

// tries is how often a client here sends a request at most.
const tries = 3

// eachFault runs a test with each fault in each of its first requests: once, so
// that the SDK sends it again, and so often that it gives up.
func eachFault(t *testing.T, first int, test func(name string, s *dynamo.Store)) {
	e := dynalite(t)
	table := newTable(t, e.Client(nil, 1), false)
	for _, fault := range dynamotest.Faults {
		for n := range first {
			for _, row := range []int{1, tries} {
				name := fmt.Sprintf("request %d %s %d times", n, fault, row)
				way := &dynamotest.Way{Choose: nth(n, row, fault)}
				test(name, dynamo.New(e.Client(way, tries), table))
			}
		}
	}
}

// However the way to it goes wrong, a mail has one sender at a time, and one that
// is marked is never sent again.
func TestClaimsUnderFaults(t *testing.T) {
	n := 0
	eachFault(t, 8, func(name string, s *dynamo.Store) {
		n++
		key, now, senders := fmt.Sprintf("X#%d/C#1#red", n), noon, 0
		for try := range 6 {
			sent, err := s.Take(t.Context(), key, now, now.Add(time.Minute))
			switch {
			case sent:
				if senders == 0 {
					t.Errorf("%s: sent by nobody", name)
				}
				return
			case err != nil:
				checkFailure(t, name, err, match.ErrHeld)
				now = now.Add(2 * time.Minute)
				continue
			}
			if senders++; senders > 1 {
				t.Errorf("%s: %d have sent", name, senders)
			}
			if _, err := s.Take(t.Context(), key, now, now.Add(time.Minute)); err == nil {
				t.Errorf("%s: two hold the claim", name)
			}
			for { // as often as it takes, like a postman who knows that it is sent
				if err = s.Mark(t.Context(), key, now.Add(time.Minute)); err == nil {
					break
				}
				checkFailure(t, name, err)
			}
			if try == 5 {
				t.Errorf("%s: never sent", name)
			}
		}
	})
}

// A limit may be reached early when answers are lost, never late.
func TestLimitsUnderFaults(t *testing.T) {
	n := 0
	eachFault(t, 4, func(name string, s *dynamo.Store) {
		const most = 3
		n++
		counted, failed := 0, 0
		for range 2 * most {
			ok, err := s.Counters().Take(t.Context(), fmt.Sprint(n), most, time.Minute, noon)
			if err != nil {
				checkFailure(t, name, err)
				failed++
			}
			if ok {
				counted++
			}
		}
		if counted > most || counted < most-tries {
			t.Errorf("%s: %d of %d were allowed, %d failed", name, counted, most, failed)
		}
	})
}

// A profile that is saved, with another read after each failure as package
// players does it, loses nothing of what was acknowledged.
func TestProfilesUnderFaults(t *testing.T) {
	n := byte(0)
	eachFault(t, 6, func(name string, s *dynamo.Store) {
		n++
		key, letters := player.Key{1, n}, 0
		for range 3 {
			for {
				i, err := s.LoadProfile(t.Context(), key)
				if errors.Is(err, match.ErrNotFound) {
					i, err = player.Image{Key: key}, nil
				}
				if err == nil && len(i.Data) > letters { // stored before, and the answer was lost
					break
				}
				if err == nil {
					i.Version++
					i.Data = append(i.Data, 'x')
					if err = s.SaveProfile(t.Context(), i); err == nil {
						break
					}
				}
				checkFailure(t, name, err, match.ErrConflict)
			}
			letters++
		}
		i, err := s.LoadProfile(t.Context(), key)
		if err != nil || len(i.Data) != letters || i.Version != uint64(letters) {
			t.Errorf("%s: %d of %d letters in version %d, %v", name, len(i.Data), letters, i.Version, err)
		}
	})
}

// checkFailure takes errors of the package alone.
func checkFailure(t *testing.T, name string, err error, own ...error) {
	t.Helper()
	for _, e := range own {
		if errors.Is(err, e) {
			return
		}
	}
	if _, ok := errors.AsType[*dynamo.Error](err); !ok {
		t.Errorf("%s: %v", name, err)
	}
}

// The SDK sends again what it got no answer to. What its first try has done must
// not be done twice, and what it does not send again is told.
func TestSDKSendsAgain(t *testing.T) {
	e := dynalite(t)
	table := newTable(t, e.Client(nil, 1), false)
	for n, c := range []struct {
		fault dynamotest.Fault
		calls int
		want  error // nil: success
		class dynamo.Class
		done  bool
	}{
		{dynamotest.Throttled, 2, nil, "", true},
		{dynamotest.Down, 2, nil, "", true},
		{dynamotest.Unsent, 2, nil, "", true},
		{dynamotest.Lost, 2, match.ErrExists, "", true}, // its own first try
		{dynamotest.Conflict, 1, nil, dynamo.Busy, false},
		{dynamotest.Denied, 1, nil, dynamo.Refused, false},
	} {
		way := &dynamotest.Way{Choose: nth(0, 1, c.fault)}
		s := dynamo.New(e.Client(way, tries), table)
		i := match.Image{ID: match.ID{9, byte(n)}, Version: 1, Data: []byte("data")}
		err := s.Create(t.Context(), i)
		failure, _ := errors.AsType[*dynamo.Error](err)
		switch {
		case c.class != "" && (failure == nil || failure.Class != c.class), c.class == "" && !errors.Is(err, c.want):
			t.Errorf("%s: %v", c.fault, err)
		}
		if got := len(way.Calls()); got != c.calls {
			t.Errorf("%s: sent %d times, want %d", c.fault, got, c.calls)
		}
		stored, err := s.Load(t.Context(), i.ID, true)
		if done := err == nil && string(stored.Data) == "data"; done != c.done {
			t.Errorf("%s: stored %t, %v", c.fault, done, err)
		}
	}
}

// The fault of a stale read is one: without it no test with old reads would show
// anything.
func TestStaleReadIsOlder(t *testing.T) {
	e := dynalite(t)
	table := newTable(t, e.Client(nil, 1), false)
	way := &dynamotest.Way{Choose: func(string) dynamotest.Fault { return dynamotest.Stale }}
	s := dynamo.New(e.Client(way, 1), table)
	i := match.Image{ID: id, Version: 1}
	want := []uint64{0, 1, 2}
	for n := range want {
		if err := store(t, s, i); err != nil {
			t.Fatal(err)
		}
		old, _ := s.Load(t.Context(), id, false)
		now, err := s.Load(t.Context(), id, true)
		if old.Version != want[n] || now.Version != i.Version || err != nil {
			t.Errorf("version %d is stored, %d read, %d read strongly", i.Version, old.Version, now.Version)
		}
		i.Version++
	}
}

func store(t *testing.T, s *dynamo.Store, i match.Image) error {
	if i.Version == 1 {
		return s.Create(t.Context(), i)
	}
	return s.Save(t.Context(), i)
}
