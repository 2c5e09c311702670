// Package notify sends the mails that a stored match owes. It gets each image
// that a store accepted, perhaps more than once and perhaps by two callers at
// once, and sees to it that each mail goes out exactly once but for a crash
// between the sender's acceptance and the mark.
//
//	image → Letters → claim → compose → send → mark
//
// Handle does this for one image; Loop does it for a store's own stream. A mail
// is composed from the image alone, never from what the match has become since.
//
// Source: architecture.md, "Mails out".
package notify

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"fieldpost/engine/match"
	"fieldpost/functions/internal/mail"
)

// Notifier sends the mails of images. Its methods may be called at once.
type Notifier struct {
	Games    Games
	Claims   Claims
	Composer Composer
	Sender   Sender
	Now      func() time.Time

	// Copies is how often a mail is sent at most of which nobody knows whether
	// the sender has it: a copy is better than none, and a flood is worse. 0 is
	// as often as it takes, for a sender that keeps a mail sent twice once.
	Copies int

	mu sync.Mutex
	// doubts counts the sends of unknown outcome, by key.
	doubts map[string]int
	// unmarked are the keys of mails that were sent and could not be marked:
	// while this process lives it knows better than to send them again.
	unmarked map[string]bool
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
			f = &DeliveryError{Step: "deliver", Permanent: true, Err: panicked(v)}
		}
	}()
	if n.isUnmarked(key) {
		return n.mark(ctx, key)
	}
	if bound(l.Kind) {
		switch left, err := n.left(ctx, m, l.Kind); {
		case err != nil:
			return &DeliveryError{Step: "read", Permanent: unreadable(err), Err: err}
		case left:
			return nil
		}
	}
	now := n.Now()
	switch sent, err := n.Claims.Take(ctx, key, now, now.Add(ClaimLife)); {
	case err != nil:
		return &DeliveryError{Step: "claim", Err: err}
	case sent:
		return nil
	}
	message, err := n.compose(m, l, key)
	if err != nil {
		return n.drop(ctx, key, &DeliveryError{Step: "compose", Permanent: true, Err: err})
	}
	if _, err := n.Sender.Send(ctx, key, message.From, message.To, message.Raw); err != nil {
		f := &DeliveryError{Step: "send", Permanent: is[permanent](err, permanent.Permanent), Err: err}
		if f.Permanent || is[refused](err, refused.Refused) {
			return n.drop(ctx, key, f)
		}
		if n.enough(key) {
			f.Permanent = true
			if marked := n.mark(ctx, key); marked != nil {
				return marked
			}
		}
		return f // perhaps it was accepted: the claim stays, and nobody sends until it runs out
	}
	return n.mark(ctx, key)
}

// enough counts a send of unknown outcome, and reports whether it was the last
// that there shall be.
func (n *Notifier) enough(key string) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.doubts == nil {
		n.doubts = make(map[string]int)
	}
	n.doubts[key]++
	if n.Copies == 0 || n.doubts[key] < n.Copies {
		return false
	}
	delete(n.doubts, key)
	return true
}

// left reports whether what a mail of kind k says of m's position holds no more:
// a ply was played since, or the game is over, or gone, or the offer answered.
func (n *Notifier) left(ctx context.Context, m match.Match, k mail.Kind) (bool, error) {
	image, err := n.Games.Load(ctx, m.ID, false)
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
	answered := k == mail.DrawOffered && now.Offer != m.Offer
	return now.Ended() || now.Game.Ply() != m.Game.Ply() || answered, nil
}

// compose makes a panic of the composer an error, so that it gives its claim
// back like one.
func (n *Notifier) compose(m match.Match, l mail.Letter, key string) (message mail.Message, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = panicked(v)
		}
	}()
	return n.Composer.Compose(m, l, key)
}

// drop gives a claim back, since nothing was sent, and returns f. If it cannot,
// the claim runs out by itself.
func (n *Notifier) drop(ctx context.Context, key string, f *DeliveryError) *DeliveryError {
	_ = n.Claims.Drop(context.WithoutCancel(ctx), key)
	return f
}

// mark says that a mail is sent, and tries hard: without the mark it would be
// sent again when the claim has run out.
func (n *Notifier) mark(ctx context.Context, key string) *DeliveryError {
	var err error
	for range 3 {
		if err = n.Claims.Mark(context.WithoutCancel(ctx), key); err == nil {
			n.setUnmarked(key, false)
			return nil
		}
	}
	n.setUnmarked(key, true)
	return &DeliveryError{Step: "mark", Err: err}
}

func (n *Notifier) setUnmarked(key string, on bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if !on {
		delete(n.unmarked, key)
		return
	}
	if n.unmarked == nil {
		n.unmarked = make(map[string]bool)
	}
	n.unmarked[key] = true
}

func (n *Notifier) isUnmarked(key string) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.unmarked[key]
}
