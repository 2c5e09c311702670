package storetest

import (
	"context"
	"testing"
	"time"

	"fieldpost/engine/match"
)

// Alarms finds the matches at which the clock is to look.
type Alarms interface {
	// Due returns the matches of a shard (match.ID.AlarmShard) whose Index.Alarm
	// was last stored as not after now, the earliest first, at most limit. It may be
	// a moment behind.
	Due(ctx context.Context, shard int, now time.Time, limit int) ([]match.ID, error)
	// Rearm stores i if and only if the stored version is i's and the stored alarm
	// is was, which is not zero; else it fails with match.ErrConflict. It is the one
	// write that keeps a version.
	Rearm(ctx context.Context, i match.Image, was time.Time) error
}

// alarmed returns version 1 of match n, whose alarm is so many minutes after noon.
func alarmed(n byte, minutes int) match.Image {
	i := image(n, 1)
	i.Alarm = noon.Add(time.Duration(minutes) * time.Minute)
	return i
}

// rearmed returns i with another alarm, and nothing that has happened.
func rearmed(i match.Image, minutes int) match.Image {
	i.Alarm, i.Events = noon.Add(time.Duration(minutes)*time.Minute), nil
	return i
}

// Matches whose ids are 16 apart have the same shard.
const ofOneShard = match.AlarmShards

