package main

import (
	"context"
	"errors"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"
)

// receivers are the programs of players, which take nothing until they are told to.
type receivers struct {
	mu    sync.Mutex
	posts []string
	err   error
	came  chan struct{}
}

func (r *receivers) Post(_ context.Context, to string, _ map[string]string, body []byte) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.posts = append(r.posts, to+" "+string(body))
	r.came <- struct{}{}
	return r.err
}

// A player sets a webhook on his page; the other's move reaches his program, and that it
// does not answer holds up no mail. Without it the parts could fit each for itself alone.
func TestAWebhookIsCalled(t *testing.T) {
	const blue = "bob@example.org"
	programs := &receivers{err: errors.New("webhook: no answer in time"), came: make(chan struct{}, 9)}
	base, _ := within(t, func(w *world) { w.poster = programs })
	ann, bob := newVisitor(t), newVisitor(t)
	_, list := begin(t, base, 0, ann, bob)
	move := newest(t, list, "ann@example.org").Links.Moves["e4-e5"]
	ann.must(t, "POST", base+"/", form("do", "lost", "email", blue), 202, "Look into your mail")
	games := linked(t, newest(t, waitForMails(t, base, len(list)+1), blue), "player")
	bob.must(t, "POST", games, form("do", "webhook", "url", "https://bob.example/hook", "sure", "1"), 200, "The webhook is set")

	ann.must(t, "POST", move, form("do", "play", "sure", "1"), 200, "Your move is played")
	if n := len(mailsOf(t, base)); n != len(list)+2 {
		t.Errorf("%d mails: the call holds one up", n)
	}
	select {
	case <-programs.came:
	case <-time.After(patience):
		t.Fatal("the program was not called")
	}
	programs.mu.Lock()
	defer programs.mu.Unlock()
	at, body, _ := strings.Cut(programs.posts[0], " ")
	if _, err := url.Parse(at); err != nil || at != "https://bob.example/hook" || !strings.Contains(body, `"event":"turn"`) || strings.Contains(body, "@") {
		t.Errorf("posted %q", programs.posts)
	}
}
