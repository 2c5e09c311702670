// Package app is the road of a command: load the match, let it decide, save it
// in one conditional write. A match whose deadline has passed gets the clock's
// command first, whoever looks at it and whatever for: so nobody ever sees a
// time that is over still running, and no other command comes before its end.
// It knows no page, no mail and no store but by its port, and keeps no state, so
// that any number of them may run at once.
//
// Source: architecture.md, "The road of a move".
package app

import (
	"context"
	"errors"
	"time"

	"fieldpost/engine/match"
)

// Games keeps matches, one image each.
type Games interface {
	// Load returns the image last stored. A read that is not strong may return
	// an older one, or none yet. It fails with match.ErrNotFound.
	Load(ctx context.Context, id match.ID, strong bool) (match.Image, error)

	// Create stores a first image, or fails with match.ErrExists.
	Create(ctx context.Context, i match.Image) error

	// Save stores i if and only if the stored version is the one before i's, or
	// fails with match.ErrConflict.
	//
	// After any other error of Create or Save the image may be stored or not;
	// and as whoever talks to a store may send a request again whose answer was
	// lost, so may it after ErrExists and ErrConflict.
	Save(ctx context.Context, i match.Image) error
}

// App carries out what players ask of matches.
type App struct {
	Games Games
	Now   func() time.Time

	// Press draws a random number for one call. By it a call knows its own write
	// again when the store's answer was lost. It may be nil: then such a call is
	// answered with match.ErrRepeated, as a second press would be.
	Press func() uint64

	// Outages tells how the server stood still, and is nil where nothing is forgiven.
	Outages Standstills

	// Watch, if set, is called when a command comes, and what it returns when that has
	// come to its end, once for each: the clock's too, whoever looked.
	Watch func() func(Deed)
}

// Create stores the match that c asks for. It fails as match.New does, and with
// match.ErrExists if c's id is taken.
func (a *App) Create(ctx context.Context, c match.Create) (made match.Match, err error) {
	d := a.begin(c.ID, c.Creator, nil)
	defer func() { d.end(made, err) }()
	m, err := match.New(c, a.Now())
	if err != nil {
		d.Refused = true
		return match.Match{}, err
	}
	m.Press = a.press()
	err = a.Games.Create(ctx, match.Seal(m))
	if err == nil {
		return m, nil
	}
	d.Refused = errors.Is(err, match.ErrExists)
	stored, readErr := a.read(ctx, c.ID, true, m.Created)
	if readErr == nil && m.Press != 0 && stored.Press == m.Press {
		return m, nil
	}
	return match.Match{}, err
}

// Load returns a match, perhaps as it was a moment ago, but never past its
// deadline: then it writes (clock.go). It fails with match.ErrNotFound, or as
// match.Open does.
//
// A negative answer drawn from it must be confirmed by Reload; the page after a
// press is made from what Do returns.
func (a *App) Load(ctx context.Context, id match.ID) (match.Match, error) {
	return a.load(ctx, id, false, a.Now())
}

// Reload returns a match as it is now. It fails as Load does.
func (a *App) Reload(ctx context.Context, id match.ID) (match.Match, error) {
	return a.load(ctx, id, true, a.Now())
}

// load returns a match as it is at now.
func (a *App) load(ctx context.Context, id match.ID, strong bool, now time.Time) (match.Match, error) {
	m, err := a.read(ctx, id, strong, now)
	if errors.Is(err, match.ErrNotFound) && !strong {
		m, err = a.read(ctx, id, true, now)
	}
	if err != nil {
		return match.Match{}, err
	}
	return a.inTime(ctx, m, now)
}

// Do carries out c, given when Do is called, and returns the match after it.
//
// Beside match.ErrRepeated (the caller answers as to a success), every error of
// match.Decide, and match.ErrConflict, it returns the match as it is now: the
// page that says no shows today's board. Beside any other error it returns no
// match, and c may have been carried out or not; giving it again does no harm.
func (a *App) Do(ctx context.Context, id match.ID, c match.Command) (after match.Match, err error) {
	d, now := a.begin(id, SeatOf(c), c), a.Now()
	defer func() { d.end(after, err) }()
	m, err := a.load(ctx, id, false, now)
	if err != nil {
		return match.Match{}, err
	}
	return a.do(ctx, m, c, now, d)
}

// DoOn is Do for whoever has just loaded m: it does not read it again, unless it
// turns out to be an old image.
func (a *App) DoOn(ctx context.Context, m match.Match, c match.Command) (after match.Match, err error) {
	d, now := a.begin(m.ID, SeatOf(c), c), a.Now()
	defer func() { d.end(after, err) }()
	m, err = a.inTime(ctx, m, now)
	if err != nil {
		return match.Match{}, err
	}
	return a.do(ctx, m, c, now, d)
}

// do carries out c on m, which was read and may be old.
func (a *App) do(ctx context.Context, m match.Match, c match.Command, now time.Time, d *deed) (match.Match, error) {
	press := a.press()
	var err, failure error // failure is that of the last write
	writes := 0
	for fresh := false; err == nil; fresh = true {
		if fresh {
			if m, err = a.load(ctx, m.ID, true, now); err != nil {
				break
			}
			if press != 0 && m.Press == press {
				return m, nil // it was saved, and the answer was lost
			}
		}
		next, _, refusal := match.Decide(m, c, now)
		switch {
		case refusal != nil && !fresh:
			continue // by an old image perhaps: no answer is negative until a strong read confirms it
		case refusal != nil:
			d.Refused = true
			return m, refusal
		case failure != nil && !errors.Is(failure, match.ErrConflict):
			return match.Match{}, failure // and m does not show it
		case writes == 2:
			return m, failure
		}
		next.Press = press
		if failure = a.Games.Save(ctx, match.Seal(next)); failure == nil {
			return next, nil
		}
		if errors.Is(failure, match.ErrConflict) {
			d.Conflicts++
		}
		writes++
	}
	return match.Match{}, err
}

// read returns a match as it is stored, with what the server stood still up to now.
func (a *App) read(ctx context.Context, id match.ID, strong bool, now time.Time) (match.Match, error) {
	image, err := a.Games.Load(ctx, id, strong)
	if err != nil {
		return match.Match{}, err
	}
	m, err := match.Open(image)
	if err != nil {
		return match.Match{}, err
	}
	return a.forgive(ctx, m, now, false)
}

func (a *App) press() uint64 {
	if a.Press == nil {
		return 0
	}
	return a.Press()
}
