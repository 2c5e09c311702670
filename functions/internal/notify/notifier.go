// Package notify sends the mails that a stored match owes. It gets each image
// that a store accepted, perhaps more than once and perhaps by two callers at
// once, and sees to it that each mail goes out exactly once but for a crash
// between the sender's acceptance and the mark.
//
//	image → Letters → still true? wanted? → claim → compose → send → mark
//
// Handle does this for one image; Loop does it for a store's own stream. A mail
// is composed from the image alone, never from what the match has become since.
// A mail that belongs to no image goes the second half of this way, by a Postman.
//
// Source: architecture.md, "Mails out".
package notify

import (
	"context"
	"errors"
	"fmt"

	"fieldpost/engine/match"
	"fieldpost/engine/player"
	"fieldpost/functions/internal/mail"
	"fieldpost/functions/internal/panics"
)

// Notifier sends the mails of images. Its methods may be called at once.
type Notifier struct {
	Games    Games
	Consent  Consent // nil: everybody wants every mail
	Composer Composer
	Postman  *Postman
}

// Key returns the key of the claim of the mail to a seat for one version.
func Key(i match.Image, l mail.Letter) string {
	return fmt.Sprintf("G#%v/C#%d#%v", i.ID, i.Version, l.Seat)
}

// Handle sends every mail that i owes and that is not sent yet. It tries all of
// them, and fails with DeliveryErrors, one for each that is still owed. To give
// it the same image again does no harm.
func (n *Notifier) Handle(ctx context.Context, i match.Image) error {
	m, err := match.Open(i)
	if err != nil {
		return DeliveryErrors{{Game: i.ID, Step: "open", Permanent: unreadable(err), Err: err}}
	}
	var failures DeliveryErrors
	for _, l := range Letters(m) {
		if f := n.deliver(ctx, m, l, Key(i, l)); f != nil {
			f.Game, f.Letter, f.Since = i.ID, l, m.Changed
			failures = append(failures, f)
		}
	}
	if failures == nil {
		return nil
	}
	return failures
}

func (n *Notifier) deliver(ctx context.Context, m match.Match, l mail.Letter, key string) (f *DeliveryError) {
	defer func() {
		if v := recover(); v != nil {
			f = thrown(panics.Recovered(v))
		}
	}()
	if !n.Postman.isUnmarked(key) {
		switch left, err := n.left(ctx, m, l); {
		case err != nil:
			return &DeliveryError{Step: "read", Permanent: unreadable(err), Err: err}
		case left:
			return nil
		}
		wish, err := n.wish(ctx, m, l)
		switch {
		case err != nil:
			return &DeliveryError{Step: "consent", Permanent: unreadable(err), Err: err}
		case !wish.Wanted, wish.Daily && waits(m, l.Kind):
			return nil
		}
		l.Epoch, l.Prefs = wish.Epoch, wish.Prefs
	}
	return n.Postman.deliver(ctx, key, func() (mail.Message, error) { return n.Composer.Compose(m, l, key) })
}

// left reports whether l, of the match as it was in m, has nothing true to tell
// any more. An eventual read may be behind, and not even have a game that was
// stored a moment ago: what it says is enough to send a mail, but none is dropped
// unless a strong read says so too.
func (n *Notifier) left(ctx context.Context, m match.Match, l mail.Letter) (bool, error) {
	if !bound(l.Kind) {
		return false, nil
	}
	left, err := n.leftBy(ctx, m, l, false)
	if err != nil || !left {
		return false, err
	}
	return n.leftBy(ctx, m, l, true)
}

// leftBy is what left says by one read.
func (n *Notifier) leftBy(ctx context.Context, m match.Match, l mail.Letter, strong bool) (bool, error) {
	image, err := n.Games.Load(ctx, m.ID, strong)
	if errors.Is(err, match.ErrNotFound) {
		return true, nil
	}
	if err != nil {
		return false, err
	}
	if image.Version <= m.Version {
		return false, nil
	}
	now, err := match.Open(image)
	if err != nil {
		return false, err
	}
	return passed(l, m, now), nil
}

// wish asks how the recipient of l takes it.
func (n *Notifier) wish(ctx context.Context, m match.Match, l mail.Letter) (mail.Wish, error) {
	to := m.Seat(l.Seat).Key
	if n.Consent == nil || to == (player.Key{}) {
		return mail.Wish{Wanted: true}, nil
	}
	return n.Consent.Mails(ctx, to, m.Seat(l.Seat.Other()).Key, l.Kind)
}
