package site

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// fromHome makes a request one of this machine to itself.
func fromHome(r *http.Request) {
	r.RemoteAddr, r.Host = "127.0.0.1:4711", "localhost:8080"
}

var twoMails = fakeMailbox{
	{
		ID: "1", Time: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC), To: "ann@example.org", From: "Bob via Fieldpost <f@localhost>",
		Subject: "Stratego", Headers: map[string]string{"Subject": "Stratego"}, Text: "Your turn 1\n\nmore",
		HTML:  "<html><head><title>x</title></head><body>Your <b>turn</b></body></html>",
		Links: MailLinks{Board: "http://x/b/1", Moves: map[string]string{"a4-a5": "http://x/m/1"}},
	},
	{ID: "2", To: "bob@example.org", Subject: "<b>Ann</b>", Headers: map[string]string{}, HTML: "<html><head></head></html>"},
}

// Without it the mailbox would show a mail otherwise than its reader gets it, or
// let what stands in a mail act on the page around it.
func TestMailbox(t *testing.T) {
	w := newWorld(t)
	w.mails = twoMails
	b := w.browser()
	ask := func(at string) (reply, string) {
		resp := b.ask(http.MethodGet, base+at, nil, fromHome)
		return resp, resp.page
	}
	resp, page := ask("/mailbox")
	want(t, resp.status, page, 200, "ann@example.org", "Your turn 1", "!more", base+"/mailbox/2")
	if strings.Contains(page, "<b>Ann</b>") {
		t.Error("a subject acts as HTML")
	}
	if strings.Index(page, "/mailbox/2") > strings.Index(page, "/mailbox/1") {
		t.Error("the newest mail does not come first")
	}
	resp, page = ask("/mailbox/1")
	want(t, resp.status, page, 200, `<iframe class="letter" sandbox="`, base+"/mailbox/1/html", "Your turn 1\n\nmore")
	if strings.Contains(page, "allow-scripts") || strings.Contains(page, "allow-same-origin") {
		t.Error("the frame lets a mail act")
	}
	resp, page = ask("/mailbox/1/html")
	want(t, resp.status, page, 200, `<base target="_top">`, "Your <b>turn</b>")
	policy := resp.header.Get("Content-Security-Policy")
	for _, part := range []string{"sandbox ", "default-src 'none'", "frame-ancestors 'self'"} {
		if !strings.Contains(policy, part) || strings.Contains(policy, "allow-scripts") {
			t.Errorf("the policy of a mail is %q", policy)
		}
	}
	resp, page = ask("/mailbox/1/raw")
	want(t, resp.status, page, 200, "raw Your turn 1")
	resp, _ = ask("/mailbox/3")
	if resp.status != http.StatusNotFound {
		t.Errorf("status %d for no mail", resp.status)
	}
}

// Without it a program that plays by the mailbox could not find its links.
func TestMailboxJSON(t *testing.T) {
	w := newWorld(t)
	list := func(query string) []map[string]any {
		resp := w.browser().ask("GET", base+"/mailbox.json"+query, nil, fromHome)
		var all []map[string]any
		if err := json.Unmarshal([]byte(resp.page), &all); err != nil || resp.status != http.StatusOK {
			t.Fatalf("%d %v", resp.status, err)
		}
		return all
	}
	if got := list(""); got == nil || len(got) != 0 {
		t.Errorf("an empty mailbox is %v, not []", got)
	}
	w.mails = twoMails
	all := list("")
	if len(all) != 2 || all[0]["id"] != "1" {
		t.Fatalf("the list is %v", all)
	}
	wantFirst := map[string]any{
		"id": "1", "time": "2026-03-01T12:00:00Z", "to": "ann@example.org", "from": "Bob via Fieldpost <f@localhost>",
		"replyTo": "", "subject": "Stratego", "headers": map[string]any{"Subject": "Stratego"},
		"text": "Your turn 1\n\nmore", "html": "<html><head><title>x</title></head><body>Your <b>turn</b></body></html>",
		"links": map[string]any{"board": "http://x/b/1", "moves": map[string]any{"a4-a5": "http://x/m/1"}},
	}
	if diff := cmp.Diff(wantFirst, all[0]); diff != "" {
		t.Errorf("the first mail (-want +got):\n%s", diff)
	}
	if got := list("?after=1"); len(got) != 1 || got[0]["id"] != "2" {
		t.Errorf("after the first: %v", got)
	}
	if got := list("?after=2"); len(got) != 0 {
		t.Errorf("after the last: %v", got)
	}
}

