package site

import (
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/infra/link"
)

// unnamed is a match of Ann for which she has named no opponent.
func (w *world) unnamed(open bool, commands ...match.Command) match.Match {
	w.t.Helper()
	c := match.Create{ID: match.ID{9, byte(len(w.games.images))}, Creator: engine.Red, Rules: engine.StandardRules(engine.Barrage), Open: open}
	c.Players.Red = match.Player{Name: "Ann", Address: "ann@example.org"}
	c.Keys.Red = w.pepper.Key("ann@example.org")
	m, err := w.app.Create(w.t.Context(), c)
	if err != nil {
		w.t.Fatal(err)
	}
	for _, command := range commands {
		m = w.give(m, command)
	}
	return m
}

func asks(name string, more ...string) url.Values {
	return form(append([]string{"do", "accept", "sure", "1", "name", name, "email", strings.ToLower(name) + "@example.net", "tz", "Europe/Paris"}, more...)...)
}

// mailed returns the confirm link of the newest mail to a candidate.
func (w *world) mailed(m match.Match) string {
	w.t.Helper()
	if len(w.office.mailed) == 0 {
		w.t.Fatal("nobody was mailed")
	}
	return w.seal(link.Link{
		Purpose: link.Confirm, Game: m.ID, Seat: m.Opponent(), Issued: w.now,
		Candidate: w.office.mailed[len(w.office.mailed)-1],
	})
}

// Without it nobody could play with somebody whose address he does not know.
func TestPassOn(t *testing.T) {
	w := newWorld(t)
	m := w.unnamed(false)
	join := w.to(m, engine.Blue, link.Join)
	status, _ := w.browser().get(join)
	if status != http.StatusNotFound {
		t.Errorf("before the creator confirms the link opens with %d", status)
	}
	status, page := w.browser().get(w.to(m, engine.Red, link.Confirm))
	want(t, status, page, 200, "your board page has the link", "!/j/")
	m = w.give(m, match.Confirm{})
	status, page = w.browser().get(w.to(m, engine.Red, link.Board))
	want(t, status, page, 200, "Pass this link on", join, "!Was the address wrong?")

	bob := w.browser()
	status, page = bob.get(join)
	want(t, status, page, 200, "Ann invites you", `name="email"`, `name="tz"`, ">Accept</button>", "!>Decline<", "!ann@example.org")
	status, page = bob.post(join, form("do", "accept", "name", "Bob", "email", "bob@example.net"))
	want(t, status, page, 200, "Nothing has changed", `value="Bob"`)
	for _, c := range []struct {
		name   string
		form   url.Values
		status int
		says   string
	}{
		{"no address", form("do", "accept", "sure", "1", "name", "Bob"), 400, "is missing"},
		{"a line break", form("do", "accept", "sure", "1", "name", "Bob", "email", "b@example.org\r\nBcc: x@example.org"), 400, "must not contain"},
		{"a link for a name", form("do", "accept", "sure", "1", "name", "www.example.org", "email", "b@example.org"), 400, "must not contain a link"},
		{"the creator", form("do", "accept", "sure", "1", "name", "Bob", "email", "Ann@example.org"), 400, "own address"},
		{"no such zone", form("do", "accept", "sure", "1", "name", "Bob", "email", "b@example.org", "tz", "Mars/Base"), 400, "is no time zone"},
		{"declined", form("do", "decline", "sure", "1"), 400, ""},
	} {
		status, page = bob.post(join, c.form)
		want(t, status, page, c.status, c.says)
	}
	if len(w.office.kept)+len(w.office.mailed) != 0 {
		t.Fatal("somebody was mailed")
	}
	status, page = bob.post(join, asks("Bob"))
	want(t, status, page, 202, "Check your mail", "The seat is not yours yet", "within 48 hours")
	if w.stored(m).State != match.Invited {
		t.Fatal("a seat was taken without the mail")
	}
	at := w.mailed(m)
	status, page = bob.get(at)
	want(t, status, page, 200, "Take your seat", ">Confirm</button>")
	status, page = bob.post(at, form("do", "confirm", "sure", "1"))
	want(t, status, page, 200, "You are in the game", "Ann is told by mail", "!/b/")
	m = w.stored(m)
	if b := m.Seats.Blue; m.State != match.SettingUp || b.Name != "Bob" || b.Address != "bob@example.net" || b.Zone != "Europe/Paris" || b.Key != w.pepper.Key("bob@example.net") {
		t.Errorf("%v", m)
	}
	status, page = bob.post(at, form("do", "confirm"))
	want(t, status, page, 200, "You have accepted this game before")
	status, page = w.browser().get(join)
	want(t, status, page, 200, "Somebody else was quicker", "!Bob", "!Ann", "!<table")
}

