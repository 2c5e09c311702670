package mailbox

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

// ErrNotFound says that there is no mail of an id.
var ErrNotFound = errors.New("no such mail")

// RefusedError is a mail that is not taken and would not be at any later time.
type RefusedError struct{ Why string }

func (e *RefusedError) Error() string { return "the mailbox refuses the mail: " + e.Why }

// Refused tells callers who do not know this package that trying again is no use.
func (e *RefusedError) Refused() bool { return true }

// mostKept is how many bytes of parsed mails a Box holds in memory: some 2,000
// turn mails, the newest ones.
const mostKept = 64 << 20

// Box is an open folder of mails. Any number of goroutines may use it.
type Box struct {
	dir  string
	most int // bytes of parsed mails in memory

	sending sync.Mutex // held from the choice of a name until the file bears it
	arrived uint64     // the last number that was given

	mu     sync.RWMutex
	mails  []*entry       // by id
	places map[string]int // key letters → index in mails
	kept   int            // bytes of parsed mails in memory now
}

// entry is one mail as it was last sent; sending it again makes a new entry.
type entry struct {
	id     string
	parsed *Mail // nil: not in memory
}

// Open opens the folder dir, and makes it (0700) if it is missing. What a killed
// process left half written is removed.
func Open(dir string) (*Box, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("open mailbox: %w", err)
	}
	files, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("open mailbox: %w", err)
	}
	b := &Box{dir: dir, most: mostKept, places: make(map[string]int)}
	for _, f := range files {
		if name := f.Name(); strings.HasPrefix(name, ".") && strings.HasSuffix(name, partial) {
			if err := os.Remove(filepath.Join(dir, name)); err != nil {
				return nil, fmt.Errorf("open mailbox: %w", err)
			}
		}
		id, arrival, key, ok := parseName(f.Name())
		if !ok || !f.Type().IsRegular() {
			continue
		}
		b.arrived = max(b.arrived, arrival)
		b.places[key] = len(b.mails)
		b.mails = append(b.mails, &entry{id: id})
	}
	return b, nil
}

// Send puts a mail into the folder, on disk when it returns, and returns its id.
// Raw is the message as it would go over the wire; from and to are the envelope.
// A mail that was sent under the same key before is replaced, in its place.
//
// It fails with *RefusedError, and then the mail has not arrived and never will,
// if the key or to is empty or an address has a control character. After any
// other error it may have arrived all the same.
func (b *Box) Send(ctx context.Context, key, from, to string, raw []byte) (id string, err error) {
	if err := ctx.Err(); err != nil {
		return "", err
	}
	e := envelope{from, to}
	switch {
	case key == "":
		return "", &RefusedError{"it has no key"}
	case !e.valid():
		// Not quoted: addresses are secret.
		return "", &RefusedError{"an address of its envelope is empty or has a control character"}
	}
	b.sending.Lock()
	defer b.sending.Unlock()
	id, err = b.place(keyLetters(key), e.pack(raw))
	if err != nil {
		return "", fmt.Errorf("send to mailbox: %w", err)
	}
	return id, nil
}

// place writes the file of a mail and lists it. One mail is placed at a time:
// whoever has seen a mail in a list never finds one before it later on.
func (b *Box) place(key string, file []byte) (id string, err error) {
	b.mu.RLock()
	at, again := b.places[key]
	if again {
		id = b.mails[at].id
	} else {
		id = mailID(b.arrived+1, key)
	}
	b.mu.RUnlock()

	temp := filepath.Join(b.dir, "."+id+partial)
	if err := write(temp, file); err != nil {
		return "", errors.Join(err, remove(temp))
	}
	if err := os.Rename(temp, filepath.Join(b.dir, id+suffix)); err != nil {
		return "", errors.Join(err, remove(temp))
	}
	err = syncDir(b.dir)

	b.mu.Lock()
	defer b.mu.Unlock()
	if again {
		b.forget(b.mails[at])
		b.mails[at] = &entry{id: id}
		return id, err
	}
	b.arrived++
	b.places[key] = len(b.mails)
	b.mails = append(b.mails, &entry{id: id})
	return id, err
}

// write makes or replaces a file and returns when it is on disk.
func write(path string, content []byte) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(content)
	return errors.Join(err, f.Sync(), f.Close())
}

func remove(path string) error {
	if err := os.Remove(path); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

// Raw returns the message of id, byte for byte as it was sent, or ErrNotFound.
func (b *Box) Raw(id string) ([]byte, error) {
	if _, err := b.find(id); err != nil {
		return nil, err
	}
	file, err := os.ReadFile(b.path(id))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, ErrNotFound
	case err != nil:
		return nil, fmt.Errorf("read mailbox: %w", err)
	}
	_, raw := unpack(file)
	return raw, nil
}

func (b *Box) path(id string) string { return filepath.Join(b.dir, id+suffix) }

// find returns the entry of id. No other id ever becomes a path.
func (b *Box) find(id string) (*entry, error) {
	b.mu.RLock()
	defer b.mu.RUnlock()
	at, ok := b.index(id)
	if !ok {
		return nil, ErrNotFound
	}
	return b.mails[at], nil
}

// index returns where the mail of id is in b.mails, or would be; b.mu is held.
func (b *Box) index(id string) (int, bool) {
	return slices.BinarySearchFunc(b.mails, id, func(e *entry, id string) int { return cmp.Compare(e.id, id) })
}
