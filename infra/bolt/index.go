package bolt

import (
	"context"
	"encoding/binary"
	"errors"
	"time"

	"fieldpost/engine/match"
	"fieldpost/engine/player"

	bbolt "go.etcd.io/bbolt"
)

// What a list holds at most: the newest.
const (
	mostOfPlayer  = match.MostListed
	mostOpenGames = 100
)

// OfPlayer returns the matches in which key is the creator or the opponent, the
// newest first, at most 500. It leaves out those that it cannot read, and returns
// a *match.CorruptError or *match.VersionError beside the others.
func (s *Store) OfPlayer(ctx context.Context, key player.Key) ([]match.Image, error) {
	if key == (player.Key{}) {
		return nil, ctx.Err()
	}
	return s.list(ctx, players, key[:], mostOfPlayer)
}

// OpenGames returns the matches that anybody may join, the newest first, at most
// 100. Of those that it cannot read OfPlayer's words hold.
func (s *Store) OpenGames(ctx context.Context) ([]match.Image, error) {
	return s.list(ctx, opened, nil, mostOpenGames)
}

// list reads the matches that an index has under a prefix.
func (s *Store) list(ctx context.Context, index, prefix []byte, most int) (list []match.Image, faults error) {
	err := s.view(ctx, func(tx *bbolt.Tx) error {
		c, games, n := tx.Bucket(index).Cursor(), tx.Bucket(items), 0
		for key, _ := c.Seek(prefix); key != nil && n < most; key, _ = c.Next() {
			rest, ok := cutPrefix(key, prefix)
			if !ok {
				break
			}
			n++
			i, err := listed(games, rest)
			if err != nil {
				faults = errors.Join(faults, err)
				continue
			}
			list = append(list, i)
		}
		return nil
	})
	return list, errors.Join(err, faults)
}

// listed reads the match of an index's entry, less its prefix.
func listed(games *bbolt.Bucket, entry []byte) (match.Image, error) {
	if len(entry) != 16 {
		return match.Image{}, &match.CorruptError{What: "an index of another shape"}
	}
	id := match.ID(entry[8:])
	value := games.Get(gameKey(id))
	if value == nil {
		return match.Image{}, &match.CorruptError{What: "an index without its game"}
	}
	return openGame(id, value)
}

func cutPrefix(key, prefix []byte) ([]byte, bool) {
	if len(key) < len(prefix) || string(key[:len(prefix)]) != string(prefix) {
		return nil, false
	}
	return key[len(prefix):], true
}

// reindex moves a match, in the transaction that puts it. A move moves nothing.
func reindex(tx *bbolt.Tx, id match.ID, was, is match.Index) error {
	if was == is {
		return nil
	}
	before, after := entries(id, was), entries(id, is)
	for entry := range before {
		if !after[entry] {
			if err := tx.Bucket([]byte(entry.bucket)).Delete([]byte(entry.key)); err != nil {
				return err
			}
		}
	}
	for entry := range after {
		if !before[entry] {
			if err := tx.Bucket([]byte(entry.bucket)).Put([]byte(entry.key), nil); err != nil {
				return err
			}
		}
	}
	return reschedule(tx, gameKey(id), was.Expires, is.Expires)
}

type entry struct{ bucket, key string }

// entries returns under what a match is found.
func entries(id match.ID, x match.Index) map[entry]bool {
	set := map[entry]bool{}
	at := string(newestFirst(x.Created)) + string(id[:])
	for _, k := range []player.Key{x.Creator, x.Opponent} {
		if k != (player.Key{}) {
			set[entry{string(players), string(k[:]) + at}] = true
		}
	}
	if x.Open {
		set[entry{string(opened), at}] = true
	}
	if !x.Alarm.IsZero() {
		set[entry{string(alarms), string(alarmKey(id, x.Alarm))}] = true
	}
	return set
}

// newestFirst writes a time so that a later one comes first.
func newestFirst(t time.Time) []byte { return binary.BigEndian.AppendUint64(nil, ^seconds(t)) }
