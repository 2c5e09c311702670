package dynamo

import (
	"context"
	"errors"

	"fieldpost/engine"
	"fieldpost/engine/match"
)

var errNobodysNotes = errors.New("notes of no match or no seat cannot be stored")

func notesKey(id match.ID, seat engine.Color) key {
	return key{gamePrefix + id.String(), "N#" + seat.String()}
}

// LoadNotes returns the notes of a seat, by a strong read; the zero ones if there are
// none.
func (s *Store) LoadNotes(ctx context.Context, id match.ID, seat engine.Color) (match.Notes, error) {
	i, err := s.get(ctx, notesKey(id, seat), true)
	if errors.Is(err, match.ErrNotFound) {
		return match.Notes{}, nil
	}
	if err != nil {
		return match.Notes{}, err
	}
	r := reader{item: i}
	data := r.blob("d")
	if r.err != nil {
		return match.Notes{}, r.err
	}
	return match.OpenNotes(data)
}

// SaveNotes stores n in place of the notes of a seat. Empty ones leave nothing.
func (s *Store) SaveNotes(ctx context.Context, id match.ID, seat engine.Color, n match.Notes) error {
	switch {
	case id == (match.ID{}) || seat == engine.NoColor:
		return errNobodysNotes
	case n.Empty():
		return s.remove(ctx, notesKey(id, seat), condition{})
	}
	return s.put(ctx, notesKey(id, seat), item{"d": blob(match.SealNotes(n))}, condition{})
}
