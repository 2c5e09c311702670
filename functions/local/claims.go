package main

import (
	"context"
	"errors"
	"sync"
	"time"

	"fieldpost/engine/match"
	"fieldpost/functions/internal/notify"
)

// ownClaims are the claims of a store that this process alone has open. A live
// claim that it did not take itself is that of a process which has died over the
// mail: nobody is at it, so there is nothing to wait for. The mailbox stores a
// mail that is sent again over itself; a mail server may have taken one just
// before the process died, and then gets it a second time, as it would when the
// claim had run out.
type ownClaims struct {
	notify.Claims
	mu   sync.Mutex
	mine map[string]bool
}

// Take is that of notify.Claims.
func (c *ownClaims) Take(ctx context.Context, key string, now, until time.Time) (sent bool, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	sent, err = c.Claims.Take(ctx, key, now, until)
	if errors.Is(err, match.ErrHeld) && !c.mine[key] {
		sent, err = c.Claims.Take(ctx, key, now.Add(notify.ClaimLife+time.Second), until)
	}
	if err == nil && !sent {
		if c.mine == nil {
			c.mine = map[string]bool{}
		}
		c.mine[key] = true
	}
	return sent, err
}

// Mark is that of notify.Claims.
func (c *ownClaims) Mark(ctx context.Context, key string, until time.Time) error {
	err := c.Claims.Mark(ctx, key, until)
	if err == nil {
		c.forget(key)
	}
	return err
}

// Drop is that of notify.Claims.
func (c *ownClaims) Drop(ctx context.Context, key string) error {
	err := c.Claims.Drop(ctx, key)
	if err == nil {
		c.forget(key)
	}
	return err
}

func (c *ownClaims) forget(key string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.mine, key)
}
