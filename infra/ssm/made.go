package ssm

import (
	"context"
	"slices"
	"sync"
	"time"
)

const (
	// Fresh is for how long what was read counts.
	Fresh = 5 * time.Minute
	// again is the time to the next try after one that failed.
	again = 30 * time.Second
	// patience is how long a caller waits for a later reading, since he could do
	// with what there is.
	patience = 2 * time.Second
)

// Made is a T that is made of parameters, and made anew when they change: keys that
// rotate stay what they are, and whoever asks later gets others. All fields but
// Report must be set. Any number of goroutines may use it.
type Made[T any] struct {
	Call  Call
	Names []string // at most 10, each once
	// Make makes a T of the parameters' texts, in the order of Names. Its errors
	// must not tell them.
	Make func(texts []string) (T, error)
	Now  func() time.Time
	// Report gets what went wrong with a reading in whose place the last good one
	// is used; may be nil.
	Report func(err error)

	reading sync.Mutex // held while the parameters are being read
	mu      sync.Mutex // guards what follows
	texts   []string
	made    T
	ready   bool
	next    time.Time // when to read again
}

// Get returns the T of the parameters as they were at most Fresh ago, or, if they
// cannot be read or nothing can be made of them, the last that was good. While one
// caller reads, the others get what there is. It fails if there is none yet: with
// *Error, or as Make does.
func (m *Made[T]) Get(ctx context.Context) (T, error) {
	made, ready, due := m.state()
	switch {
	case !due:
		return made, nil
	case !ready:
		m.reading.Lock()
	case !m.reading.TryLock():
		return made, nil
	}
	defer m.reading.Unlock()
	if made, ready, due = m.state(); !due { // somebody else has just read
		return made, nil
	}
	if !ready {
		return m.read(ctx)
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	latest, err := m.read(ctx)
	if err == nil {
		return latest, nil
	}
	m.mu.Lock()
	m.next = m.Now().Add(again)
	m.mu.Unlock()
	if m.Report != nil {
		m.Report(err)
	}
	return made, nil
}

func (m *Made[T]) state() (made T, ready, due bool) {
	now := m.Now()
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.made, m.ready, !m.ready || !now.Before(m.next)
}

// read returns the T of the parameters as they are, and keeps it.
func (m *Made[T]) read(ctx context.Context) (T, error) {
	var none T
	texts, err := m.Call.read(ctx, m.Names)
	if err != nil {
		return none, err
	}
	m.mu.Lock()
	made, same := m.made, m.ready && slices.Equal(texts, m.texts)
	m.mu.Unlock()
	if !same {
		if made, err = m.Make(texts); err != nil {
			return none, err
		}
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.texts, m.made, m.ready, m.next = texts, made, true, m.Now().Add(Fresh)
	return made, nil
}
