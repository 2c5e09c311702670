package player_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"fieldpost/engine/player"
)

// TestLawUndo: whatever somebody has chosen, the zero value of it too, he has it again
// after one press that takes back how he unsubscribed. Without it who gets his mail at
// midnight would get it at eight, and who gets one a day one for each move.
func TestLawUndo(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		he := player.Profile{Key: keyOf(1), Zone: rapid.SampledFrom([]string{"", "UTC", "Asia/Kathmandu"}).Draw(t, "zone")}
		for range rapid.IntRange(0, 3).Draw(t, "choices") {
			he, _ = he.SetMode(rapid.SampledFrom([]player.Mode{player.Turns, player.Daily}).Draw(t, "mode"))
			prefs := player.Prefs{
				Plain: rapid.Bool().Draw(t, "plain"), Board: player.Shape(rapid.IntRange(0, 2).Draw(t, "shape")), Hour: he.Prefs.Hour,
			}
			if rapid.Bool().Draw(t, "an hour") {
				prefs.Hour = player.HourAt(rapid.Uint8Range(0, 23).Draw(t, "hour"))
			}
			he, _ = he.Prefer(prefs)
		}
		he = he.Wind(noon, time.UTC)
		var got player.Profile
		switch rapid.IntRange(0, 2).Draw(t, "way") {
		case 0:
			got, _ = he.SetMode(player.None)
			got, _ = stored(t, got).Resume()
		case 1:
			got, _ = he.SetMode(player.Stopped)
			got, _ = stored(t, got).Lift()
		default:
			got, _ = he.SetMode(player.None)
			got, _ = stored(t, got).SetMode(player.Stopped)
			got, _ = stored(t, got).Lift()
		}
		got = stored(t, got).Wind(noon, time.UTC)
		he.Version = got.Version
		if diff := cmp.Diff(he, got); diff != "" {
			t.Errorf("-before +after:\n%s", diff)
		}
	})
}

// stored returns a profile as a store gives it back.
func stored(t *rapid.T, p player.Profile) player.Profile {
	got, err := player.Open(player.Seal(p))
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// TestHours: an hour comes back as it was chosen, also after a time without a mail of
// the day, and midnight of a profile that was stored as 0 is midnight still.
func TestHours(t *testing.T) {
	for clock := range uint8(24) {
		he, _ := player.Profile{Key: keyOf(1)}.Prefer(player.Prefs{Hour: player.HourAt(clock)})
		for _, m := range []player.Mode{player.Daily, player.Turns, player.Daily, player.None, player.Daily} {
			if he, _ = he.SetMode(m); he.Hour().Clock() != clock {
				t.Errorf("%d became %d with %v", clock, he.Hour().Clock(), m)
			}
		}
	}
	if got := (player.Profile{Key: keyOf(1)}).Hour(); got != player.UsualHour {
		t.Errorf("who has chosen none: %d", got)
	}
	for _, old := range []player.Profile{
		{Key: keyOf(1), Mode: player.Daily}, {Key: keyOf(1), Mode: player.None, Digest: player.Digest{Paused: true}},
	} {
		he, err := player.Open(player.Seal(old))
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range []player.Mode{player.Turns, player.Daily} {
			if he, _ = he.SetMode(m); he.Hour().Clock() != 0 {
				t.Errorf("%v: midnight became %d with %v", old.Mode, he.Hour().Clock(), m)
			}
		}
	}
}
