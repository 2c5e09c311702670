package bolt

import (
	"context"
	"errors"

	"fieldpost/engine/match"

	bbolt "go.etcd.io/bbolt"
)

var errNoVersion = errors.New("an image without an id or a version cannot be stored")

func gameKey(id match.ID) []byte { return []byte("G#" + id.String() + "/G") }

// Load returns the image of a match, or match.ErrNotFound. All reads are strong
// here.
func (s *Store) Load(ctx context.Context, id match.ID, _ bool) (match.Image, error) {
	var i match.Image
	err := s.view(ctx, func(tx *bbolt.Tx) error {
		value := tx.Bucket(items).Get(gameKey(id))
		if value == nil {
			return match.ErrNotFound
		}
		var err error
		i, err = openGame(id, value)
		return err
	})
	return i, err
}

// Create stores the first image of a match and appends it to the stream, or
// fails with match.ErrExists and does neither.
func (s *Store) Create(ctx context.Context, i match.Image) error {
	if i.ID == (match.ID{}) || i.Version == 0 {
		return errNoVersion
	}
	return s.put(ctx, i, func(stored *match.Image) error {
		if stored != nil {
			return match.ErrExists
		}
		return nil
	})
}

// Save stores i in place of the image of the version before it and appends it to
// the stream. If any other version is stored, or none, it fails with
// match.ErrConflict and does neither.
func (s *Store) Save(ctx context.Context, i match.Image) error {
	return s.put(ctx, i, func(stored *match.Image) error {
		if stored == nil || i.Version == 0 || i.Version != stored.Version+1 {
			return match.ErrConflict
		}
		return nil
	})
}

// put stores i with its index and its record if what is stored, nil for nothing,
// allows it.
func (s *Store) put(ctx context.Context, i match.Image, allowed func(stored *match.Image) error) error {
	err := s.update(ctx, func(tx *bbolt.Tx) error {
		key, b := gameKey(i.ID), tx.Bucket(items)
		var stored *match.Image
		was := match.Index{}
		if value := b.Get(key); value != nil {
			body, err := open(value, gameKind)
			if err != nil {
				return err
			}
			head, _, err := readHead(i.ID, body)
			if err != nil {
				return err
			}
			stored, was = &head, head.Index
		}
		if err := allowed(stored); err != nil {
			return err
		}
		if err := b.Put(key, gameValue(i)); err != nil {
			return err
		}
		if err := reindex(tx, i.ID, was, i.Index); err != nil {
			return err
		}
		return appendRecord(tx, i)
	})
	if err == nil {
		s.rouse()
	}
	return err
}
