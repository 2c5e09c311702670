package hook

import (
	"context"
	"encoding/hex"
	"fmt"
	"log/slog"
	"time"

	"fieldpost/engine/player"
	"fieldpost/functions/internal/mail"
)

// pauses are those between the tries of a call, each counted from the try that failed:
// five tries in 22 hours.
var pauses = []time.Duration{10 * time.Minute, 110 * time.Minute, 9 * time.Hour, 11 * time.Hour}

// MostTries is how often a call is tried at most.
var MostTries = len(pauses) + 1

// Poster posts to an address that a stranger chose, and nowhere it must not. Its errors
// do not tell the address.
type Poster interface {
	Post(ctx context.Context, to string, headers map[string]string, body []byte) error
}

// Queue keeps calls until they are due, or a while less.
type Queue interface {
	// Put keeps a call, perhaps twice, or fails. Both may have happened.
	Put(ctx context.Context, c Call) error
}

// People knows whose webhook is where.
type People interface {
	Profile(ctx context.Context, key player.Key) (player.Profile, error)
	// FailWebhook turns the webhook of a mark off, and returns the profile as it is
	// then. To ask for it again does no harm.
	FailWebhook(ctx context.Context, key player.Key, m player.Mark) (player.Profile, error)
}

// Courier makes calls. All fields must be set.
type Courier struct {
	People People
	Poster Poster
	Queue  Queue // gets what is to be tried again

	// Tell mails a person that his webhook is off, since the moment at; with the same
	// claim once alone. The texts of its errors tell no secrets.
	Tell func(ctx context.Context, claim string, to mail.Recipient, at time.Time) error
	// Hopeless reports whether to try again what Tell could not do is of no use.
	Hopeless func(error) bool
	Now      func() time.Time
	Log      *slog.Logger
}

// Take makes a call, puts it back if it is not due or has failed, and turns the webhook
// off after the last try. It fails while none of that could be done: then the call is
// to be given again, which does no harm but that a program may hear of it twice.
func (c *Courier) Take(ctx context.Context, call Call) error {
	now := c.Now()
	if now.Before(call.Due) {
		return c.Queue.Put(ctx, call)
	}
	he, err := c.People.Profile(ctx, call.Player)
	switch {
	case err != nil:
		return err
	case he.Webhook.URL == "" || he.Webhook.Mark() != call.Hook:
		return nil // he has none any more, or another
	case he.Webhook.Failed:
		return c.tell(ctx, call, he)
	}
	failure := c.Poster.Post(ctx, he.Webhook.URL, call.Headers(he.Webhook, now), call.Body())
	outcome := "done"
	if failure != nil {
		outcome = failure.Error()
	}
	c.Log.Info("webhook called", "game", call.Game, "event", call.Event, "try", call.Tries+1, "outcome", outcome, "duration", c.Now().Sub(now))
	switch {
	case failure == nil:
		return nil
	case call.Tries >= len(pauses):
		if he, err = c.People.FailWebhook(ctx, call.Player, call.Hook); err != nil {
			return err
		}
		return c.tell(ctx, call, he)
	}
	call.Due = c.Now().Add(pauses[call.Tries]).Truncate(time.Second)
	call.Tries++
	return c.Queue.Put(ctx, call)
}

// tell mails a person, whose webhook has failed, that it is off. Every call that finds
// it so asks for the mail, and the claim sees to it that there is one: if whoever asked
// first died over it, another does.
func (c *Courier) tell(ctx context.Context, call Call, he player.Profile) error {
	if !he.Webhook.Failed || he.Webhook.Mark() != call.Hook || !he.Reachable() || he.Address == "" {
		return nil
	}
	claim := fmt.Sprintf("P#%s/C#webhook#%s", hex.EncodeToString(call.Player[:]), hex.EncodeToString(call.Hook[:]))
	err := c.Tell(ctx, claim, mail.Recipient{Key: he.Key, Epoch: he.Epoch, Address: he.Address, Lang: he.Lang}, c.Now().Truncate(time.Minute))
	if err != nil && c.Hopeless(err) {
		c.Log.Error("mail of a webhook that is off never sent", "err", err)
		return nil
	}
	return err
}
