package site

import (
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"testing"
	"time"
)

// filledIn is the form on the home page, filled in with what must be.
func filledIn(more ...string) url.Values {
	f := form("do", "create", "name", "Ann", "email", "ann@example.org", "opponent-name", "Bob", "opponent-email", "bob@example.org")
	for i := 0; i+1 < len(more); i += 2 {
		f.Set(more[i], more[i+1])
	}
	return f
}

// forwardedFor is what a proxy says of its client; "" is one that says nothing.
func forwardedFor(client string) func(*http.Request) {
	return func(r *http.Request) {
		if client != "" {
			r.Header.Set("X-Forwarded-For", client)
		}
	}
}

func from(client string) func(*http.Request) {
	return func(r *http.Request) { r.RemoteAddr = client + ":4711" }
}

// hosted is a world whose site has a host, and no mailbox.
func hosted(t *testing.T, h Host) *world {
	t.Helper()
	w := newWorld(t)
	c := w.config(w.app)
	c.Host = h
	w.site = New(c)
	return w
}

// Without it one visitor could have the server mail whole address books.
func TestCreationsAnHour(t *testing.T) {
	w := hosted(t, Host{PerHour: 3, Proxies: []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}})
	w.now = time.Date(2026, 3, 1, 12, 36, 30, 0, time.UTC)
	ann := w.browser()
	byJSON := func(change ...func(*http.Request)) reply {
		change = append(change, func(r *http.Request) { setBody(r, `{`+people+`}`) })
		return ann.ask("POST", base+"/api/games", nil, change...)
	}
	for range 5 { // what is refused for itself counts for nothing
		if resp := ann.ask("POST", base+"/", filledIn("name", "")); resp.status != 400 {
			t.Fatalf("status %d", resp.status)
		}
	}
	for _, status := range []int{202, 202} {
		if resp := ann.ask("POST", base+"/", filledIn()); resp.status != status {
			t.Fatalf("status %d, not %d", resp.status, status)
		}
	}
	byJSON().read(t, 202)

	stored := w.games.saves
	resp := byJSON()
	resp.read(t, 429)
	if resp.header.Get("Retry-After") != "1410" {
		t.Errorf("Retry-After is %q", resp.header.Get("Retry-After"))
	}
	resp = ann.ask("POST", base+"/", filledIn("army", "duel", "reconquest", "1"))
	want(t, resp.status, resp.page, 429, "No game was created, and nobody was mailed: 3 games an hour", "Try again in 24 minutes",
		`value="Ann"`, `value="bob@example.org"`, `value="duel" checked>`, `name="reconquest" value="1" checked>`, "!192.0.2.7")
	if resp.header.Get("Retry-After") != "1410" {
		t.Errorf("the form's Retry-After is %q", resp.header.Get("Retry-After"))
	}
	if w.games.saves != stored {
		t.Error("a game too many was stored")
	}

	w.nextDay()
	byJSON(from("192.0.2.8")).read(t, 202)
	byJSON(from("127.0.0.1"), forwardedFor("192.0.2.9")).read(t, 202)
	byJSON(from("127.0.0.1"), forwardedFor("192.0.2.7")).read(t, 429)
	w.nextDay()
	for i, status := range []int{202, 202, 202, 429} { // without the mailbox this machine counts too
		if got := byJSON(from("127.0.0.1")).status; got != status {
			t.Errorf("game %d of this machine: %d, not %d", i+1, got, status)
		}
	}
	w.now = w.now.Add(1410 * time.Second)
	w.nextDay()
	byJSON().read(t, 202)
	if log := w.log.String(); strings.Contains(log, "192.0.2") {
		t.Errorf("the log tells an address:\n%s", log)
	}
}