var alarms = []clause{
	{"nothing is due where nothing has an alarm", func(t *testing.T, h *home) {
		i := image(1, 1)
		i.Alarm = time.Time{}
		mustCreate(t, h, i)
		wantDue(t, h, 1, 1000, 10)
		wantStored(t, h, i)
	}},
	{"what is due comes in the order of its alarms, from its moment on", func(t *testing.T, h *home) {
		late, early, middle := alarmed(1, 30), alarmed(1+ofOneShard, 10), alarmed(1+2*ofOneShard, 20)
		for _, i := range []match.Image{late, early, middle} {
			mustCreate(t, h, i)
		}
		wantDue(t, h, 1, 9, 10)
		wantDue(t, h, 1, 10, 10, early)
		wantDue(t, h, 1, 29, 10, early, middle)
		h.reopen(t)
		wantDue(t, h, 1, 30, 10, early, middle, late)
	}},
	{"no more than asked for", func(t *testing.T, h *home) {
		first, second := alarmed(2, 1), alarmed(2+ofOneShard, 2)
		mustCreate(t, h, second)
		mustCreate(t, h, first)
		wantDue(t, h, 2, 60, 1, first)
		wantDue(t, h, 2, 60, 2, first, second)
		wantDue(t, h, 2, 60, 0)
	}},
	{"each shard has its own", func(t *testing.T, h *home) {
		for n := range byte(match.AlarmShards) {
			mustCreate(t, h, alarmed(n, int(n)))
		}
		for n := range byte(match.AlarmShards) {
			wantDue(t, h, int(n), 60, 10, alarmed(n, int(n)))
		}
		wantDue(t, h, match.AlarmShards, 60, 10)
	}},
	{"a save that keeps the alarm leaves it, one that moves it moves it", func(t *testing.T, h *home) {
		i := alarmed(1, 30)
		mustCreate(t, h, i)
		i = next(i, func(*match.Index) {})
		mustSave(t, h, i)
		wantDue(t, h, 1, 30, 10, i)
		i = next(i, func(x *match.Index) { x.Alarm = noon.Add(10 * time.Minute) })
		mustSave(t, h, i)
		wantDue(t, h, 1, 10, 10, i)
		wantDue(t, h, 1, 60, 10, i) // once
	}},
	{"the end of a game takes the alarm away", func(t *testing.T, h *home) {
		i := alarmed(1, 0)
		mustCreate(t, h, i)
		i = next(i, func(x *match.Index) { x.Alarm = time.Time{} })
		mustSave(t, h, i)
		wantDue(t, h, 1, 60, 10)
		wantStored(t, h, i)
		h.reopen(t)
		wantDue(t, h, 1, 60, 10)
	}},
	{"a match without an alarm gets one by a save", func(t *testing.T, h *home) {
		i := alarmed(1, 0)
		i.Alarm = time.Time{}
		mustCreate(t, h, i)
		i = next(i, func(x *match.Index) { x.Alarm = noon })
		mustSave(t, h, i)
		wantDue(t, h, 1, 0, 10, i)
	}},
	{"a new alarm keeps the version and the rest", func(t *testing.T, h *home) {
		i := alarmed(1, 0)
		mustCreate(t, h, i)
		again := rearmed(i, 30)
		mustRearm(t, h, again, i.Alarm)
		wantStored(t, h, again)
		wantDue(t, h, 1, 29, 10)
		wantDue(t, h, 1, 30, 10, again)
		h.reopen(t)
		wantStored(t, h, again)
		mustSave(t, h, next(again, func(*match.Index) {}))
		wantDue(t, h, 1, 30, 10, again)
	}},
	{"a new alarm needs the version and the alarm that were read", func(t *testing.T, h *home) {
		i := alarmed(1, 0)
		wantError(t, "of nothing", h.Rearm(t.Context(), rearmed(i, 30), i.Alarm), match.ErrConflict)
		mustCreate(t, h, i)
		second := next(i, func(*match.Index) {})
		wantError(t, "of a version to come", h.Rearm(t.Context(), rearmed(second, 30), i.Alarm), match.ErrConflict)
		wantError(t, "of another alarm", h.Rearm(t.Context(), rearmed(i, 30), noon.Add(time.Minute)), match.ErrConflict)
		wantError(t, "of no alarm", h.Rearm(t.Context(), rearmed(i, 30), time.Time{}), match.ErrConflict)
		mustSave(t, h, second)
		wantError(t, "of an old version", h.Rearm(t.Context(), rearmed(i, 30), i.Alarm), match.ErrConflict)
		wantStored(t, h, second)
		wantDue(t, h, 1, 0, 10, second)
		third := next(second, func(x *match.Index) { x.Alarm = time.Time{} })
		mustSave(t, h, third)
		wantError(t, "where there is none", h.Rearm(t.Context(), rearmed(third, 30), time.Time{}), match.ErrConflict)
		wantStored(t, h, third)
		wantDue(t, h, 1, 60, 10)
	}},
	{"of many who set an alarm anew one wins", func(t *testing.T, h *home) {
		i := alarmed(1, 0)
		mustCreate(t, h, i)
		errs := together(16, func(n int) error { return h.Rearm(t.Context(), rearmed(i, n+1), i.Alarm) })
		won := rearmed(i, 1+wantOne(t, errs, match.ErrConflict))
		wantStored(t, h, won)
		wantDue(t, h, 1, 60, 10, won)
	}},
	{"a command that was decided before a new alarm is stored all the same", func(t *testing.T, h *home) {
		i := alarmed(1, 0)
		mustCreate(t, h, i)
		move := next(i, func(*match.Index) {})
		mustRearm(t, h, rearmed(i, 30), i.Alarm)
		mustSave(t, h, move) // its alarm is early again, and never late
		wantStored(t, h, move)
		wantDue(t, h, 1, 0, 10, move)
	}},
	{"nothing is due or set anew for a caller who has gone", func(t *testing.T, h *home) {
		i := alarmed(1, 0)
		mustCreate(t, h, i)
		gone, leave := context.WithCancel(t.Context())
		leave()
		_, err := h.Due(gone, 1, noon, 10)
		wantError(t, "due", err, context.Canceled)
		wantError(t, "set anew", h.Rearm(gone, rearmed(i, 30), i.Alarm), context.Canceled)
		wantStored(t, h, i)
	}},
}

func mustRearm(t *testing.T, h *home, i match.Image, was time.Time) {
	t.Helper()
	if err := h.Rearm(t.Context(), i, was); err != nil {
		t.Fatalf("set the alarm anew: %v", err)
	}
}

// wantDue asks a shard so many minutes after noon.
func wantDue(t *testing.T, h *home, shard, minutes, limit int, want ...match.Image) {
	t.Helper()
	got, err := h.Due(t.Context(), shard, noon.Add(time.Duration(minutes)*time.Minute), limit)
	if err != nil || len(got) != len(want) {
		t.Errorf("shard %d, minute %d: %d are due, %v; want %d", shard, minutes, len(got), err, len(want))
		return
	}
	for n, i := range want {
		if got[n] != i.ID {
			t.Errorf("shard %d, minute %d: number %d is %v, want %v", shard, minutes, n, got[n], i.ID)
		}
	}
}
