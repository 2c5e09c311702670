package bolt

import (
	"context"
	"encoding/binary"
	"errors"
	"time"

	"fieldpost/engine/match"

	bbolt "go.etcd.io/bbolt"
)

var errNoChange = errors.New("a change of an address without an id cannot be stored")

// changeKey spells the id as that of a match.
func changeKey(id match.ChangeID) []byte { return []byte("A#" + match.ID(id).String() + "/A") }

// LoadChange returns a change of an address, or match.ErrNotFound.
func (s *Store) LoadChange(ctx context.Context, id match.ChangeID) (match.AddressChange, error) {
	var c match.AddressChange
	err := s.view(ctx, func(tx *bbolt.Tx) error {
		value := tx.Bucket(items).Get(changeKey(id))
		if value == nil {
			return match.ErrNotFound
		}
		var err error
		c, err = openChange(id, value)
		return err
	})
	return c, err
}

// SaveChange stores c in place of the version before it, the first one in place of
// nothing, or fails with match.ErrConflict. Purge takes it out when it is over.
func (s *Store) SaveChange(ctx context.Context, c match.AddressChange) error {
	if c.ID == (match.ChangeID{}) {
		return errNoChange
	}
	return s.update(ctx, func(tx *bbolt.Tx) error {
		key, stored, was := changeKey(c.ID), match.AddressChange{}, time.Time{}
		if value := tx.Bucket(items).Get(key); value != nil {
			var err error
			if stored, err = openChange(c.ID, value); err != nil {
				return err
			}
			was = stored.Expires()
		}
		if c.Version == 0 || c.Version != stored.Version+1 {
			return match.ErrConflict
		}
		return keep(tx, key, changeValue(c), was, c.Expires())
	})
}

func changeValue(c match.AddressChange) []byte {
	return append(binary.BigEndian.AppendUint64([]byte{form, changeKind}, c.Version), match.SealAddressChange(c)...)
}

func openChange(id match.ChangeID, value []byte) (match.AddressChange, error) {
	b, err := open(value, changeKind)
	if err != nil {
		return match.AddressChange{}, err
	}
	if len(b) < 8 {
		return match.AddressChange{}, errCut
	}
	return match.OpenAddressChange(id, binary.BigEndian.Uint64(b), b[8:])
}
