package hook

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"fieldpost/engine/match"
	"fieldpost/engine/player"
	"fieldpost/functions/internal/mail"
)

var (
	noon    = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	errDown = errors.New("no answer from ann@example.org")
	errNo   = errors.New("550 ann@example.org is unknown")
)

// post is one that was posted.
type post struct {
	to      string
	headers map[string]string
	body    string
	at      time.Time
}

// world is everything around a courier, with a clock that is put forward by hand.
type world struct {
	now   time.Time
	he    player.Profile
	posts []post
	queue []Call
	mails map[string]mail.Recipient // by claim
	log   bytes.Buffer

	refuses    error // by the receiver
	down       string
	mailing    error
	afterPosts func()
}

func newWorld(t *testing.T) *world {
	t.Helper()
	he, _ := player.Profile{Key: player.Key{7}, Epoch: 2, Version: 1}.Seen("ann@example.org", "fr", "")
	he, ok := he.SetWebhook("https://ann.example/hook?key=hidden", [32]byte{1})
	if !ok {
		t.Fatal("no webhook")
	}
	return &world{now: noon, he: he, mails: map[string]mail.Recipient{}}
}

func (w *world) courier() *Courier {
	return &Courier{
		People: w, Poster: w, Queue: w, Now: func() time.Time { return w.now }, Log: slog.New(slog.NewTextHandler(&w.log, nil)),
		Hopeless: func(err error) bool { return errors.Is(err, errNo) },
		Tell: func(_ context.Context, claim string, to mail.Recipient, _ time.Time) error {
			if w.mailing == nil {
				w.mails[claim] = to
			}
			return w.mailing
		},
	}
}

func (w *world) Profile(_ context.Context, key player.Key) (player.Profile, error) {
	switch {
	case w.down == "read":
		return player.Profile{}, errDown
	case key != w.he.Key:
		return player.Profile{Key: key}, nil
	}
	return w.he, nil
}

func (w *world) FailWebhook(_ context.Context, _ player.Key, m player.Mark) (player.Profile, error) {
	if w.down == "save" {
		return player.Profile{}, errDown
	}
	w.he, _ = w.he.FailWebhook(m)
	return w.he, nil
}

func (w *world) Post(_ context.Context, to string, headers map[string]string, body []byte) error {
	w.posts = append(w.posts, post{to, headers, string(body), w.now})
	if w.afterPosts != nil {
		w.afterPosts()
	}
	return w.refuses
}

func (w *world) Put(_ context.Context, c Call) error {
	if w.down == "queue" {
		return errDown
	}
	w.queue = append(w.queue, c)
	return nil
}

func (w *world) call() Call {
	return Call{
		Player: w.he.Key, Hook: w.he.Webhook.Mark(), ID: strings.Repeat("0a", 16), Game: match.ID{1, 2, 3, 4, 5, 6, 7, 8}, Event: Turn, At: noon, Due: noon,
	}
}

// run makes a call and all that come of it, a quarter of an hour at a time, as a queue
// of others does.
func (w *world) run(t *testing.T, c Call) {
	t.Helper()
	w.queue = []Call{c}
	for steps := 0; len(w.queue) > 0; steps++ {
		if steps > 200 {
			t.Fatal("it never ends")
		}
		next := w.queue[0]
		w.queue = w.queue[1:]
		if wait := min(next.Due.Sub(w.now), mostDelay); wait > 0 {
			w.now = w.now.Add(wait)
		}
		if err := w.courier().Take(t.Context(), next); err != nil {
			t.Fatal(err)
		}
	}
}

// A receiver must be able to check what it gets, and gets it once if it takes it.
func TestCallIsMade(t *testing.T) {
	w := newWorld(t)
	w.run(t, w.call())
	if len(w.posts) != 1 || len(w.mails) != 0 || !w.he.Webhook.On() {
		t.Fatalf("%d posts, %d mails", len(w.posts), len(w.mails))
	}
	p := w.posts[0]
	if p.to != "https://ann.example/hook?key=hidden" || p.body != `{"game":"aebagbafaydqq","event":"turn","at":"2026-03-01T12:00:00Z"}` {
		t.Errorf("posted %s to %s", p.body, p.to)
	}
	want := map[string]string{
		"Fieldpost-Id": w.call().ID, "Fieldpost-Timestamp": "1772366400",
		"Fieldpost-Signature": "v1=" + sign("01"+strings.Repeat("00", 31), "1772366400", []byte(p.body)),
	}
	if diff := cmp.Diff(want, p.headers); diff != "" {
		t.Error(diff)
	}
}

