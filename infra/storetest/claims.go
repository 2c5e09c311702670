package storetest

import (
	"context"
	"testing"
	"time"

	"fieldpost/engine/match"
)

var (
	noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	red  = key(1, "red")
)

const life = time.Minute // of the claims in these tests

func key(n byte, seat string) string { return "G#" + id(n).String() + "/C#5#" + seat }

var claims = []clause{
	{"an absent claim is taken", func(t *testing.T, h *home) {
		wantTaken(t, h, red, noon)
	}},
	{"a live claim is held", func(t *testing.T, h *home) {
		wantTaken(t, h, red, noon)
		for _, after := range []time.Duration{0, time.Second, life - time.Nanosecond, life} {
			wantHeld(t, h, red, noon.Add(after))
		}
		h.reopen(t)
		wantHeld(t, h, red, noon)
	}},
	{"an expired claim is taken again, and live again", func(t *testing.T, h *home) {
		wantTaken(t, h, red, noon)
		later := noon.Add(life + time.Second)
		wantTaken(t, h, red, later)
		wantHeld(t, h, red, later.Add(life))
	}},
	{"a marked mail stays sent", func(t *testing.T, h *home) {
		wantTaken(t, h, red, noon)
		mustMark(t, h, red)
		for _, after := range []time.Duration{0, life, 24 * time.Hour, 30 * 24 * time.Hour} {
			wantSent(t, h, red, noon.Add(after))
		}
		h.reopen(t)
		wantSent(t, h, red, noon)
		mustMark(t, h, red)
		wantSent(t, h, red, noon)
	}},
	{"a late mark counts", func(t *testing.T, h *home) {
		// The first sender was slow, and a second one has taken over.
		wantTaken(t, h, red, noon)
		later := noon.Add(2 * life)
		wantTaken(t, h, red, later)
		mustMark(t, h, red)
		wantSent(t, h, red, later)
	}},
	{"a mark without a claim counts", func(t *testing.T, h *home) {
		mustMark(t, h, red)
		wantSent(t, h, red, noon)
	}},
	{"a dropped claim is free at once", func(t *testing.T, h *home) {
		wantTaken(t, h, red, noon)
		mustDrop(t, h, red)
		wantTaken(t, h, red, noon)
	}},
	{"a drop does not unsend", func(t *testing.T, h *home) {
		wantTaken(t, h, red, noon)
		mustMark(t, h, red)
		mustDrop(t, h, red)
		wantSent(t, h, red, noon.Add(2*life))
	}},
	{"a drop without a claim is nothing", func(t *testing.T, h *home) {
		mustDrop(t, h, red)
		wantTaken(t, h, red, noon)
	}},
	{"keys are apart", func(t *testing.T, h *home) {
		wantTaken(t, h, red, noon)
		mustMark(t, h, red)
		for _, other := range []string{
			key(1, "blue"), key(2, "red"), red + "0",
			"W#0123456789abcdef/C#join", "P#00112233445566778899aabbccddeeff/C#games#3#1772366400",
		} {
			wantTaken(t, h, other, noon)
			mustDrop(t, h, other)
		}
		wantSent(t, h, red, noon)
	}},
	{"claims and their match are apart", func(t *testing.T, h *home) {
		mustCreate(t, h, image(1, 1))
		wantTaken(t, h, red, noon)
		wantStored(t, h, image(1, 1))
		mustSave(t, h, image(1, 2))
		wantHeld(t, h, red, noon)
		mustDrop(t, h, red)
		wantStored(t, h, image(1, 2))
	}},
	{"a key that is no claim's reaches nothing", func(t *testing.T, h *home) {
		mustCreate(t, h, image(1, 1))
		for _, k := range []string{"", "/", "G#" + id(1).String() + "/G", "G#" + id(1).String(), "/C#5#red", "C#5#red"} {
			if _, err := h.Take(t.Context(), k, noon, noon.Add(life)); err == nil {
				t.Errorf("took %q", k)
			}
			if h.Mark(t.Context(), k, noon) == nil || h.Drop(t.Context(), k) == nil {
				t.Errorf("marked or dropped %q", k)
			}
		}
		wantStored(t, h, image(1, 1))
	}},
	{"of many takers one wins", func(t *testing.T, h *home) {
		take := func(now time.Time) {
			t.Helper()
			wantOne(t, together(16, func(int) error {
				_, err := h.Take(t.Context(), red, now, now.Add(life))
				return err
			}), match.ErrHeld)
		}
		take(noon)
		take(noon.Add(2 * life))
	}},
	{"nothing is claimed for a caller who has gone", func(t *testing.T, h *home) {
		gone, leave := context.WithCancel(t.Context())
		leave()
		_, err := h.Take(gone, red, noon, noon.Add(life))
		wantError(t, "take", err, context.Canceled)
		wantError(t, "mark", h.Mark(gone, red, noon), context.Canceled)
		wantTaken(t, h, red, noon)
		wantError(t, "drop", h.Drop(gone, red), context.Canceled)
		wantHeld(t, h, red, noon)
	}},
}

func wantTaken(t *testing.T, h *home, key string, now time.Time) {
	t.Helper()
	if sent, err := h.Take(t.Context(), key, now, now.Add(life)); sent || err != nil {
		t.Errorf("take at %v: sent %t, %v; want it taken", now, sent, err)
	}
}

func wantHeld(t *testing.T, h *home, key string, now time.Time) {
	t.Helper()
	sent, err := h.Take(t.Context(), key, now, now.Add(life))
	wantError(t, "take a held one", err, match.ErrHeld)
	if sent {
		t.Error("held, and sent too")
	}
}

func wantSent(t *testing.T, h *home, key string, now time.Time) {
	t.Helper()
	if sent, err := h.Take(t.Context(), key, now, now.Add(life)); !sent || err != nil {
		t.Errorf("take at %v: sent %t, %v; want sent", now, sent, err)
	}
}

func mustMark(t *testing.T, h *home, key string) {
	t.Helper()
	if err := h.Mark(t.Context(), key, noon.Add(life)); err != nil {
		t.Fatalf("mark: %v", err)
	}
}

func mustDrop(t *testing.T, h *home, key string) {
	t.Helper()
	if err := h.Drop(t.Context(), key); err != nil {
		t.Fatalf("drop: %v", err)
	}
}
