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

// Players answers for the people of one server. Profiles and Now must be set, and Limits
// where Take is called.
type Players struct {
	Profiles Profiles
	Lists    Lists // nil where no profile gets an end that has none yet
	Limits   Limits
	Now      func() time.Time
	Real     func() time.Time // by which limits are counted; nil: Now, the time of the games

	// Patient is what time it is for the life of what a person was given at a moment of the
	// games; nil: Now. See NowFor.
	Patient func(given time.Time) time.Time

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
	games, _, err := p.Newest(ctx, key)
	return games, err
}

// Newest is Games, and reports whether the list is full: he may have older ones.
func (p *Players) Newest(ctx context.Context, key player.Key) (games []match.Match, full bool, err error) {
	images, err := p.Lists.OfPlayer(ctx, key)
	if err != nil && images == nil {
		return nil, false, err
	}
	for _, i := range images {
		m, err := match.Open(i)
		if err != nil || SeatOf(m, key) == engine.NoColor {
			continue
		}
		if p.Forgive != nil {
			if m, err = p.Forgive(ctx, m); err != nil {
				return nil, false, err
			}
		}
		games = append(games, m)
	}
	return games, len(images) >= match.MostListed, nil
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

// Mails reports whether a mail of kind k shall go to somebody, which another one
// causes, and returns his profile. Of whom nothing is known he gets all.
//
// What he asks for himself he gets unless he has stopped all mail: the link to
// confirm, new links in place of those that he has cancelled, the one to the board
// of a game that he has just confirmed or accepted, and his turn once more. Without the
// others he would have no seat. So he does even where mails come back or he has complained
// of them, which ends all others: whatever he confirms begins them again.
func (p *Players) Mails(ctx context.Context, to, from player.Key, k mail.Kind) (he player.Profile, wanted bool, err error) {
	if to == nobody {
		return he, true, nil
	}
	he, err = p.Profile(ctx, to)
	switch {
	case err != nil:
		return he, false, err
	case k == mail.Confirm, k == mail.SetUp, k == mail.NewLinks, k == mail.TurnAgain:
		return he, he.AnyMail(), nil
	case k == mail.Invite && he.Blocks(from):
		return he, false, nil
	}
	return he, he.GameMails(), nil
}

// Seen keeps what a command shows of its giver, the address being his: to confirm
// or to accept takes a link that was mailed there. Other commands show nothing.
// m is the match after c.
func (p *Players) Seen(ctx context.Context, m match.Match, c match.Command) error {
	seat, plays := m.Seat(m.Opponent()), true
	switch bare(c).(type) {
	case match.Confirm:
		seat, plays = m.Seat(m.Creator), false
	case match.Accept, match.Join:
		if err := p.plays(ctx, m.Seat(m.Creator)); err != nil {
			return err
		}
	default:
		return nil
	}
	return p.noted(ctx, seat.Key, func(he player.Profile) (player.Profile, bool) {
		he, seen := he.Seen(seat.Address, seat.Lang, seat.Zone)
		he, used := he.Use(p.Now(), plays)
		return he, seen || used
	})
}

// SetMode chooses a person's mails, unless they are player.Stopped.
func (p *Players) SetMode(ctx context.Context, key player.Key, m player.Mode) (player.Profile, error) {
	return p.Update(ctx, key, func(he player.Profile) (player.Profile, bool) { return he.SetMode(m) })
}

// Lift takes back that a person gets no mails about his games, or none at all, as only
// the link in his mails may ask.
func (p *Players) Lift(ctx context.Context, key player.Key) (player.Profile, error) {
	return p.Update(ctx, key, func(he player.Profile) (player.Profile, bool) {
		if he.Mode == player.Stopped {
			return he.Lift()
		}
		return he.Resume()
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
	return p.happened(ctx, key, func(he player.Profile) (player.Profile, bool) { return he.Bounces(sent) })
}

// Complained notes that a person has complained of a mail at a moment, with the
// same end.
func (p *Players) Complained(ctx context.Context, key player.Key, at time.Time) error {
	return p.happened(ctx, key, func(he player.Profile) (player.Profile, bool) { return he.Complains(at) })
}

func (p *Players) noted(ctx context.Context, key player.Key, f func(player.Profile) (player.Profile, bool)) error {
	if key == nobody {
		return nil
	}
	_, err := p.Update(ctx, key, f)
	return err
}

// happened notes what was not his doing.
func (p *Players) happened(ctx context.Context, key player.Key, f func(player.Profile) (player.Profile, bool)) error {
	if key == nobody {
		return nil
	}
	_, err := p.Amend(ctx, key, f)
	return err
}

// RenewLinks cancels the links to all games of a person that are of an epoch, and
// returns his profile; asked for again, it cancels no newer ones. Where no others could
// take their place they still count.
func (p *Players) RenewLinks(ctx context.Context, key player.Key, epoch uint8) (player.Profile, error) {
	return p.Update(ctx, key, func(he player.Profile) (player.Profile, bool) {
		if he.Epoch != epoch {
			return he, false
		}
		return he.RenewLinks()
	})
}

// SetWebhook makes an address the one that a person's program is told at. address is
// that of his mails, as far as it is known, so that he can be told if it fails.
func (p *Players) SetWebhook(ctx context.Context, key player.Key, url string, secret [32]byte, address string) (player.Profile, error) {
	return p.Update(ctx, key, func(he player.Profile) (player.Profile, bool) {
		he, seen := he.Seen(address, "", "")
		he, set := he.SetWebhook(url, secret)
		return he, seen || set
	})
}

// DropWebhook forgets a person's webhook.
func (p *Players) DropWebhook(ctx context.Context, key player.Key) (player.Profile, error) {
	return p.Update(ctx, key, player.Profile.DropWebhook)
}

// FailWebhook turns the webhook of a mark off, and no other.
func (p *Players) FailWebhook(ctx context.Context, key player.Key, m player.Mark) (player.Profile, error) {
	return p.Amend(ctx, key, func(he player.Profile) (player.Profile, bool) { return he.FailWebhook(m) })
}

// Block keeps another's invitations away from a person, and notes with the other
// that he was blocked.
func (p *Players) Block(ctx context.Context, by, whom player.Key) error {
	if by == nobody || whom == nobody {
		return nil
	}
	if _, err := p.Update(ctx, by, func(he player.Profile) (player.Profile, bool) { return he.Block(whom) }); err != nil {
		return err
	}
	return p.happened(ctx, whom, func(he player.Profile) (player.Profile, bool) { return he.BlockFrom(by) })
}

// Update loads a profile, changes it by f and saves it, once more if somebody else
// did in between. It returns the profile as it is stored then. f may be called twice,
// and reports whether there is something to save. What is saved counts as needed today.
func (p *Players) Update(ctx context.Context, key player.Key, f func(player.Profile) (player.Profile, bool)) (player.Profile, error) {
	return p.Amend(ctx, key, func(he player.Profile) (player.Profile, bool) {
		he, changed := f(he)
		if changed && !he.Used.IsZero() { // the first day is noted by kept
			he, _ = he.Use(p.Now(), false)
		}
		return he, changed
	})
}

// Amend changes a profile as Update does, by what others have done, or the server: that
// keeps it no longer. f is given it without the changes of his address that are over, and
// what is saved has none of them.
func (p *Players) Amend(ctx context.Context, key player.Key, f func(player.Profile) (player.Profile, bool)) (player.Profile, error) {
	for try := 1; ; try++ {
		old, err := p.Profile(ctx, key)
		if err != nil {
			return player.Profile{}, err
		}
		next, changed := f(p.Changed(old)) // what is over takes no room from what f notes
		if !changed {
			return old, nil
		}
		if next, err = p.kept(ctx, next); err != nil {
			return player.Profile{}, err
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

// Changed returns a profile without the changes of his address that are surely over.
func (p *Players) Changed(he player.Profile) player.Profile {
	he, _ = he.Changed(func(c player.Change) bool {
		return !p.NowFor(c.Until.Add(-match.ChangeLife)).Before(c.Until) // asked for, or confirmed, no later
	})
	return he
}

// NowFor returns what time it is for what a person was given at a moment: a link, or a wish
// of his that he is to confirm. Where the time of the games is faster than the world's it
// must not lapse before he can read.
func (p *Players) NowFor(given time.Time) time.Time {
	if p.Patient == nil {
		return p.Now()
	}
	return p.Patient(given)
}
