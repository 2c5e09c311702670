package site

import (
	"net/http"
	"strings"
	"testing"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/infra/link"
)

// routes is one address of every kind, with a match behind it.
func (w *world) routes() map[string]string {
	m := w.playing()
	w.mails = fakeMailbox{{ID: "1", Subject: "Stratego", Text: "Your turn", HTML: "<html><head></head><body>Your turn</body></html>"}}
	return map[string]string{
		"home": base + "/", "the rules": base + "/rules", "privacy": base + "/privacy", "confirm": w.to(m, engine.Red, link.Confirm), "join": w.to(m, engine.Blue, link.Join),
		"board": w.to(m, engine.Red, link.Board), "move": w.toMove(m, engine.Red, 0, "e4-e5"),
		"act": w.toAct(m, engine.Red, 0, match.Resigning), "an old act": w.toAct(m, engine.Red, 7, match.AcceptingDraw),
		"a bad link": base + "/m/x", "nothing": base + "/nothing", "health": base + "/healthz",
		"the mailbox from elsewhere": base + "/mailbox", "the API": base + "/api/games",
		"the API's game": base + "/api/games/" + m.ID.String(), "the API's rules": base + "/api/rules",
		"mails": w.toMails("ann@example.org"), "all games": w.toGames("ann@example.org", 0), "cancelled games": w.toGames("ann@example.org", 1),
		"the API's document": base + "/openapi.yaml", "the API's word of webhooks": base + "/webhook.md",
	}
}

// Without it a proxy would keep a seat's page, another site would read the link
// that led away from it, or a search engine would list it.
func TestHeadersOfEveryAnswer(t *testing.T) {
	w := newWorld(t)
	for name, at := range w.routes() {
		t.Run(name, func(t *testing.T) {
			for _, method := range []string{"GET", "HEAD", "POST", "PUT"} {
				h := w.browser().ask(method, at, nil).header
				for header, value := range map[string]string{
					"Cache-Control":          "no-store",
					"Referrer-Policy":        "no-referrer",
					"X-Robots-Tag":           "noindex, nofollow",
					"X-Content-Type-Options": "nosniff",
				} {
					if got := h.Get(header); got != value {
						t.Errorf("%s: %s is %q, not %q", method, header, got, value)
					}
				}
				policy := h.Get("Content-Security-Policy")
				for _, part := range []string{"default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'", "form-action 'self'"} {
					if !strings.Contains(policy, part) {
						t.Errorf("%s: the policy %q lacks %s", method, policy, part)
					}
				}
				if strings.Contains(policy, "unsafe") || !strings.Contains(policy, "; script-src 'self';") {
					t.Errorf("%s: the policy %q lets foreign scripts or any style in", method, policy)
				}
			}
		})
	}
}

// Without it a mail program that asks by HEAD would be told another thing than
// one that asks by GET.
func TestHeadAnswersAsGet(t *testing.T) {
	w := newWorld(t)
	for name, at := range w.routes() {
		get, head := w.browser().ask("GET", at, nil), w.browser().ask("HEAD", at, nil)
		if get.status != head.status || get.header.Get("Content-Type") != head.header.Get("Content-Type") {
			t.Errorf("%s: GET %d %q, HEAD %d %q", name, get.status, get.header.Get("Content-Type"),
				head.status, head.header.Get("Content-Type"))
		}
	}
}

// Without it a page of another site could press buttons in a player's browser.
func TestForeignPagesPressNothing(t *testing.T) {
	w := newWorld(t)
	m := w.playing()
	at := w.toMove(m, engine.Red, 0, "e4-e5")
	for _, c := range []struct{ name, header, value string }{
		{"by fetch metadata", "Sec-Fetch-Site", "cross-site"},
		{"by origin", "Origin", "https://evil.example"},
	} {
		t.Run(c.name, func(t *testing.T) {
			resp := w.browser().ask("POST", at, form("do", "play", "sure", "1"), func(r *http.Request) {
				r.Header.Set(c.header, c.value)
			})
			if resp.status != http.StatusForbidden || w.stored(m).Version != m.Version {
				t.Errorf("status %d, version %d", resp.status, w.stored(m).Version)
			}
			want(t, resp.status, resp.page, http.StatusForbidden, "<h1>This press came from somewhere else</h1>",
				"nothing has changed", "open the link from your mail again")
			for header, value := range map[string]string{"Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": pagePolicy, "Cache-Control": "no-store"} {
				if got := resp.header.Get(header); got != value {
					t.Errorf("%s is %q", header, got)
				}
			}
			foreign := func(r *http.Request) { r.Header.Set(c.header, c.value) }
			for name, answer := range map[string]reply{
				"the API": w.browser().ask("POST", base+"/api/games", nil, foreign, func(r *http.Request) { setBody(r, `{}`) }),
				"a program at a link": w.browser().ask("POST", at, form("do", "play", "sure", "1"), foreign, func(r *http.Request) {
					r.Header.Set("Accept", "application/json")
				}),
			} {
				p := answer.read(t, http.StatusForbidden)
				if answer.header.Get("Content-Type") != "application/problem+json" || !strings.Contains(p["detail"].(string), "nothing has changed") {
					t.Errorf("%s is answered %v", name, p)
				}
			}
		})
	}
	resp := w.browser().ask("POST", at, form("do", "play", "sure", "1"), func(r *http.Request) {
		r.Header.Set("Sec-Fetch-Site", "same-origin")
		r.Header.Set("Origin", "null") // as browsers send it from a page without referrers
	})
	want(t, resp.status, resp.page, 200, "Your move is played")
}

