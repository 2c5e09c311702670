package bolt

import (
	"context"
	"fmt"
	"strings"
	"time"

	"fieldpost/engine/match"

	bbolt "go.etcd.io/bbolt"
)

// Take claims the mail of key until a moment. It reports sent if the mail has
// been sent already, and fails with match.ErrHeld while another claim is live at
// now.
func (s *Store) Take(ctx context.Context, key string, now, until time.Time) (sent bool, err error) {
	err = s.claims(ctx, key, func(b *bbolt.Bucket, old claim, found bool) error {
		switch {
		case found && old.sent:
			sent = true
			return nil
		case found && !old.until.Before(now):
			return match.ErrHeld
		}
		return b.Put([]byte(key), claim{until: until}.value())
	})
	return sent, err
}

// Mark says that the mail of key is sent, for ever.
func (s *Store) Mark(ctx context.Context, key string) error {
	return s.claims(ctx, key, func(b *bbolt.Bucket, old claim, _ bool) error {
		old.sent = true
		return b.Put([]byte(key), old.value())
	})
}

// Drop gives a claim back. It does nothing to a mail that is sent, or to a key
// that nobody has claimed.
func (s *Store) Drop(ctx context.Context, key string) error {
	return s.claims(ctx, key, func(b *bbolt.Bucket, old claim, _ bool) error {
		if old.sent {
			return nil
		}
		return b.Delete([]byte(key))
	})
}

func (s *Store) claims(ctx context.Context, key string, f func(b *bbolt.Bucket, old claim, found bool) error) error {
	// Claims lie beside the games: no key may reach another kind of item.
	if partition, sort, _ := strings.Cut(key, "/"); partition == "" || !strings.HasPrefix(sort, "C#") {
		return fmt.Errorf("%.80q is no key of a claim", key)
	}
	return s.update(ctx, func(tx *bbolt.Tx) error {
		b := tx.Bucket(items)
		value := b.Get([]byte(key))
		if value == nil {
			return f(b, claim{until: time.Unix(0, 0)}, false)
		}
		old, err := openClaim(value)
		if err != nil {
			return err
		}
		return f(b, old, true)
	})
}
