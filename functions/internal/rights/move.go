package rights

import (
	"context"
	"errors"
	"time"

	"fieldpost/engine/match"
	"fieldpost/engine/player"
	"fieldpost/functions/internal/mail"
	"fieldpost/functions/internal/players"
)

// Ask keeps a person's wish to be written to at another address, under an id drawn
// for it. An earlier one that waits to be confirmed counts no more, but the same wish
// within match.Again is one that comes twice, and its change is returned. The answer is the
// same whoever has that address. It fails with *match.InputError, ErrNoGames,
// ErrJustMoved and *players.LimitError.
func (r *Rights) Ask(ctx context.Context, who, to player.Key, address string, id match.ChangeID) (match.AddressChange, error) {
	now := r.People.Now()
	he, known, err := r.People.Known(ctx, who)
	switch {
	case err != nil:
		return match.AddressChange{}, err
	case !known:
		return match.AddressChange{}, ErrNoGames
	}
	c, err := match.NewAddressChange(match.AddressChange{ID: id, From: who, To: to, Old: he.Address, New: address, Lang: he.Lang}, now)
	if err != nil {
		return match.AddressChange{}, err
	}
	before, err := r.settled(ctx, he)
	switch {
	case err != nil:
		return match.AddressChange{}, err
	case before.Stage == match.ChangeAsked && before.From == who && before.New == c.New && now.Sub(before.Asked) < match.Again:
		return before, nil
	}
	if err := r.People.Take(ctx, players.ConfirmMails, players.Person(to)); err != nil {
		return match.AddressChange{}, err
	}
	if err := r.Changes.SaveChange(ctx, c); err != nil {
		return match.AddressChange{}, err
	}
	_, err = r.People.Update(ctx, who, func(he player.Profile) (player.Profile, bool) {
		return he.Changes(player.Change{ID: c.ID, Until: c.Expires()})
	})
	return c, err
}

// settled returns the change of which a person's profile knows, if there is one. It fails
// with ErrJustMoved while the change that has brought him to his address can be undone:
// whoever has taken his games must not carry them on.
func (r *Rights) settled(ctx context.Context, he player.Profile) (match.AddressChange, error) {
	c, err := r.Pending(ctx, he)
	if err == nil && c.To == he.Key && c.Stage != match.ChangeAsked && !c.Undoes() {
		return c, ErrJustMoved
	}
	if errors.Is(err, ErrOver) {
		return match.AddressChange{}, nil
	}
	return c, err
}

// Pending returns the change of which a profile knows, or fails with ErrOver.
func (r *Rights) Pending(ctx context.Context, he player.Profile) (match.AddressChange, error) {
	until := he.Change.Until
	if he.Change == (player.Change{}) || !r.People.NowFor(until.Add(-match.ChangeLife)).Before(until) { // at the latest
		return match.AddressChange{}, ErrOver
	}
	return r.Load(ctx, he.Change.ID)
}

// Send mails the new address of a change, unless it wants no mail of any kind.
func (r *Rights) Send(ctx context.Context, c match.AddressChange) error {
	_, wanted, err := r.People.Mails(ctx, c.To, player.Key{}, mail.Confirm)
	if err != nil || !wanted {
		return err
	}
	return r.Post.AskMove(ctx, c)
}

// Load returns a change, or fails with ErrOver.
func (r *Rights) Load(ctx context.Context, id match.ChangeID) (match.AddressChange, error) {
	c, err := r.Changes.LoadChange(ctx, id)
	if errors.Is(err, match.ErrNotFound) || err == nil && !r.People.NowFor(c.Since()).Before(c.Expires()) {
		return match.AddressChange{}, ErrOver
	}
	return c, err
}

// Confirm moves a person's seats to the new address, whose owner has read what was
// mailed there until a moment. It fails with match.ErrRepeated when all is done, with
// ErrOver, with ErrSuperseded, and with match.ErrOpponent, before anything is moved,
// if somebody against whom he plays has that address.
func (r *Rights) Confirm(ctx context.Context, id match.ChangeID, read time.Time) (match.AddressChange, error) {
	now := r.People.Now()
	c, err := r.Load(ctx, id)
	if err == nil && c.Stage == match.ChangeAsked {
		c, err = r.start(ctx, c, now)
	}
	switch {
	case err != nil:
		return c, err
	case c.Undoes():
		return c, ErrOver
	case c.Stage == match.ChangeDone:
		return c, match.ErrRepeated
	}
	if err := r.arrive(ctx, c, read); err != nil {
		return c, err
	}
	if err := r.tellMoved(ctx, c); err != nil { // before the games go: without it nobody could undo
		return c, err
	}
	if err := r.move(ctx, c, c.From, c.To, c.New); err != nil {
		return c, err
	}
	if err := r.leave(ctx, c, c.From, true); err != nil {
		return c, err
	}
	done := c.Pass(match.ChangeDone)
	switch err := r.Changes.SaveChange(ctx, done); {
	case errors.Is(err, match.ErrConflict):
		return r.overtaken(ctx, id)
	case err != nil:
		return c, err
	}
	return done, nil
}

// overtaken looks at what has become of a change whose seats this call has moved: if
// it was undone meanwhile, what was moved after that goes back too.
func (r *Rights) overtaken(ctx context.Context, id match.ChangeID) (match.AddressChange, error) {
	c, err := r.Load(ctx, id)
	if err != nil || !c.Undoes() {
		return c, err
	}
	if err := r.move(ctx, c, c.To, c.From, c.Old); err != nil {
		return c, err
	}
	return c, ErrOver
}

