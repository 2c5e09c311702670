package notify_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"fieldpost/engine/match"
	"fieldpost/functions/internal/mail"
	"fieldpost/functions/internal/notify"
	"fieldpost/functions/internal/panics"
)

var lost = mail.Message{From: "play@fieldpost.example", To: "ann@example.org", Raw: []byte("all your games")}

// A mail of no game goes out once for its key, however often it is posted, by
// whom and when. Without it each press on "lost your link?" that is sent twice
// would be two mails.
func TestPost(t *testing.T) {
	w := newWorld()
	p, until := w.notifier().Postman, w.now.Add(notify.ClaimLife)
	for _, p := range []*notify.Postman{p, p, w.notifier().Postman} {
		if err := p.Post(ctx, "P#1", lost); err != nil {
			t.Fatal(err)
		}
		w.pass(time.Hour)
	}
	if !slices.Equal(w.sent, []string{"P#1"}) {
		t.Errorf("sent %q", w.sent)
	}
	// From then on the mark may be forgotten after its thirty days.
	if c := w.claims["P#1"]; !c.sent || !c.until.Equal(until) {
		t.Errorf("marked until %v, and claimed until %v", c.until, until)
	}
	if err := p.Post(ctx, "P#2", lost); err != nil || len(w.sent) != 2 {
		t.Errorf("another key: %v, sent %q", err, w.sent)
	}
}

// The rules of a letter hold for it too: each call goes wrong in each way, and
// later tries deliver one mail.
func TestPostFails(t *testing.T) {
	for _, test := range []struct {
		call      string
		fault     fault
		step      string // "": no failure
		permanent bool
		held      bool // at once again it is another's
		accepted  int  // in the end
	}{
		{"take", failed, "claim", false, false, 1},
		{"take", persisted, "claim", false, true, 1},
		{"send", refused, "send", false, false, 1},
		{"send", hopeless, "send", true, false, 1},
		{"send", failed, "send", false, true, 1},
		{"send", persisted, "send", false, true, 2}, // over itself
		{"mark", failed, "", false, false, 1},       // tried again at once
	} {
		t.Run(test.call+" "+string(test.fault), func(t *testing.T) {
			w := newWorld()
			once := true
			w.fault = func(call string) fault {
				if call == test.call && once {
					once = false
					return test.fault
				}
				return fine
			}
			p := w.notifier().Postman
			err := p.Post(ctx, "P#1", lost)
			one, ok := errors.AsType[*notify.DeliveryError](err)
			if ok != (test.step != "") || ok && (one.Step != test.step || one.Game != match.ID{}) || notify.Permanent(err) != test.permanent {
				t.Errorf("error %v", err)
			}
			if err != nil && strings.Contains(err.Error(), "example.org") {
				t.Errorf("the failure tells an address: %v", err)
			}
			if err := p.Post(ctx, "P#1", lost); errors.Is(err, match.ErrHeld) != test.held {
				t.Errorf("at once again: %v", err)
			}
			w.pass(notify.ClaimLife + time.Second)
			if err := p.Post(ctx, "P#1", lost); err != nil || len(w.post()) != 1 || len(w.sent) != test.accepted {
				t.Errorf("later: %v, in the mailbox %q, accepted %d times", err, w.post(), len(w.sent))
			}
		})
	}
}

// A panic in the sending takes no page down with it.
func TestPostPanics(t *testing.T) {
	w := newWorld()
	w.hook = func(call string) {
		if call == "send" {
			panic(errDown)
		}
	}
	err := w.notifier().Postman.Post(ctx, "P#1", lost)
	if _, ok := errors.AsType[*panics.Error](err); !ok || !notify.Permanent(err) || strings.Contains(err.Error(), "example.org") {
		t.Errorf("error %v", err)
	}
}
