package players_test

import (
	"context"
	"encoding/binary"
	"errors"
	"testing"
	"time"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/engine/player"
	"fieldpost/functions/internal/players"
)

var (
	pepper  = player.Pepper{3}
	ann     = pepper.Key("ann@example.org")
	bob     = pepper.Key("bob@example.org")
	errDown = errors.New("the store does not answer")
)

// office is a store of profiles, games and counters in memory, whose saves may be
// made to go wrong.
type office struct {
	*players.Players
	t        *testing.T
	now      time.Time
	profiles map[player.Key]player.Image
	games    []match.Image // newest first
	counted  tally
	saves    int
	listings int

	before func()       // called before a save
	after  func() error // what a save returns that was carried out
	down   bool
}

func newOffice(t *testing.T) *office {
	o := &office{t: t, now: time.Date(2026, 3, 1, 18, 0, 0, 0, time.UTC), profiles: map[player.Key]player.Image{}, counted: tally{}}
	o.Players = &players.Players{Profiles: o, Lists: o, Limits: o.counted, Now: func() time.Time { return o.now }}
	return o
}

func (o *office) LoadProfile(_ context.Context, key player.Key) (player.Image, error) {
	i, ok := o.profiles[key]
	switch {
	case o.down:
		return player.Image{}, errDown
	case !ok:
		return player.Image{}, match.ErrNotFound
	}
	return i, nil
}

func (o *office) SaveProfile(_ context.Context, i player.Image) error {
	if o.before != nil {
		o.before()
	}
	o.saves++
	if o.profiles[i.Key].Version != i.Version-1 {
		return match.ErrConflict
	}
	o.profiles[i.Key] = i
	if o.after != nil {
		return o.after()
	}
	return nil
}

func (o *office) OfPlayer(_ context.Context, key player.Key) ([]match.Image, error) {
	o.listings++
	var list []match.Image
	for _, i := range o.games {
		if i.Creator == key || i.Opponent == key {
			list = append(list, i)
		}
	}
	return list, nil
}

// tally counts by key and window.
type tally map[string]int

func (t tally) Take(_ context.Context, key string, most int, window time.Duration, now time.Time) (bool, error) {
	key += now.Truncate(window).String()
	if t[key] >= most {
		return false, nil
	}
	t[key]++
	return true, nil
}

// used is how much was counted in all.
func (o *office) used() (n int) {
	for _, c := range o.counted {
		n += c
	}
	return n
}

// asks is a creation of Ann's.
func (o *office) asks(opponent string, change ...func(*match.Create)) match.Create {
	c := match.Create{Creator: engine.Red, Rules: engine.StandardRules(engine.Barrage)}
	binary.BigEndian.PutUint64(c.ID[:], uint64(len(o.games)+1))
	c.Players.Red, c.Keys.Red = match.Player{Name: "Ann", Address: "ann@example.org"}, ann
	if opponent != "" {
		c.Players.Blue = match.Player{Name: "Bob", Address: opponent}
	}
	c.Keys.Blue = pepper.Key(opponent)
	for _, f := range change {
		f(&c)
	}
	return c
}

// game stores the match of c after commands.
func (o *office) game(c match.Create, commands ...match.Command) match.Match {
	o.t.Helper()
	m, err := match.New(c, o.now)
	if err != nil {
		o.t.Fatal(err)
	}
	for _, command := range commands {
		if m, _, err = match.Decide(m, command, o.now); err != nil {
			o.t.Fatal(err)
		}
	}
	o.games = append([]match.Image{match.Seal(m)}, o.games...)
	return m
}

// profile returns what is kept.
func (o *office) profile(key player.Key) player.Profile {
	o.t.Helper()
	p, err := o.Profile(o.t.Context(), key)
	if err != nil {
		o.t.Fatal(err)
	}
	return p
}

func confirmed(c *match.Create) { c.Confirmed = true }
func open(c *match.Create)      { c.Open = true }

// refused fails unless err is that of the limit.
func (o *office) refused(err error, what players.Limit, wait time.Duration) {
	o.t.Helper()
	limit, ok := errors.AsType[*players.LimitError](err)
	if !ok || limit.What != what || limit.Wait != wait {
		o.t.Errorf("%v, not refused by %v for %v", err, what, wait)
	}
}
