package bolt

import (
	"context"
	"encoding/binary"
	"math"

	"fieldpost/engine/match"

	bbolt "go.etcd.io/bbolt"
)

// appendRecord writes i under the next number, in the transaction that puts it.
func appendRecord(tx *bbolt.Tx, i match.Image) error {
	b := tx.Bucket(stream)
	n, err := b.NextSequence()
	if err != nil {
		return err
	}
	return b.Put(number(n), recordValue(i))
}

func number(n uint64) []byte { return binary.BigEndian.AppendUint64(nil, n) }

// Next returns the record with the lowest number above after, and false if there
// is none. A reader begins after 0 and goes on after the number it got, whether
// or not it could handle that record, so that none blocks the others; at the end
// it begins again. A record that cannot be read comes with its number, true and
// a *match.CorruptError or *match.VersionError.
func (s *Store) Next(ctx context.Context, after uint64) (n uint64, i match.Image, ok bool, err error) {
	if after == math.MaxUint64 {
		return 0, match.Image{}, false, nil
	}
	err = s.view(ctx, func(tx *bbolt.Tx) error {
		key, value := tx.Bucket(stream).Cursor().Seek(number(after + 1))
		if key == nil {
			return nil
		}
		n, ok = binary.BigEndian.Uint64(key), true
		var err error
		i, err = openRecord(value)
		return err
	})
	return n, i, ok, err
}

// Done takes a record out of the stream, and does nothing if it is not there.
func (s *Store) Done(ctx context.Context, n uint64) error {
	return s.update(ctx, func(tx *bbolt.Tx) error {
		return tx.Bucket(stream).Delete(number(n))
	})
}

// Wake returns the channel that gets a value after a record was appended, and at
// once if records were left from before Open. One value may stand for several
// records: read on until Next finds none.
func (s *Store) Wake() <-chan struct{} { return s.wake }

func (s *Store) rouse() {
	select {
	case s.wake <- struct{}{}:
	default:
	}
}
