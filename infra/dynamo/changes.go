package dynamo

import (
	"context"
	"errors"

	"fieldpost/engine/match"
)

var errNoChange = errors.New("a change of an address without an id cannot be stored")

// changeKey spells the id as that of a match.
func changeKey(id match.ChangeID) key { return key{"A#" + match.ID(id).String(), "A"} }

// LoadChange returns a change of an address, by a strong read, whether or not it is
// over, or match.ErrNotFound.
func (s *Store) LoadChange(ctx context.Context, id match.ChangeID) (match.AddressChange, error) {
	i, err := s.get(ctx, changeKey(id), true)
	if err != nil {
		return match.AddressChange{}, err
	}
	r := reader{item: i}
	version, data := r.version(), r.blob("d")
	if r.err != nil {
		return match.AddressChange{}, r.err
	}
	return match.OpenAddressChange(id, version, data)
}

// SaveChange stores c in place of the version before it, the first one in place of
// nothing, or fails with match.ErrConflict. DynamoDB deletes it some time after it is
// over.
func (s *Store) SaveChange(ctx context.Context, c match.AddressChange) error {
	switch {
	case c.ID == (match.ChangeID{}):
		return errNoChange
	case c.Version == 0:
		return match.ErrConflict
	}
	before := after(c.Version)
	if c.Version == 1 {
		before = absent
	}
	i := item{"v": number(c.Version), "d": blob(match.SealAddressChange(c))}
	setTime(i, "ttl", c.Expires())
	return instead(s.put(ctx, changeKey(c.ID), i, before), match.ErrConflict)
}