// What browsers say of a press on our own page, and of one that another site's
// page caused, by where the site is and which policy its pages have: beyond this
// machine Sec-Fetch-Site is for https alone (Fetch, "append a request Origin
// header"). Without it every press on a plain http host would be refused, for
// its Origin would be null, or every foreign one let through.
func TestPressesByHost(t *testing.T) {
	const foreign = "http://evil.example"
	for _, c := range []struct {
		name, base, called, policy string
		own                        []string // headers of a press on our own page, name and value
	}{
		{"https", "https://fieldpost.test", "fieldpost.test", "no-referrer", []string{"Sec-Fetch-Site", "same-origin", "Origin", "null"}},
		{"this machine", "http://127.0.0.1:8080", "127.0.0.1:8080", "no-referrer", []string{"Sec-Fetch-Site", "same-origin", "Origin", "null"}},
		{"this machine by name", "http://localhost:8080", "localhost:8080", "no-referrer", []string{"Sec-Fetch-Site", "same-origin", "Origin", "null"}},
		{"http in the house", "http://192.168.1.5:8080", "192.168.1.5:8080", "same-origin", []string{"Origin", "http://192.168.1.5:8080"}},
		{"http by name", "http://fieldpost.test", "fieldpost.test", "same-origin", []string{"Origin", "http://fieldpost.test"}},
		{"behind a proxy that calls us by another name", "http://fieldpost.test", "10.0.0.1:8080", "same-origin", []string{"Origin", "http://fieldpost.test"}},
		{"the same on https, by an old browser", "https://fieldpost.test", "10.0.0.1:8080", "no-referrer", []string{"Origin", "https://fieldpost.test"}},
		{"a program", "http://fieldpost.test", "fieldpost.test", "same-origin", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorldAt(t, c.base)
			m := w.playing()
			at := strings.Replace(w.toMove(m, engine.Red, 0, "e4-e5"), base, c.base, 1)
			press := func(headers ...string) reply {
				return w.browser().ask("POST", at, form("do", "play", "sure", "1"), func(r *http.Request) {
					r.Host = c.called
					for i := 0; i < len(headers); i += 2 {
						r.Header.Set(headers[i], headers[i+1])
					}
				})
			}
			shown := w.browser().ask("GET", at, nil)
			if got := shown.header.Get("Referrer-Policy"); got != c.policy || strings.Contains(shown.page, "referrer") {
				t.Errorf("the policy is %q, not %q, or the page has one of its own", got, c.policy)
			}
			for _, headers := range [][]string{
				{"Origin", foreign},
				{"Origin", "null"}, // a foreign page chooses its own policy
				{"Origin", foreign, "Sec-Fetch-Site", "cross-site"},
				{"Origin", "null", "Sec-Fetch-Site", "cross-site"},
				{"Origin", c.base + ":1"},
				{"Sec-Fetch-Site", "same-site"},
			} {
				if resp := press(headers...); resp.status != http.StatusForbidden || w.stored(m).Version != m.Version {
					t.Errorf("a press with %q: status %d, version %d", headers, resp.status, w.stored(m).Version)
				}
			}
			resp := press(c.own...)
			want(t, resp.status, resp.page, 200, "Your move is played")
		})
	}
}

