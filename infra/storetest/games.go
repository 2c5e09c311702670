package storetest

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"fieldpost/engine/match"
)

var games = []clause{
	{"an unknown match is not found", func(t *testing.T, h *home) {
		for _, strong := range []bool{false, true} {
			i, err := h.Load(t.Context(), id(1), strong)
			wantError(t, "load", err, match.ErrNotFound)
			if i.Version != 0 || i.Data != nil {
				t.Errorf("got an image all the same: version %d", i.Version)
			}
		}
	}},
	{"what is created comes back byte for byte", func(t *testing.T, h *home) {
		for n, i := range oddImages() {
			mustCreate(t, h, i)
			wantStored(t, h, i)
			if n%2 == 0 {
				h.reopen(t)
				wantStored(t, h, i)
			}
		}
	}},
	{"what is saved comes back byte for byte", func(t *testing.T, h *home) {
		mustCreate(t, h, image(1, 1))
		for n, i := range oddImages() {
			i.ID, i.Version = id(1), uint64(n+2)
			mustSave(t, h, i)
			wantStored(t, h, i)
		}
		h.reopen(t)
		if i, err := h.Load(t.Context(), id(1), true); err != nil || i.Version != uint64(len(oddImages())+1) {
			t.Errorf("after opening again: version %d, %v", i.Version, err)
		}
	}},
	{"a match is created once", func(t *testing.T, h *home) {
		first, second := image(1, 1), image(1, 1)
		second.Data = []byte("another")
		mustCreate(t, h, first)
		wantError(t, "create another", h.Create(t.Context(), second), match.ErrExists)
		wantError(t, "create the same", h.Create(t.Context(), first), match.ErrExists)
		wantStored(t, h, first)
		mustSave(t, h, image(1, 2))
		wantError(t, "create a later one", h.Create(t.Context(), image(1, 3)), match.ErrExists)
		wantStored(t, h, image(1, 2))
	}},
	{"an image without id or version is not created", func(t *testing.T, h *home) {
		for _, i := range []match.Image{{}, image(1, 0), {Version: 1, Data: []byte{1}}} {
			if err := h.Create(t.Context(), i); err == nil {
				t.Errorf("created %v in version %d", i.ID, i.Version)
			}
		}
	}},
	{"a save needs the version before it", func(t *testing.T, h *home) {
		mustCreate(t, h, image(1, 1))
		mustSave(t, h, image(1, 2))
		mustSave(t, h, image(1, 3))
		for _, v := range []uint64{0, 1, 2, 3, 5, 6, 1 << 63, 1<<64 - 1} {
			wantError(t, fmt.Sprint("save version ", v), h.Save(t.Context(), image(1, v)), match.ErrConflict)
		}
		wantStored(t, h, image(1, 3))
		mustSave(t, h, image(1, 4))
		wantStored(t, h, image(1, 4))
	}},
	{"a save does not create", func(t *testing.T, h *home) {
		for _, v := range []uint64{0, 1, 2} {
			wantError(t, fmt.Sprint("save version ", v), h.Save(t.Context(), image(1, v)), match.ErrConflict)
		}
		_, err := h.Load(t.Context(), id(1), true)
		wantError(t, "load", err, match.ErrNotFound)
	}},
	{"matches do not touch each other", func(t *testing.T, h *home) {
		mustCreate(t, h, image(1, 1))
		mustCreate(t, h, image(2, 1))
		mustSave(t, h, image(1, 2))
		wantStored(t, h, image(1, 2))
		wantStored(t, h, image(2, 1))
	}},
	{"stored bytes are nobody's but the store's", func(t *testing.T, h *home) {
		i := image(1, 1)
		mustCreate(t, h, i)
		i.Data[0], i.Events[0] = i.Data[0]+1, i.Events[0]+1
		wantStored(t, h, image(1, 1))
		got, err := h.Load(t.Context(), id(1), true)
		if err != nil {
			t.Fatal(err)
		}
		got.Data[0], got.Events[0] = got.Data[0]+1, got.Events[0]+1
		_ = append(got.Data, 99)
		if got.Events[0] != image(1, 1).Events[0]+1 {
			t.Error("growing the data overwrote the events")
		}
		wantStored(t, h, image(1, 1))
	}},
	{"of many creators one wins", func(t *testing.T, h *home) {
		errs := together(16, func(n int) error {
			i := image(1, 1)
			i.Data = []byte{byte(n)}
			return h.Create(t.Context(), i)
		})
		won := wantOne(t, errs, match.ErrExists)
		i := image(1, 1)
		i.Data = []byte{byte(won)}
		wantStored(t, h, i)
	}},
	{"of many writers of one version one wins", func(t *testing.T, h *home) {
		mustCreate(t, h, image(1, 1))
		errs := together(16, func(n int) error {
			i := image(1, 2)
			i.Data = []byte{byte(n)}
			return h.Save(t.Context(), i)
		})
		won := wantOne(t, errs, match.ErrConflict)
		i := image(1, 2)
		i.Data = []byte{byte(won)}
		wantStored(t, h, i)
	}},
	{"no accepted write is lost among many writers", func(t *testing.T, h *home) {
		const writers, writes = 8, 12
		i := image(1, 1)
		i.Data = nil
		mustCreate(t, h, i)
		// Each writer adds its letter, and tries again when another was first.
		for _, err := range together(writers, func(n int) error { return addLetters(t.Context(), h, n, writes) }) {
			if err != nil {
				t.Fatal(err)
			}
		}
		got, err := h.Load(t.Context(), id(1), true)
		if err != nil {
			t.Fatal(err)
		}
		if want := uint64(1 + writers*writes); got.Version != want {
			t.Errorf("version %d, want %d", got.Version, want)
		}
		for n := range writers {
			if c := strings.Count(string(got.Data), letter(n)); c != writes {
				t.Errorf("%d of %d writes of writer %d are there", c, writes, n)
			}
		}
	}},
	{"nothing happens for a caller who has gone", func(t *testing.T, h *home) {
		mustCreate(t, h, image(1, 1))
		gone, leave := context.WithCancel(t.Context())
		leave()
		wantError(t, "create", h.Create(gone, image(2, 1)), context.Canceled)
		wantError(t, "save", h.Save(gone, image(1, 2)), context.Canceled)
		_, err := h.Load(gone, id(1), true)
		wantError(t, "load", err, context.Canceled)
		wantStored(t, h, image(1, 1))
		_, err = h.Load(t.Context(), id(2), true)
		wantError(t, "load the uncreated", err, match.ErrNotFound)
	}},
}

func letter(n int) string { return string(rune('a' + n)) }

// addLetters appends writer n's letter to the data of match 1, so many times.
func addLetters(ctx context.Context, h *home, n, times int) error {
	for times > 0 {
		i, err := h.Load(ctx, id(1), true)
		if err != nil {
			return err
		}
		i.Version++
		i.Data = append(i.Data, letter(n)...)
		switch err := h.Save(ctx, i); {
		case err == nil:
			times--
		case !errors.Is(err, match.ErrConflict):
			return err
		}
	}
	return nil
}
