package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"fieldpost/engine/match"
	"fieldpost/functions/internal/panics"
)

// recovery is how long a chore that is done every few moments rests after a failure.
const recovery = time.Minute

// chore is what the program does again and again, beside what it is asked for: at its
// start, and then after each pause. It has a goroutine of its own, so that a slow one
// holds up no other.
type chore struct {
	do    func(ctx context.Context, now time.Time) error
	pause func(now time.Time, failed bool) time.Duration // from the beginning of one turn at now, when it is over
	fault string                                         // what the log says of a failure
	now   func() time.Time
	after func(time.Duration) <-chan time.Time
	log   *slog.Logger
}

// run works until ctx ends, and finishes what it is at.
func (c chore) run(ctx context.Context) {
	for ctx.Err() == nil {
		now := c.now()
		err := c.do(ctx, now)
		if err != nil && ctx.Err() == nil {
			c.log.Warn(c.fault, "err", class(err))
		}
		select {
		case <-ctx.Done():
		case <-c.after(c.pause(now, err != nil)):
		}
	}
}

// every makes a chore rest for d, and for longer after a failure.
func every(d time.Duration) func(time.Time, bool) time.Duration {
	return func(_ time.Time, failed bool) time.Duration {
		if failed {
			return recovery
		}
		return d
	}
}

// class describes an error of the store without what others have put into its
// text: by the text of our own, or else by the type of its first cause.
func class(err error) string {
	if corrupt, ok := errors.AsType[*match.CorruptError](err); ok {
		return corrupt.Error()
	}
	if newer, ok := errors.AsType[*match.VersionError](err); ok {
		return newer.Error()
	}
	if thrown, ok := errors.AsType[*panics.Error](err); ok {
		return thrown.Error()
	}
	for {
		cause := errors.Unwrap(err)
		if several, ok := err.(interface{ Unwrap() []error }); ok {
			cause = several.Unwrap()[0]
		}
		if cause == nil {
			return fmt.Sprintf("%T", err)
		}
		err = cause
	}
}
