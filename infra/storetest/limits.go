package storetest

import (
	"context"
	"testing"
	"time"
)

var limits = []clause{
	{"as many uses as are allowed, and no more", func(t *testing.T, h *home) {
		for range 3 {
			wantUse(t, h, "api", 3, noon, true)
		}
		for range 2 {
			wantUse(t, h, "api", 3, noon, false)
		}
		wantUse(t, h, "api", 4, noon, true) // what was refused was not counted
		wantUse(t, h, "none", 0, noon, false)
	}},
	{"uses are counted after opening again", func(t *testing.T, h *home) {
		wantUse(t, h, "api", 2, noon, true)
		h.reopen(t)
		wantUse(t, h, "api", 2, noon, true)
		h.reopen(t)
		wantUse(t, h, "api", 2, noon, false)
	}},
	{"each window counts for itself, and they begin at full ones", func(t *testing.T, h *home) {
		last := noon.Add(time.Minute - time.Nanosecond)
		wantUse(t, h, "api", 1, last, true)
		wantUse(t, h, "api", 1, noon, false)
		wantUse(t, h, "api", 1, noon.Add(time.Minute), true)
		wantUse(t, h, "api", 1, noon.Add(2*time.Minute-time.Nanosecond), false)
		wantUse(t, h, "api", 1, noon.Add(2*time.Minute), true)
		wantUse(t, h, "api", 1, last, false) // a clock that lags
	}},
	{"windows of other lengths count for themselves", func(t *testing.T, h *home) {
		for _, window := range []time.Duration{time.Hour, 24 * time.Hour, 7 * time.Second, time.Millisecond} {
			for use, want := range []bool{true, true, false} {
				if ok, err := h.Limits().Take(t.Context(), "mails", 2, window, noon); ok != want || err != nil {
					t.Errorf("use %d in %v: %t, %v; want %t", use, window, ok, err, want)
				}
			}
		}
	}},
	{"keys of uses are apart", func(t *testing.T, h *home) {
		wantUse(t, h, "api", 1, noon, true)
		for _, key := range []string{"", "ap", "api ", "API", "api#1", "a/b", "/", "\x00\xff", "G#" + id(1).String() + "/G"} {
			wantUse(t, h, key, 1, noon, true)
			wantUse(t, h, key, 1, noon, false)
		}
	}},
	{"counters touch nothing else", func(t *testing.T, h *home) {
		mustCreate(t, h, image(1, 1))
		wantTaken(t, h, red, noon)
		for _, key := range []string{red, "G#" + id(1).String() + "/G"} {
			wantUse(t, h, key, 1, noon, true)
		}
		wantStored(t, h, image(1, 1))
		wantHeld(t, h, red, noon)
	}},
	{"a window that is nothing is refused", func(t *testing.T, h *home) {
		for _, window := range []time.Duration{0, -time.Minute} {
			if ok, err := h.Limits().Take(t.Context(), "api", 1, window, noon); ok || err == nil {
				t.Errorf("%v: %t, %v", window, ok, err)
			}
		}
	}},
	{"of many at once as many as are allowed are counted", func(t *testing.T, h *home) {
		const most = 10
		taken := make([]bool, 3*most)
		for _, err := range together(len(taken), func(n int) (err error) {
			taken[n], err = h.Limits().Take(t.Context(), "api", most, time.Minute, noon)
			return err
		}) {
			if err != nil {
				t.Fatal(err)
			}
		}
		sum := 0
		for _, ok := range taken {
			if ok {
				sum++
			}
		}
		if sum != most {
			t.Errorf("%d of %d were counted, want %d", sum, len(taken), most)
		}
	}},
	{"nothing is counted for a caller who has gone", func(t *testing.T, h *home) {
		gone, leave := context.WithCancel(t.Context())
		leave()
		_, err := h.Limits().Take(gone, "api", 1, time.Minute, noon)
		wantError(t, "take", err, context.Canceled)
		wantUse(t, h, "api", 1, noon, true)
	}},
}

// wantUse uses key once in windows of a minute.
func wantUse(t *testing.T, h *home, key string, most int, now time.Time, want bool) {
	t.Helper()
	if ok, err := h.Limits().Take(t.Context(), key, most, time.Minute, now); ok != want || err != nil {
		t.Errorf("use of %q at %v: %t, %v; want %t", key, now, ok, err, want)
	}
}
