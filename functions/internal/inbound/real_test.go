package inbound

import (
	"context"
	"testing"
	"time"

	"fieldpost/engine"
	"fieldpost/engine/match"
)

// timed are claims that note when they were taken, and until when.
type timed struct {
	seen
	now, until time.Time
}

func (c *timed) Take(ctx context.Context, key string, now, until time.Time) (bool, error) {
	c.now, c.until = now, until
	return c.seen.Take(ctx, key, now, until)
}

// Where the time of the games is faster, a mail is claimed by the world's: a minute of
// theirs is over before it is read.
func TestMailsAreClaimedByTheWorldsTime(t *testing.T) {
	w := newWorld(t)
	w.create(engine.Barrage, "en")
	claims, world := &timed{seen: seen{w}}, w.now.AddDate(-1, 0, 0)
	w.desk.Claims, w.desk.Real = claims, func() time.Time { return world }
	w.answer(bob, "accept")
	if !claims.now.Equal(world) || !claims.until.Equal(world.Add(claimLife)) {
		t.Errorf("claimed at %v until %v, and it is %v", claims.now, claims.until, world)
	}
	if m := w.match(); m.State != match.SettingUp || !m.Changed.Equal(w.now) {
		t.Errorf("%v of %v, and in the games it is %v", m, m.Changed, w.now)
	}
}
