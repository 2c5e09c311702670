// Package players is what a person's profile decides: which mails he gets, who
// may invite him, how much one address may ask for. A person is an address, known
// by its key.
//
// It knows no page and no mail but the kinds of mails, and keeps no state. A
// change of a profile is load, change, save on the version that was loaded, and
// each of them may be asked for again without harm.
//
// Source: product.md "Life of a game" and "Correspondence life".
package players

import (
	"context"
	"errors"
	"time"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/engine/player"
	"fieldpost/functions/internal/mail"
	"fieldpost/functions/internal/words"
)

// Profiles keeps profiles, one image each.
type Profiles interface {
	// LoadProfile returns the image last stored, or match.ErrNotFound.
	LoadProfile(ctx context.Context, key player.Key) (player.Image, error)
	// SaveProfile stores i if and only if the stored version is the one before
	// i's, none before 1, or fails with match.ErrConflict. After any other error
	// it may be stored or not.
	SaveProfile(ctx context.Context, i player.Image) error
}

// Lists finds the matches of a player.
type Lists interface {
	// OfPlayer returns those in which he has or is offered a seat, newest first.
	// What cannot be read is left out, with an error beside the rest.
	OfPlayer(ctx context.Context, key player.Key) ([]match.Image, error)
}

// Limits counts what is allowed only so often.
type Limits interface {
	// Take counts one more use of key, unless most were counted already in the
	// window in which now lies: then it counts nothing and reports false.
	Take(ctx context.Context, key string, most int, window time.Duration, now time.Time) (bool, error)
}

// Players answers for the people of one server. All fields but Forgive must be
// set.
type Players struct {
	Profiles Profiles
	Lists    Lists
	Limits   Limits
	Now      func() time.Time

	// Forgive puts the deadline of a match off by what the server stood still; nil
	// where nobody reads deadlines.
	Forgive func(ctx context.Context, m match.Match) (match.Match, error)
}

// nobody is the key of a vacant seat, and of those of games that are older than
// the keys.
var nobody player.Key

// Profile returns what is kept of a person, an empty profile if nothing is.
func (p *Players) Profile(ctx context.Context, key player.Key) (player.Profile, error) {
	image, err := p.Profiles.LoadProfile(ctx, key)
	switch {
	case errors.Is(err, match.ErrNotFound):
		return player.Profile{Key: key}, nil
	case err != nil:
		return player.Profile{}, err
	}
	return player.Open(image)
}

// Known returns a person's profile with an address to write to, if need be that
// of his newest game, and reports whether there is one.
func (p *Players) Known(ctx context.Context, key player.Key) (player.Profile, bool, error) {
	he, err := p.Profile(ctx, key)
	if err != nil || he.Address != "" {
		return he, err == nil, err
	}
	games, err := p.Games(ctx, key)
	if err != nil || len(games) == 0 {
		return he, false, err
	}
	seat := games[0].Seat(SeatOf(games[0], key))
	he, _ = he.Seen(seat.Address, seat.Lang, seat.Zone)
	return he, true, nil
}

// Games returns the matches of a person, newest first, perhaps past their
// deadlines. One that cannot be read is left out: it must not hide the others.
func (p *Players) Games(ctx context.Context, key player.Key) ([]match.Match, error) {
	images, err := p.Lists.OfPlayer(ctx, key)
	if err != nil && images == nil {
		return nil, err
	}
	var games []match.Match
	for _, i := range images {
		m, err := match.Open(i)
		if err != nil || SeatOf(m, key) == engine.NoColor {
			continue
		}
		if p.Forgive != nil {
			if m, err = p.Forgive(ctx, m); err != nil {
				return nil, err
			}
		}
		games = append(games, m)
	}
	return games, nil
}

// SeatOf returns the seat that is a person's, or that he is invited to, or
// NoColor. Nobody learns of an invitation whose sender has not shown yet that his
// address is his.
func SeatOf(m match.Match, key player.Key) engine.Color {
	for _, seat := range []engine.Color{engine.Red, engine.Blue} {
		if key != nobody && m.Seat(seat).Key == key && (seat == m.Creator || m.State != match.Unconfirmed) {
			return seat
		}
	}
	return engine.NoColor
}

