package hook

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// store is Calls in memory.
type store struct {
	mu   sync.Mutex
	kept []keptText
	n    int
	down int // so many calls of it fail
}

type keptText struct {
	name, text string
	due        time.Time
}

func (s *store) fails() bool {
	s.down--
	return s.down >= 0
}

func (s *store) PutCall(_ context.Context, due time.Time, text string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.fails() {
		return errDown
	}
	s.n++
	s.kept = append(s.kept, keptText{fmt.Sprintf("%03d", s.n), text, due})
	slices.SortFunc(s.kept, func(a, b keptText) int { return cmp.Or(a.due.Compare(b.due), cmp.Compare(a.name, b.name)) })
	return nil
}

func (s *store) NextCall(context.Context) (name string, due time.Time, text string, ok bool, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.fails():
		return "", time.Time{}, "", false, errDown
	case len(s.kept) == 0:
		return "", time.Time{}, "", false, nil
	}
	return s.kept[0].name, s.kept[0].due, s.kept[0].text, true, nil
}

func (s *store) DoneCall(_ context.Context, name string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.fails() {
		return errDown
	}
	s.kept = slices.DeleteFunc(s.kept, func(k keptText) bool { return k.name == name })
	return nil
}

// Calls are made when they are due and in that order, those of before the program began
// too; one that cannot be made holds up no other; what cannot be read is gone; a store
// that does not answer is asked again.
func TestShelf(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, kept := newWorld(t), &store{}
		start := time.Now()
		call := func(id string, after time.Duration) Call {
			c := w.call()
			c.ID, c.Due = strings.Repeat(id, 32), start.Add(after)
			return c
		}
		var log bytes.Buffer
		shelf := NewShelf(kept, time.Now, time.After, slog.New(slog.NewTextHandler(&log, nil)))
		put := func(c Call) {
			if err := shelf.Put(t.Context(), c); err != nil {
				t.Error(err)
			}
		}
		put(call("b", 2*time.Hour))
		put(call("a", time.Hour))
		if err := kept.PutCall(t.Context(), start, "nonsense"); err != nil {
			t.Fatal(err)
		}
		var mu sync.Mutex
		var made []string
		bad := 2
		ctx, end := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			shelf.Run(ctx, func(_ context.Context, c Call) error {
				mu.Lock()
				defer mu.Unlock()
				made = append(made, fmt.Sprintf("%s %v", c.ID[:1], time.Since(start)))
				if c.ID[0] == 'c' && bad > 0 {
					bad--
					return errDown
				}
				return nil
			})
		}()
		synctest.Wait()
		put(call("c", 0)) // fails twice
		put(call("d", 0))
		synctest.Wait()
		<-time.After(90 * time.Minute)
		kept.mu.Lock()
		kept.down = 3
		kept.mu.Unlock()
		<-time.After(time.Hour)
		end()
		<-ended
		// The last is late by the minutes in which the store did not answer.
		if got, want := strings.Join(made, ", "), "c 0s, d 0s, c 1m0s, c 2m0s, a 1h0m0s, b 2h3m0s"; got != want || len(kept.kept) != 0 {
			t.Errorf("made %s, and %d are left", got, len(kept.kept))
		}
		if strings.Contains(log.String(), "ann") {
			t.Errorf("the log has\n%s", &log)
		}
	})
}

// A queue of others holds nothing back for longer than it can, and never less than a
// call is to wait, or it would come back at once for ever.
func TestTexts(t *testing.T) {
	w := newWorld(t)
	for after, want := range map[time.Duration]time.Duration{
		-time.Hour: 0, 0: 0, 300 * time.Millisecond: time.Second, time.Minute: time.Minute, 15*time.Minute + 1: 15 * time.Minute, 11 * time.Hour: 15 * time.Minute,
	} {
		var text string
		var waited time.Duration
		q := Texts{Now: func() time.Time { return w.now }, PutAfter: func(_ context.Context, s string, wait time.Duration) error {
			text, waited = s, wait
			return nil
		}}
		c := w.call()
		c.Due = w.now.Add(after)
		if err := q.Put(t.Context(), c); err != nil || waited != want || text != c.String() {
			t.Errorf("%v: held back for %v, %v", after, waited, err)
		}
	}
}