// Five tries over a day, each signed anew and with the same id; then it is off, and its
// owner is told once, however many calls find it so.
func TestFiveTries(t *testing.T) {
	w := newWorld(t)
	w.refuses = errors.New("webhook: answered by 500")
	w.run(t, w.call())
	var at []time.Duration
	stamps := map[string]bool{}
	for _, p := range w.posts {
		at = append(at, p.at.Sub(noon))
		stamps[p.headers[TimestampHeader]] = true
		if p.headers[IDHeader] != w.call().ID {
			t.Errorf("another id %s", p.headers[IDHeader])
		}
	}
	if want := []time.Duration{0, 10 * time.Minute, 2 * time.Hour, 11 * time.Hour, 22 * time.Hour}; !cmp.Equal(at, want) || len(stamps) != MostTries {
		t.Errorf("tried after %v", at)
	}
	if w.he.Webhook.On() || len(w.mails) != 1 {
		t.Fatalf("on: %v, mails %v", w.he.Webhook.On(), w.mails)
	}
	w.run(t, w.call())
	if len(w.posts) != MostTries || len(w.mails) != 1 {
		t.Errorf("off, and %d posts, %d mails", len(w.posts), len(w.mails))
	}
	for claim, to := range w.mails {
		want := mail.Recipient{Key: w.he.Key, Epoch: 2, Address: "ann@example.org", Lang: "fr"}
		if to != want || !strings.HasPrefix(claim, "P#07") || !strings.Contains(claim, "/C#webhook#") {
			t.Errorf("%s: %v", claim, to)
		}
	}
	if log := w.log.String(); strings.Contains(log, "hidden") || strings.Contains(log, "ann") || !strings.Contains(log, "try=5") {
		t.Errorf("the log has\n%s", log)
	}
}

// A call that fails twice and then succeeds must leave the webhook on.
func TestLaterTryCounts(t *testing.T) {
	w := newWorld(t)
	w.refuses = errDown
	w.afterPosts = func() {
		if len(w.posts) == 3 {
			w.refuses = nil
		}
	}
	w.run(t, w.call())
	if len(w.posts) != 3 || !w.he.Webhook.On() || len(w.mails) != 0 {
		t.Errorf("%d posts, on: %v", len(w.posts), w.he.Webhook.On())
	}
}

// What was meant for another webhook must not reach this one, nor turn it off.
func TestOtherWebhook(t *testing.T) {
	w := newWorld(t)
	old := w.call()
	w.he, _ = w.he.SetWebhook("https://ann.example/new", [32]byte{2})
	w.run(t, old)
	w.refuses = errDown
	last := w.call()
	last.Tries = MostTries - 1
	w.afterPosts = func() { w.he, _ = w.he.SetWebhook("https://ann.example/newest", [32]byte{3}) }
	w.run(t, last)
	if len(w.posts) != 1 || !w.he.Webhook.On() || len(w.mails) != 0 {
		t.Errorf("%d posts, on: %v", len(w.posts), w.he.Webhook.On())
	}
	gone := w.call()
	w.he, _ = w.he.DropWebhook()
	w.run(t, gone)
	if len(w.posts) != 1 {
		t.Error("a webhook that is gone was called")
	}
}

// At every place where something fails the call must come again, and its end be told
// all the same.
func TestCourierFails(t *testing.T) {
	for _, where := range []string{"read", "save", "queue", "mail"} {
		w := newWorld(t)
		w.refuses = errDown
		call := w.call()
		if where != "queue" {
			call.Tries = MostTries - 1
		}
		w.down = where
		if where == "mail" {
			w.mailing = errDown
		}
		if err := w.courier().Take(t.Context(), call); err == nil {
			t.Errorf("%s: nothing is to be done again", where)
		}
		w.down, w.mailing = "", nil
		w.run(t, call)
		if w.he.Webhook.On() || len(w.mails) != 1 {
			t.Errorf("%s: on: %v, %d mails", where, w.he.Webhook.On(), len(w.mails))
		}
	}
	w := newWorld(t)
	w.refuses, w.mailing = errDown, errNo
	w.run(t, w.call())
	if w.he.Webhook.On() || !strings.Contains(w.log.String(), "never sent") {
		t.Errorf("a mail that nobody takes: on: %v", w.he.Webhook.On())
	}
	w = newWorld(t) // who wants no mail at all gets none
	w.refuses = errDown
	w.he, _ = w.he.SetMode(player.Stopped)
	w.run(t, w.call())
	if w.he.Webhook.On() || len(w.mails) != 0 {
		t.Errorf("on: %v, %d mails to who wants none", w.he.Webhook.On(), len(w.mails))
	}
}
