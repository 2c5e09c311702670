package notify_test

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fieldpost/engine/match"
	"fieldpost/engine/player"
	"fieldpost/functions/internal/hook"
	"fieldpost/functions/internal/mail"
	"fieldpost/functions/internal/notify"
)

// switchboard is a queue of calls.
type switchboard struct {
	*world
	calls []hook.Call
}

func (s *switchboard) Put(_ context.Context, c hook.Call) error {
	f := s.call("put")
	defer s.mu.Unlock()
	if f == failed {
		return errDown
	}
	s.calls = append(s.calls, c)
	if f != fine {
		return errDown
	}
	return nil
}

func webhook(t *testing.T) player.Webhook {
	t.Helper()
	p, ok := player.Profile{}.SetWebhook("https://bob.example/hook", [32]byte{1})
	if !ok {
		t.Fatal("no webhook")
	}
	return p.Webhook
}

// called returns a notifier of players whose programs are told, and their queue.
func called(w *world, hooks map[player.Key]player.Webhook, refuses map[player.Key]mail.Kind) (*notify.Notifier, *switchboard) {
	n, s := w.notifier(), &switchboard{world: w}
	n.Calls, n.Consent = s, &will{world: w, hooks: hooks, refuses: refuses}
	return n, s
}

// Over a whole game each program is told of its turns and the end, once each, be its
// player mailed or not; and nothing is put, claimed or read for who has none.
func TestCalls(t *testing.T) {
	h := webhook(t)
	for name, refuses := range map[string]map[player.Key]mail.Kind{"mailed too": nil, "not mailed": {bobKey: mail.YourTurn}} {
		w := newWorld()
		n, s := called(w, map[player.Key]player.Webhook{bobKey: h}, refuses)
		var want []hook.Call
		for _, m := range line(t) {
			image := w.store(m)
			for range 2 {
				if err := n.Handle(ctx, image); err != nil {
					t.Fatal(err)
				}
			}
			if e := hook.Owed(m, 2); e != "" {
				want = append(want, hook.New(m, 2, bobKey, h.Mark(), e, w.now))
			}
		}
		if diff := cmp.Diff(want, s.calls); diff != "" || len(want) != 2 { // Bob's one turn, and the end
			t.Errorf("%s: %s", name, diff)
		}
	}
	quiet, loud := newWorld(), newWorld()
	for _, m := range line(t) {
		without, _ := called(quiet, nil, nil)
		failedOnes := h
		failedOnes.Failed = true
		off, s := called(loud, map[player.Key]player.Webhook{bobKey: failedOnes}, nil)
		if err := errors.Join(without.Handle(ctx, quiet.store(m)), off.Handle(ctx, loud.store(m))); err != nil || len(s.calls) > 0 {
			t.Fatalf("%v, %d calls to what is off", err, len(s.calls))
		}
	}
	if diff := cmp.Diff(quiet.calls, loud.calls); diff != "" {
		t.Errorf("a webhook that is off costs (+): %s", diff)
	}
}

// With -speed the games are years ahead of the world, by whose time calls are made: one
// that is due when its move was made would be made in years.
func TestCallsAreDueByTheWorldsTime(t *testing.T) {
	w := newWorld()
	n, s := called(w, map[player.Key]player.Webhook{bobKey: webhook(t)}, nil)
	m := line(t)[5]
	w.now = m.Changed.AddDate(-3, 0, 0)
	if err := n.Handle(ctx, w.store(m)); err != nil {
		t.Fatal(err)
	}
	if len(s.calls) != 1 || s.calls[0].Due.After(w.now) || !s.calls[0].At.Equal(m.Changed) {
		t.Errorf("%v at %v", s.calls, w.now)
	}
}

// Whatever fails about a call holds up no mail, and is tried again until it is put; and
// no mail that fails holds up a call, or has it put again with each of its tries.
func TestCallsFail(t *testing.T) {
	h := webhook(t)
	m := line(t)[5] // Ann has moved
	for name, c := range map[string]struct {
		call  string
		f     fault
		calls int
	}{
		"the queue does not answer": {"put", failed, 1}, "its answer is lost": {"put", persisted, 2}, "the mail is not taken": {"send", refused, 1},
	} {
		w := newWorld()
		n, s := called(w, map[player.Key]player.Webhook{bobKey: h}, nil)
		tries := 0
		w.fault = func(call string) fault {
			if call == c.call && tries < 1 {
				tries++
				return c.f
			}
			return fine
		}
		image := w.store(m)
		err := n.Handle(ctx, image)
		var all notify.DeliveryErrors
		if !errors.As(err, &all) || len(all) != 1 || all[0].Permanent || all[0].Step != map[string]string{"put": "call", "send": "send"}[c.call] {
			t.Errorf("%s: %v", name, err)
		}
		if err := n.Handle(ctx, image); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if len(s.calls) != c.calls || len(w.sent) != 1 {
			t.Errorf("%s: %d calls, %d mails", name, len(s.calls), len(w.sent))
		}
	}
	w := newWorld() // somebody else is at it
	n, s := called(w, map[player.Key]player.Webhook{bobKey: h}, nil)
	image := w.store(m)
	key := notify.Key(image, mail.Letter{Kind: mail.YourTurn, Seat: 2}) + "#call"
	w.claims[key] = &claim{until: w.now.Add(notify.ClaimLife)}
	if err := n.Handle(ctx, image); !errors.Is(err, match.ErrHeld) || len(s.calls) != 0 || len(w.sent) != 1 {
		t.Errorf("%v: %d calls, %d mails", err, len(s.calls), len(w.sent))
	}
	w.pass(notify.ClaimLife + 1)
	if err := n.Handle(ctx, image); err != nil || len(s.calls) != 1 {
		t.Errorf("%v: %d calls", err, len(s.calls))
	}
}
