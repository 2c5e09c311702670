package notify_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/engine/player"
	"fieldpost/functions/internal/mail"
	"fieldpost/functions/internal/notify"
)

var (
	ctx     = context.Background()
	monday  = time.Date(2026, 3, 2, 9, 30, 0, 0, time.UTC)
	annKey  = player.Key{0xa}
	bobKey  = player.Key{0xb}
	errDown = errors.New("no answer from ann@example.org") // as a provider might put it
)

// line is a whole game: eight images, the first of the creation. Red's scout
// takes Blue's flag at the third ply.
func line(t testing.TB) []match.Match {
	t.Helper()
	r := engine.StandardRules(engine.CustomArmy)
	r.Troops[engine.Flag], r.Troops[engine.Scout] = 1, 1
	m, err := match.New(match.Create{
		ID: match.ID{1, 2, 3, 4, 5, 6, 7, 8}, Creator: engine.Red, Rules: r,
		Players: engine.Both[match.Player]{
			Red:  match.Player{Name: "Ann", Address: "ann@example.org"},
			Blue: match.Player{Name: "Bob", Address: "bob@example.net"},
		},
		Keys: engine.Both[player.Key]{Red: annKey, Blue: bobKey},
	}, monday)
	if err != nil {
		t.Fatal(err)
	}
	scouts := engine.Setup{0: engine.Scout, 9: engine.Flag}
	return append([]match.Match{m}, after(t, m, match.Confirm{}, match.Accept{By: engine.Blue},
		match.SetUp{By: engine.Red, Setup: scouts}, match.SetUp{By: engine.Blue, Setup: scouts},
		move(t, engine.Red, 0, "a4-a5"), move(t, engine.Blue, 1, "j7-j6"), move(t, engine.Red, 2, "a5xa7"))...)
}

// after returns m after each of the commands.
func after(t testing.TB, m match.Match, commands ...match.Command) []match.Match {
	t.Helper()
	var all []match.Match
	for _, c := range commands {
		next, _, err := match.Decide(m, c, m.Changed.Add(time.Hour))
		if err != nil {
			t.Fatalf("%T: %v", c, err)
		}
		m = next
		all = append(all, m)
	}
	return all
}

// timeOut gives m the clock's command, a second after its deadline.
func timeOut(t testing.TB, m match.Match) match.Match {
	t.Helper()
	next, _, err := match.Decide(m, match.TimeOut{}, m.Deadline.Add(time.Second))
	if err != nil {
		t.Fatal(err)
	}
	return next
}

func move(t testing.TB, by engine.Color, ply int, text string) match.PlayMove {
	t.Helper()
	m, err := engine.ParseMove(text)
	if err != nil {
		t.Fatal(err)
	}
	return match.PlayMove{By: by, Ply: ply, Move: m}
}

// fault is how a call goes wrong.
type fault string

const (
	fine      fault = ""
	failed    fault = "failed"                // nothing was done, nobody knows
	persisted fault = "failed, but persisted" // done, and the answer was lost
	refused   fault = "refused"               // nothing was done, and that is certain
	hopeless  fault = "refused for ever"
	behind    fault = "behind" // an eventual read does not have the match yet
)

// refusal is a definite answer of a sender.
type refusal struct{ forever bool }

func (refusal) Error() string     { return "550 no such mailbox: ann@example.org" }
func (refusal) Refused() bool     { return true }
func (r refusal) Permanent() bool { return r.forever }
func (refusal) Code() string      { return "550" }

// world is everything around a notifier: claims, mailbox and store, with faults
// and a clock that is put forward by hand.
type world struct {
	mu     sync.Mutex
	now    time.Time
	claims map[string]*claim
	mails  map[string]string // by key, as a mailbox keeps them
	sent   []string          // keys, each time that a mail was accepted
	stored match.Image
	dead   string // an address that refuses everything
	fault  func(call string) fault
	hook   func(call string) // called first, unlocked
	calls  []string
}

