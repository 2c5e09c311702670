package players

import (
	"context"

	"fieldpost/engine/match"
	"fieldpost/engine/player"
)

// A profile ends a year after it was last needed, if no game is kept in which its
// person takes part (engine/player/retention.go). Games that were accepted are kept
// for good, so that it is enough to note with both players that they have one.

// kept notes in a profile that is to be saved, if no day was noted before, that it was
// needed today, and whether a game of his is kept.
func (p *Players) kept(ctx context.Context, he player.Profile) (player.Profile, error) {
	if !he.Used.IsZero() || p.Lists == nil {
		return he, nil
	}
	plays, err := p.HasGame(ctx, he.Key)
	if err == nil {
		he, _ = he.Use(p.Now(), plays)
	}
	return he, err
}

// Fade leaves of a profile what is kept when its address is needed no more, if that is
// so by now (player.Profile.Fades).
func (p *Players) Fade(ctx context.Context, key player.Key) error {
	plays, err := p.HasGame(ctx, key)
	if err != nil {
		return err
	}
	_, err = p.Amend(ctx, key, func(he player.Profile) (player.Profile, bool) {
		switch end := he.Fades(); {
		case end.IsZero() || p.Now().Before(end):
			return he, false
		case plays: // and was not told so
			return he.Use(p.Now(), true)
		}
		return he.Fade(), true
	})
	return err
}

// HasGame reports whether a game is kept that a person has accepted, or that was
// accepted from him.
func (p *Players) HasGame(ctx context.Context, key player.Key) (bool, error) {
	games, err := p.Games(ctx, key)
	for _, m := range games {
		if m.Seated(m.Opponent()) {
			return true, nil
		}
	}
	return false, err
}

// plays notes that the creator of a game has an opponent now.
func (p *Players) plays(ctx context.Context, creator match.Seat) error {
	return p.noted(ctx, creator.Key, func(he player.Profile) (player.Profile, bool) {
		seen := false
		if he.Address == "" {
			he, seen = he.Seen(creator.Address, creator.Lang, creator.Zone)
		}
		he, used := he.Use(p.Now(), true)
		return he, seen || used
	})
}

// Began notes that somebody has asked for a game who need not confirm it.
func (p *Players) Began(ctx context.Context, c match.Create) error {
	if !c.Confirmed {
		return nil
	}
	return p.noted(ctx, *c.Keys.Of(c.Creator), func(he player.Profile) (player.Profile, bool) { return he.Use(p.Now(), false) })
}
