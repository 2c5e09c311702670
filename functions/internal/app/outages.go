package app

import (
	"context"
	"sync"
	"time"

	"fieldpost/engine/match"
)

// Heart knows of the clock's heartbeat.
type Heart interface {
	// LoadHeartbeat returns the heartbeat last stored, by a strong read; the zero
	// one if there is none.
	LoadHeartbeat(ctx context.Context) (match.Heartbeat, error)
}

// Standstills tells how the server stood still up to now, by the time of the matches;
// fresh ones are read anew. *Outages does, but where that is another than the world's.
type Standstills interface {
	At(ctx context.Context, now time.Time, fresh bool) ([]match.Outage, error)
}

// Outages tells how the server stood still. It remembers what it has read for as
// long as Keep, for whoever only looks: no time is ever called over by it.
type Outages struct {
	Heart Heart
	Keep  time.Duration // 0: it remembers nothing

	mu   sync.Mutex
	last match.Heartbeat
	read time.Time // when last was read; zero: never
}

// At is that of Standstills. Of no Outages there are none.
func (o *Outages) At(ctx context.Context, now time.Time, fresh bool) ([]match.Outage, error) {
	if o == nil {
		return nil, nil
	}
	o.mu.Lock()
	last, age := o.last, now.Sub(o.read)
	o.mu.Unlock()
	if !fresh && age >= 0 && age < o.Keep {
		return last.At(now), nil
	}
	h, err := o.Heart.LoadHeartbeat(ctx)
	if err != nil {
		return nil, err
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.last, o.read = h, now
	return h.At(now), nil
}

// Forgive returns m, which somebody else has read, with what outages have put its
// deadline off by. It writes nothing.
func (a *App) Forgive(ctx context.Context, m match.Match) (match.Match, error) {
	return a.forgive(ctx, m, a.Now(), false)
}

// forgive is Forgive as of now.
func (a *App) forgive(ctx context.Context, m match.Match, now time.Time, fresh bool) (match.Match, error) {
	if a.Outages == nil || m.Deadline.IsZero() {
		return m, nil
	}
	list, err := a.Outages.At(ctx, now, fresh)
	if err != nil {
		return match.Match{}, err
	}
	return m.Forgive(list), nil
}
