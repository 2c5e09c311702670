package notify

import (
	"context"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/engine/player"
	"fieldpost/functions/internal/hook"
)

// call puts what he at a seat of m may have his own program told on the queue of calls,
// once but for a crash, under a claim beside that of the mail. Nothing is claimed, read
// or put for who has no webhook.
func (n *Notifier) call(ctx context.Context, m match.Match, seat engine.Color, he player.Profile, key string) *DeliveryError {
	event := hook.Owed(m, seat)
	if n.Calls == nil || event == "" || !he.Webhook.On() {
		return nil
	}
	key += "#call"
	now := n.Postman.Now()
	until := now.Add(ClaimLife)
	switch sent, err := n.Postman.Claims.Take(ctx, key, now, until); {
	case err != nil:
		return &DeliveryError{Step: "call", Permanent: unreadable(err), Err: err}
	case sent:
		return nil
	}
	if err := n.Calls.Put(ctx, hook.New(m, seat, he.Key, he.Webhook.Mark(), event, now)); err != nil {
		return n.Postman.drop(ctx, key, &DeliveryError{Step: "call", Err: err})
	}
	// Without the mark it is put again, and its receiver knows it by its id.
	if err := n.Postman.Claims.Mark(context.WithoutCancel(ctx), key, until); err != nil {
		return &DeliveryError{Step: "call", Err: err}
	}
	return nil
}
