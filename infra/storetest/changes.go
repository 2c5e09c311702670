package storetest

import (
	"bytes"
	"context"
	"fmt"
	"testing"

	"fieldpost/engine"
	"fieldpost/engine/match"
)

// change returns one that differs for every n, in its first version.
func change(n byte) match.AddressChange {
	return match.AddressChange{
		ID: match.ChangeID(id(n)), Version: 1, Stage: match.ChangeAsked, From: person(n), To: person(n + 100),
		Old: letter(int(n)) + "@example.net", New: letter(int(n)) + "@example.org", Lang: "en", Asked: noon,
	}
}

// confirmed is its second version, with seats in every match of some.
func confirmed(n byte) match.AddressChange {
	return change(n).Confirm([]match.Place{{Game: id(n), Seat: engine.Red}, {Game: id(n + 1), Seat: engine.Blue}}, true, noon)
}

var changes = []clause{
	{"an unknown change is not found", func(t *testing.T, h *home) {
		c, err := h.LoadChange(t.Context(), match.ChangeID{1})
		wantError(t, "load", err, match.ErrNotFound)
		if c.Version != 0 {
			t.Error("got one all the same")
		}
	}},
	{"a change comes back as it was, at every stage", func(t *testing.T, h *home) {
		for n := byte(1); n < 4; n++ {
			mustChange(t, h, change(n))
		}
		mustChange(t, h, confirmed(2))
		mustChange(t, h, confirmed(3))
		mustChange(t, h, confirmed(3).Pass(match.ChangeUndone))
		h.reopen(t)
		wantChange(t, h, change(1))
		wantChange(t, h, confirmed(2))
		wantChange(t, h, confirmed(3).Pass(match.ChangeUndone))
	}},
	{"a change needs the version before it", func(t *testing.T, h *home) {
		at := func(version uint64) match.AddressChange {
			c := confirmed(1)
			c.Version = version
			return c
		}
		for _, v := range []uint64{0, 2, 3, 1<<64 - 1} {
			wantError(t, fmt.Sprint("save version ", v, " first"), h.SaveChange(t.Context(), at(v)), match.ErrConflict)
		}
		mustChange(t, h, change(1))
		mustChange(t, h, confirmed(1))
		for _, v := range []uint64{0, 1, 2, 4, 1<<64 - 1} {
			wantError(t, fmt.Sprint("save version ", v), h.SaveChange(t.Context(), at(v)), match.ErrConflict)
		}
		wantChange(t, h, confirmed(1))
	}},
	{"a change without an id is none", func(t *testing.T, h *home) {
		c := change(1)
		c.ID = match.ChangeID{}
		if h.SaveChange(t.Context(), c) == nil {
			t.Error("kept one without an id")
		}
	}},
	{"changes, candidates and matches of the same id are apart", func(t *testing.T, h *home) {
		mustCreate(t, h, image(1, 1))
		mustKeep(t, h, 1)
		mustChange(t, h, change(1))
		wantStored(t, h, image(1, 1))
		wantKept(t, h, 1)
		wantChange(t, h, change(1))
	}},
	{"of many who change the same one wins", func(t *testing.T, h *home) {
		mustChange(t, h, change(1))
		errs := together(16, func(n int) error {
			c := confirmed(1)
			c.Seats[0].Game = id(byte(n + 1))
			return h.SaveChange(t.Context(), c)
		})
		won := confirmed(1)
		won.Seats[0].Game = id(byte(wantOne(t, errs, match.ErrConflict) + 1))
		wantChange(t, h, won)
	}},
	{"no change is saved for a caller who has gone", func(t *testing.T, h *home) {
		gone, leave := context.WithCancel(t.Context())
		leave()
		wantError(t, "save", h.SaveChange(gone, change(1)), context.Canceled)
		_, err := h.LoadChange(gone, change(1).ID)
		wantError(t, "load", err, context.Canceled)
		_, err = h.LoadChange(t.Context(), change(1).ID)
		wantError(t, "load the unsaved", err, match.ErrNotFound)
	}},
}

func mustChange(t *testing.T, h *home, c match.AddressChange) {
	t.Helper()
	if err := h.SaveChange(t.Context(), c); err != nil {
		t.Fatalf("save version %d of a change: %v", c.Version, err)
	}
}

func wantChange(t *testing.T, h *home, want match.AddressChange) {
	t.Helper()
	got, err := h.LoadChange(t.Context(), want.ID)
	if err != nil {
		t.Fatalf("load a change: %v", err)
	}
	if got.ID != want.ID || got.Version != want.Version || !bytes.Equal(match.SealAddressChange(got), match.SealAddressChange(want)) {
		t.Errorf("version %d of a change came back as another", want.Version)
	}
}
