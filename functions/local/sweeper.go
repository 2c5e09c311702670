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

	// recovery is how long it waits after one that failed.
	recovery = time.Minute

	// What one sweep does at most.
	sweepMost = 1000
	sweepSpan = 10 * time.Second
)

// sweeper ends the games whose time is over, from the start on and at each tick.
type sweeper struct {
	sweep func(ctx context.Context, now time.Time) (clock.Swept, error)
	now   func() time.Time
	after func(time.Duration) <-chan time.Time
	log   *slog.Logger
}

// run works until ctx ends.
func (s sweeper) run(ctx context.Context) {
	for ctx.Err() == nil {
		wait := tick
		swept, err := s.sweep(ctx, s.now())
		if swept.Matches() > 0 {
			s.log.Info("sweep", metrics.Swept.Count(swept.Matches()), metrics.Failures.Count(swept.Failed))
		}
		if err != nil && ctx.Err() == nil {
			s.log.Warn("not all games whose time is over were ended", "err", class(err))
			wait = recovery
		}
		select {
		case <-ctx.Done():
		case <-s.after(wait):
		}
	}
}
