package bolt

import (
	"context"
	"errors"
	"time"

	"fieldpost/engine/match"

	bbolt "go.etcd.io/bbolt"
)

var errNoCandidate = errors.New("a candidate without an id cannot be stored")

// candidateKey spells the id as that of a match.
func candidateKey(id match.CandidateID) []byte { return []byte("W#" + match.ID(id).String() + "/W") }

// KeepCandidate stores a candidate, in place of one of the same id. Purge takes
// him out when he is too late.
func (s *Store) KeepCandidate(ctx context.Context, id match.CandidateID, c match.Candidate) error {
	if id == (match.CandidateID{}) {
		return errNoCandidate
	}
	return s.update(ctx, func(tx *bbolt.Tx) error {
		key, was := candidateKey(id), time.Time{}
		if value := tx.Bucket(items).Get(key); value != nil {
			old, err := openCandidate(value)
			if err != nil {
				return err
			}
			was = old.Expires()
		}
		return keep(tx, key, candidateValue(c), was, c.Expires())
	})
}

// LoadCandidate returns a candidate, or match.ErrNotFound.
func (s *Store) LoadCandidate(ctx context.Context, id match.CandidateID) (match.Candidate, error) {
	var c match.Candidate
	err := s.view(ctx, func(tx *bbolt.Tx) error {
		value := tx.Bucket(items).Get(candidateKey(id))
		if value == nil {
			return match.ErrNotFound
		}
		var err error
		c, err = openCandidate(value)
		return err
	})
	return c, err
}
