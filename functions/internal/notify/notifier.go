// Package notify sends the mails that a stored match owes. It gets each image
// that a store accepted, perhaps more than once and perhaps by two callers at
// once, and sees to it that each mail goes out exactly once but for a crash
// between the sender's acceptance and the mark.
//
//	image → Letters → still true? wanted? → claim → compose → send → mark
//	                                      → claim → call → mark
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
	Calls    Calls   // nil: nobody's program is told of anything
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
		for _, f := range n.deliver(ctx, m, l, Key(i, l)) {
			f.Game, f.Letter, f.Since = i.ID, l, m.Changed
			failures = append(failures, f)
		}
	}
	if failures == nil {
		return nil
	}
	return failures
}

// deliver sends a mail, and has the program of its recipient told, if he has one. What
// becomes of the one does not matter to the other.
func (n *Notifier) deliver(ctx context.Context, m match.Match, l mail.Letter, key string) (all DeliveryErrors) {
	defer func() {
		if v := recover(); v != nil {
			all = append(all, n.failed(m, l, thrown(panics.Recovered(v))))
		}
	}()
	unmarked := n.Postman.isUnmarked(key)
	if !unmarked {
		switch left, err := n.left(ctx, m, l); {
		case err != nil:
			return DeliveryErrors{n.failed(m, l, &DeliveryError{Step: "read", Permanent: unreadable(err), Err: err})}
		case left:
			n.Postman.tell(about(m, l), passedBy)
			return nil
		}
	}
	he, wanted, err := n.wanted(ctx, m, l)
	if err != nil {
		return DeliveryErrors{n.failed(m, l, &DeliveryError{Step: "consent", Permanent: unreadable(err), Err: err})}
	}
	if wanted && !(he.Collects() && waits(m, l.Kind)) || unmarked {
		l.Epoch, l.Prefs = he.Epoch, he.Prefs
		f := n.Postman.deliver(ctx, key, about(m, l), func() (mail.Message, error) { return n.Composer.Compose(m, l, key) })
		if f != nil {
			all = append(all, n.failed(m, l, f))
		}
	} else {
		n.Postman.tell(about(m, l), unwanted)
	}
	if f := n.call(ctx, m, l.Seat, he, key); f != nil {
		all = append(all, f)
	}
	return all
}

// failed tells of a try to send l that has failed, and returns it.
func (n *Notifier) failed(m match.Match, l mail.Letter, f *DeliveryError) *DeliveryError {
	n.Postman.tellFailure(about(m, l), f)
	return f
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

// wanted asks whether the recipient of l takes it, and for his profile.
func (n *Notifier) wanted(ctx context.Context, m match.Match, l mail.Letter) (he player.Profile, wanted bool, err error) {
	to := m.Seat(l.Seat).Key
	if n.Consent == nil || to == (player.Key{}) {
		return he, true, nil
	}
	return n.Consent.Mails(ctx, to, m.Seat(l.Seat.Other()).Key, l.Kind)
}
