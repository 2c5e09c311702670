package site

import (
	"encoding/json"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"fieldpost/engine/match"
	"fieldpost/engine/player"
	"fieldpost/functions/internal/hook"
)

var secretShown = regexp.MustCompile(`<code class="link">([0-9a-f]{64})</code>`)

// Without it nobody could have his program told, or whoever finds an old link could have
// his own told of another's games, or a secret would lie in a page for a month.
func TestWebhookOnThePage(t *testing.T) {
	w := newWorld(t)
	w.playing()
	at := w.toGames("bob@example.org", 0)
	bob := w.browser()
	status, page := bob.get(at)
	want(t, status, page, 200, "To play you need nothing of this", "If you write programs", `href="`+base+`/webhook.md"`, "No webhook is set", `name="url"`, "!no-webhook")

	status, page = bob.post(at, form("do", "webhook", "url", "https://bob.example/hook?key=sesame"))
	want(t, status, page, 200, "Nothing has changed")
	if w.profile("bob@example.org").Webhook.URL != "" {
		t.Fatal("a press without the tick has set it")
	}
	status, page = bob.post(at, form("do", "webhook", "url", " https://bob.example/hook?key=sesame ", "sure", "1"))
	want(t, status, page, 200, "The webhook is set", "Your webhook at bob.example is on", "no-webhook", "!sesame")
	he := w.profile("bob@example.org")
	shown := secretShown.FindStringSubmatch(page)
	if he.Webhook.URL != "https://bob.example/hook?key=sesame" || shown == nil || shown[1] != hook.Secret(he.Webhook) || he.Address != "bob@example.org" {
		t.Fatalf("set at %s, shown %v, told at %q", he.Webhook.URL, shown, he.Address)
	}
	status, page = bob.get(at)
	want(t, status, page, 200, "Your webhook at bob.example is on", "!sesame", "!"+shown[1])

	_, page = bob.post(at, form("do", "webhook", "url", "https://bob.example/hook?key=sesame", "sure", "1"))
	if again := secretShown.FindStringSubmatch(page); again == nil || again[1] == shown[1] {
		t.Error("set again, and with the same secret")
	}
	for _, bad := range []string{"", "http://bob.example/", "https://127.0.0.1/", "https://bob.example:8080/", `https://bob.example/"><script>`} {
		status, page = bob.post(at, form("do", "webhook", "url", bad, "sure", "1"))
		want(t, status, page, 400, "A webhook's address begins with https://", `aria-invalid="true"`, "!<script>alert")
	}

	w.now = w.now.Add(freshLife - time.Minute)
	status, page = bob.post(at, form("do", "webhook", "url", "https://bob.example/new", "sure", "1"))
	want(t, status, page, 200, "The webhook is set")
	w.now = w.now.Add(3 * time.Minute)
	status, page = bob.get(at)
	want(t, status, page, 200, "less than a day old", "is on", `!name="url"`, "!no-webhook")
	for _, do := range []string{"webhook", "no-webhook"} {
		status, page = bob.post(at, form("do", do, "url", "https://eve.example/", "sure", "1"))
		want(t, status, page, 200, "less than a day old", "!is set", "!is removed")
	}
	if url := w.profile("bob@example.org").Webhook.URL; url != "https://bob.example/new" {
		t.Errorf("an old link made it %q", url)
	}
	w.keep("bob@example.org", func(p player.Profile) (player.Profile, bool) { return p.FailWebhook(p.Webhook.Mark()) })
	at = w.toGames("bob@example.org", 0)
	status, page = bob.get(at)
	want(t, status, page, 200, "Your webhook at bob.example is off")
	for range 2 {
		status, page = bob.post(at, form("do", "no-webhook", "sure", "1"))
		want(t, status, page, 200, "The webhook is removed", "No webhook is set")
	}
	if h := w.profile("bob@example.org").Webhook; h != (player.Webhook{}) {
		t.Error("it is still there")
	}
	if log := w.log.String(); strings.Contains(log, "bob.example") || strings.Contains(log, shown[1]) {
		t.Errorf("the log has\n%s", log)
	}
}

// A program does the same by its player's token, if that is young, and no seat's token
// does.
func TestWebhookByProgram(t *testing.T) {
	w := newWorld(t)
	m := w.playing()
	ask := func(method, token, body string) reply {
		return w.browser().ask(method, base+"/api/me/webhook", nil, func(r *http.Request) {
			setBody(r, body)
			r.Header.Set("Authorization", "Bearer "+token)
		})
	}
	token := w.token("bob@example.org", 0)
	set := ask("PUT", token, `{"url":"https://bob.example/hook"}`).read(t, 200)
	if got := w.profile("bob@example.org").Webhook; set["url"] != "https://bob.example/hook" || set["secret"] != hook.Secret(got) || !got.On() {
		t.Errorf("%v", set)
	}
	for name, c := range map[string]struct {
		token, body string
		status      int
	}{
		"a bad address": {token, `{"url":"https://localhost/"}`, 400}, "no address": {token, `{}`, 400}, "a field more": {token, `{"url":"https://a.example/","secret":"x"}`, 400},
		"a seat's token": {w.program(m, 2).token, `{"url":"https://a.example/"}`, 401}, "no token": {"", `{"url":"https://a.example/"}`, 401},
		"a feed's token": {strings.TrimPrefix(w.toFeed("bob@example.org", 0), base+"/p/"), `{"url":"https://a.example/"}`, 401},
		"another epoch":  {w.token("bob@example.org", 1), `{"url":"https://a.example/"}`, 401},
	} {
		p := ask("PUT", c.token, c.body).read(t, c.status)
		if c.status == 400 && strings.Contains(p["detail"].(string), "localhost") {
			t.Errorf("%s: the detail quotes it", name)
		}
	}
	w.now = w.now.Add(freshLife + 2*time.Minute)
	for _, method := range []string{"PUT", "DELETE"} {
		p := ask(method, token, `{"url":"https://eve.example/"}`).read(t, 401)
		if !strings.Contains(p["detail"].(string), "token of all your games") {
			t.Errorf("%s: %v", method, p["detail"])
		}
	}
	if got := w.profile("bob@example.org").Webhook.URL; got != "https://bob.example/hook" {
		t.Errorf("it is %q", got)
	}
	w.as("bob@example.org", match.Match{ID: m.ID}).call("GET", "", "").read(t, 200) // the token is still one
	gone := ask("DELETE", w.token("bob@example.org", 0), "")
	var none map[string]any
	if err := json.Unmarshal([]byte(gone.page), &none); err != nil || gone.status != 200 || none["url"] != nil || w.profile("bob@example.org").Webhook.URL != "" {
		t.Errorf("%d: %s", gone.status, gone.page)
	}
	w.people.down = true
	ask("PUT", w.token("bob@example.org", 0), `{"url":"https://bob.example/hook"}`).read(t, 500)
}
