package site

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"fieldpost/engine/match"
	"fieldpost/functions/internal/players"
)

// gate is Games with what people's profiles and the limits of an address say on
// the road of a command. Whatever would fail anyway is passed on uncounted, to
// fail as it does; a move is not held up by so much as a read.
type gate struct {
	Games
	people *players.Players
	now    func() time.Time
	log    *slog.Logger
}

// Create is that of Games. It fails with *players.LimitError and
// players.ErrMayNotInvite too.
func (g gate) Create(ctx context.Context, c match.Create) (match.Match, error) {
	if _, err := match.New(c, g.now()); err == nil && !g.met(ctx, c) {
		if err := g.people.MayCreate(ctx, c); err != nil {
			return match.Match{}, err
		}
	}
	return g.Games.Create(ctx, c)
}

// met reports whether c is a rematch that the other has asked for already.
func (g gate) met(ctx context.Context, c match.Create) bool {
	if !c.Again {
		return false
	}
	_, err := g.Reload(ctx, c.ID)
	return err == nil
}

// DoOn is that of Games. It fails with *players.LimitError and
// players.ErrMayNotInvite too, and returns the match beside them.
func (g gate) DoOn(ctx context.Context, m match.Match, c match.Command) (match.Match, error) {
	if !players.Asks(c) {
		return g.Games.DoOn(ctx, m, c)
	}
	m, err := g.Reload(ctx, m.ID)
	if err != nil {
		return match.Match{}, err
	}
	if _, _, err := match.Decide(m, c, g.now()); err == nil {
		if err := g.people.MayDo(ctx, m, c); err != nil {
			return g.again(ctx, m, c, err)
		}
	}
	m, err = g.Games.DoOn(ctx, m, c)
	if err == nil || errors.Is(err, match.ErrRepeated) {
		if lost := g.people.Seen(ctx, m, c); lost != nil { // the command is done, and the next will tell again
			g.log.Warn("profile not written", "game", m.ID, "err", lost)
		}
	}
	return m, err
}

// again returns what to say of a command that a limit refused: if another press
// has carried it out in the meantime, which was counted, that it is done.
func (g gate) again(ctx context.Context, m match.Match, c match.Command, refusal error) (match.Match, error) {
	now, err := g.Reload(ctx, m.ID)
	if err != nil {
		return m, refusal
	}
	if _, _, err := match.Decide(now, c, g.now()); errors.Is(err, match.ErrRepeated) {
		return now, err
	}
	return now, refusal
}