// T12: an invitation that is passed on is opened by a scanner and accepted by two
// people at once. Without it a seat could be taken by a look, by both, or its
// game be shown to whoever has the link.
func TestT12SeatGrabbing(t *testing.T) {
	w := newWorld(t)
	m := w.unnamed(false, match.Confirm{})
	join := w.to(m, engine.Blue, link.Join)
	for _, method := range []string{http.MethodHead, http.MethodGet} { // the scanner
		w.browser().ask(method, join, nil)
	}
	w.browser().post(join, form("do", "accept", "name", "Scanner", "email", "scan@example.net")) // presses, without the tick
	links := map[string]string{}
	for _, name := range []string{"Bob", "Eve"} {
		status, page := w.browser().post(join, asks(name))
		want(t, status, page, 202, "Check your mail")
		links[name] = w.mailed(m)
		for _, method := range []string{http.MethodHead, http.MethodGet} {
			w.browser().ask(method, links[name], nil)
		}
		w.browser().post(links[name], form("do", "confirm"))
	}
	if got := w.stored(m); got.State != match.Invited || len(w.office.mailed) != 2 {
		t.Fatalf("%v, %d mails: a scanner took the seat, or asked for it", got, len(w.office.mailed))
	}
	answers := map[string]reply{}
	var mu sync.Mutex
	var start, done sync.WaitGroup
	start.Add(1)
	for name, at := range links {
		b := w.browser()
		done.Go(func() {
			start.Wait()
			a := b.ask(http.MethodPost, at, form("do", "confirm", "sure", "1"))
			mu.Lock()
			defer mu.Unlock()
			answers[name] = a
		})
	}
	start.Done()
	done.Wait()
	winner := w.stored(m).Seats.Blue.Name
	for name, a := range answers {
		if name == winner {
			want(t, a.status, a.page, 200, "You are in the game")
		} else {
			want(t, a.status, a.page, 200, "Somebody else was quicker", "!"+winner, "!Ann", "!<table")
		}
	}
	// Nor later: neither the link that was passed on nor the loser's shows the game.
	m = w.give(m, match.SetUp{By: engine.Red, Setup: setup(t, engine.Barrage, barrageRed)})
	m = w.give(m, match.SetUp{By: engine.Blue, Setup: setup(t, engine.Barrage, barrageBlue)})
	w.play(m, "e4-e5")
	for name, at := range map[string]string{"passed on": join, "Bob": links["Bob"], "Eve": links["Eve"]} {
		status, page := w.browser().get(at)
		if name == winner {
			want(t, status, page, 200, "You have accepted this game before")
			continue
		}
		want(t, status, page, 200, "Somebody else was quicker", "!"+winner, "!<table", "!e4-e5")
		resp := w.browser().ask(http.MethodPost, at, form("do", map[bool]string{true: "accept", false: "confirm"}[name == "passed on"], "name", "X", "email", "x@example.net"), func(r *http.Request) {
			r.Header.Set("Accept", "application/json")
		})
		if _, leaks := resp.read(t, http.StatusConflict)["view"]; leaks || strings.Contains(resp.page, "e4") {
			t.Errorf("%s: a program is told %s", name, resp.page)
		}
	}
	if len(w.office.mailed) != 2 {
		t.Errorf("%d mails", len(w.office.mailed))
	}
	status, page := w.browser().get(base + "/")
	want(t, status, page, 200, "!Open challenges")
}

// Without it an open challenge would be seen before it is confirmed, or after it
// is taken, or could not be taken from the home page.
func TestOpenChallenge(t *testing.T) {
	w := newWorld(t)
	m := w.unnamed(true)
	home := func() string {
		status, page := w.browser().get(base + "/")
		want(t, status, page, 200)
		return page
	}
	if strings.Contains(home(), "Ann wants to play") {
		t.Error("an unconfirmed challenge is shown")
	}
	m = w.give(m, match.Confirm{})
	page := home()
	want(t, 200, page, 200, "Open challenges", "Ann wants to play: Barrage, 3 days for a move", "!ann@example.org")
	join := w.to(m, engine.Blue, link.Join)
	if !strings.Contains(page, join) {
		t.Fatal("it leads nowhere")
	}
	resp := w.browser().ask(http.MethodPost, join, nil, func(r *http.Request) {
		r.Header.Set("Accept", "application/json")
		setBody(r, `{"do":"accept","name":"Bob","email":"bob@example.net"}`)
	})
	if a := resp.read(t, 202); a["game"] != m.ID.String() || a["state"] != "invited" {
		t.Errorf("a program is told %v", a)
	}
	resp = w.browser().ask(http.MethodPost, w.mailed(m), nil, func(r *http.Request) {
		r.Header.Set("Accept", "application/json")
		setBody(r, `{"do":"confirm"}`)
	})
	if a := resp.read(t, 200); a["seat"] != "blue" || a["token"] == nil {
		t.Errorf("a program is told %v", a)
	}
	if strings.Contains(home(), "Ann wants to play") {
		t.Error("a challenge that is taken is still shown")
	}
	late := w.unnamed(true, match.Confirm{})
	w.now = late.Deadline.Add(time.Second)
	if strings.Contains(home(), "Ann wants to play") {
		t.Error("a challenge that is over is still shown")
	}
}

// Without it a candidate whose mail was not sent would wait for it, and one who
// comes after two days would be told nothing of use.
func TestCandidateFails(t *testing.T) {
	w := newWorld(t)
	m := w.unnamed(false, match.Confirm{})
	w.office.down = true
	status, page := w.browser().post(w.to(m, engine.Blue, link.Join), asks("Bob"))
	want(t, status, page, http.StatusInternalServerError, "could not be sent", `value="bob@example.net"`)
	w.office.down = false
	w.browser().post(w.to(m, engine.Blue, link.Join), asks("Bob"))
	at := w.mailed(m)
	clear(w.office.kept) // as the store does when his time is over
	for _, now := range []time.Time{w.now, w.now.Add(49 * time.Hour)} {
		w.now = now
		status, page = w.browser().post(at, form("do", "confirm", "sure", "1"))
		want(t, status, page, http.StatusUnauthorized, "expired")
	}
	if got := w.stored(m); got.State != match.Invited {
		t.Errorf("%v", got)
	}
}
