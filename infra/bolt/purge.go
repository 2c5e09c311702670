package bolt

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"strings"
	"time"

	"fieldpost/engine/match"
	"fieldpost/engine/player"

	bbolt "go.etcd.io/bbolt"
)

// purgeBatch is how many items one transaction of Purge takes out, so that no
// press waits long for it.
const purgeBatch = 200

// Purge takes out what is over at now, and says how many items that were: matches
// past their Index.Expires, with their index and notes; claims thirty days after the moment
// until which they were taken, if the stream has no record of their match any
// more, by which a mail could be sent again; counters whose window is over;
// candidates who are too late; profiles past their Expires; changes of an address
// that are over. A match with an alarm stays until the clock has told
// of its end, however late that is. What it cannot read it leaves, goes on, and returns a
// *match.CorruptError or *match.VersionError at the end. It may be called again at
// any time, and be cut off.
func (s *Store) Purge(ctx context.Context, now time.Time) (removed int, err error) {
	var faults error
	for last := []byte(nil); ; {
		n, at, fault, err := s.purge(ctx, now, last)
		removed, faults = removed+n, errors.Join(faults, fault)
		if err != nil || at == nil {
			return removed, errors.Join(faults, err)
		}
		last = at
	}
}

// errDone ends a transaction that has nothing to write.
var errDone = errors.New("nothing is over")

// purge takes out the first items behind the entry last in the bucket ends. It
// returns the last entry that it saw, nil if there was none, and what it could
// not read.
func (s *Store) purge(ctx context.Context, now time.Time, last []byte) (removed int, at []byte, faults, err error) {
	err = s.update(ctx, func(tx *bbolt.Tx) error {
		over := due(tx, seconds(now), last)
		owed, err := inStream(tx)
		if err != nil {
			return err
		}
		for _, entry := range over {
			at = entry
			if owed.claim(entry) {
				continue
			}
			switch err := takeOut(tx, entry); {
			case errors.Is(err, errAwaited):
			case unreadable(err):
				faults = errors.Join(faults, err)
			case err != nil:
				return err
			default:
				removed++
			}
		}
		if removed == 0 {
			return errDone
		}
		return nil
	})
	switch {
	case errors.Is(err, errDone):
		err = nil
	case err != nil:
		removed, at = 0, nil
	}
	return removed, at, faults, err
}

// due returns the first entries behind last whose moment has come.
func due(tx *bbolt.Tx, now uint64, last []byte) (over [][]byte) {
	c := tx.Bucket(ends).Cursor()
	for key, _ := c.Seek(last); key != nil && len(over) < purgeBatch; key, _ = c.Next() {
		if len(key) >= 8 && binary.BigEndian.Uint64(key) > now {
			break
		}
		if !bytes.Equal(key, last) {
			over = append(over, bytes.Clone(key))
		}
	}
	return over
}

// owing are the matches that the stream has records of, by the partition of their
// keys: "G#mzxw6ytboi4dk".
type owing struct {
	games map[string]bool
	all   bool // there is a record that cannot be read, of whichever match
}

func inStream(tx *bbolt.Tx) (owing, error) {
	o := owing{games: map[string]bool{}}
	err := tx.Bucket(stream).ForEach(func(_, value []byte) error {
		id, _, err := splitRecord(value)
		o.games["G#"+id.String()], o.all = true, o.all || err != nil
		return nil
	})
	return o, err
}

// claim reports whether an entry of the bucket ends is of a claim that is still
// needed.
func (o owing) claim(entry []byte) bool {
	if len(entry) < 8 {
		return false
	}
	partition, sort, _ := strings.Cut(string(entry[8:]), "/")
	return strings.HasPrefix(sort, "C#") && (o.all || o.games[partition])
}

// errAwaited says that the clock has still something to do in a match.
var errAwaited = errors.New("a match whose end nobody was told")

// takeOut takes out the item of an entry of the bucket ends, and the entry.
func takeOut(tx *bbolt.Tx, entry []byte) error {
	if len(entry) < 8 {
		return &match.CorruptError{What: "an end of another shape"}
	}
	end, key := timeOf(binary.BigEndian.Uint64(entry)), entry[8:]
	value := tx.Bucket(items).Get(key)
	if value == nil {
		return &match.CorruptError{What: "an end without its item"}
	}
	is, game, err := endOf(key, value)
	if err != nil {
		return err
	}
	if seconds(is) != seconds(end) {
		return &match.CorruptError{What: "an item that ends at another time"}
	}
	if game != nil {
		if !game.Alarm.IsZero() {
			return errAwaited
		}
		if err := reindex(tx, game.ID, game.Index, match.Index{}); err != nil {
			return err
		}
		if err := removeNotes(tx, game.ID); err != nil {
			return err
		}
	}
	if value[1] == timedKind {
		i, err := openProfile(ownerOf(key), value)
		if err != nil {
			return err
		}
		if err := ring(tx, i.Key, i.Alarm, time.Time{}); err != nil {
			return err
		}
	}
	return remove(tx, key, is)
}

// endOf returns when an item is over, the zero time for never, and of a match its
// head.
func endOf(key, value []byte) (end time.Time, game *match.Image, err error) {
	if len(value) < 2 {
		_, err = open(value, 0)
		return time.Time{}, nil, err
	}
	switch value[1] {
	case gameKind:
		name, _ := strings.CutPrefix(strings.TrimSuffix(string(key), "/G"), "G#")
		id, err := match.ParseID(name)
		if err != nil {
			return time.Time{}, nil, &match.CorruptError{What: "a game under another's key"}
		}
		b, err := open(value, gameKind)
		if err != nil {
			return time.Time{}, nil, err
		}
		head, _, err := readHead(id, b)
		return head.Expires, &head, err
	case claimKind:
		c, err := openClaim(value)
		return c.ends(), nil, err
	case counterKind:
		c, err := openCounter(value)
		return c.end, nil, err
	case candidateKind:
		c, err := openCandidate(value)
		return c.Expires(), nil, err
	case profileKind, timedKind:
		i, err := openProfile(player.Key{}, value)
		return i.Expires, nil, err
	case notesKind:
		_, err = openNotes(value)
		return time.Time{}, nil, err
	case changeKind:
		c, err := openChange(match.ChangeID{1}, value)
		return c.Expires(), nil, err
	case heartbeatKind:
		_, err = open(value, heartbeatKind)
		return time.Time{}, nil, err
	case timeKind:
		_, err = open(value, timeKind)
		return time.Time{}, nil, err
	}
	return time.Time{}, nil, &match.CorruptError{What: "a stored value of no kind"}
}

func unreadable(err error) bool {
	_, corrupt := errors.AsType[*match.CorruptError](err)
	_, newer := errors.AsType[*match.VersionError](err)
	return corrupt || newer
}
