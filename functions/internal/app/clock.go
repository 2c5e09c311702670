package app

import (
	"context"
	"errors"
	"time"

	"fieldpost/engine/match"
)

// inTime returns m as it is at now: if its deadline has passed, after the
// clock's command, which it saves. It is the one write that a look can cause.
//
// m may be an old image: then the save meets a conflict, or the match as it is
// now turns out to be in time, and nothing is lost.
func (a *App) inTime(ctx context.Context, m match.Match, now time.Time) (match.Match, error) {
	for try := 1; m.Late(now); try++ {
		next, _, err := match.Decide(m, match.TimeOut{}, now)
		if err != nil {
			return match.Match{}, err
		}
		failure := a.Games.Save(ctx, match.Seal(next))
		if failure == nil {
			return next, nil
		}
		// It may be saved all the same, or somebody else was quicker.
		if m, err = a.read(ctx, m.ID, true); err != nil {
			return match.Match{}, err
		}
		if m.Late(now) && (try == 2 || !errors.Is(failure, match.ErrConflict)) {
			return match.Match{}, failure
		}
	}
	return m, nil
}
