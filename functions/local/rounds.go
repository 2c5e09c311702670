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

// rounds sends the mails of the day, by the time of the games.
func rounds(sweep func(ctx context.Context, now time.Time) (digest.Swept, error), now func() time.Time, w world, log *slog.Logger) chore {
	return chore{
		do: func(ctx context.Context, now time.Time) error {
			_, err := sweep(ctx, now)
			return err
		},
		pause: every(interval), fault: "not all mails of the day were sent",
		now: now, after: w.after, log: log,
	}
}
