package dynamo

import (
	"context"
	"encoding/hex"
	"errors"
	"strings"
	"time"

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
	image := player.Image{Key: k, Version: r.version(), Expires: r.time("ttl"), Data: r.blob("d"), Alarm: r.time("au")}
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
	if !i.Alarm.IsZero() {
		it["al"] = number(firstOfPeople + uint64(i.Key.AlarmShard()))
		it["au"] = number(seconds(i.Alarm))
	}
	return instead(s.put(ctx, profileKey(i.Key), it, before), match.ErrConflict)
}

// firstOfPeople is the first of the partitions of the alarms' index that are people's:
// those before it are matches'.
const firstOfPeople = match.AlarmShards

// DueProfiles returns the people of a shard (player.Key.AlarmShard) whose alarm is not
// after now, the earliest alarm first, at most limit. The index may be behind. Of
// entries that are no profile's Due's words hold.
func (s *Store) DueProfiles(ctx context.Context, shard int, now time.Time, limit int) (due []player.Key, faults error) {
	if shard < 0 || shard >= player.AlarmShards {
		return nil, ctx.Err()
	}
	faults, err := s.rung(ctx, firstOfPeople+shard, now, limit, func(r *reader) {
		if k := r.person(); r.err == nil {
			due = append(due, k)
		}
	})
	if err != nil {
		return nil, err
	}
	return due, faults
}

// person reads the key of a profile.
func (r *reader) person() (k player.Key) {
	digits, ok := strings.CutPrefix(r.text("pk"), "P#")
	b, err := hex.DecodeString(digits)
	if !ok || err != nil || len(b) != len(k) || r.text("sk") != "P" {
		r.fault("an item that is no profile's")
		return player.Key{}
	}
	return player.Key(b)
}
