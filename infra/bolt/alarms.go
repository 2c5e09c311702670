package bolt

import (
	"context"
	"encoding/binary"
	"errors"
	"time"

	"fieldpost/engine/match"

	bbolt "go.etcd.io/bbolt"
)

// Due returns the matches of a shard whose alarm is not after now, the earliest
// alarm first, at most limit. It leaves out entries that it cannot read, and
// returns a *match.CorruptError beside the others.
func (s *Store) Due(ctx context.Context, shard int, now time.Time, limit int) (due []match.ID, faults error) {
	if shard < 0 || shard >= match.AlarmShards {
		return nil, ctx.Err()
	}
	err := s.view(ctx, func(tx *bbolt.Tx) error {
		prefix, c := []byte{byte(shard)}, tx.Bucket(alarms).Cursor()
		for key, _ := c.Seek(prefix); key != nil && len(due) < limit; key, _ = c.Next() {
			rest, ok := cutPrefix(key, prefix)
			switch {
			case !ok:
				return nil
			case len(rest) != 16:
				faults = errors.Join(faults, &match.CorruptError{What: "an alarm of another shape"})
				continue
			case binary.BigEndian.Uint64(rest) > seconds(now):
				return nil
			}
			due = append(due, match.ID(rest[8:]))
		}
		return nil
	})
	return due, errors.Join(err, faults)
}

// Rearm stores i in place of the image of the same version whose alarm is was, and
// appends it to the stream. If another version or another alarm is stored, or
// nothing, it fails with match.ErrConflict and does neither.
func (s *Store) Rearm(ctx context.Context, i match.Image, was time.Time) error {
	return s.put(ctx, i, func(stored *match.Image) error {
		if stored == nil || stored.Version != i.Version || was.IsZero() || !stored.Alarm.Equal(was) {
			return match.ErrConflict
		}
		return nil
	})
}

func alarmKey(id match.ID, alarm time.Time) []byte {
	key := binary.BigEndian.AppendUint64([]byte{byte(id.AlarmShard())}, seconds(alarm))
	return append(key, id[:]...)
}
