package bolt

import (
	"context"
	"encoding/hex"
	"errors"

	"fieldpost/engine/match"
	"fieldpost/engine/player"

	bbolt "go.etcd.io/bbolt"
)

var errNobody = errors.New("a profile without a key cannot be stored")

func profileKey(k player.Key) []byte { return []byte("P#" + hex.EncodeToString(k[:]) + "/P") }

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
		return keep(tx, key, profileValue(i), stored.Expires, i.Expires)
	})
}
