package dynamo

import (
	"context"
	"encoding/hex"
	"errors"

	"fieldpost/engine/match"
	"fieldpost/engine/player"
)

var errNobody = errors.New("a profile without a key cannot be stored")

func profileKey(k player.Key) key { return key{"P#" + hex.EncodeToString(k[:]), "P"} }

// LoadProfile returns the image of a profile, by a strong read, or
// match.ErrNotFound.
func (s *Store) LoadProfile(ctx context.Context, k player.Key) (player.Image, error) {
	i, err := s.get(ctx, profileKey(k), true)
	if err != nil {
		return player.Image{}, err
	}
	r := reader{item: i}
	image := player.Image{Key: k, Version: r.version(), Expires: r.time("ttl"), Data: r.blob("d")}
	if r.err != nil {
		return player.Image{}, r.err
	}
	return image, nil
}

// SaveProfile stores i in place of the image of the version before it, the first
// one in place of nothing, or fails with match.ErrConflict. DynamoDB deletes it some
// time after it has expired.
func (s *Store) SaveProfile(ctx context.Context, i player.Image) error {
	switch {
	case i.Key == (player.Key{}):
		return errNobody
	case i.Version == 0:
		return match.ErrConflict
	}
	before := after(i.Version)
	if i.Version == 1 {
		before = absent
	}
	it := item{"v": number(i.Version)}
	set(it, "d", i.Data)
	setTime(it, "ttl", i.Expires)
	return instead(s.put(ctx, profileKey(i.Key), it, before), match.ErrConflict)
}
