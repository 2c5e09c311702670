package site

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"testing"
	"time"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/infra/link"
)

// Without it one seat's program could ask without end, and players would be
// kept waiting for it; or a player would be shut out by his own mails' many
// tokens, or by another's requests.
func TestTooManyRequests(t *testing.T) {
	w := newWorld(t)
	m := w.playing()
	ann, bob := w.program(m, engine.Red), w.program(m, engine.Blue)
	w.now = w.now.Add(20 * time.Second)
	saves := w.games.saves
	for i := range mostRequests {
		if i == mostRequests/2 {
			w.now = w.now.Add(10 * time.Second)
			ann.token = w.program(m, engine.Red).token // of another mail
		}
		ann.call("GET", "", "").read(t, 200)
	}
	for _, resp := range []reply{
		ann.call("GET", "", ""), ann.call("POST", "/moves", `{"move":"e4-e5","ply":0}`),
		ann.press(w.toMove(m, engine.Red, 0, "e4-e5"), `{"do":"play"}`),
	} {
		p := resp.read(t, 429)
		if resp.header.Get("Retry-After") != "30" || p["detail"] != "Too many requests. Try again in 30 seconds." {
			t.Errorf("Retry-After %q, %q", resp.header.Get("Retry-After"), p["detail"])
		}
	}
	if w.games.saves != saves {
		t.Error("a request too many was carried out")
	}
	bob.call("GET", "", "").read(t, 200)
	for range mostRequests { // by an invitation that was passed on
		w.browser().press(w.to(m, engine.Blue, link.Join), `{"do":"accept"}`)
	}
	bob.call("GET", "", "").read(t, 200)
	ann.call("GET", "", "", func(r *http.Request) {
		r.RemoteAddr = "127.0.0.1:5000"
		r.Header.Set("X-Forwarded-For", "192.0.2.7")
	}).read(t, 429)
	for _, from := range []string{"127.0.0.1:5000", "[::1]:5000"} {
		ann.call("GET", "", "", func(r *http.Request) { r.RemoteAddr = from }).read(t, 200)
	}
	resp := ann.ask("GET", w.toMove(m, engine.Red, 0, "e4-e5"), nil) // people are not counted
	want(t, resp.status, resp.page, 200, ">Play</button>")
	w.now = w.now.Add(30 * time.Second)
	ann.call("GET", "", "").read(t, 200)

	// Without the local mailbox a client on this machine may be a proxy.
	w.site = New(w.config(w.app))
	for range mostRequests {
		ann.call("GET", "", "", func(r *http.Request) { r.RemoteAddr = "127.0.0.1:5000" })
	}
	ann.call("GET", "", "", func(r *http.Request) { r.RemoteAddr = "127.0.0.1:5000" }).read(t, 429)
}

// brokenLimits can count nothing.
type brokenLimits struct{}

func (brokenLimits) Take(context.Context, string, int, time.Duration, time.Time) (bool, error) {
	return false, errors.New("no connection")
}

// Without it a game would stand still because its requests cannot be counted.
func TestBrokenLimits(t *testing.T) {
	w := newWorld(t)
	m := w.playing()
	c := w.config(w.app)
	c.Limits = brokenLimits{}
	w.site = New(c)
	w.program(m, engine.Red).call("GET", "", "").read(t, 200)
}

// Without it the windows would not be those that Limits promises, or the
// counters would grow with all who ever came.
func TestCounters(t *testing.T) {
	c, ctx := &counters{}, t.Context()
	now := time.Date(2026, 3, 1, 12, 0, 59, 0, time.UTC)
	take := func(key string, at time.Time) bool {
		ok, err := c.Take(ctx, key, 2, time.Minute, at)
		if err != nil {
			t.Fatal(err)
		}
		return ok
	}
	for _, at := range []time.Time{now, now.Add(time.Second)} {
		for _, key := range []string{"a", "b"} {
			taken := 0
			for range 5 {
				if take(key, at) {
					taken++
				}
			}
			if taken != 2 {
				t.Errorf("%s at %v: %d were taken, not two", key, at, taken)
			}
		}
	}
	for i := range 1000 {
		take(fmt.Sprint(i), now.Add(time.Duration(i)*time.Second))
	}
	if len(c.used) > 200 {
		t.Errorf("%d counters are kept", len(c.used))
	}
	var many sync.WaitGroup
	var mu sync.Mutex
	taken := 0
	for range 20 {
		many.Go(func() {
			if take("c", now.Add(time.Hour)) {
				mu.Lock()
				taken++
				mu.Unlock()
			}
		})
	}
	many.Wait()
	if taken != 2 {
		t.Errorf("of 20 at once %d were taken", taken)
	}
}

// Without it whoever has a link that was cancelled could use up its owner's
// requests.
func TestCancelledTokensCountApart(t *testing.T) {
	w := newWorld(t)
	m := w.playing()
	old := w.program(m, engine.Red)
	m = w.give(m, match.RenewLinks{By: engine.Red})
	for range mostRequests + 1 {
		old.call("GET", "", "")
	}
	old.call("GET", "", "").read(t, 429)
	fresh := &program{w.browser(), m.ID.String(), w.keys.Seal(link.Link{Purpose: link.Board, Game: m.ID, Seat: engine.Red, Epoch: 1, Issued: w.now})}
	fresh.call("GET", "", "").read(t, 200)
}
