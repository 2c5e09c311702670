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
	err = s.claims(ctx, key, func(old claim, found bool) (*claim, error) {
		switch {
		case found && old.sent:
			sent = true
			return &old, nil
		case found && !old.until.Before(now):
			return nil, match.ErrHeld
		}
		return &claim{until: until}, nil
	})
	return sent, err
}

// Mark says that the mail of key is sent. Purge forgets it thirty days after until,
// the moment until which it was claimed.
func (s *Store) Mark(ctx context.Context, key string, until time.Time) error {
	return s.claims(ctx, key, func(claim, bool) (*claim, error) {
		return &claim{until: until, sent: true}, nil
	})
}

// Drop gives a claim back. It does nothing to a mail that is sent, or to a key
// that nobody has claimed.
func (s *Store) Drop(ctx context.Context, key string) error {
	return s.claims(ctx, key, func(old claim, _ bool) (*claim, error) {
		if old.sent {
			return &old, nil
		}
		return nil, nil
	})
}

// claims puts what change makes of the claim of a key in its place, or takes it
// away if that is nil.
func (s *Store) claims(ctx context.Context, name string, change func(old claim, found bool) (*claim, error)) error {
	// Claims lie beside the games: no key may reach another kind of item.
	if partition, sort, _ := strings.Cut(name, "/"); partition == "" || !strings.HasPrefix(sort, "C#") {
		return fmt.Errorf("%.80q is no key of a claim", name)
	}
	return s.update(ctx, func(tx *bbolt.Tx) error {
		key, old, was := []byte(name), claim{until: time.Unix(0, 0)}, time.Time{}
		value := tx.Bucket(items).Get(key)
		if value != nil {
			var err error
			if old, err = openClaim(value); err != nil {
				return err
			}
			was = old.ends()
		}
		now, err := change(old, value != nil)
		if err != nil {
			return err
		}
		if now == nil {
			return remove(tx, key, was)
		}
		return keep(tx, key, now.value(), was, now.ends())
	})
}
