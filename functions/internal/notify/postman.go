package notify

import (
	"context"
	"sync"
	"time"

	"fieldpost/functions/internal/mail"
	"fieldpost/functions/internal/panics"
)

// Postman sends mails, each exactly once but for a crash between the sender's
// acceptance and the mark, whoever else is at it.
//
//	claim → send → mark
//
// Its methods may be called at once.
type Postman struct {
	Claims Claims
	Sender Sender
	Now    func() time.Time

	// Copies is how often a mail is sent at most of which nobody knows whether
	// the sender has it: a copy is better than none, and a flood is worse. 0 is
	// as often as it takes, for a sender that keeps a mail sent twice once.
	Copies int

	// Tell, if set, is told what became of each mail at each try.
	Tell func(Fate)

	mu sync.Mutex
	// doubts counts the sends of unknown outcome, by key.
	doubts map[string]int
	// unmarked are the keys of mails that were sent and could not be marked:
	// while this process lives it knows better than to send them again.
	unmarked map[string]bool
}

// Post sends a mail that belongs to no stored match, unless the mail of key is
// sent already: to call it again does no harm. key names the mail among all
// mails, and is the one that m was composed with; it must not begin with "G#".
// It fails with a *DeliveryError, of no game, while the mail is still owed.
func (p *Postman) Post(ctx context.Context, key string, m mail.Message) error {
	about := Fate{Game: m.Game, Seat: m.Seat, Kind: m.Kind}
	f := p.deliver(ctx, key, about, func() (mail.Message, error) { return m, nil })
	p.tellFailure(about, f)
	if f == nil {
		return nil
	}
	return f
}

// deliver sends the mail of key, which compose makes once the claim is taken, and tells
// if it was sent.
func (p *Postman) deliver(ctx context.Context, key string, about Fate, compose func() (mail.Message, error)) (f *DeliveryError) {
	defer func() {
		if v := recover(); v != nil {
			f = thrown(panics.Recovered(v))
		}
	}()
	now := p.Now()
	until := now.Add(ClaimLife)
	if p.isUnmarked(key) {
		return p.mark(ctx, key, until)
	}
	switch done, err := p.Claims.Take(ctx, key, now, until); {
	case err != nil:
		return &DeliveryError{Step: "claim", Permanent: unreadable(err), Err: err}
	case done:
		return nil
	}
	message, err := safely(compose)
	if err != nil {
		return p.drop(ctx, key, &DeliveryError{Step: "compose", Permanent: true, Err: err})
	}
	if _, err := p.Sender.Send(ctx, key, message.From, message.To, message.Raw); err != nil {
		f := &DeliveryError{Step: "send", Permanent: is[permanent](err, permanent.Permanent), Err: err}
		if f.Permanent || is[refused](err, refused.Refused) {
			return p.drop(ctx, key, f)
		}
		if p.enough(key) {
			f.Permanent = true
			if marked := p.mark(ctx, key, until); marked != nil {
				return marked
			}
		}
		return f // perhaps it was accepted: the claim stays, and nobody sends until it runs out
	}
	p.tell(about, sent)
	return p.mark(ctx, key, until)
}

// safely makes a panic of the composer an error, so that it gives its claim
// back like one.
func safely(compose func() (mail.Message, error)) (message mail.Message, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = panics.Recovered(v)
		}
	}()
	return compose()
}

// enough counts a send of unknown outcome, and reports whether it was the last
// that there shall be.
func (p *Postman) enough(key string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.doubts == nil {
		p.doubts = make(map[string]int)
	}
	p.doubts[key]++
	if p.Copies == 0 || p.doubts[key] < p.Copies {
		return false
	}
	delete(p.doubts, key)
	return true
}

// drop gives a claim back, since nothing was sent, and returns f. If it cannot,
// the claim runs out by itself.
func (p *Postman) drop(ctx context.Context, key string, f *DeliveryError) *DeliveryError {
	_ = p.Claims.Drop(context.WithoutCancel(ctx), key)
	return f
}

// mark says that a mail is sent, and tries hard: without the mark it would be
// sent again when the claim has run out.
func (p *Postman) mark(ctx context.Context, key string, until time.Time) *DeliveryError {
	var err error
	for range 3 {
		if err = p.Claims.Mark(context.WithoutCancel(ctx), key, until); err == nil {
			p.setUnmarked(key, false)
			return nil
		}
	}
	p.setUnmarked(key, true)
	return &DeliveryError{Step: "mark", Err: err}
}

func (p *Postman) setUnmarked(key string, on bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !on {
		delete(p.unmarked, key)
		return
	}
	if p.unmarked == nil {
		p.unmarked = make(map[string]bool)
	}
	p.unmarked[key] = true
}

func (p *Postman) isUnmarked(key string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.unmarked[key]
}
