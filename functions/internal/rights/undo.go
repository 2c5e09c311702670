package rights

import (
	"context"
	"errors"
	"time"

	"fieldpost/engine/match"
	"fieldpost/engine/player"
)

// Undo moves the seats of a change back to the old address, whose owner has read what
// was mailed there until a moment. It fails with match.ErrRepeated when all is done,
// and with ErrOver.
func (r *Rights) Undo(ctx context.Context, id match.ChangeID, read time.Time) (match.AddressChange, error) {
	now := r.People.Now()
	c, err := r.Load(ctx, id)
	for try := 1; err == nil && !c.Undoes(); try++ {
		if c.Stage == match.ChangeAsked {
			return c, ErrOver
		}
		back := c.Pass(match.ChangeUndoing)
		err = r.Changes.SaveChange(ctx, back)
		switch {
		case err == nil:
			c = back
		case errors.Is(err, match.ErrConflict) && try == 1: // its last seat was moved just now
			c, err = r.Load(ctx, id)
		}
	}
	switch {
	case err != nil:
		return c, err
	case c.Stage == match.ChangeUndone:
		return c, match.ErrRepeated
	}
	if err := r.move(ctx, c, c.To, c.From, c.Old); err != nil {
		return c, err
	}
	// He is told while something is kept of him: of whom nothing is, nobody is told.
	if err := r.tellUndone(ctx, c, now); err != nil {
		return c, err
	}
	if err := r.comeBack(ctx, c, read, now); err != nil {
		return c, err
	}
	if err := r.unlearn(ctx, c, now); err != nil {
		return c, err
	}
	undone := c.Pass(match.ChangeUndone)
	if err := r.Changes.SaveChange(ctx, undone); err != nil && !errors.Is(err, match.ErrConflict) { // then another call has done it
		return c, err
	}
	return undone, nil
}

// comeBack notes with the old address that its games are there again.
func (r *Rights) comeBack(ctx context.Context, c match.AddressChange, read, now time.Time) error {
	return r.noteGames(ctx, r.People.Update, c.From, func(he player.Profile, has bool) (player.Profile, bool) {
		he, changed := he.Reads(read)
		he, used := he.Use(now, has) // not where they cannot go
		return he, changed || used
	})
}

// unlearn takes away from the new address what has come to it with a change that is
// undone; and forgets it, if nothing was kept of it before and it has no game by now.
func (r *Rights) unlearn(ctx context.Context, c match.AddressChange, now time.Time) error {
	there, err := r.People.Profile(ctx, c.To)
	for _, who := range there.CameWith(c.ID).BlockedBy { // before it is forgotten who they are
		if err == nil {
			_, err = r.People.Amend(ctx, who, func(other player.Profile) (player.Profile, bool) { return other.Unblock(c.To) })
		}
	}
	if err != nil {
		return err
	}
	return r.noteGames(ctx, r.People.Amend, c.To, func(he player.Profile, has bool) (player.Profile, bool) {
		// Noted even where nothing has come yet: then nothing comes any more.
		he, first := he.Changing(c.ID, c.Expires())
		left := false
		if !has {
			he, left = he.Leave(he.Left)
		}
		he, taken := he.TakeAway(c.ID)
		if c.Fresh && !he.Plays && he.Version > 0 && !he.Blank() {
			return he.Forget(now), true
		}
		return he, first || left || taken
	})
}
