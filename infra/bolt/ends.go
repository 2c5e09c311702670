package bolt

import (
	"encoding/binary"
	"time"

	bbolt "go.etcd.io/bbolt"
)

// keep puts an item of which bucket ends knows that it was over at one moment,
// and now is at another; the zero time is never.
func keep(tx *bbolt.Tx, key, value []byte, was, is time.Time) error {
	if err := tx.Bucket(items).Put(key, value); err != nil {
		return err
	}
	return reschedule(tx, key, was, is)
}

// remove takes an item out that was to be over at a moment.
func remove(tx *bbolt.Tx, key []byte, was time.Time) error {
	if err := tx.Bucket(items).Delete(key); err != nil {
		return err
	}
	return reschedule(tx, key, was, time.Time{})
}

// reschedule changes when an item is over.
func reschedule(tx *bbolt.Tx, key []byte, was, is time.Time) error {
	if seconds(was) == seconds(is) {
		return nil
	}
	b := tx.Bucket(ends)
	if seconds(was) != 0 {
		if err := b.Delete(endKey(was, key)); err != nil {
			return err
		}
	}
	if seconds(is) != 0 {
		return b.Put(endKey(is, key), nil)
	}
	return nil
}

func endKey(end time.Time, key []byte) []byte {
	return append(binary.BigEndian.AppendUint64(nil, seconds(end)), key...)
}
