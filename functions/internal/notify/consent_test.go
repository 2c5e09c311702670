package notify_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/engine/player"
	"fieldpost/functions/internal/mail"
	"fieldpost/functions/internal/notify"
)

// will is what players want: nobody in it gets no mail of that kind.
type will struct {
	*world
	refuses map[player.Key]mail.Kind
	daily   map[player.Key]bool
	prefs   player.Prefs
	asked   []string
	hooks   map[player.Key]player.Webhook
}

func (w *will) Mails(_ context.Context, to, from player.Key, k mail.Kind) (player.Profile, bool, error) {
	f := w.call("consent")
	defer w.mu.Unlock()
	w.asked = append(w.asked, fmt.Sprintf("%v to %x from %x", k, to[0], from[0]))
	switch f {
	case fine:
		he := player.Profile{Epoch: 3, Key: to, Webhook: w.hooks[to], Prefs: w.prefs}
		if w.daily[to] {
			he.Mode, he.Alarm = player.Daily, w.now
		}
		return he, w.refuses[to] != k, nil
	case persisted:
		panic("a panic about ann@example.org")
	}
	return player.Profile{}, false, errDown
}

// A player who wants no mail gets none, no claim is kept for it, and the other's
// goes out. Without it "no more mail from here" would be a promise alone.
func TestConsent(t *testing.T) {
	m := line(t)[1] // confirmed: set up to Ann, the invitation to Bob
	for _, test := range []struct {
		name    string
		refuses map[player.Key]mail.Kind
		want    []string
	}{
		{"both want theirs", nil, []string{"invite to blue", "set-up to red"}},
		{"Bob blocks Ann", map[player.Key]mail.Kind{bobKey: mail.Invite}, []string{"set-up to red"}},
		{"Ann wants none", map[player.Key]mail.Kind{annKey: mail.SetUp}, []string{"invite to blue"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			w := newWorld()
			consent := &will{world: w, refuses: test.refuses}
			image, n := w.store(m), w.notifier()
			n.Consent = consent
			for range 2 { // a dropped mail stays dropped
				if err := n.Handle(ctx, image); err != nil {
					t.Fatal(err)
				}
			}
			if diff := cmp.Diff(test.want, w.post()); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if len(w.claims) != len(test.want) {
				t.Errorf("%d claims for %d mails", len(w.claims), len(test.want))
			}
			if diff := cmp.Diff([]string{"set-up to a from b", "invite to b from a"}, consent.asked[:2]); diff != "" {
				t.Errorf("asked (-want +got):\n%s", diff)
			}
		})
	}
}

// While nobody can say whether a mail is wanted it waits. Without it a store
// that fails would have us mail whoever has asked us not to, or lose his mails.
func TestConsentFails(t *testing.T) {
	for f, step := range map[fault]string{failed: "consent", persisted: "deliver"} {
		w := newWorld()
		image, n := w.store(line(t)[5]), w.notifier()
		n.Consent = &will{world: w}
		w.fault = func(call string) fault {
			if call == "consent" {
				return f
			}
			return fine
		}
		err := n.Handle(ctx, image)
		one, ok := errors.AsType[*notify.DeliveryError](err)
		if !ok || one.Step != step || one.Permanent != (f == persisted) || len(w.claims) != 0 || len(w.sent) != 0 {
			t.Errorf("%s: error %v, claims %v, sent %q", f, err, w.claims, w.sent)
		}
		w.fault = nil
		if err := n.Handle(ctx, image); err != nil || len(w.sent) != 1 {
			t.Errorf("%s: afterwards: %v, sent %q", f, err, w.sent)
		}
	}
}

// Nobody's key has no wishes: a match from before there were keys sends its
// mails.
func TestConsentOfNobodyIsNotAsked(t *testing.T) {
	w := newWorld()
	consent := &will{world: w, refuses: map[player.Key]mail.Kind{{}: mail.Confirm}}
	m, err := match.New(match.Create{
		ID: match.ID{1}, Creator: engine.Red, Rules: engine.StandardRules(engine.Duel), Players: players(),
	}, monday)
	if err != nil {
		t.Fatal(err)
	}
	n := w.notifier()
	n.Consent = consent
	if err := n.Handle(ctx, w.store(m)); err != nil || len(w.sent) != 1 || len(consent.asked) != 0 {
		t.Errorf("%v, sent %q, asked %q", err, w.sent, consent.asked)
	}
}
