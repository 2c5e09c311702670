package notify_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"fieldpost/engine/match"
	"fieldpost/engine/player"
	"fieldpost/functions/internal/mail"
	"fieldpost/functions/internal/notify"
)

// unreadables are the errors of what this program cannot read, today and tomorrow.
var unreadables = []error{
	&match.CorruptError{What: "a claim of another shape"}, &match.VersionError{Version: 9},
	&player.CorruptError{What: "cut short"}, &player.VersionError{Version: 9},
}

// broken fails the calls of one step with an error. As consent it asks nobody.
type broken struct {
	*world
	step string
	err  error
}

func (b *broken) Mails(context.Context, player.Key, player.Key, mail.Kind) (mail.Wish, error) {
	if b.step == "consent" {
		return mail.Wish{}, b.err
	}
	return mail.Wish{Wanted: true}, nil
}

func (b *broken) Load(ctx context.Context, id match.ID, strong bool) (match.Image, error) {
	if b.step == "read" {
		return match.Image{}, b.err
	}
	return b.world.Load(ctx, id, strong)
}

func (b *broken) Take(ctx context.Context, key string, now, until time.Time) (bool, error) {
	if b.step == "claim" {
		return false, b.err
	}
	return b.world.Take(ctx, key, now, until)
}

// TestUnreadable: a match, a profile or a claim that this program cannot read is a
// failure for ever. Taken for one that may pass, it would hold up all that come
// after it, for as long as the stream tries.
func TestUnreadable(t *testing.T) {
	for _, step := range []string{"read", "consent", "claim"} {
		for _, cause := range append(unreadables, errDown) {
			w := newWorld()
			b := &broken{w, step, fmt.Errorf("wrapped: %w", cause)}
			n := &notify.Notifier{Games: b, Consent: b, Composer: w, Postman: &notify.Postman{Claims: b, Sender: w, Now: w.time}}
			err := n.Handle(ctx, w.store(line(t)[5]))
			var f *notify.DeliveryError
			if forever := !errors.Is(cause, errDown); !errors.As(err, &f) || f.Step != step || notify.Permanent(err) != forever {
				t.Errorf("%s, %T: %v, for ever: %v", step, cause, err, notify.Permanent(err))
			}
			if err != nil && strings.Contains(err.Error(), "example") || len(w.sent) != 0 {
				t.Errorf("%s, %T: %v, sent %q", step, cause, err, w.sent)
			}
		}
	}
}
