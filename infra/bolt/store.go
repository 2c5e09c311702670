package bolt

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	bbolt "go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"
)

// ErrLocked says that another process has the file open.
var ErrLocked = errors.New("already running: another process uses this data")

// patience is how long Open waits for a process that is about to end.
const patience = 300 * time.Millisecond

var (
	items   = []byte("items")
	stream  = []byte("stream")
	players = []byte("players")
	opened  = []byte("open")
	alarms  = []byte("alarms")
	ends    = []byte("ends")
	calls   = []byte("calls")
)

// Store is an open file. Any number of goroutines may use it.
type Store struct {
	db   *bbolt.DB
	wake chan struct{}
}

// Open opens the file at path, and makes it (0600) and its folders (0700) where
// they are missing. It fails with ErrLocked if another process has it open.
func Open(path string) (*Store, error) {
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("open store: %w", err)
	}
	db, err := bbolt.Open(path, 0o600, &bbolt.Options{Timeout: patience})
	if errors.Is(err, berrors.ErrTimeout) {
		return nil, fmt.Errorf("open store %q: %w", path, ErrLocked)
	}
	if err != nil {
		return nil, fmt.Errorf("open store %q: %w", path, err)
	}
	s := &Store{db: db, wake: make(chan struct{}, 1)}
	if err := s.begin(dir); err != nil {
		return nil, errors.Join(fmt.Errorf("open store %q: %w", path, err), db.Close())
	}
	return s, nil
}

// begin makes the buckets, makes sure that a new file is found again after a
// power failure, and wakes the reader of a stream that was left unfinished.
func (s *Store) begin(dir string) error {
	err := s.db.Update(func(tx *bbolt.Tx) error {
		for _, name := range [][]byte{items, stream, players, opened, alarms, ends, calls} {
			if _, err := tx.CreateBucketIfNotExists(name); err != nil {
				return err
			}
		}
		if first, _ := tx.Bucket(stream).Cursor().First(); first != nil {
			s.rouse()
		}
		return nil
	})
	if err != nil {
		return err
	}
	return syncDir(dir)
}

func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

// Close closes the file after the transactions that are under way.
func (s *Store) Close() error { return s.db.Close() }

// update runs one writing transaction, on disk when it returns nil.
func (s *Store) update(ctx context.Context, f func(*bbolt.Tx) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	return s.db.Update(f)
}

// view runs one reading transaction. Slices of the store are valid only in it.
func (s *Store) view(ctx context.Context, f func(*bbolt.Tx) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	return s.db.View(f)
}
