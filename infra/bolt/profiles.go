package bolt

import (
	"context"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"strings"
	"time"

	"fieldpost/engine/match"
	"fieldpost/engine/player"

	bbolt "go.etcd.io/bbolt"
)

var errNobody = errors.New("a profile without a key cannot be stored")

func profileKey(k player.Key) []byte { return []byte("P#" + hex.EncodeToString(k[:]) + "/P") }

// ownerOf is whose profile lies under a key; nobody's under any other.
func ownerOf(key []byte) (k player.Key) {
	digits := strings.TrimSuffix(strings.TrimPrefix(string(key), "P#"), "/P")
	if b, err := hex.DecodeString(digits); err == nil {
		copy(k[:], b)
	}
	return k
}

// LoadProfile returns the image of a profile, or match.ErrNotFound.
func (s *Store) LoadProfile(ctx context.Context, key player.Key) (player.Image, error) {
	var i player.Image
	err := s.view(ctx, func(tx *bbolt.Tx) error {
		value := tx.Bucket(items).Get(profileKey(key))
		if value == nil {
			return match.ErrNotFound
		}
		var err error
		i, err = openProfile(key, value)
		return err
	})
	return i, err
}

// SaveProfile stores i in place of the image of the version before it, the first
// one in place of nothing, or fails with match.ErrConflict. Purge takes it out when
// it expires.
func (s *Store) SaveProfile(ctx context.Context, i player.Image) error {
	if i.Key == (player.Key{}) {
		return errNobody
	}
	return s.update(ctx, func(tx *bbolt.Tx) error {
		key, b := profileKey(i.Key), tx.Bucket(items)
		var stored player.Image
		if value := b.Get(key); value != nil {
			var err error
			if stored, err = openProfile(i.Key, value); err != nil {
				return err
			}
		}
		if i.Version == 0 || i.Version != stored.Version+1 {
			return match.ErrConflict
		}
		if err := ring(tx, i.Key, stored.Alarm, i.Alarm); err != nil {
			return err
		}
		return keep(tx, key, profileValue(i), stored.Expires, i.Expires)
	})
}

// DueProfiles returns the people of a shard (player.Key.AlarmShard) whose alarm is not
// after now, the earliest alarm first, at most limit. Of entries that it cannot read
// Due's words hold.
func (s *Store) DueProfiles(ctx context.Context, shard int, now time.Time, limit int) (due []player.Key, faults error) {
	if shard < 0 || shard >= player.AlarmShards {
		return nil, ctx.Err()
	}
	err := s.view(ctx, func(tx *bbolt.Tx) error {
		prefix, c := []byte{byte(firstOfPeople + shard)}, tx.Bucket(alarms).Cursor()
		for key, _ := c.Seek(prefix); key != nil && len(due) < limit; key, _ = c.Next() {
			rest, ok := cutPrefix(key, prefix)
			switch {
			case !ok:
				return nil
			case len(rest) != 8+len(player.Key{}):
				faults = errors.Join(faults, &match.CorruptError{What: "an alarm of another shape"})
				continue
			case binary.BigEndian.Uint64(rest) > seconds(now):
				return nil
			}
			due = append(due, player.Key(rest[8:]))
		}
		return nil
	})
	return due, errors.Join(err, faults)
}

// firstOfPeople is the first of the lists of alarms that are people's: those before it
// are matches'.
const firstOfPeople = match.AlarmShards

// ring moves the alarm of a person, in the transaction that puts his profile.
func ring(tx *bbolt.Tx, k player.Key, was, is time.Time) error {
	if was.Equal(is) {
		return nil
	}
	b := tx.Bucket(alarms)
	if !was.IsZero() {
		if err := b.Delete(personKey(k, was)); err != nil {
			return err
		}
	}
	if !is.IsZero() {
		return b.Put(personKey(k, is), nil)
	}
	return nil
}

func personKey(k player.Key, alarm time.Time) []byte {
	key := binary.BigEndian.AppendUint64([]byte{byte(firstOfPeople + k.AlarmShard())}, seconds(alarm))
	return append(key, k[:]...)
}
