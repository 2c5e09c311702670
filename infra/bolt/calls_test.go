package bolt

import (
	"context"
	"errors"
	"path/filepath"
	"testing"
	"time"
)

// Without it a call would be made at another time than it should, twice, or never once
// the program was started anew.
func TestCalls(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	s, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	noon := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		text  string
		after time.Duration
	}{{"third", time.Hour}, {"first", -time.Hour}, {"second", 0}, {"fourth", time.Hour}} {
		if err := s.PutCall(t.Context(), noon.Add(c.after), c.text); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if s, err = Open(path); err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for _, want := range []struct {
		text  string
		after time.Duration
	}{{"first", -time.Hour}, {"second", 0}, {"third", time.Hour}, {"fourth", time.Hour}} {
		name, due, text, ok, err := s.NextCall(t.Context())
		if err != nil || !ok || text != want.text || !due.Equal(noon.Add(want.after)) {
			t.Fatalf("%q, due %v, %v, %v; want %q", text, due, ok, err, want.text)
		}
		if again, _, _, _, err := s.NextCall(t.Context()); again != name || err != nil {
			t.Errorf("it is gone before it was done: %v", err)
		}
		for range 2 {
			if err := s.DoneCall(t.Context(), name); err != nil {
				t.Fatal(err)
			}
		}
	}
	if _, _, _, ok, err := s.NextCall(t.Context()); ok || err != nil {
		t.Errorf("something is left: %v", err)
	}
	if err := s.DoneCall(t.Context(), "x"); !errors.Is(err, errNoCall) {
		t.Errorf("a name that is none: %v", err)
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if err := s.PutCall(ended, noon, "x"); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end: %v", err)
	}
}