// Without it a page could load something from somebody else, who would learn of
// the reader. Its own scripts are files of the site; that a page is complete
// without them the other tests show, which run none.
func TestPagesAreWholeInThemselves(t *testing.T) {
	w := newWorld(t)
	for name, at := range w.routes() {
		status, page := w.browser().get(at)
		if name == "health" || strings.HasPrefix(name, "the API") {
			continue
		}
		page = scriptTag.ReplaceAllStringFunc(page, func(tag string) string {
			if at := scriptTag.FindStringSubmatch(tag)[1]; scripts[at] == "" {
				t.Errorf("%s: there is no script %q", name, at)
			}
			return ""
		})
		for _, bad := range []string{"<script src", "<script>", "<img", "<link", "src=", "url(", "@import", "style=", "onclick"} {
			if strings.Contains(page, bad) {
				t.Errorf("%s (%d): the page has %q", name, status, bad)
			}
		}
		for _, to := range hrefs(page) {
			if !strings.HasPrefix(to, base+"/") && !strings.HasPrefix(to, "?") {
				t.Errorf("%s: the page leads to %s", name, to)
			}
		}
		for _, part := range []string{`<html lang="en">`, "<main id=\"main\">", "<h1>", "<title>", `href="#main"`, "<footer>", "not affiliated with Jumbo", `href="` + base + `/rules?lang=en"`, `href="` + base + `/privacy?lang=en"`} {
			if !strings.Contains(page, part) {
				t.Errorf("%s: the page has no %s", name, part)
			}
		}
		if n := strings.Count(page, "<h1>"); n != 1 {
			t.Errorf("%s: %d first headings", name, n)
		}
	}
}

// Without it a request that names another host would make links that lead there.
func TestLinksComeFromTheBaseURL(t *testing.T) {
	w := newWorld(t)
	m := w.playing()
	at := strings.Replace(w.to(m, engine.Red, link.Board), base, "http://evil.example", 1)
	status, page := w.browser().get(at)
	want(t, status, page, 200, "Turn 1: your move", "!evil.example", base+"/m/")
}

func TestHealth(t *testing.T) {
	status, page := newWorld(t).browser().get(base + "/healthz")
	if status != 200 || page != "ok\n" {
		t.Errorf("%d %q", status, page)
	}
}

// Without it a large body would be read to its end.
func TestTooLarge(t *testing.T) {
	w := newWorld(t)
	m := w.playing()
	big := strings.Repeat("x", 65<<10)
	for _, at := range []string{w.to(m, engine.Red, link.Board), base + "/"} {
		status, page := w.browser().post(at, form("do", "setup", "sure", "1", "setup", big))
		want(t, status, page, 413, "That was too much")
	}
	for _, big := range []string{`{"message":"` + big + `"}`, `{"creator":{"name":"Ann"}}` + strings.Repeat(" ", 65<<10)} {
		status, body := w.browser().send(base+"/api/games", big)
		if status != 413 || !strings.Contains(body, `"status":413`) {
			t.Errorf("%d %s", status, body)
		}
	}
}

// Without it a press for something else than its page asks would do what the
// page asks.
func TestOtherForms(t *testing.T) {
	w := newWorld(t)
	m := w.playing()
	before := w.games.saves
	for _, at := range []string{
		base + "/", w.to(m, engine.Red, link.Confirm), w.to(m, engine.Blue, link.Join),
		w.to(m, engine.Red, link.Board), w.toMove(m, engine.Red, 0, "e4-e5"), w.toAct(m, engine.Red, 0, match.Aborting),
	} {
		for _, do := range []string{"", "resign", "accept draw"} {
			status, page := w.browser().post(at, form("do", do, "sure", "1"))
			want(t, status, page, 400, "That was not understood")
		}
	}
	if w.games.saves != before {
		t.Error("a press for something else has done something")
	}
}

// Without it a log would hold the key to a seat, or an address.
func TestLogTellsNoSecrets(t *testing.T) {
	w := newWorld(t)
	m := w.playing()
	at := w.toMove(m, engine.Red, 0, "e4-e5")
	ann := w.browser()
	ann.post(at, form("do", "play", "sure", "1"))
	ann.post(at, form("do", "play"))
	ann.post(w.to(m, engine.Red, link.Board), form("do", "setup", "setup", barrageRed, "submit", "1"))
	act := w.toAct(m, engine.Red, 1, match.Resigning)
	ann.post(act, form("do", "resign"))
	ann.get(base + "/b/nonsense")
	log := w.log.String()
	if !strings.Contains(log, "kind=PlayMove outcome=ok") || !strings.Contains(log, "outcome=repeated") {
		t.Errorf("the log does not tell what was done:\n%s", log)
	}
	for _, secret := range []string{strings.TrimPrefix(act, base+"/a/"), strings.TrimPrefix(at, base+"/m/"), "example.org", "e4-e5", "22M9S", "nonsense", "Ann"} {
		if strings.Contains(log, secret) {
			t.Errorf("the log tells %q:\n%s", secret, log)
		}
	}
}
