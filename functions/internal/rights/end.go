package rights

import (
	"context"
	"errors"
	"time"

	"fieldpost/engine/match"
	"fieldpost/engine/player"
)

// A change of an address ends with whoever has himself forgotten at one of the two: its
// record keeps no address and no seat, and nobody undoes it any more. It ends between
// its steps: one that is being carried out, or undone, is first carried to its end, by
// whoever comes, so that no call on the way finds half of it.

// mostTries is how often a change is looked at that others change meanwhile.
const mostTries = 5

// endAll ends the changes of which a person's profile knows, and forgets the address
// that one of them has brought him from, if it was not needed since.
func (r *Rights) endAll(ctx context.Context, he player.Profile) error {
	for _, known := range he.Changes {
		c, err := r.end(ctx, known.ID)
		switch {
		case errors.Is(err, match.ErrNotFound):
			continue
		case err != nil:
			return err
		case c.To != he.Key:
			continue
		}
		left := func(old player.Profile) bool { return !old.Blank() && old.Left.Equal(c.Expires()) }
		if err := r.forget(ctx, c.From, left); err != nil {
			return err
		}
	}
	return nil
}

// end ends a change, and returns it as it is then. It fails with match.ErrNotFound, and
// with match.ErrConflict if others never leave it alone.
func (r *Rights) end(ctx context.Context, id match.ChangeID) (match.AddressChange, error) {
	for range mostTries {
		c, err := r.finish(ctx, id)
		if err != nil || c.Stage == match.ChangeEnded {
			return c, err
		}
		c = c.End()
		if err := r.Changes.SaveChange(ctx, c); !errors.Is(err, match.ErrConflict) {
			return c, err
		}
	}
	return match.AddressChange{}, match.ErrConflict
}

// finish carries out what has begun of a change, and returns it as it is then: no seat
// of it is on its way, unless its time was over before. It fails as end does.
func (r *Rights) finish(ctx context.Context, id match.ChangeID) (match.AddressChange, error) {
	for range mostTries {
		c, err := r.Changes.LoadChange(ctx, id)
		if err != nil || r.lapsed(c) {
			return c, err
		}
		switch c.Stage {
		case match.ChangeMoving:
			_, err = r.Confirm(ctx, id, time.Time{})
		case match.ChangeUndoing:
			_, err = r.Undo(ctx, id, time.Time{})
		default:
			return c, nil
		}
		switch {
		case errors.Is(err, ErrJustMoved): // nothing has come there, for want of room
			return c, nil
		case err != nil && !errors.Is(err, match.ErrRepeated) && !errors.Is(err, ErrOver):
			return c, err
		}
	}
	return match.AddressChange{}, match.ErrConflict
}
