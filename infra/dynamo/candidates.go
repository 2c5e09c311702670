package dynamo

import (
	"context"
	"errors"

	"fieldpost/engine/match"
)

var errNoCandidate = errors.New("a candidate without an id cannot be stored")

// candidateKey spells the id as that of a match.
func candidateKey(id match.CandidateID) key { return key{"W#" + match.ID(id).String(), "W"} }

// KeepCandidate stores a candidate, in place of one of the same id, until he is
// too late.
func (s *Store) KeepCandidate(ctx context.Context, id match.CandidateID, c match.Candidate) error {
	if id == (match.CandidateID{}) {
		return errNoCandidate
	}
	i := item{"d": blob(match.SealCandidate(c))}
	setTime(i, "ttl", c.Expires())
	return s.put(ctx, candidateKey(id), i, condition{})
}

// LoadCandidate returns a candidate, by a strong read, whether or not he is too
// late, or match.ErrNotFound.
func (s *Store) LoadCandidate(ctx context.Context, id match.CandidateID) (match.Candidate, error) {
	i, err := s.get(ctx, candidateKey(id), true)
	if err != nil {
		return match.Candidate{}, err
	}
	r := reader{item: i}
	data := r.blob("d")
	if r.err != nil {
		return match.Candidate{}, r.err
	}
	return match.OpenCandidate(data)
}