// start decides which seats a change moves, and saves that before anything else is
// done. It returns the change as it is then, which somebody else may have started.
func (r *Rights) start(ctx context.Context, c match.AddressChange, now time.Time) (match.AddressChange, error) {
	he, err := r.People.Profile(ctx, c.From)
	if err != nil {
		return c, err
	}
	if he.Change.ID != c.ID {
		return c, ErrSuperseded
	}
	games, err := r.People.Games(ctx, c.From)
	if err != nil {
		return c, err
	}
	var seats []match.Place
	for _, m := range games {
		seat := players.SeatOf(m, c.From)
		against := m.Seat(seat.Other()).Key == c.To
		switch {
		case against && plays(m, c.From):
			return c, match.ErrOpponent
		case !against && m.Seated(seat) && !m.Refused():
			seats = append(seats, match.Place{Game: m.ID, Seat: seat})
		}
	}
	there, err := r.People.Profile(ctx, c.To)
	if err != nil {
		return c, err
	}
	next := c.Confirm(seats, there.Version == 0, now)
	err = r.Changes.SaveChange(ctx, next)
	if errors.Is(err, match.ErrConflict) {
		return r.Load(ctx, c.ID)
	}
	return next, err
}

// arrive makes the profile of the new address that of the person, and has those who
// blocked him block him there too.
func (r *Rights) arrive(ctx context.Context, c match.AddressChange, read time.Time) error {
	old, err := r.People.Profile(ctx, c.From)
	if err != nil {
		return err
	}
	_, err = r.People.Update(ctx, c.To, func(he player.Profile) (player.Profile, bool) {
		he, came := he.Changes(player.Change{ID: c.ID, Until: c.Expires()})
		if came {
			he = he.Inherit(old)
			he, _ = he.Seen(c.New, c.Lang, "")
			he, _ = he.Reads(read)
			he, _ = he.Use(r.People.Now(), old.Plays || len(c.Seats) > 0)
		}
		return he, came
	})
	for _, who := range old.BlockedBy {
		if err == nil {
			_, err = r.People.Update(ctx, who, func(other player.Profile) (player.Profile, bool) { return other.Block(c.To) })
		}
	}
	return err
}

// move gives the seats of a change that are one key's to another address.
func (r *Rights) move(ctx context.Context, c match.AddressChange, from, to player.Key, address string) error {
	for _, p := range c.Seats {
		m, err := r.Games.Reload(ctx, p.Game)
		if errors.Is(err, match.ErrNotFound) {
			continue
		}
		if err != nil {
			return err
		}
		if m.Seat(p.Seat).Key != from {
			continue
		}
		_, err = r.Games.DoOn(ctx, m, match.Readdress{By: p.Seat, Address: address, Key: to})
		if _, cannot := errors.AsType[*match.StateError](err); cannot || errors.Is(err, match.ErrRepeated) || errors.Is(err, match.ErrOpponent) {
			continue // its links could not be cancelled, or one mailbox would have both seats: it stays
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// leave notes with an address that its games have gone. The links to all its games
// count no more if cancel is set, once.
func (r *Rights) leave(ctx context.Context, c match.AddressChange, key player.Key, cancel bool) error {
	has, err := r.People.HasGame(ctx, key)
	if err != nil {
		return err
	}
	_, err = r.People.Update(ctx, key, func(he player.Profile) (player.Profile, bool) {
		he, first := he.Changes(player.Change{ID: c.ID, Until: c.Expires()})
		if first && cancel {
			he, _ = he.RenewLinks()
		}
		left := false
		if !has {
			he, left = he.Leave()
		}
		return he, first || left
	})
	return err
}

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
	has, err := r.People.HasGame(ctx, c.From) // not where the new address had itself forgotten
	if err != nil {
		return c, err
	}
	_, err = r.People.Update(ctx, c.From, func(he player.Profile) (player.Profile, bool) {
		he, changed := he.Reads(read)
		he, used := he.Use(now, has)
		return he, changed || used
	})
	if err == nil {
		err = r.leave(ctx, c, c.To, false)
	}
	if err == nil && c.Fresh {
		err = r.unlearn(ctx, c.To, now)
	}
	if err == nil {
		err = r.tellUndone(ctx, c, now)
	}
	if err != nil {
		return c, err
	}
	undone := c.Pass(match.ChangeUndone)
	if err := r.Changes.SaveChange(ctx, undone); err != nil && !errors.Is(err, match.ErrConflict) { // then another call has done it
		return c, err
	}
	return undone, nil
}

// unlearn forgets an address of which nothing was kept before a change that is undone,
// unless it has a game by now.
func (r *Rights) unlearn(ctx context.Context, key player.Key, now time.Time) error {
	_, err := r.People.Update(ctx, key, func(he player.Profile) (player.Profile, bool) {
		if he.Plays || he.Version == 0 || he.Blank() {
			return he, false
		}
		return he.Forget(now), true
	})
	return err
}

// tellMoved mails the old address.
func (r *Rights) tellMoved(ctx context.Context, c match.AddressChange) error {
	return r.tell(ctx, c.From, func() error { return r.Post.TellMoved(ctx, c) })
}

// tellUndone mails the new address.
func (r *Rights) tellUndone(ctx context.Context, c match.AddressChange, now time.Time) error {
	return r.tell(ctx, c.To, func() error { return r.Post.TellUndone(ctx, c, now) })
}

// tell sends a mail, unless its reader wants none of any kind, or none ever reaches him.
func (r *Rights) tell(ctx context.Context, to player.Key, send func() error) error {
	_, wanted, err := r.People.Mails(ctx, to, player.Key{}, mail.Confirm)
	if err != nil || !wanted {
		return err
	}
	if err := send(); err != nil && !permanent(err) {
		return err
	}
	return nil
}
