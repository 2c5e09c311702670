package storetest

import (
	"bytes"
	"context"
	"fmt"
	"testing"
	"time"

	"fieldpost/engine/match"
	"fieldpost/engine/player"
)

// profile returns an image that differs for every person and version.
func profile(n byte, version uint64) player.Image {
	return player.Image{Key: person(n), Version: version, Data: fmt.Appendf(nil, "profile %d of %d", version, n)}
}

var profiles = []clause{
	{"an unknown address is not found", func(t *testing.T, h *home) {
		i, err := h.LoadProfile(t.Context(), person(1))
		wantError(t, "load", err, match.ErrNotFound)
		if i.Version != 0 || i.Data != nil {
			t.Errorf("got an image all the same: version %d", i.Version)
		}
	}},
	{"what is saved comes back byte for byte", func(t *testing.T, h *home) {
		for n, i := range oddImages() {
			p := player.Image{Key: person(1), Version: uint64(n + 1), Data: i.Data}
			mustSaveProfile(t, h, p)
			wantProfile(t, h, p)
			if n%2 == 0 {
				h.reopen(t)
				wantProfile(t, h, p)
			}
		}
	}},
	{"a save needs the version before it", func(t *testing.T, h *home) {
		for _, v := range []uint64{0, 2, 3, 1<<64 - 1} {
			wantError(t, fmt.Sprint("save version ", v, " first"), h.SaveProfile(t.Context(), profile(1, v)), match.ErrConflict)
		}
		mustSaveProfile(t, h, profile(1, 1))
		mustSaveProfile(t, h, profile(1, 2))
		for _, v := range []uint64{0, 1, 2, 4, 1<<64 - 1} {
			wantError(t, fmt.Sprint("save version ", v), h.SaveProfile(t.Context(), profile(1, v)), match.ErrConflict)
		}
		wantProfile(t, h, profile(1, 2))
	}},
	{"a profile that expires comes back so, and one that does no more too", func(t *testing.T, h *home) {
		for n, at := range []time.Time{{}, noon, noon.Add(time.Hour), {}, noon} {
			p := profile(1, uint64(n+1))
			p.Expires = at
			mustSaveProfile(t, h, p)
			wantProfile(t, h, p)
		}
	}},
	{"nobody's is not saved", func(t *testing.T, h *home) {
		if h.SaveProfile(t.Context(), player.Image{Version: 1, Data: []byte{1}}) == nil {
			t.Error("saved a profile without a key")
		}
		_, err := h.LoadProfile(t.Context(), player.Key{})
		wantError(t, "load", err, match.ErrNotFound)
	}},
	{"profiles do not touch each other, nor matches", func(t *testing.T, h *home) {
		mustSaveProfile(t, h, profile(1, 1))
		mustSaveProfile(t, h, profile(2, 1))
		mustCreate(t, h, image(1, 1))
		mustSaveProfile(t, h, profile(1, 2))
		wantProfile(t, h, profile(1, 2))
		wantProfile(t, h, profile(2, 1))
		wantStored(t, h, image(1, 1))
	}},
	{"stored profiles are nobody's but the store's", func(t *testing.T, h *home) {
		i := profile(1, 1)
		mustSaveProfile(t, h, i)
		i.Data[0]++
		got, err := h.LoadProfile(t.Context(), person(1))
		if err != nil {
			t.Fatal(err)
		}
		got.Data[0]++
		wantProfile(t, h, profile(1, 1))
	}},
	{"of many writers of one version of a profile one wins", func(t *testing.T, h *home) {
		for version := uint64(1); version <= 3; version++ {
			errs := together(16, func(n int) error {
				i := profile(1, version)
				i.Data = []byte{byte(n)}
				return h.SaveProfile(t.Context(), i)
			})
			i := profile(1, version)
			i.Data = []byte{byte(wantOne(t, errs, match.ErrConflict))}
			wantProfile(t, h, i)
		}
	}},
	{"no profile is saved for a caller who has gone", func(t *testing.T, h *home) {
		gone, leave := context.WithCancel(t.Context())
		leave()
		wantError(t, "save", h.SaveProfile(gone, profile(1, 1)), context.Canceled)
		_, err := h.LoadProfile(gone, person(1))
		wantError(t, "load", err, context.Canceled)
		_, err = h.LoadProfile(t.Context(), person(1))
		wantError(t, "load the unsaved", err, match.ErrNotFound)
	}},
}

func mustSaveProfile(t *testing.T, h *home, i player.Image) {
	t.Helper()
	if err := h.SaveProfile(t.Context(), i); err != nil {
		t.Fatalf("save version %d of a profile: %v", i.Version, err)
	}
}

func wantProfile(t *testing.T, h *home, want player.Image) {
	t.Helper()
	got, err := h.LoadProfile(t.Context(), want.Key)
	if err != nil {
		t.Fatalf("load a profile: %v", err)
	}
	if got.Key != want.Key || got.Version != want.Version || !got.Expires.Equal(want.Expires) || !bytes.Equal(got.Data, want.Data) || !got.Alarm.Equal(want.Alarm) {
		t.Errorf("got version %d of a profile with %.80q, want %d with %.80q (alarms %v and %v)", got.Version, got.Data, want.Version, want.Data, got.Alarm, want.Alarm)
	}
}
