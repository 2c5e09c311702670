package bolt

import (
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"fieldpost/engine/match"
	"fieldpost/engine/player"

	bbolt "go.etcd.io/bbolt"
)

// misfits tells where the indexes of a store and its items part: an entry that no
// item wants, or one that is missing.
func misfits(s *Store) error {
	var faults error
	err := s.db.View(func(tx *bbolt.Tx) error {
		want := map[entry]bool{}
		if err := tx.Bucket(items).ForEach(func(key, value []byte) error {
			end, game, err := endOf(key, value)
			if err != nil {
				return fmt.Errorf("%q: %w", key, err)
			}
			if value[1] == timedKind {
				i, err := openProfile(ownerOf(key), value)
				if err != nil {
					return fmt.Errorf("%q: %w", key, err)
				}
				if !i.Alarm.IsZero() {
					want[entry{string(alarms), string(personKey(i.Key, i.Alarm))}] = true
				}
			}
			if game != nil {
				maps.Copy(want, entries(game.ID, game.Index))
			}
			if !end.IsZero() {
				want[entry{string(ends), string(endKey(end, key))}] = true
			}
			return nil
		}); err != nil {
			return err
		}
		for _, bucket := range [][]byte{players, opened, alarms, ends} {
			if err := tx.Bucket(bucket).ForEach(func(key, _ []byte) error {
				e := entry{string(bucket), string(key)}
				if !want[e] {
					faults = errors.Join(faults, fmt.Errorf("bucket %s has %s, which no item wants", bucket, hex.EncodeToString(key)))
				}
				delete(want, e)
				return nil
			}); err != nil {
				return err
			}
		}
		for e := range want {
			faults = errors.Join(faults, fmt.Errorf("bucket %s lacks %s", e.bucket, hex.EncodeToString([]byte(e.key))))
		}
		return nil
	})
	return errors.Join(err, faults)
}

// The check that stands behind every clause of the contract must itself see.
func TestMisfitsAreSeen(t *testing.T) {
	s := fresh(t)
	i := match.Image{ID: match.ID{1}, Version: 1, Index: match.Index{
		Creator: player.Key{1}, Created: time.Unix(1000, 0).UTC(), Expires: time.Unix(9000, 0).UTC(), Open: true,
		Alarm: time.Unix(8000, 0).UTC(),
	}}
	if err := s.Create(t.Context(), i); err != nil {
		t.Fatal(err)
	}
	if err := misfits(s); err != nil {
		t.Fatal(err)
	}
	for _, bucket := range [][]byte{players, opened, alarms, ends} {
		poke(t, s, bucket, []byte("astray"), "")
		if err := misfits(s); err == nil || !strings.Contains(err.Error(), "no item wants") {
			t.Errorf("an entry of %s too many: %v", bucket, err)
		}
		var only []byte
		if err := s.db.Update(func(tx *bbolt.Tx) error {
			b := tx.Bucket(bucket)
			if err := b.Delete([]byte("astray")); err != nil {
				return err
			}
			only, _ = b.Cursor().First()
			only = slices.Clone(only)
			return b.Delete(only)
		}); err != nil {
			t.Fatal(err)
		}
		if err := misfits(s); err == nil || !strings.Contains(err.Error(), "lacks") {
			t.Errorf("an entry of %s too few: %v", bucket, err)
		}
		poke(t, s, bucket, only, "")
	}
}

// One match that cannot be read must not hide a player's others, nor the home
// page's.
func TestListsGoPastWhatTheyCannotRead(t *testing.T) {
	ann := player.Key{1}
	for name, spoil := range map[string]func(s *Store){
		"a bent match":              func(s *Store) { poke(t, s, items, gameKey(match.ID{2}), "\x01G?") },
		"a newer one":               func(s *Store) { poke(t, s, items, gameKey(match.ID{2}), "\x02G?") },
		"an index without its game": func(s *Store) { drop(t, s, items, gameKey(match.ID{2})) },
	} {
		s := fresh(t)
		for n := range byte(3) {
			if err := s.Create(t.Context(), match.Image{ID: match.ID{n + 1}, Version: 1, Index: match.Index{Creator: ann, Created: time.Unix(1000, 0).UTC(), Open: true}}); err != nil {
				t.Fatal(err)
			}
		}
		spoil(s)
		mine, err := s.OfPlayer(t.Context(), ann)
		open, err2 := s.OpenGames(t.Context())
		if len(mine) != 2 || len(open) != 2 || !unreadable(err) || !unreadable(err2) {
			t.Errorf("%s: %d and %d are listed, %v, %v", name, len(mine), len(open), err, err2)
		}
	}
	s := fresh(t)
	poke(t, s, players, append(ann[:], "short"...), "")
	if list, err := s.OfPlayer(t.Context(), ann); len(list) != 0 || !unreadable(err) {
		t.Errorf("a short entry: %d are listed, %v", len(list), err)
	}
}

func drop(t *testing.T, s *Store, bucket, key []byte) {
	t.Helper()
	if err := s.db.Update(func(tx *bbolt.Tx) error { return tx.Bucket(bucket).Delete(key) }); err != nil {
		t.Fatal(err)
	}
}