// Without it a player could not try a few games on his own machine, or a host
// who wants no limit would have one.
func TestCreationsThatAreNotCounted(t *testing.T) {
	w := newWorld(t)
	c := w.config(w.app)
	c.Host, c.Mailbox = Host{PerHour: 1}, &w.mails
	w.site = New(c)
	for range 4 {
		if resp := w.browser().ask("POST", base+"/", filledIn(), fromHome); resp.status != 202 {
			t.Errorf("at home: %d", resp.status)
		}
	}
	w = hosted(t, Host{})
	for range 40 {
		w.nextDay()
		if status, _ := w.browser().post(base+"/", filledIn()); status != 202 {
			t.Errorf("without a limit: %d", status)
		}
	}
	c = w.config(w.app)
	c.Host, c.Limits = Host{PerHour: 1}, brokenLimits{}
	w.site = New(c)
	w.nextDay()
	if status, _ := w.browser().post(base+"/", filledIn()); status != 202 {
		t.Errorf("with limits that count nothing: %d", status)
	}
	if log := w.log.String(); !strings.Contains(log, "creation not counted") || strings.Contains(log, "192.0.2.7") {
		t.Errorf("the log says %s", log)
	}
}

// Without it everybody could create games where the host wants his friends alone.
func TestCreationByCode(t *testing.T) {
	const code = "open sesame"
	w := hosted(t, Host{Code: code, PerHour: 6})
	ann := w.browser()
	_, page := ann.get(base + "/")
	want(t, 200, page, 200, `name="code"`, "New games need a code here", "!"+code)
	for _, wrong := range []string{"", "open", "open sesame ", "OPEN SESAME"} {
		status, page := ann.post(base+"/", filledIn("code", wrong, "army", "skirmish"))
		want(t, status, page, 422, "This is not the code of this server", `value="skirmish" checked>`, "nobody was mailed")
	}
	body := ann.ask("POST", base+"/api/games", nil, func(r *http.Request) { setBody(r, `{`+people+`,"code":"x"}`) }).read(t, 422)
	if detail, _ := body["detail"].(string); !strings.Contains(detail, "code") || strings.Contains(detail, code) {
		t.Errorf("the detail is %q", detail)
	}
	if w.games.saves != 0 {
		t.Error("a game was stored without the code")
	}
	if status, page := ann.post(base+"/", filledIn("code", code)); status != 202 {
		t.Errorf("with the code: %d\n%s", status, page)
	}
	// Six were asked for in this hour: wrong codes count, or it could be guessed.
	if status, _ := ann.post(base+"/", filledIn("code", code)); status != 429 {
		t.Errorf("after six: %d", status)
	}
	w.now = w.now.Add(time.Hour)
	ann.ask("POST", base+"/api/games", nil, func(r *http.Request) { setBody(r, `{`+people+`,"code":"`+code+`"}`) }).read(t, 202)
	if strings.Contains(w.log.String(), "sesame") {
		t.Error("the log tells the code")
	}
	// Where there is none, it does not matter what is sent.
	w = hosted(t, Host{})
	if status, page := w.browser().post(base+"/", filledIn("code", "x")); status != 202 || strings.Contains(page, `name="code"`) {
		t.Errorf("a code for nothing: %d", status)
	}
}

// Without it a host could not close his server to new games and let the others
// go on.
func TestCreationOff(t *testing.T) {
	w := hosted(t, Host{Closed: true})
	b := w.browser()
	status, page := b.get(base + "/")
	want(t, status, page, 200, "takes no new games at present", "!<form")
	status, page = b.post(base+"/", filledIn())
	want(t, status, page, 422, "takes no new games at present", "No game was created, and nobody was mailed", "!<form")
	body := b.ask("POST", base+"/api/games", nil, func(r *http.Request) { setBody(r, `{`+people+`}`) }).read(t, 422)
	if detail, _ := body["detail"].(string); !strings.Contains(detail, "takes no new games") {
		t.Errorf("the detail is %q", detail)
	}
	if w.games.saves != 0 {
		t.Error("a game was stored")
	}
}
