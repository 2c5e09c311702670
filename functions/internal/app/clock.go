package app

import (
	"context"
	"errors"
	"time"

	"fieldpost/engine"
	"fieldpost/engine/match"
)

// Tick gives a match the clock's command that is due at now, by a strong read, and
// returns the match as it is then. gave is what this call gave: match.TimeOut,
// match.Remind, or nil. It is Reload for whoever watches the time and not the match, and
// fails as Reload does. Nobody else reminds: whoever looks knows.
func (a *App) Tick(ctx context.Context, id match.ID, now time.Time) (m match.Match, gave match.Command, err error) {
	m, err = a.read(ctx, id, true, now)
	if err != nil {
		return match.Match{}, nil, err
	}
	m, ended, err := a.settle(ctx, m, now)
	switch {
	case err != nil:
		return match.Match{}, nil, err
	case ended:
		return m, match.TimeOut{}, nil
	}
	return a.remind(ctx, m, now)
}

// remind gives the reminder that is due at now, unless an outage has put it off. One that
// meets another command is left to the next call.
func (a *App) remind(ctx context.Context, m match.Match, now time.Time) (_ match.Match, gave match.Command, err error) {
	if !m.Reminds(now) {
		return m, nil, nil
	}
	if m, err = a.forgive(ctx, m, now, true); err != nil {
		return match.Match{}, nil, err
	}
	if !m.Reminds(now) {
		return m, nil, nil
	}
	d := a.begin(m.ID, engine.NoColor, match.Remind{})
	next, _, err := match.Decide(m, match.Remind{}, now)
	if err != nil {
		return match.Match{}, nil, err
	}
	failure := a.Games.Save(ctx, match.Seal(next))
	if failure == nil {
		d.end(next, nil)
		return next, match.Remind{}, nil
	}
	if m, err = a.read(ctx, m.ID, true, now); err != nil {
		return match.Match{}, nil, err
	}
	if m.Reminds(now) && !errors.Is(failure, match.ErrConflict) {
		return match.Match{}, nil, failure
	}
	return m, nil, nil
}

// inTime returns m as it is at now: if its deadline has passed, after the
// clock's command, which it saves. It is the one write that a look can cause.
//
// m may be an old image: then the save meets a conflict, or the match as it is
// now turns out to be in time, and nothing is lost.
func (a *App) inTime(ctx context.Context, m match.Match, now time.Time) (match.Match, error) {
	m, _, err := a.settle(ctx, m, now)
	return m, err
}

// settle is inTime, and says whether it was this call that saved the clock's command.
func (a *App) settle(ctx context.Context, m match.Match, now time.Time) (_ match.Match, gave bool, err error) {
	for try := 1; m.Late(now); try++ {
		if m, err = a.forgive(ctx, m, now, true); err != nil {
			return match.Match{}, false, err
		}
		if !m.Late(now) {
			break
		}
		d := a.begin(m.ID, engine.NoColor, match.TimeOut{})
		next, _, err := match.Decide(m, match.TimeOut{}, now)
		if err != nil {
			return match.Match{}, false, err
		}
		failure := a.Games.Save(ctx, match.Seal(next))
		if failure == nil {
			d.end(next, nil)
			return next, true, nil
		}
		// It may be saved all the same, or somebody else was quicker.
		if m, err = a.read(ctx, m.ID, true, now); err != nil {
			return match.Match{}, false, err
		}
		if m.Late(now) && (try == 2 || !errors.Is(failure, match.ErrConflict)) {
			return match.Match{}, false, failure
		}
	}
	return m, false, nil
}
