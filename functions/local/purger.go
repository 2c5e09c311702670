package main

import (
	"context"
	"log/slog"
	"time"
)

// purger takes out of the store what is over, at each full hour. Windows of an hour end
// there too, so that what was counted in one, like the addresses of clients, is kept no
// longer (product.md "Life of a game").
func purger(purge func(ctx context.Context, now time.Time) (removed int, err error), w world, log *slog.Logger) chore {
	return chore{
		do: func(ctx context.Context, now time.Time) error {
			_, err := purge(ctx, now)
			return err
		},
		pause: func(now time.Time, _ bool) time.Duration { return now.Truncate(time.Hour).Add(time.Hour).Sub(now) },
		fault: "not all that is over was taken out of the store",
		now:   w.now, after: w.after, log: log,
	}
}
