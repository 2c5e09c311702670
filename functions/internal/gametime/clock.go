package gametime

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"fieldpost/engine/match"
)

// Keeper keeps the time of the games beside the games.
type Keeper interface {
	// LoadTime returns what was last saved; nothing if nothing was.
	LoadTime(ctx context.Context) ([]byte, error)
	// SaveTime keeps data in place of what was kept. After an error it may be kept or not.
	SaveTime(ctx context.Context, data []byte) error
}

// Lease is for how long a Clock may run on after it was last kept. A program that dies
// loses as much of its time: to the games it is as if it had died so much later.
const Lease = 3 * time.Second

// Clock is the time of the games. Its methods may be called at once.
type Clock struct {
	keeper Keeper
	world  func() time.Time
	speed  int

	keeping sync.Mutex // held while the line is changed

	mu   sync.Mutex
	line Line
	last time.Time // the latest that anybody was told
}

// Start returns the time of the games of a program that begins to run at a speed, from 1
// to MostSpeed, where it has come to. It fails if that cannot be read or kept, or if it
// has come to End. With speed 1, where it never was another, nothing is kept.
func Start(ctx context.Context, k Keeper, speed int, world func() time.Time) (*Clock, error) {
	data, err := k.LoadTime(ctx)
	if err != nil {
		return nil, err
	}
	c := &Clock{keeper: k, world: world, speed: speed}
	if c.line, err = Open(data); err != nil {
		return nil, err
	}
	now := world()
	if at := c.line.Wakes(now).Game(now); !at.Before(End) {
		return nil, fmt.Errorf("in these games it is the year %d, in which their time ends: begin with another folder", at.Year())
	}
	return c, c.follow(ctx, func(l Line) Line { return l.Wakes(now).Runs(speed, now, now.Add(Lease)) })
}

// Faster reports whether the time of the games is, or ever was, another than real time.
func (c *Clock) Faster() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.line) > 0
}

// Keep says that the program is there. Unless it is called again within Lease the time of
// the games goes on at speed 1.
func (c *Clock) Keep(ctx context.Context) error {
	now := c.world()
	return c.follow(ctx, func(l Line) Line { return l.Runs(c.speed, now, now.Add(Lease)) })
}

// Stop says that the program ends.
func (c *Clock) Stop(ctx context.Context) error {
	now := c.world()
	return c.follow(ctx, func(l Line) Line { return l.Stops(now) })
}

// follow changes the line, once the new one is kept: none is ever used that a program
// which dies would not find again.
func (c *Clock) follow(ctx context.Context, change func(Line) Line) error {
	c.keeping.Lock()
	defer c.keeping.Unlock()
	next := change(c.line)
	if slices.Equal(next, c.line) {
		return nil
	}
	if err := c.keeper.SaveTime(ctx, Seal(next)); err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.line = next
	return nil
}

// Now returns the time of the games. It never goes back.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := c.line.Game(c.world())
	if len(c.line) > 0 && now.Before(c.last) {
		return c.last
	}
	c.last = now
	return now
}

// Patience is for how long at least, by the world's time, a person can use what he was
// given: long enough to read, to look around and to press, at any speed.
const Patience = time.Hour

// NowFor returns what time it is for what a person was given at a moment of the games and
// keeps for a while, a link before all. Within Patience no more time has passed for it
// than for him. It never goes back, and is never after Now.
func (c *Clock) NowFor(given time.Time) time.Time {
	now, passed := c.Now(), c.world().Sub(c.Real(given))
	if seen := given.Add(max(passed, 0)); passed < Patience && seen.Before(now) {
		return seen
	}
	return now
}

// At returns what time it was, or will be, in the games at a moment.
func (c *Clock) At(moment time.Time) time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.line.Game(moment)
}

// Real returns the moment at which it was, or will be, so late in the games.
func (c *Clock) Real(game time.Time) time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.line.Real(game)
}

// Outages returns outages of the world as the games see them. One that is not over ends
// there now.
func (c *Clock) Outages(list []match.Outage) []match.Outage {
	if !c.Faster() {
		return list
	}
	now := c.Now()
	c.mu.Lock()
	defer c.mu.Unlock()
	var seen []match.Outage
	for _, o := range list {
		from, to := c.line.Game(o.From).Truncate(time.Second), c.line.Game(o.To)
		if to.After(now) {
			to = now
		}
		if to = to.Truncate(time.Second); to.After(from) {
			seen = append(seen, match.Outage{From: from, To: to})
		}
	}
	return seen
}
