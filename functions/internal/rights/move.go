package rights

import (
	"cmp"
	"context"
	"errors"
	"slices"
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
// ErrUntold, ErrJustMoved and *players.LimitError.
func (r *Rights) Ask(ctx context.Context, who, to player.Key, address string, id match.ChangeID) (match.AddressChange, error) {
	now := r.People.Now()
	he, known, err := r.People.Known(ctx, who)
	switch {
	case err != nil:
		return match.AddressChange{}, err
	case !known:
		return match.AddressChange{}, ErrNoGames
	case !he.AnyMail():
		return match.AddressChange{}, ErrUntold
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
	if !r.fits(he, c) {
		return match.AddressChange{}, ErrJustMoved
	}
	if err := r.People.Take(ctx, players.ConfirmMails, players.Person(to)); err != nil {
		return match.AddressChange{}, err
	}
	if err := r.Changes.SaveChange(ctx, c); err != nil {
		return match.AddressChange{}, err
	}
	var refused error
	_, err = r.People.Update(ctx, who, func(current player.Profile) (player.Profile, bool) {
		switch refused = nil; {
		case current.Blank() && current.Epoch != he.Epoch: // he had himself forgotten just now
			refused = ErrNoGames
		case overtook(current, he): // somebody came to his address just now
			refused = match.ErrConflict
		default:
			return current.Changing(c.ID, c.Expires())
		}
		return current, false
	})
	if err == nil && refused != nil {
		_, err = r.end(ctx, c.ID)
		return match.AddressChange{}, cmp.Or(err, refused)
	}
	return c, err
}

// overtook reports whether a profile knows of a change of which it did not when it was
// looked at.
func overtook(now, then player.Profile) bool {
	return slices.ContainsFunc(now.Changes, func(c player.Change) bool { return !then.Knows(c.ID) })
}

// fits reports whether a profile has room for a change.
func (r *Rights) fits(he player.Profile, c match.AddressChange) bool {
	he = r.People.Changed(he)
	return he.Knows(c.ID) || len(he.Changes) < player.MostChanges
}

// settled returns the change that a person's profile has noted last, if it is not over. It
// fails with ErrJustMoved while one that has brought somebody to his address can be
// undone: whoever has taken games must not carry them on.
func (r *Rights) settled(ctx context.Context, he player.Profile) (match.AddressChange, error) {
	var last match.AddressChange
	all, err := r.Pending(ctx, he)
	for _, last = range all {
		if last.To == he.Key && last.Stage != match.ChangeAsked && !last.Undoes() {
			return last, ErrJustMoved
		}
	}
	return last, err
}

// Pending returns the changes of which a profile knows and that are not over, the last
// at the end.
func (r *Rights) Pending(ctx context.Context, he player.Profile) ([]match.AddressChange, error) {
	var all []match.AddressChange
	for _, known := range he.Changes {
		c, err := r.Load(ctx, known.ID)
		switch {
		case err == nil:
			all = append(all, c)
		case !errors.Is(err, ErrOver):
			return nil, err
		}
	}
	return all, nil
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
	if errors.Is(err, match.ErrNotFound) || err == nil && (c.Stage == match.ChangeEnded || r.lapsed(c)) {
		return match.AddressChange{}, ErrOver
	}
	return c, err
}

// lapsed reports whether the time of a change is over, for who was given it.
func (r *Rights) lapsed(c match.AddressChange) bool {
	return !r.People.NowFor(c.Since()).Before(c.Expires())
}

// Confirm moves a person's seats to the new address, whose owner has read what was
// mailed there until a moment. It fails with match.ErrRepeated when all is done, with
// ErrOver, with ErrSuperseded, with ErrJustMoved if too many changes lead there, with
// ErrUntold, and with match.ErrOpponent, before anything is moved, if somebody against whom
// he plays has that address.
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
	if err := r.leave(ctx, c); err != nil {
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
	if err := r.comeBack(ctx, c, time.Time{}, r.People.Now()); err != nil {
		return c, err
	}
	return c, ErrOver
}

// start decides which seats a change moves, and saves that before anything else is
// done. It returns the change as it is then, which somebody else may have started.
func (r *Rights) start(ctx context.Context, c match.AddressChange, now time.Time) (match.AddressChange, error) {
	games, err := r.People.Games(ctx, c.From)
	if err != nil {
		return c, err
	}
	he, err := r.People.Profile(ctx, c.From) // after them: whatever brings others is noted there first
	if err != nil {
		return c, err
	}
	switch {
	case he.LastChange() != c.ID:
		return c, ErrSuperseded
	case !he.AnyMail(): // whoever has his link could stop them, that he may not be told
		return c, ErrUntold
	}
	var seats []match.Place
	for _, m := range games {
		seat := players.SeatOf(m, c.From)
		against := m.Seat(seat.Other()).Key == c.To
		switch {
		case against && plays(m, c.From):
			return c, match.ErrOpponent
		case !against && m.Movable(seat) && !m.Refused():
			seats = append(seats, match.Place{Game: m.ID, Seat: seat})
		}
	}
	there, err := r.People.Profile(ctx, c.To)
	if err != nil {
		return c, err
	}
	if !r.fits(there, c) {
		return c, ErrJustMoved
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
	old.Lang = cmp.Or(old.Lang, c.Lang)
	there, err := r.People.Update(ctx, c.To, func(he player.Profile) (player.Profile, bool) {
		he, came := he.Changing(c.ID, c.Expires())
		if came {
			he = he.Inherit(old, c.ID, c.New)
			he, _ = he.Reads(read)
			he, _ = he.Use(r.People.Now(), old.Plays || len(c.Seats) > 0)
		}
		return he, came
	})
	if err == nil && !there.Knows(c.ID) { // others have come there just now: it goes on when one of them is over
		err = ErrJustMoved
	}
	for _, who := range old.BlockedBy {
		if err == nil {
			_, err = r.People.Amend(ctx, who, func(other player.Profile) (player.Profile, bool) { return other.Block(c.To) })
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
		_, err = r.Games.DoOn(ctx, m, match.Readdress{By: p.Seat, Address: address, Key: to, Back: c.Undoes()})
		if _, cannot := errors.AsType[*match.StateError](err); cannot || errors.Is(err, match.ErrRepeated) || errors.Is(err, match.ErrOpponent) {
			continue // its links could not be cancelled, or one mailbox would have both seats: it stays
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// leave notes with the old address that its games have gone, and until when they can
// come back. The links to all its games count no more, once.
func (r *Rights) leave(ctx context.Context, c match.AddressChange) error {
	return r.noteGames(ctx, r.People.Amend, c.From, func(he player.Profile, has bool) (player.Profile, bool) {
		he, first := he.Changing(c.ID, c.Expires())
		if first {
			he, _ = he.CancelLinks()
		}
		left := false
		if !has && (first || he.Plays) {
			he, left = he.Leave(c.Expires())
		}
		return he, first || left
	})
}

// noteGames changes a profile by f, which is told whether a game of his is kept: asked
// anew each time that the profile was changed meanwhile.
func (r *Rights) noteGames(ctx context.Context, change update, key player.Key, f func(he player.Profile, has bool) (player.Profile, bool)) error {
	var failed error
	_, err := change(ctx, key, func(he player.Profile) (player.Profile, bool) {
		var has bool
		if has, failed = r.People.HasGame(ctx, key); failed != nil {
			return he, false
		}
		return f(he, has)
	})
	return cmp.Or(failed, err)
}

// update is players.Players.Update, or Amend.
type update = func(context.Context, player.Key, func(player.Profile) (player.Profile, bool)) (player.Profile, error)

// tellMoved mails the old address, also where mails were stopped since the change was
// confirmed: otherwise whoever takes games away could do that in time.
func (r *Rights) tellMoved(ctx context.Context, c match.AddressChange) error {
	he, err := r.People.Profile(ctx, c.From)
	if err != nil || he.Blank() {
		return err
	}
	return arrived(r.Post.TellMoved(ctx, c))
}

// tellUndone mails the new address, unless it wants no mail of any kind.
func (r *Rights) tellUndone(ctx context.Context, c match.AddressChange, now time.Time) error {
	he, wanted, err := r.People.Mails(ctx, c.To, player.Key{}, mail.Confirm)
	if err != nil || !wanted || he.Blank() { // of whom nothing is kept, nobody is told
		return err
	}
	return arrived(r.Post.TellUndone(ctx, c, now))
}

// arrived is the error of a mail, unless it says that none ever reaches the address.
func arrived(err error) error {
	if permanent(err) {
		return nil
	}
	return err
}
