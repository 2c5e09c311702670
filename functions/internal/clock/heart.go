package clock

import (
	"context"
	"errors"
	"time"

	"fieldpost/engine/match"
	"fieldpost/functions/internal/app"
)

// Heart keeps the heartbeat of the clock.
type Heart interface {
	app.Heart

	// SaveHeartbeat stores h if and only if the stored version is the one before h's,
	// 0 where there is none, or fails with match.ErrConflict. After any other error
	// it may be stored or not.
	SaveHeartbeat(ctx context.Context, h match.Heartbeat) error
}

// beat tells that the clock is there at now, and follows the host. What was silent
// before becomes an outage in the same write, so that it counts once, whoever writes
// it and wherever he is cut off. paused says that the clocks stand still.
func (c *Clock) beat(ctx context.Context, now time.Time) (paused bool, err error) {
	if c.Heart == nil {
		return false, nil
	}
	var since time.Time
	if c.Pause != nil {
		if since, err = c.Pause(ctx); err != nil {
			return false, err
		}
	}
	for range 3 {
		var h match.Heartbeat
		if h, err = c.Heart.LoadHeartbeat(ctx); err != nil {
			return false, err
		}
		next := h
		if h.Stale(now) || c.BeatEvery > 0 && now.Sub(h.Beat) >= c.BeatEvery {
			next = next.Beats(now)
		}
		if c.Pause != nil && since.IsZero() {
			next = next.Resumes(now)
		} else if !since.IsZero() {
			next = next.Stops(since, now)
		}
		if next.Version == h.Version {
			return !h.Paused.IsZero(), nil
		}
		next.Version = h.Version + 1
		if err = c.Heart.SaveHeartbeat(ctx, next); err == nil {
			return !next.Paused.IsZero(), nil
		}
		if !errors.Is(err, match.ErrConflict) {
			return false, err
		}
	}
	return false, err
}
