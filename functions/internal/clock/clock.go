// Package clock is the clock's seat: it looks at each match whose alarm has rung,
// and gives the clock's command where a deadline has passed or somebody is to be reminded
// of one, or else sets the alarm anew. So a game whose time is up ends though nobody looks. The mails follow from
// what it saves, like those of any other command: it knows no mail, and no store but
// by its ports.
//
// Source: architecture.md, "The alarm is lazy".
package clock

import (
	"context"
	"errors"
	"time"

	"fieldpost/engine/match"
	"fieldpost/functions/internal/app"
	"fieldpost/functions/internal/panics"
)

// Alarms finds the matches at which the clock is to look.
type Alarms interface {
	// Due returns the matches of a shard (match.ID.AlarmShard) whose alarm is not
	// after now, the earliest first, at most limit. It may be a moment behind: a
	// match may have been dealt with, or be gone. One that is due may come beside an
	// error.
	Due(ctx context.Context, shard int, now time.Time, limit int) ([]match.ID, error)

	// Rearm stores i, whose version stays, if and only if that version and the alarm
	// was are stored, or fails with match.ErrConflict. After any other error the
	// image may be stored or not.
	Rearm(ctx context.Context, i match.Image, was time.Time) error
}

// Clock sweeps. A Clock makes one sweep at a time; any number of them may work on
// the same matches at once.
type Clock struct {
	Games  *app.App
	Alarms Alarms
	Now    func() time.Time // by which Span is measured

	// Game returns what time it is in the games at a moment; nil: the same. Sweeps, the
	// heartbeat and Rest have the world's time, deadlines and alarms theirs.
	Game func(time.Time) time.Time
	// BeatEvery, if set, is how seldom the heartbeat is kept, less than match.BeatEvery.
	BeatEvery time.Duration

	// Heart, by which outages are known; nil: they are not. Pause returns since when
	// the host wants the clocks to stand still, zero when he does not; nil: he never
	// does.
	Heart Heart
	Pause func(ctx context.Context) (since time.Time, err error)

	// What one sweep does at most: so many matches, in so much time. The next sweep
	// goes on in the shard where this one has stopped, or behind it if that has had its
	// turn.
	Most int
	Span time.Duration

	// Report is told of each match that could not be dealt with.
	Report func(id match.ID, err error)

	first   int                    // the shard in which the next sweep begins
	resting map[match.ID]time.Time // what nothing can be done with, and until when it is left alone
}

// Rest is for how long a match is left alone that cannot be read, or at which the
// program panics. It would fail the same way a moment later, and be reported again
// each time.
const Rest = time.Hour

// Swept counts what a sweep has done.
type Swept struct {
	TimedOut int  // matches whose time was over, and that have ended
	Reminded int  // matches in which somebody was reminded
	Rearmed  int  // matches that have still time
	Others   int  // matches that somebody else had dealt with, or that are gone
	Failed   int  // matches that could not be dealt with
	Left     bool // it has stopped at Most or Span, and something may be due
}

// Matches returns at how many matches it has looked.
func (s Swept) Matches() int { return s.TimedOut + s.Reminded + s.Rearmed + s.Others + s.Failed }

// game is Game, of every Clock.
func (c *Clock) game(now time.Time) time.Time {
	if c.Game == nil {
		return now
	}
	return c.Game(now)
}

// look deals with one match, and counts it. A panic is its failure alone: those
// behind it in the list would wait for ever.
func (c *Clock) look(ctx context.Context, id match.ID, now time.Time, swept *Swept) (err error) {
	defer func() {
		if v := recover(); v != nil {
			swept.Failed++
			err = panics.Recovered(v)
		}
	}()
	m, gave, err := c.Games.Tick(ctx, id, now)
	switch {
	case err != nil:
	case gave == match.TimeOut{}:
		swept.TimedOut++
		return nil
	case gave == match.Remind{}: // which has set the alarm anew
		swept.Reminded++
		return nil
	case m.Alarm.IsZero() || m.Alarm.After(now):
		swept.Others++ // the list was behind
		return nil
	default:
		err = c.Alarms.Rearm(ctx, match.Seal(match.Rearm(m)), m.Alarm)
	}
	switch {
	case err == nil:
		swept.Rearmed++
		return nil
	case errors.Is(err, match.ErrConflict), errors.Is(err, match.ErrNotFound):
		swept.Others++
		return nil
	}
	swept.Failed++
	return err
}

// hopeless reports whether no later try of this program will fare better.
func hopeless(err error) bool {
	_, thrown := errors.AsType[*panics.Error](err)
	_, corrupt := errors.AsType[*match.CorruptError](err)
	_, newer := errors.AsType[*match.VersionError](err)
	return thrown || corrupt || newer
}
