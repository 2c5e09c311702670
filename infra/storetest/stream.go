package storetest

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"fieldpost/engine"
	"fieldpost/engine/match"
)

var streams = []clause{
	{"an empty stream has nothing and does not wake", func(t *testing.T, h *home) {
		wantRecords(t, h)
		wantAsleep(t, h)
		h.reopen(t)
		wantAsleep(t, h)
	}},
	{"each accepted write is one record, in order", func(t *testing.T, h *home) {
		mustCreate(t, h, image(1, 1))
		mustCreate(t, h, image(2, 1))
		mustSave(t, h, image(2, 2))
		mustSave(t, h, image(1, 2))
		wantRecords(t, h, image(1, 1), image(2, 1), image(2, 2), image(1, 2))
	}},
	{"a new alarm is a record without events", func(t *testing.T, h *home) {
		i := alarmed(1, 0)
		mustCreate(t, h, i)
		wantAwake(t, h)
		mustRearm(t, h, rearmed(i, 30), i.Alarm)
		wantAwake(t, h)
		wantError(t, "once more", h.Rearm(t.Context(), rearmed(i, 60), i.Alarm), match.ErrConflict)
		wantAsleep(t, h)
		wantRecords(t, h, i, rearmed(i, 30))
	}},
	{"a refused write is no record", func(t *testing.T, h *home) {
		mustCreate(t, h, image(1, 1))
		wantError(t, "create", h.Create(t.Context(), image(1, 1)), match.ErrExists)
		wantError(t, "save", h.Save(t.Context(), image(1, 1)), match.ErrConflict)
		wantError(t, "save", h.Save(t.Context(), image(1, 3)), match.ErrConflict)
		wantError(t, "save", h.Save(t.Context(), image(2, 1)), match.ErrConflict)
		wantRecords(t, h, image(1, 1))
	}},
	{"a claim is no record", func(t *testing.T, h *home) {
		wantTaken(t, h, red, noon)
		mustMark(t, h, red)
		mustDrop(t, h, red)
		wantRecords(t, h)
		wantAsleep(t, h)
	}},
	{"notes are no record", func(t *testing.T, h *home) {
		mustCreate(t, h, image(1, 1))
		wantAwake(t, h)
		mustSaveNotes(t, h, 1, engine.Red, notes(1))
		mustSaveNotes(t, h, 1, engine.Red, match.Notes{})
		wantAsleep(t, h)
		wantRecords(t, h, image(1, 1))
	}},
	{"records come back byte for byte", func(t *testing.T, h *home) {
		for _, i := range oddImages() {
			mustCreate(t, h, i)
		}
		wantRecords(t, h, oddImages()...)
	}},
	{"a record stays as it was written", func(t *testing.T, h *home) {
		i := image(1, 1)
		mustCreate(t, h, i)
		i.Data[0]++
		_, got, _, err := h.stream(t).Next(t.Context(), 0)
		if err != nil {
			t.Fatal(err)
		}
		got.Data[0]++
		wantRecords(t, h, image(1, 1))
	}},
	{"done takes out that record alone", func(t *testing.T, h *home) {
		for v := range uint64(3) {
			mustCreate(t, h, image(byte(v), 1))
		}
		n := wantRecords(t, h, image(0, 1), image(1, 1), image(2, 1))
		mustDone(t, h, n[1])
		wantRecords(t, h, image(0, 1), image(2, 1))
		mustDone(t, h, n[1]) // once more is nothing
		mustDone(t, h, n[2]+1000)
		wantRecords(t, h, image(0, 1), image(2, 1))
		mustDone(t, h, n[0])
		mustDone(t, h, n[2])
		wantRecords(t, h)
		wantStored(t, h, image(1, 1)) // the matches stay
	}},
	{"what is not done is there after opening again", func(t *testing.T, h *home) {
		mustCreate(t, h, image(1, 1))
		mustSave(t, h, image(1, 2))
		mustSave(t, h, image(1, 3))
		n := wantRecords(t, h, image(1, 1), image(1, 2), image(1, 3))
		mustDone(t, h, n[0])
		h.reopen(t)
		wantAwake(t, h)
		if again := wantRecords(t, h, image(1, 2), image(1, 3)); again[0] != n[1] || again[1] != n[2] {
			t.Errorf("numbers %v, want %v", again, n[1:])
		}
	}},
	{"numbers are never used again", func(t *testing.T, h *home) {
		mustCreate(t, h, image(1, 1))
		n := wantRecords(t, h, image(1, 1))
		mustDone(t, h, n[0])
		h.reopen(t)
		mustSave(t, h, image(1, 2))
		if again := wantRecords(t, h, image(1, 2)); again[0] <= n[0] {
			t.Errorf("number %d came after %d", again[0], n[0])
		}
	}},
	{"a reader goes past what it cannot handle", func(t *testing.T, h *home) {
		mustCreate(t, h, image(1, 1))
		mustCreate(t, h, image(2, 1))
		s := h.stream(t)
		poison, _, _, err := s.Next(t.Context(), 0)
		if err != nil {
			t.Fatal(err)
		}
		n, i, ok, err := s.Next(t.Context(), poison)
		if err != nil || !ok || n <= poison {
			t.Fatalf("after %d: %d, %t, %v", poison, n, ok, err)
		}
		wantImage(t, i, image(2, 1))
		for _, after := range []uint64{n, n + 1, 1<<64 - 1} {
			if _, _, ok, err := s.Next(t.Context(), after); ok || err != nil {
				t.Errorf("after %d: %t, %v", after, ok, err)
			}
		}
	}},
	{"a write wakes, once or more", func(t *testing.T, h *home) {
		wantAsleep(t, h)
		mustCreate(t, h, image(1, 1))
		wantAwake(t, h)
		wantAsleep(t, h)
		mustSave(t, h, image(1, 2))
		mustSave(t, h, image(1, 3))
		wantAwake(t, h)
	}},
	{"a refused write does not wake", func(t *testing.T, h *home) {
		mustCreate(t, h, image(1, 1))
		wantAwake(t, h)
		wantError(t, "save", h.Save(t.Context(), image(1, 3)), match.ErrConflict)
		wantError(t, "create", h.Create(t.Context(), image(1, 1)), match.ErrExists)
		wantAsleep(t, h)
	}},
	{"many writers leave one record for each write, in order of each match", func(t *testing.T, h *home) {
		const matches, writers, writes = 3, 2, 8
		for n := range byte(matches) {
			mustCreate(t, h, image(n, 1))
		}
		for _, err := range together(matches*writers, func(k int) error {
			return raise(t.Context(), h, byte(k%matches), writes)
		}) {
			if err != nil {
				t.Fatal(err)
			}
		}
		versions := map[match.ID]uint64{}
		for _, r := range records(t, h) {
			if want := versions[r.image.ID] + 1; r.image.Version != want {
				t.Errorf("record %d has version %d of %v, want %d", r.n, r.image.Version, r.image.ID, want)
			}
			versions[r.image.ID] = r.image.Version
		}
		for n := range byte(matches) {
			if got, want := versions[id(n)], uint64(1+writers*writes); got != want {
				t.Errorf("the records of match %d end at version %d, want %d", n, got, want)
			}
		}
	}},
	{"nothing is read or done for a caller who has gone", func(t *testing.T, h *home) {
		mustCreate(t, h, image(1, 1))
		n := wantRecords(t, h, image(1, 1))
		gone, leave := context.WithCancel(t.Context())
		leave()
		_, _, _, err := h.stream(t).Next(gone, 0)
		wantError(t, "next", err, context.Canceled)
		wantError(t, "done", h.stream(t).Done(gone, n[0]), context.Canceled)
		wantRecords(t, h, image(1, 1))
	}},
}

