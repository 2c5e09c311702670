package storetest

import (
	"errors"
	"sync"
	"testing"
)

func wantError(t *testing.T, what string, got, want error) {
	t.Helper()
	if !errors.Is(got, want) {
		t.Errorf("%s: error %v, want %v", what, got, want)
	}
}

// together calls f with 0 … n−1, all at once, and returns what each returned.
func together(n int, f func(n int) error) []error {
	errs := make([]error, n)
	var start, done sync.WaitGroup
	start.Add(1)
	for k := range n {
		done.Go(func() {
			start.Wait()
			errs[k] = f(k)
		})
	}
	start.Done()
	done.Wait()
	return errs
}

// wantOne returns which one succeeded; all others must have failed with rest.
func wantOne(t *testing.T, errs []error, rest error) int {
	t.Helper()
	won := -1
	for n, err := range errs {
		switch {
		case err != nil:
			wantError(t, "loser", err, rest)
		case won >= 0:
			t.Fatalf("both %d and %d won", won, n)
		default:
			won = n
		}
	}
	if won < 0 {
		t.Fatal("nobody won")
	}
	return won
}
