package hook

import (
	"context"
	"fmt"
	"log/slog"
	"time"
)

// Calls keeps texts until a moment, one of the same moment after the other.
type Calls interface {
	// PutCall keeps a text.
	PutCall(ctx context.Context, due time.Time, text string) error
	// NextCall returns the text that is due first, and under which name it is kept, or
	// false if none is kept.
	NextCall(ctx context.Context) (name string, due time.Time, text string, ok bool, err error)
	// DoneCall drops a text. It is no error if it was dropped before.
	DoneCall(ctx context.Context, name string) error
}

// shelfPause is for how long a shelf waits where its store does not answer, and for how
// long it puts off a call that could be neither made nor put back.
const shelfPause = time.Minute

// Shelf is the queue of a program that keeps its calls itself, and makes them one
// after another when they are due. What was kept when the program ends is there when
// it begins again. NewShelf makes one.
type Shelf struct {
	calls Calls
	now   func() time.Time
	after func(time.Duration) <-chan time.Time
	log   *slog.Logger
	wake  chan struct{}
}

// NewShelf returns a shelf over a store.
func NewShelf(calls Calls, now func() time.Time, after func(time.Duration) <-chan time.Time, log *slog.Logger) *Shelf {
	return &Shelf{calls: calls, now: now, after: after, log: log, wake: make(chan struct{}, 1)}
}

// Put is that of Queue.
func (s *Shelf) Put(ctx context.Context, c Call) error {
	if err := s.calls.PutCall(ctx, c.Due, c.String()); err != nil {
		return err
	}
	select {
	case s.wake <- struct{}{}:
	default:
	}
	return nil
}

// Run gives take each call when it is due, until ctx ends, and finishes the one that
// it is at.
func (s *Shelf) Run(ctx context.Context, take func(context.Context, Call) error) {
	for ctx.Err() == nil {
		wait, idle := s.next(ctx, take)
		var alarm <-chan time.Time
		switch {
		case wait > 0:
			alarm = s.after(wait)
		case !idle:
			continue
		}
		select {
		case <-ctx.Done():
		case <-s.wake:
		case <-alarm:
		}
	}
}

// next makes the first call, if it is due. It returns how long to wait for the next
// one, or that there is none.
func (s *Shelf) next(ctx context.Context, take func(context.Context, Call) error) (wait time.Duration, idle bool) {
	name, due, text, ok, err := s.calls.NextCall(ctx)
	switch {
	case err != nil:
		s.report("webhooks not read", err)
		return shelfPause, false
	case !ok:
		return 0, true
	case due.After(s.now()):
		return due.Sub(s.now()), false
	}
	ctx = context.WithoutCancel(ctx)
	call, err := Parse(text)
	if err == nil {
		err = take(ctx, call)
	} else {
		s.report("call of a webhook not read", err)
		err = nil
	}
	if err != nil { // its turn comes again, after those of others
		s.report("webhook not called", err)
		err = s.calls.PutCall(ctx, s.now().Add(shelfPause), text)
	}
	if err == nil {
		err = s.calls.DoneCall(ctx, name)
	}
	if err != nil {
		s.report("call of a webhook not put away", err)
		return shelfPause, false
	}
	return 0, false
}

func (s *Shelf) report(what string, err error) { s.log.Warn(what, "err", fmt.Sprintf("%T", err)) }
