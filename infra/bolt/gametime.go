package bolt

import (
	"bytes"
	"context"

	bbolt "go.etcd.io/bbolt"
)

var timeKey = []byte("T#/T")

// LoadTime returns what SaveTime last kept; nothing if nothing was.
func (s *Store) LoadTime(ctx context.Context) (data []byte, err error) {
	err = s.view(ctx, func(tx *bbolt.Tx) error {
		value := tx.Bucket(items).Get(timeKey)
		if value == nil {
			return nil
		}
		kept, err := open(value, timeKind)
		data = bytes.Clone(kept)
		return err
	})
	return data, err
}

// SaveTime keeps the time of the games, which functions/internal/gametime can read, beside
// the games: a copy of the file has both.
func (s *Store) SaveTime(ctx context.Context, data []byte) error {
	return s.update(ctx, func(tx *bbolt.Tx) error {
		return tx.Bucket(items).Put(timeKey, append([]byte{form, timeKind}, data...))
	})
}