// Without it whoever can reach the port, or a site that lets its name point to
// this machine, would read every seat's mail.
func TestMailboxIsForThisMachine(t *testing.T) {
	w := newWorld(t)
	w.mails = twoMails
	for _, c := range []struct {
		remote, host string
		in           bool
	}{
		{"127.0.0.1:1", "localhost:8080", true},
		{"127.0.0.1:1", "127.0.0.1", true},
		{"127.0.0.1:1", "127.8.9.1:80", true},
		{"[::1]:1", "[::1]:8080", true},
		{"127.0.0.1:1", "fieldpost.localhost:8080", true},
		{"127.0.0.1:1", "LOCALHOST.", true},
		{"192.0.2.7:1", "localhost:8080", false},
		{"127.0.0.1:1", "evil.example", false},
		{"127.0.0.1:1", "localhost.evil.example:8080", false},
		{"127.0.0.1:1", "notlocalhost", false},
		{"127.0.0.1:1", "192.168.0.1:8080", false},
		{"127.0.0.1:1", "", false},
		{"", "localhost", false},
	} {
		for _, at := range []string{"/mailbox", "/mailbox.json", "/mailbox/1", "/mailbox/1/html", "/mailbox/1/raw"} {
			resp := w.browser().ask("GET", base+at, nil, func(r *http.Request) { r.RemoteAddr, r.Host = c.remote, c.host })
			page := resp.page
			if in := resp.status == http.StatusOK; in != c.in {
				t.Errorf("%s from %q to %q: status %d", at, c.remote, c.host, resp.status)
			}
			if !c.in && strings.Contains(page, "ann@example.org") {
				t.Errorf("%s from %q to %q shows a mail", at, c.remote, c.host)
			}
		}
	}
}

// A proxy on this machine forwards what others ask. Without it the mailbox would
// be open to all of them.
func TestMailboxIsNotForAProxysClients(t *testing.T) {
	w := newWorld(t)
	w.mails = twoMails
	for _, header := range []string{"Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-IP"} {
		resp := w.browser().ask("GET", base+"/mailbox.json", nil, func(r *http.Request) {
			r.RemoteAddr, r.Host = "127.0.0.1:1", "localhost"
			r.Header.Set(header, "192.0.2.7")
		})
		if resp.status == http.StatusOK {
			t.Errorf("with %s: status %d", header, resp.status)
		}
	}
}

// Without it a server that sends its mails away would show a mailbox all the
// same.
func TestNoMailboxWithoutOne(t *testing.T) {
	w := newWorld(t)
	c := Config{Games: w.app, Keys: w.keys, Words: w.words, BaseURL: base, Now: func() time.Time { return w.now }}
	w.site = New(c)
	for _, at := range []string{"/mailbox", "/mailbox.json"} {
		resp := w.browser().ask("GET", base+at, nil, fromHome)
		if resp.status != http.StatusNotFound {
			t.Errorf("%s: status %d", at, resp.status)
		}
	}
	if _, page := w.browser().get(base + "/"); strings.Contains(page, "mailbox") {
		t.Error("the home page leads to a mailbox")
	}
}

// A long game fills the mailbox. Without it its page would grow without end.
func TestMailboxShowsTheNewest(t *testing.T) {
	w := newWorld(t)
	for i := range mostLetters + 2 {
		w.mails = append(w.mails, Mail{ID: strconv.Itoa(i), To: "ann@example.org", Subject: fmt.Sprintf("Mail %d.", i)})
	}
	a := w.browser().ask(http.MethodGet, base+"/mailbox", nil, fromHome)
	want(t, a.status, a.page, http.StatusOK, "These are the newest 100 of 102 mails", "Mail 101.", "Mail 2.", "!Mail 1.")
}

// A mail of text alone is shown as that, and not as an empty frame.
func TestMailboxShowsTextAlone(t *testing.T) {
	w := newWorld(t)
	w.mails = fakeMailbox{{ID: "1", To: "ann@example.org", Subject: "Plain.", Text: "The text."}, {ID: "2", To: "ann@example.org", Subject: "Both.", Text: "The text.", HTML: "<p>The text.</p>"}}
	for id, says := range map[string][]string{"1": {"<details open>", "The text.", "!<iframe", "!/mailbox/1/html"}, "2": {"<details>", "<iframe", "/mailbox/2/html"}} {
		r := w.browser().ask("GET", "http://localhost/mailbox/"+id, nil, func(r *http.Request) { r.RemoteAddr = "127.0.0.1:4711" })
		want(t, r.status, r.page, 200, says...)
	}
}