// Mails tells whether a mail of kind k shall go to somebody, which another one
// causes, and how he wants it. Of whom nothing is known he gets all.
//
// What he asks for himself he gets unless he has stopped all mail: the link to
// confirm, new links in place of those that he has cancelled, and the one to the
// board of a game that he has just confirmed or accepted. Without them he would
// have no seat. So he does even where mails come back or he has complained of
// them, which ends all others: whatever he confirms begins them again.
func (p *Players) Mails(ctx context.Context, to, from player.Key, k mail.Kind) (mail.Wish, error) {
	if to == nobody {
		return mail.Wish{Wanted: true}, nil
	}
	he, err := p.Profile(ctx, to)
	if err != nil {
		return mail.Wish{}, err
	}
	wish := mail.Wish{Wanted: he.GameMails(), Daily: he.Collects(), Epoch: he.Epoch, Prefs: he.Prefs}
	switch {
	case k == mail.Confirm, k == mail.SetUp, k == mail.NewLinks:
		wish.Wanted = he.AnyMail()
	case k == mail.Invite && he.Blocks(from):
		wish.Wanted = false
	}
	return wish, nil
}

// Seen keeps what a command shows of its giver, the address being his: to confirm
// or to accept takes a link that was mailed there. Other commands show nothing.
// m is the match after c.
func (p *Players) Seen(ctx context.Context, m match.Match, c match.Command) error {
	seat := m.Seat(m.Opponent())
	switch bare(c).(type) {
	case match.Confirm:
		seat = m.Seat(m.Creator)
	case match.Accept, match.Join:
	default:
		return nil
	}
	if seat.Key == nobody {
		return nil
	}
	_, err := p.change(ctx, seat.Key, func(he player.Profile) (player.Profile, bool) {
		return he.Seen(seat.Address, seat.Lang, seat.Zone)
	})
	return err
}

// SetMode chooses a person's mails; player.Turns lifts player.Stopped too, as
// only his own link may ask.
func (p *Players) SetMode(ctx context.Context, key player.Key, m player.Mode) (player.Profile, error) {
	return p.change(ctx, key, func(he player.Profile) (player.Profile, bool) {
		if m == player.Turns && he.Mode == player.Stopped {
			return he.Lift()
		}
		return he.SetMode(m)
	})
}

// Read notes that a mail to a person which was sent until a moment was read: mails
// that came back, and complaints, from before count no more.
func (p *Players) Read(ctx context.Context, key player.Key, sent time.Time) error {
	return p.noted(ctx, key, func(he player.Profile) (player.Profile, bool) { return he.Reads(sent) })
}

// Bounced notes that a mail to a person which was sent at a moment came back for
// good. It ends the mails about his games until a later one was read.
func (p *Players) Bounced(ctx context.Context, key player.Key, sent time.Time) error {
	return p.noted(ctx, key, func(he player.Profile) (player.Profile, bool) { return he.Bounces(sent) })
}

// Complained notes that a person has complained of a mail at a moment, with the
// same end.
func (p *Players) Complained(ctx context.Context, key player.Key, at time.Time) error {
	return p.noted(ctx, key, func(he player.Profile) (player.Profile, bool) { return he.Complains(at) })
}

func (p *Players) noted(ctx context.Context, key player.Key, f func(player.Profile) (player.Profile, bool)) error {
	if key == nobody {
		return nil
	}
	_, err := p.change(ctx, key, f)
	return err
}

// RenewLinks cancels the links to all games of a person that are of an epoch, and
// returns his profile; asked for again, it cancels no newer ones.
func (p *Players) RenewLinks(ctx context.Context, key player.Key, epoch uint8) (player.Profile, error) {
	return p.change(ctx, key, func(he player.Profile) (player.Profile, bool) {
		if he.Epoch != epoch {
			return he, false
		}
		return he.RenewLinks()
	})
}

// Block keeps another's invitations away from a person, and notes with the other
// that he was blocked.
func (p *Players) Block(ctx context.Context, by, whom player.Key) error {
	if by == nobody || whom == nobody {
		return nil
	}
	if _, err := p.change(ctx, by, func(he player.Profile) (player.Profile, bool) { return he.Block(whom) }); err != nil {
		return err
	}
	_, err := p.change(ctx, whom, func(he player.Profile) (player.Profile, bool) { return he.BlockFrom(by) })
	return err
}

// change loads a profile, changes it and saves it, once more if somebody else
// did in between. It returns the profile as it is stored then.
func (p *Players) change(ctx context.Context, key player.Key, f func(player.Profile) (player.Profile, bool)) (player.Profile, error) {
	for try := 1; ; try++ {
		old, err := p.Profile(ctx, key)
		if err != nil {
			return player.Profile{}, err
		}
		next, changed := f(old)
		if !changed {
			return old, nil
		}
		if next.Rescheduled(old) {
			next = next.Wind(p.Now(), words.Place(next.Zone))
		}
		err = p.Profiles.SaveProfile(ctx, player.Seal(next))
		switch {
		case err == nil:
			next.Version++
			return next, nil
		case try == 2 || !errors.Is(err, match.ErrConflict):
			return player.Profile{}, err
		}
	}
}
