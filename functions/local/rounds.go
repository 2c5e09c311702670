package main

import (
	"context"
	"log/slog"
	"time"

	"fieldpost/functions/internal/digest"
)

const (
	// interval is how long the rounds with the mails of the day wait from one to the
	// next. One with nothing to do takes some microseconds.
	interval = 5 * time.Second

	// What one round does at most.
	roundMost = 500
	roundSpan = time.Minute
)

// rounds sends the mails of the day, from the start on and at each interval. It has a
// goroutine of its own, so that a slow mail server holds up no game's end.
type rounds struct {
	sweep func(ctx context.Context, now time.Time) (digest.Swept, error)
	now   func() time.Time
	after func(time.Duration) <-chan time.Time
	log   *slog.Logger
}

// run works until ctx ends, and finishes the mail that it is at.
func (r rounds) run(ctx context.Context) {
	for ctx.Err() == nil {
		wait := interval
		if _, err := r.sweep(ctx, r.now()); err != nil && ctx.Err() == nil {
			r.log.Warn("not all mails of the day were sent", "err", class(err))
			wait = recovery
		}
		select {
		case <-ctx.Done():
		case <-r.after(wait):
		}
	}
}
