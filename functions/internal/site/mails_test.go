package site

import (
	"bytes"
	"mime/multipart"
	"net/http"
	"strings"
	"testing"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/engine/player"
	"fieldpost/infra/link"
)

// Without it nobody could end the mails or begin them again, or a preference
// would bring back what he had stopped.
func TestMailsAreChosen(t *testing.T) {
	w := newWorld(t)
	ann, at := w.browser(), w.toMails("ann@example.org")
	for _, step := range []struct {
		do      string
		mode    player.Mode
		says    string
		buttons string
	}{
		{"unsubscribe", player.None, "You get no mails about your games", "resume stop"},
		{"unsubscribe", player.None, "You get no mails about your games", "resume stop"},
		{"resume", player.Turns, "You get all mails", "unsubscribe stop"},
		{"stop", player.Stopped, "You get no mail of any kind", "resume"},
		{"unsubscribe", player.Stopped, "You get no mail of any kind", "resume"},
		{"resume", player.Turns, "You get all mails", "unsubscribe stop"},
		{"unsubscribe", player.None, "You get no mails about your games", "resume stop"},
		{"stop", player.Stopped, "You get no mail of any kind", "resume"},
	} {
		before := w.profile("ann@example.org")
		status, page := ann.post(at, form("do", step.do)) // no mark ever stands for the tick here
		want(t, status, page, 200, "Nothing has changed", `name="sure"`)
		if got := w.profile("ann@example.org"); got.Version != before.Version {
			t.Fatalf("%s without the tick has changed the mails to %v", step.do, got.Mode)
		}
		status, page = ann.post(at, form("do", step.do, "sure", "1"))
		want(t, status, page, 200, "It is done", step.says, "!example.org")
		if got := w.profile("ann@example.org").Mode; got != step.mode {
			t.Errorf("after %s: %v, not %v", step.do, got, step.mode)
		}
		status, page = ann.get(at)
		want(t, status, page, 200, step.says, "!It is done")
		for _, do := range []string{"unsubscribe", "stop", "resume"} {
			if offered := strings.Contains(page, `value="`+do+`"`); offered != strings.Contains(step.buttons, do) {
				t.Errorf("after %s: %s is offered: %t", step.do, do, offered)
			}
		}
	}
	status, page := ann.post(at, form("do", "new-links", "sure", "1"))
	want(t, status, page, 400, "That was not understood")
}

// RFC 8058: a mail program's own button. Without it that button would do nothing,
// or a scanner's press of another form would end the mails.
func TestOneClick(t *testing.T) {
	var several bytes.Buffer
	parts := multipart.NewWriter(&several)
	if err := parts.WriteField("List-Unsubscribe", "One-Click"); err != nil {
		t.Fatal(err)
	}
	parts.Close()
	for _, c := range []struct {
		name, kind, body string
		before, after    player.Mode
	}{
		{"a form", "application/x-www-form-urlencoded", "List-Unsubscribe=One-Click", player.Turns, player.None},
		{"a form in parts", parts.FormDataContentType(), several.String(), player.Turns, player.None},
		{"again", "application/x-www-form-urlencoded", "List-Unsubscribe=One-Click", player.None, player.None},
		{"stopped before", "application/x-www-form-urlencoded", "List-Unsubscribe=One-Click", player.Stopped, player.Stopped},
		{"no more than asked", "application/x-www-form-urlencoded", "List-Unsubscribe=One-Click&do=stop", player.Turns, player.None},
		{"never back", "application/x-www-form-urlencoded", "List-Unsubscribe=One-Click&do=resume", player.Stopped, player.Stopped},
		{"another word", "application/x-www-form-urlencoded", "List-Unsubscribe=yes", player.Turns, player.Turns},
		{"nothing", "application/x-www-form-urlencoded", "", player.Turns, player.Turns},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t)
			if c.before != player.Turns {
				w.keep("ann@example.org", mode(c.before))
			}
			at := w.toMails("ann@example.org")
			resp := w.browser().ask("POST", at, nil, func(r *http.Request) {
				setBody(r, c.body)
				r.Header.Set("Content-Type", c.kind)
			})
			if got := w.profile("ann@example.org").Mode; resp.status != 200 || got != c.after {
				t.Errorf("status %d, the mails are %v", resp.status, got)
			}
			w.browser().ask("POST", w.toGames("ann@example.org", 0), nil, func(r *http.Request) {
				setBody(r, c.body)
				r.Header.Set("Content-Type", c.kind)
			})
			if got := w.profile("ann@example.org"); got.Mode != c.after || got.Epoch != 0 {
				t.Error("the other page takes one-click presses")
			}
		})
	}
}

