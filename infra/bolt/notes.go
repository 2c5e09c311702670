package bolt

import (
	"context"
	"errors"

	"fieldpost/engine"
	"fieldpost/engine/match"

	bbolt "go.etcd.io/bbolt"
)

var errNobodysNotes = errors.New("notes of no match or no seat cannot be stored")

func notesKey(id match.ID, seat engine.Color) []byte {
	return []byte("G#" + id.String() + "/N#" + seat.String())
}

// LoadNotes returns the notes of a seat; the zero ones if there are none.
func (s *Store) LoadNotes(ctx context.Context, id match.ID, seat engine.Color) (n match.Notes, err error) {
	err = s.view(ctx, func(tx *bbolt.Tx) error {
		value := tx.Bucket(items).Get(notesKey(id, seat))
		if value == nil {
			return nil
		}
		n, err = openNotes(value)
		return err
	})
	return n, err
}

// SaveNotes stores n in place of the notes of a seat. Empty ones leave nothing. The
// stream has no record of it.
func (s *Store) SaveNotes(ctx context.Context, id match.ID, seat engine.Color, n match.Notes) error {
	if id == (match.ID{}) || seat == engine.NoColor {
		return errNobodysNotes
	}
	return s.update(ctx, func(tx *bbolt.Tx) error {
		b, key := tx.Bucket(items), notesKey(id, seat)
		if n.Empty() {
			return b.Delete(key)
		}
		return b.Put(key, append([]byte{form, notesKind}, match.SealNotes(n)...))
	})
}

// openNotes reads a value into memory of its own.
func openNotes(value []byte) (match.Notes, error) {
	b, err := open(value, notesKind)
	if err != nil {
		return match.Notes{}, err
	}
	return match.OpenNotes(b)
}

// removeNotes takes out the notes of both seats of a match.
func removeNotes(tx *bbolt.Tx, id match.ID) error {
	b := tx.Bucket(items)
	return errors.Join(b.Delete(notesKey(id, engine.Red)), b.Delete(notesKey(id, engine.Blue)))
}
