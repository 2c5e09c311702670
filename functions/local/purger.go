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

// purger takes out of the store what is over, at the start and at each full hour.
// Windows of an hour end there too, so that what was counted in one, like the
// addresses of clients, is kept no longer (product.md "Life of a game").
type purger struct {
	purge func(ctx context.Context, now time.Time) (removed int, err error)
	now   func() time.Time
	after func(time.Duration) <-chan time.Time
	log   *slog.Logger
}

// run works until ctx ends.
func (p purger) run(ctx context.Context) {
	for ctx.Err() == nil {
		now := p.now()
		if _, err := p.purge(ctx, now); err != nil && ctx.Err() == nil {
			p.log.Warn("not all that is over was taken out of the store", "err", class(err))
		}
		select {
		case <-ctx.Done():
		case <-p.after(now.Truncate(time.Hour).Add(time.Hour).Sub(now)):
		}
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