type claim struct {
	until time.Time
	sent  bool
}

func newWorld() *world {
	return &world{now: monday, claims: make(map[string]*claim), mails: make(map[string]string)}
}

// notifier returns a notifier of a process that has just begun.
func (w *world) notifier() *notify.Notifier {
	return &notify.Notifier{
		Games: w, Composer: w, Postman: &notify.Postman{Claims: w, Sender: w, Now: w.time},
	}
}

func (w *world) time() time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.now
}

func (w *world) pass(d time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.now = w.now.Add(d)
}

// call notes a call and returns with the lock held.
func (w *world) call(name string) fault {
	if w.hook != nil {
		w.hook(name)
	}
	w.mu.Lock()
	w.calls = append(w.calls, name)
	if w.fault == nil {
		return fine
	}
	return w.fault(name)
}

func (w *world) Load(_ context.Context, id match.ID, strong bool) (match.Image, error) {
	f := w.call("read")
	defer w.mu.Unlock()
	switch {
	case f == behind && strong: // it never is
	case f == behind:
		return match.Image{}, match.ErrNotFound
	case f != fine:
		return match.Image{}, errDown
	}
	if w.stored.ID != id {
		return match.Image{}, match.ErrNotFound
	}
	return w.stored, nil
}

func (w *world) Take(_ context.Context, key string, now, until time.Time) (bool, error) {
	f := w.call("take")
	defer w.mu.Unlock()
	if f == failed {
		return false, errDown
	}
	c := w.claims[key]
	switch {
	case c != nil && c.sent:
		return true, nil
	case c != nil && !c.until.Before(now):
		return false, match.ErrHeld
	}
	w.claims[key] = &claim{until: until}
	if f != fine {
		return false, errDown
	}
	return false, nil
}

func (w *world) Mark(_ context.Context, key string, until time.Time) error {
	f := w.call("mark")
	defer w.mu.Unlock()
	if f == failed {
		return errDown
	}
	w.claims[key] = &claim{until: until, sent: true}
	if f != fine {
		return errDown
	}
	return nil
}

func (w *world) Drop(_ context.Context, key string) error {
	f := w.call("drop")
	defer w.mu.Unlock()
	if f == failed {
		return errDown
	}
	delete(w.claims, key)
	if f != fine {
		return errDown
	}
	return nil
}

func (w *world) Compose(m match.Match, l mail.Letter, _ string) (mail.Message, error) {
	f := w.call("compose")
	defer w.mu.Unlock()
	switch f {
	case fine:
	case persisted:
		panic("a panic about ann@example.org")
	default:
		return mail.Message{}, errDown
	}
	to := m.Seat(l.Seat).Address
	return mail.Message{From: "play@fieldpost.example", To: to, Raw: fmt.Appendf(nil, "%v to %v", l.Kind, l.Seat)}, nil
}

func (w *world) Send(_ context.Context, key, _, to string, raw []byte) (string, error) {
	f := w.call("send")
	defer w.mu.Unlock()
	if to == w.dead {
		f = hopeless
	}
	switch f {
	case failed:
		return "", errDown
	case refused, hopeless:
		return "", refusal{f == hopeless}
	}
	w.mails[key] = string(raw)
	w.sent = append(w.sent, key)
	if f == persisted {
		return "", errDown
	}
	return "id of " + to, nil
}

// post returns the mails in the mailbox, sorted.
func (w *world) post() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	var all []string
	for _, text := range w.mails {
		all = append(all, text)
	}
	slices.Sort(all)
	return all
}

func (w *world) count(name string) int {
	w.mu.Lock()
	defer w.mu.Unlock()
	n := 0
	for _, c := range w.calls {
		if c == name {
			n++
		}
	}
	return n
}

// store makes m what the store holds.
func (w *world) store(m match.Match) match.Image {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.stored = match.Seal(m)
	return w.stored
}
