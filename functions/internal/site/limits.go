package site

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"sync"
	"time"

	"fieldpost/functions/internal/players"
	"fieldpost/infra/link"
)

// Limits counts what is allowed only so often.
type Limits interface {
	// Take counts one more use of key, unless most were counted already in the
	// window in which now lies: then it counts nothing and reports false.
	// Windows are as long as window and follow one another without a gap from
	// 1970 on, so that of two windows' uses all may come at their border.
	Take(ctx context.Context, key string, most int, window time.Duration, now time.Time) (bool, error)
}

// What one seat, or one player's token, may ask of the API (product.md, "Status").
const (
	mostRequests  = 120
	requestWindow = time.Minute
)

// tooManyError is a request beyond what is allowed.
type tooManyError struct{ wait time.Duration }

func (e *tooManyError) Error() string { return fmt.Sprintf("too many requests: wait %v", e.wait) }

// count counts a program's request for the seat of a genuine link, or for the
// player of one. All tokens of a seat, and all of a player, count as one, since
// every mail brings another; those that were cancelled count apart, or whoever
// has one could lock its owner out. A player's own programs on his own machine
// are not counted.
func (s *site) count(r *http.Request, l link.Link) error {
	if s.Mailbox != nil && s.fromHere(r) {
		return nil
	}
	who := ""
	switch l.Purpose {
	case link.Confirm, link.Join, link.Watch:
		who = " " + l.Purpose.String() // passed on, as these are, it must not use up the player's
	}
	who = l.Game.String() + " " + l.Seat.String() + who
	switch l.Purpose {
	case link.Player:
		who = "player " + players.Person(l.Player)
	case link.Feed:
		who = "feed " + players.Person(l.Player) // whoever fetches it has no other token
	}
	who += " " + strconv.Itoa(int(l.Epoch))
	now := s.Real()
	ok, err := s.Limits.Take(r.Context(), "api "+who, mostRequests, requestWindow, now)
	switch {
	case err != nil: // who cannot be counted may play
		s.Log.Warn("request not counted", "game", l.Game, "err", err)
	case !ok:
		return &tooManyError{wait: windowEnd(now, requestWindow).Sub(now)}
	}
	return nil
}

// windowEnd returns when the window in which now lies is over.
func windowEnd(now time.Time, window time.Duration) time.Time {
	return time.Unix(0, now.UnixNano()-now.UnixNano()%int64(window)).Add(window)
}

// counters is Limits in the memory of one process. The zero value has counted
// nothing.
type counters struct {
	mu    sync.Mutex
	used  map[string]counter
	sweep time.Time // when counters that are over are dropped next
}

type counter struct {
	n   int
	end time.Time
}

// Take is that of Limits.
func (c *counters) Take(_ context.Context, key string, most int, window time.Duration, now time.Time) (bool, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.drop(now)
	u := c.used[key]
	if !now.Before(u.end) {
		u = counter{end: windowEnd(now, window)}
	}
	if u.n >= most {
		return false, nil
	}
	u.n++
	c.used[key] = u
	return true, nil
}

// drop forgets once a minute what is over, so that the counters do not grow with
// all who ever came.
func (c *counters) drop(now time.Time) {
	if c.used == nil {
		c.used = map[string]counter{}
	}
	if now.Before(c.sweep) {
		return
	}
	c.sweep = now.Add(time.Minute)
	for key, u := range c.used {
		if !now.Before(u.end) {
			delete(c.used, key)
		}
	}
}
