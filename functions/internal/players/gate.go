package players

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"fieldpost/engine/match"
	"fieldpost/functions/internal/app"
	"fieldpost/functions/internal/metrics"
)

// Games is what is asked of the matches.
type Games interface {
	// Create stores a new match and owes its first mail.
	Create(ctx context.Context, c match.Create) (match.Match, error)
	// Load returns a match, or match.ErrNotFound.
	Load(ctx context.Context, id match.ID) (match.Match, error)
	// Reload returns a match as it is now, where Load may be a moment behind.
	Reload(ctx context.Context, id match.ID) (match.Match, error)
	// DoOn carries out a command on a match that was loaded a moment ago, and
	// returns the match as it stands then, also beside an error that the match
	// itself gave.
	DoOn(ctx context.Context, m match.Match, c match.Command) (match.Match, error)
}

// Gate is Games with what people's profiles and the limits of an address say on
// the road of a command. Whatever would fail anyway is passed on uncounted, to
// fail as it does; a move is not held up by so much as a read.
type Gate struct {
	Games
	People *Players
	Log    *slog.Logger
}

// Create is that of Games. It fails with *LimitError and
// ErrMayNotInvite too.
func (g Gate) Create(ctx context.Context, c match.Create) (match.Match, error) {
	start := g.People.real()
	if _, err := match.New(c, g.People.Now()); err == nil && !g.met(ctx, c) {
		if err := g.People.MayCreate(ctx, c); err != nil {
			g.refused(app.Deed{Game: c.ID, Seat: c.Creator, Err: err}, start)
			return match.Match{}, err
		}
	}
	m, err := g.Games.Create(ctx, c)
	if err == nil {
		g.told(m, g.People.Began(ctx, c))
	}
	return m, err
}

// told tells the log of a profile that could not be written. What it was to note of
// is done, and the next command notes it again.
func (g Gate) told(m match.Match, lost error) {
	if lost != nil {
		g.Log.Warn("profile not written", "game", m.ID, "err", lost)
	}
}

// met reports whether c is a rematch that the other has asked for already.
func (g Gate) met(ctx context.Context, c match.Create) bool {
	if !c.Again {
		return false
	}
	_, err := g.Reload(ctx, c.ID)
	return err == nil
}

// DoOn is that of Games. It fails with *LimitError and
// ErrMayNotInvite too, and returns the match beside them.
func (g Gate) DoOn(ctx context.Context, m match.Match, c match.Command) (match.Match, error) {
	if !Asks(c) {
		return g.Games.DoOn(ctx, m, c)
	}
	start, id := g.People.real(), m.ID
	m, err := g.Reload(ctx, id)
	if err != nil {
		g.refused(app.Deed{Game: id, Seat: app.SeatOf(c), Command: c, Err: err}, start)
		return match.Match{}, err
	}
	if _, _, err := match.Decide(m, c, g.People.Now()); err == nil {
		if err := g.People.MayDo(ctx, m, c); err != nil {
			m, err := g.again(ctx, m, c, err)
			g.refused(app.Deed{Game: id, Seat: app.SeatOf(c), Command: c, Err: err}, start)
			return m, err
		}
	}
	m, err = g.Games.DoOn(ctx, m, c)
	if err == nil || errors.Is(err, match.ErrRepeated) {
		g.told(m, g.People.Seen(ctx, m, c))
	}
	return m, err
}

// again returns what to say of a command that a limit refused: if another press
// has carried it out in the meantime, which was counted, that it is done.
func (g Gate) again(ctx context.Context, m match.Match, c match.Command, refusal error) (match.Match, error) {
	now, err := g.Reload(ctx, m.ID)
	if err != nil {
		return m, refusal
	}
	if _, _, err := match.Decide(now, c, g.People.Now()); errors.Is(err, match.ErrRepeated) {
		return now, err
	}
	return now, refusal
}

// refused writes the line of a command that does not come as far as the matches. What
// has failed is no refusal.
func (g Gate) refused(d app.Deed, start time.Time) {
	_, limit := errors.AsType[*LimitError](d.Err)
	_, barred := errors.AsType[*barredError](d.Err)
	d.Refused = limit || barred
	metrics.Command(g.Log, d, g.People.real().Sub(start))
}
