package storetest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"fieldpost/engine/match"
	"fieldpost/engine/player"
)

// listed returns version 1 of match n between two people, created so many
// minutes after noon.
func listed(n byte, creator, opponent player.Key, minutes int, open bool) match.Image {
	i := image(n, 1)
	i.Index = match.Index{Creator: creator, Opponent: opponent, Created: noon.Add(time.Duration(minutes) * time.Minute), Open: open}
	return i
}

// next returns the version after i, changed.
func next(i match.Image, change func(*match.Index)) match.Image {
	i.Version++
	i.Data = fmt.Appendf(nil, "version %d", i.Version)
	change(&i.Index)
	return i
}

var (
	ann, bob, zoe = person(1), person(2), person(3)
	vacant        player.Key
)

var lists = []clause{
	{"nobody has matches, and none is open", func(t *testing.T, h *home) {
		wantOpen(t, h)
		wantOf(t, h, ann)
		mustCreate(t, h, listed(1, ann, vacant, 0, false))
		wantOpen(t, h)
		wantOf(t, h, bob)
		wantOf(t, h, vacant)
	}},
	{"a match is both players', whole", func(t *testing.T, h *home) {
		i := image(1, 1)
		mustCreate(t, h, i)
		wantOf(t, h, i.Creator, i)
		wantOf(t, h, i.Opponent, i)
		h.reopen(t)
		wantOf(t, h, i.Opponent, i)
		wantOpen(t, h, i)
	}},
	{"the newest come first, ties by id", func(t *testing.T, h *home) {
		first, late, tie, early := listed(5, ann, bob, 10, true), listed(3, bob, ann, 90, true), listed(6, ann, zoe, 10, true), listed(9, ann, vacant, 0, true)
		for _, i := range []match.Image{tie, early, first, late, listed(2, zoe, bob, 50, true)} {
			mustCreate(t, h, i)
		}
		wantOf(t, h, ann, late, first, tie, early)
		wantOpen(t, h, late, listed(2, zoe, bob, 50, true), first, tie, early)
	}},
	{"a match against oneself is one", func(t *testing.T, h *home) {
		i := listed(1, ann, ann, 0, false)
		mustCreate(t, h, i)
		wantOf(t, h, ann, i)
		i = next(i, func(x *match.Index) { x.Opponent = bob })
		mustSave(t, h, i)
		wantOf(t, h, ann, i)
		wantOf(t, h, bob, i)
		i = next(i, func(x *match.Index) { x.Opponent = ann })
		mustSave(t, h, i)
		wantOf(t, h, ann, i)
		wantOf(t, h, bob)
	}},
	{"a corrected address moves the match", func(t *testing.T, h *home) {
		i := listed(1, ann, bob, 0, false)
		mustCreate(t, h, i)
		i = next(i, func(x *match.Index) { x.Opponent = zoe })
		mustSave(t, h, i)
		wantOf(t, h, bob)
		wantOf(t, h, zoe, i)
		wantOf(t, h, ann, i)
		h.reopen(t)
		wantOf(t, h, bob)
		wantOf(t, h, zoe, i)
	}},
	{"an open match that is joined is the joiner's, and open no more", func(t *testing.T, h *home) {
		i := listed(1, ann, vacant, 0, false)
		mustCreate(t, h, i)
		i = next(i, func(x *match.Index) { x.Open = true })
		mustSave(t, h, i)
		wantOpen(t, h, i)
		i = next(i, func(x *match.Index) { x.Opponent, x.Open = bob, false })
		mustSave(t, h, i)
		wantOpen(t, h)
		wantOf(t, h, bob, i)
		wantOf(t, h, ann, i)
	}},
	{"a list shows the image last stored", func(t *testing.T, h *home) {
		i := listed(1, ann, bob, 0, true)
		mustCreate(t, h, i)
		for range 3 {
			i = next(i, func(*match.Index) {})
			mustSave(t, h, i)
		}
		wantOf(t, h, ann, i)
		wantOpen(t, h, i)
	}},
	{"a refused write moves nothing", func(t *testing.T, h *home) {
		i := listed(1, ann, bob, 0, false)
		mustCreate(t, h, i)
		other := listed(1, zoe, zoe, 0, true)
		wantError(t, "create", h.Create(t.Context(), other), match.ErrExists)
		wantError(t, "save", h.Save(t.Context(), other), match.ErrConflict)
		other.ID, other.Version = id(2), 2
		wantError(t, "save", h.Save(t.Context(), other), match.ErrConflict)
		wantOf(t, h, zoe)
		wantOpen(t, h)
		wantOf(t, h, ann, i)
	}},
	{"the newest 500 of a player, and the newest 100 that are open", func(t *testing.T, h *home) {
		const extra = 3
		all := make([]match.Image, mostOfPlayer+extra)
		for n := range all {
			all[n] = listed(1, ann, vacant, n, true)
			all[n].ID = match.ID{byte(n >> 8), byte(n), 1}
		}
		// Of so many at once an emulator may lose an answer. Then the create is sent
		// again, and finds itself; that all are there the lists tell.
		for _, err := range together(len(all), func(n int) error { return h.Create(t.Context(), all[n]) }) {
			if err != nil && !errors.Is(err, match.ErrExists) {
				t.Fatal(err)
			}
		}
		slices.Reverse(all)
		wantOf(t, h, ann, all[:mostOfPlayer]...)
		wantOpen(t, h, all[:mostOpenGames]...)
	}},
	{"nothing is listed for a caller who has gone", func(t *testing.T, h *home) {
		mustCreate(t, h, listed(1, ann, bob, 0, true))
		gone, leave := context.WithCancel(t.Context())
		leave()
		_, err := h.OfPlayer(gone, ann)
		wantError(t, "of a player", err, context.Canceled)
		_, err = h.OpenGames(gone)
		wantError(t, "open", err, context.Canceled)
	}},
}

func wantOf(t *testing.T, h *home, key player.Key, want ...match.Image) {
	t.Helper()
	got, err := h.OfPlayer(t.Context(), key)
	wantList(t, "of a player", got, err, want)
}

func wantOpen(t *testing.T, h *home, want ...match.Image) {
	t.Helper()
	got, err := h.OpenGames(t.Context())
	wantList(t, "open", got, err, want)
}

func wantList(t *testing.T, what string, got []match.Image, err error, want []match.Image) {
	t.Helper()
	if err != nil || len(got) != len(want) {
		t.Errorf("%s: %d matches, %v; want %d", what, len(got), err, len(want))
		return
	}
	for n := range got {
		if got[n].ID != want[n].ID {
			t.Errorf("%s: match %d is %v, want %v", what, n, got[n].ID, want[n].ID)
			continue
		}
		wantImage(t, got[n], want[n])
	}
}
