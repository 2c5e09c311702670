package bolt

import (
	"context"
	"encoding/binary"
	"errors"
	"time"

	bbolt "go.etcd.io/bbolt"
)

var errNoCall = errors.New("no name of a call")

// callName is the length of a key.
const callName = 16

// PutCall keeps a text until a moment, which must lie after 1970.
func (s *Store) PutCall(ctx context.Context, due time.Time, text string) error {
	return s.update(ctx, func(tx *bbolt.Tx) error {
		b := tx.Bucket(calls)
		n, err := b.NextSequence()
		if err != nil {
			return err
		}
		key := binary.BigEndian.AppendUint64(nil, uint64(max(0, due.UnixNano())))
		return b.Put(binary.BigEndian.AppendUint64(key, n), []byte(text))
	})
}

// NextCall returns the text that is due first, of several the one that was put first,
// and its name, or false if there is none.
func (s *Store) NextCall(ctx context.Context) (name string, due time.Time, text string, ok bool, err error) {
	err = s.view(ctx, func(tx *bbolt.Tx) error {
		key, value := tx.Bucket(calls).Cursor().First()
		if key == nil {
			return nil
		}
		if len(key) != callName {
			return errNoCall
		}
		name, text, ok = string(key), string(value), true
		due = time.Unix(0, int64(binary.BigEndian.Uint64(key))).UTC()
		return nil
	})
	return name, due, text, ok, err
}

// DoneCall drops the text of a name, and does nothing if it is not there.
func (s *Store) DoneCall(ctx context.Context, name string) error {
	if len(name) != callName {
		return errNoCall
	}
	return s.update(ctx, func(tx *bbolt.Tx) error { return tx.Bucket(calls).Delete([]byte(name)) })
}
