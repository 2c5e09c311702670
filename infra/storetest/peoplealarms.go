package storetest

import (
	"context"
	"testing"
	"time"

	"fieldpost/engine/match"
	"fieldpost/engine/player"
)

// ringing returns a version of the profile of person n, whose alarm is so many minutes
// after noon.
func ringing(n byte, version uint64, minutes int) player.Image {
	i := profile(n, version)
	i.Alarm = noon.Add(time.Duration(minutes) * time.Minute)
	return i
}

var peopleAlarms = []clause{
	{"nobody is due who has no alarm", func(t *testing.T, h *home) {
		i := ringing(1, 1, 0)
		i.Alarm = time.Time{}
		mustSaveProfile(t, h, i)
		wantPeople(t, h, 1, 1000, 10)
		wantProfile(t, h, i)
	}},
	{"people come in the order of their alarms, from their moment on", func(t *testing.T, h *home) {
		late, early := ringing(1, 1, 30), ringing(1+player.AlarmShards, 1, 10)
		mustSaveProfile(t, h, late)
		mustSaveProfile(t, h, early)
		wantPeople(t, h, 1, 9, 10)
		wantPeople(t, h, 1, 10, 10, early)
		h.reopen(t)
		wantPeople(t, h, 1, 30, 10, early, late)
		wantPeople(t, h, 1, 30, 1, early)
		wantPeople(t, h, 1, 30, 0)
		wantProfile(t, h, late)
	}},
	{"each shard has its own people", func(t *testing.T, h *home) {
		for n := range byte(player.AlarmShards) {
			mustSaveProfile(t, h, ringing(n, 1, 0))
		}
		for n := range player.AlarmShards {
			wantPeople(t, h, n, 0, 10, ringing(byte(n), 1, 0))
		}
		wantPeople(t, h, player.AlarmShards, 0, 10)
		wantPeople(t, h, -1, 0, 10)
	}},
	{"people are no matches, and matches no people", func(t *testing.T, h *home) {
		for n := range byte(match.AlarmShards) {
			mustCreate(t, h, alarmed(n+1, 0))
			mustSaveProfile(t, h, ringing(n+1, 1, 0))
		}
		for n := range match.AlarmShards + player.AlarmShards {
			matches, err := h.Due(t.Context(), n, noon, 100)
			if want := 1; n < match.AlarmShards && (err != nil || len(matches) != want) || n >= match.AlarmShards && len(matches) > 0 {
				t.Errorf("shard %d: %d matches, %v", n, len(matches), err)
			}
			people, err := h.DueProfiles(t.Context(), n, noon, 100)
			if want := match.AlarmShards / player.AlarmShards; n < player.AlarmShards && (err != nil || len(people) != want) || n >= player.AlarmShards && len(people) > 0 {
				t.Errorf("shard %d: %d people, %v", n, len(people), err)
			}
		}
	}},
	{"a save moves a person's alarm, and takes it away", func(t *testing.T, h *home) {
		mustSaveProfile(t, h, ringing(1, 1, 0))
		later := ringing(1, 2, 60)
		mustSaveProfile(t, h, later)
		wantPeople(t, h, 1, 59, 10)
		wantPeople(t, h, 1, 60, 10, later)
		wantProfile(t, h, later)
		never := ringing(1, 3, 0)
		never.Alarm = time.Time{}
		mustSaveProfile(t, h, never)
		wantPeople(t, h, 1, 1000, 10)
		wantProfile(t, h, never)
		mustSaveProfile(t, h, ringing(1, 4, 10))
		wantPeople(t, h, 1, 10, 10, ringing(1, 4, 10))
	}},
	{"a save that comes too late moves no alarm", func(t *testing.T, h *home) {
		mustSaveProfile(t, h, ringing(1, 1, 0))
		wantError(t, "save", h.SaveProfile(t.Context(), ringing(1, 1, 60)), match.ErrConflict)
		wantPeople(t, h, 1, 0, 10, ringing(1, 1, 0))
	}},
	{"nobody is due for a caller who has gone", func(t *testing.T, h *home) {
		mustSaveProfile(t, h, ringing(1, 1, 0))
		gone, leave := context.WithCancel(t.Context())
		leave()
		_, err := h.DueProfiles(gone, 1, noon, 10)
		wantError(t, "due", err, context.Canceled)
	}},
}

// wantPeople asks a shard so many minutes after noon.
func wantPeople(t *testing.T, h *home, shard, minutes, limit int, want ...player.Image) {
	t.Helper()
	got, err := h.DueProfiles(t.Context(), shard, noon.Add(time.Duration(minutes)*time.Minute), limit)
	if err != nil || len(got) != len(want) {
		t.Errorf("shard %d, minute %d: %d are due, %v; want %d", shard, minutes, len(got), err, len(want))
		return
	}
	for n, i := range want {
		if got[n] != i.Key {
			t.Errorf("shard %d, minute %d: number %d is another, want %x", shard, minutes, n, i.Key[:])
		}
	}
}