// raise saves so many further versions of match n, in a race with others.
func raise(ctx context.Context, h *home, n byte, times int) error {
	for times > 0 {
		i, err := h.Load(ctx, id(n), true)
		if err != nil {
			return err
		}
		err = h.Save(ctx, image(n, i.Version+1))
		if err == nil {
			times--
		} else if !errors.Is(err, match.ErrConflict) {
			return fmt.Errorf("match %d: %w", n, err)
		}
	}
	return nil
}

type record struct {
	n     uint64
	image match.Image
}

// records reads the whole stream, and checks that its numbers rise.
func records(t *testing.T, h *home) []record {
	t.Helper()
	var list []record
	after := uint64(0)
	for {
		n, i, ok, err := h.stream(t).Next(t.Context(), after)
		if err != nil {
			t.Fatalf("next after %d: %v", after, err)
		}
		if !ok {
			return list
		}
		if n <= after {
			t.Fatalf("record %d came after %d", n, after)
		}
		list, after = append(list, record{n, i}), n
	}
}

func wantRecords(t *testing.T, h *home, want ...match.Image) []uint64 {
	t.Helper()
	list := records(t, h)
	if len(list) != len(want) {
		t.Fatalf("%d records, want %d", len(list), len(want))
	}
	var numbers []uint64
	for k, r := range list {
		wantImage(t, r.image, want[k])
		numbers = append(numbers, r.n)
	}
	return numbers
}

func mustDone(t *testing.T, h *home, n uint64) {
	t.Helper()
	if err := h.stream(t).Done(t.Context(), n); err != nil {
		t.Fatalf("done %d: %v", n, err)
	}
}

func wantAwake(t *testing.T, h *home) {
	t.Helper()
	select {
	case <-h.stream(t).Wake():
	default:
		t.Error("nobody was woken")
	}
}

func wantAsleep(t *testing.T, h *home) {
	t.Helper()
	select {
	case <-h.stream(t).Wake():
		t.Error("somebody was woken")
	default:
	}
}
