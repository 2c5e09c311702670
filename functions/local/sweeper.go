package main

import (
	"context"
	"log/slog"
	"time"

	"fieldpost/functions/internal/clock"
	"fieldpost/functions/internal/metrics"
)

const (
	// tick is how long the clock waits from one sweep to the next (architecture.md
	// "The alarm is lazy"). A sweep with nothing to do takes some 25 µs.
	tick = 250 * time.Millisecond

	// What one sweep does at most.
	sweepMost = 1000
	sweepSpan = 10 * time.Second
)

// sweeper ends the games whose time is over.
func sweeper(sweep func(ctx context.Context, now time.Time) (clock.Swept, error), w world, log *slog.Logger) chore {
	return chore{
		do: func(ctx context.Context, now time.Time) error {
			swept, err := sweep(ctx, now)
			if swept.Matches() > 0 {
				log.Info("sweep", metrics.Swept.Count(swept.Matches()), metrics.Failures.Count(swept.Failed))
			}
			return err
		},
		pause: every(tick), fault: "not all games whose time is over were ended",
		now: w.now, after: w.after, log: log,
	}
}