// Both players may see who gets no mails, nobody else. Without it a player would
// wait for an answer to mails that nobody gets, or wonder why none come.
func TestWhoGetsNoMails(t *testing.T) {
	w := newWorld(t)
	m := w.playing()
	ann, bob := w.program(m, engine.Red), w.program(m, engine.Blue)
	mails := func(p *program) string {
		v := p.call("GET", "", "").read(t, 200)["players"].(map[string]any)
		return v["red"].(map[string]any)["mail"].(string) + " " + v["blue"].(map[string]any)["mail"].(string)
	}
	for _, c := range []struct {
		mode player.Mode
		says string
	}{{player.Turns, "ok ok"}, {player.Daily, "ok ok"}, {player.None, "off ok"}, {player.Stopped, "off ok"}} {
		if c.mode != player.Turns {
			w.keep("ann@example.org", mode(c.mode))
		}
		for _, p := range []*program{ann, bob} {
			if got := mails(p); got != c.says {
				t.Errorf("%v: the mails are %s", c.mode, got)
			}
		}
		off := c.mode == player.None || c.mode == player.Stopped
		status, page := w.browser().get(w.to(m, engine.Red, link.Board))
		want(t, status, page, 200, "Turn 1: your move")
		if strings.Contains(page, "You get no mails about your games") != off || strings.Contains(page, w.toMails("ann@example.org")) != off {
			t.Errorf("%v: Ann's board says otherwise", c.mode)
		}
		status, page = w.browser().get(w.to(m, engine.Blue, link.Board))
		want(t, status, page, 200, "!/u/")
		if strings.Contains(page, "Ann gets no mails about games") != off {
			t.Errorf("%v: Bob's board says otherwise", c.mode)
		}
		resp := w.browser().ask("POST", w.to(m, engine.Blue, link.Join), form("do", "accept"), func(r *http.Request) { r.Header.Set("Accept", "application/json") })
		if strings.Contains(resp.page, `"off"`) {
			t.Error("a used invitation tells it")
		}
	}
	w.people.down = true
	if got := mails(bob); got != "ok ok" || !strings.Contains(w.log.String(), "profile not read") {
		t.Errorf("without profiles the mails are %s, and the log says %s", got, w.log)
	}
	status, page := w.browser().get(w.to(m, engine.Red, link.Board))
	want(t, status, page, 200, "Turn 1: your move")
}

// Whoever types an address in must not learn from the view whether it is known
// here, and has asked for no mail. Without it every view of an invitation would
// tell.
func TestViewTellsNothingOfTheInvited(t *testing.T) {
	w := newWorld(t)
	if _, err := w.config(w.app).Players.SetMode(t.Context(), w.pepper.Key("bob@example.org"), player.Stopped); err != nil {
		t.Fatal(err)
	}
	m := w.invited()
	mail := func() any {
		players := w.program(m, engine.Red).call("GET", "", "").read(t, 200)["players"].(map[string]any)
		return players["blue"].(map[string]any)["mail"]
	}
	if mail() != "ok" {
		t.Error("the inviter sees that the invited gets no mail")
	}
	w.give(m, match.Accept{By: engine.Blue})
	if mail() != "off" {
		t.Error("who plays him does not see it")
	}
}

// Whoever gets no mail at all would lose his seat with his links. Without it the
// page would promise a mail that never comes.
func TestNewLinksNeedMail(t *testing.T) {
	w := newWorld(t)
	if _, err := w.config(w.app).Players.SetMode(t.Context(), w.pepper.Key("ann@example.org"), player.Stopped); err != nil {
		t.Fatal(err)
	}
	m := w.playing()
	status, page := w.browser().post(w.toAct(m, engine.Red, 0, match.RenewingLinks), form("do", "new-links", "sure", "1"))
	want(t, status, page, 200, "you get no mail from here", "Turn 1: your move")
	w.program(m, engine.Red).call("POST", "/actions", `{"action":"new-links"}`).read(t, 409)
	if got := w.stored(m).Seats.Red.Epoch; got != 0 {
		t.Errorf("the links are of epoch %d", got)
	}
}
