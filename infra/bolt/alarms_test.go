package bolt

import (
	"context"
	"strings"
	"testing"
	"time"

	"fieldpost/engine/match"

	bbolt "go.etcd.io/bbolt"
)

// A later program must find the alarms that this one wrote: never change a line.
func TestAlarmFormat(t *testing.T) {
	s, id := fresh(t), match.ID{0, 1, 2, 3, 4, 5, 6, 7}
	if err := s.Create(t.Context(), match.Image{
		ID: id, Version: 1, Data: []byte("data"), Index: match.Index{Open: true, Alarm: time.Unix(0x01020304, 0).UTC()},
	}); err != nil {
		t.Fatal(err)
	}
	const alarm = "\x00\x00\x00\x00\x01\x02\x03\x04"
	game := "\x01G\x00\x00\x00\x00\x00\x00\x00\x01" + strings.Repeat("\x00", 16+16+8+8) + "\x03" + alarm + "\x00\x00\x00\x04data"
	if err := s.db.View(func(tx *bbolt.Tx) error {
		if got := string(tx.Bucket(items).Get(gameKey(id))); got != game {
			t.Errorf("%q, want %q", got, game)
		}
		key, _ := tx.Bucket(alarms).Cursor().First()
		if want := "\x07" + alarm + string(id[:]); string(key) != want {
			t.Errorf("%q, want %q", key, want)
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
}

// A value that this program did not write is refused, not half read.
func TestSpoiltAlarms(t *testing.T) {
	head := "\x01G\x00\x00\x00\x00\x00\x00\x00\x01" + strings.Repeat("\x00", 16+16+8+8)
	for name, value := range map[string]string{
		"another flag":    head + "\x04" + strings.Repeat("\x00", 4),
		"cut off":         head + "\x02" + strings.Repeat("\x01", 8),
		"none":            head + "\x02" + strings.Repeat("\x00", 12),
		"after all times": head + "\x02" + strings.Repeat("\xff", 8) + strings.Repeat("\x00", 4),
	} {
		if _, err := openGame(match.ID{1}, []byte(value)); !unreadable(err) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// One entry that cannot be read hides no game behind it.
func TestDueGoesPastWhatItCannotRead(t *testing.T) {
	s, id := fresh(t), match.ID{7: 1}
	if err := s.Create(t.Context(), match.Image{ID: id, Version: 1, Index: match.Index{Alarm: noon}}); err != nil {
		t.Fatal(err)
	}
	poke(t, s, alarms, []byte("\x01\x00short"), "")
	due, err := s.Due(t.Context(), 1, noon, 10)
	if len(due) != 1 || due[0] != id || !unreadable(err) {
		t.Errorf("%v are due, %v", due, err)
	}
}

// An invitation whose time was over while the program stood still for a month must
// not be forgotten before its creator was told that nobody accepted.
func TestPurgeWaitsForTheClock(t *testing.T) {
	s := fresh(t)
	i := match.Image{ID: match.ID{1}, Version: 1, Index: match.Index{Alarm: noon, Expires: noon.Add(time.Hour)}}
	if err := s.Create(t.Context(), i); err != nil {
		t.Fatal(err)
	}
	purge(t, s, noon.Add(2*time.Hour), 0)
	i.Version, i.Alarm, i.Expires = 2, time.Time{}, noon.Add(3*time.Hour)
	if err := s.Save(t.Context(), i); err != nil {
		t.Fatal(err)
	}
	purge(t, s, noon.Add(3*time.Hour), 1)
}

// Local programs ask each quarter of a second.
func BenchmarkNothingDue(b *testing.B) {
	s := fresh(b)
	for b.Loop() {
		for shard := range match.AlarmShards {
			if _, err := s.Due(context.Background(), shard, noon, 50); err != nil {
				b.Fatal(err)
			}
		}
	}
}
