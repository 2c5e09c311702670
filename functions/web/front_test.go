package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aws/aws-lambda-go/events"

	"fieldpost/engine/match"
	"fieldpost/engine/player"
	"fieldpost/functions/internal/notify"
	"fieldpost/functions/internal/secrets"
	"fieldpost/functions/internal/settings"
	"fieldpost/functions/internal/site"
	"fieldpost/functions/internal/words"
	"fieldpost/infra/bolt"
)

var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// texts are the secrets as the Parameter Store has them.
func texts(t *testing.T, seed byte) []string {
	t.Helper()
	lot := rand.NewChaCha8([32]byte{seed})
	links, err := secrets.NewLinkKeys(lot)
	if err != nil {
		t.Fatal(err)
	}
	all := []string{links}
	for range 2 {
		key, err := secrets.NewKey(lot)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, key)
	}
	return all
}

func someKeys(t *testing.T, seed byte) *keys {
	t.Helper()
	k, err := parseKeys(texts(t, seed))
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// Without it the pepper could be taken for the mail key, or a damaged secret for
// a whole one, or be told.
func TestParseKeys(t *testing.T) {
	whole := texts(t, 1)
	k, err := parseKeys(whole)
	if err != nil {
		t.Fatal(err)
	}
	pepper, err := secrets.ParseKey(whole[1])
	if err != nil || k.pepper != player.Pepper(pepper) || bytes.Equal(k.mail, pepper) {
		t.Errorf("another pepper, %v", err)
	}
	for i, name := range secretNames {
		damaged := texts(t, 1)
		damaged[i] = "5ec4e7" + damaged[i]
		if _, err := parseKeys(damaged); err == nil || !strings.HasPrefix(err.Error(), name+": ") || strings.Contains(err.Error(), "5ec4e7") {
			t.Errorf("%s: %v", name, err)
		}
		lost := texts(t, 1)
		lost[i] = strings.TrimSuffix(lost[i], "\n")
		if _, err := parseKeys(lost); err != nil {
			t.Errorf("%s without the end of its line: %v", name, err)
		}
	}
}

// sites builds pages that say of what they are built.
type sites struct{ built []string }

func (s *sites) build(_ *keys, base string) http.Handler {
	s.built = append(s.built, base)
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, base) })
}

func ask(t *testing.T, f *front, payload string) events.APIGatewayV2HTTPResponse {
	t.Helper()
	a, err := f.handle(t.Context(), json.RawMessage(payload))
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// Links begin with what the host has set, or with the gateway's own name, never
// with what a client says. And what is built stays as long as it may.
func TestBase(t *testing.T) {
	k := someKeys(t, 1)
	s := &sites{}
	f := &front{keys: func(context.Context) (*keys, error) { return k, nil }, site: s.build, log: slog.New(slog.DiscardHandler)}
	for range 2 {
		if a := ask(t, f, event); a.Body != "https://abc123.execute-api.eu-central-1.amazonaws.com" {
			t.Errorf("links begin with %q", a.Body)
		}
	}
	if a := ask(t, f, with(t, `"domainName": "abc123.execute-api.eu-central-1.amazonaws.com"`, `"domainName": "Play.Example"`)); a.Body != "https://play.example" {
		t.Errorf("links begin with %q", a.Body)
	}
	if len(s.built) != 2 {
		t.Errorf("built %q", s.built)
	}
	for _, odd := range []string{"", "localhost", "a.example/x", "a.example:80", "a b.example"} {
		if _, err := f.handle(t.Context(), json.RawMessage(with(t, `"domainName": "abc123.execute-api.eu-central-1.amazonaws.com"`, `"domainName": "`+odd+`"`))); !errors.Is(err, errDomain) {
			t.Errorf("domain %q: %v", odd, err)
		}
	}
	f.base = "https://set.example"
	if a := ask(t, f, event); a.Body != "https://set.example" {
		t.Errorf("links begin with %q", a.Body)
	}
}

// Without it keys would never change, or the site be built for each request.
func TestNewKeys(t *testing.T) {
	k := someKeys(t, 1)
	s := &sites{}
	f := &front{keys: func(context.Context) (*keys, error) { return k, nil }, site: s.build, base: "https://set.example", log: slog.New(slog.DiscardHandler)}
	for range 2 {
		ask(t, f, event)
	}
	k = someKeys(t, 2)
	for range 2 {
		ask(t, f, event)
	}
	if len(s.built) != 2 {
		t.Errorf("built %d times", len(s.built))
	}
}

// Whatever goes wrong, the log has it, and nothing that a request said.
func TestFailures(t *testing.T) {
	var log bytes.Buffer
	f := &front{
		keys: func(context.Context) (*keys, error) { return nil, errors.New("no keys") },
		site: func(*keys, string) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				http.SetCookie(w, &http.Cookie{Name: "mark", Value: "x"})
				_, _ = io.WriteString(w, "half a page")
				panic(errors.New("secret of bob@example.net"))
			})
		},
		base: "https://set.example", log: slog.New(slog.NewJSONHandler(&log, nil)),
	}
	if _, err := f.handle(t.Context(), json.RawMessage(event)); err == nil {
		t.Error("answered without keys")
	}
	if _, err := f.handle(t.Context(), json.RawMessage(`{}`)); !errors.Is(err, errShape) {
		t.Errorf("no event: %v", err)
	}
	k := someKeys(t, 1)
	f.keys = func(context.Context) (*keys, error) { return k, nil }
	if a := ask(t, f, event); a.StatusCode != 500 || a.Body != "internal error\n" || len(a.Cookies) != 0 {
		t.Errorf("after a panic: %+v", a)
	}
	text := log.String()
	for _, want := range []string{`"err":"no keys"`, `"err":"the event is no request`, `"msg":"panic","type":"*errors.errorString"`, "front_test.go"} {
		if !strings.Contains(text, want) {
			t.Errorf("the log has no %s:\n%s", want, text)
		}
	}
	for _, secret := range []string{"bob", "api/games", "203.0.113.7", "mark-x"} {
		if strings.Contains(text, secret) {
			t.Errorf("the log tells %s:\n%s", secret, text)
		}
	}
}

// Who has lost his link must not learn by waiting whether an address is known.
func TestLaterTakesTheSameTime(t *testing.T) {
	for name, work := range map[string]time.Duration{"nothing to do": 0, "a mail": 700 * time.Millisecond} {
		synctest.Test(t, func(t *testing.T) {
			begin := time.Now()
			later(func(ctx context.Context) error {
				if _, ok := ctx.Deadline(); !ok {
					t.Error("it may take for ever")
				}
				time.Sleep(work)
				return nil
			}, time.After)
			if took := time.Since(begin); took != leastWait {
				t.Errorf("%s: took %v", name, took)
			}
		})
	}
}

// outbox is a sender that keeps what it is given.
type outbox struct{ to, raw []string }

func (o *outbox) Send(_ context.Context, _, _, to string, raw []byte) (string, error) {
	o.to, o.raw = append(o.to, to), append(o.raw, string(raw))
	return "id", nil
}

// The whole site behind an event: a game is created by the API, stored with a link
// to confirm that is signed with our keys, and found again by its creator.
func TestSiteByEvents(t *testing.T) {
	store, err := bolt.Open(filepath.Join(t.TempDir(), "store"))
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	catalog, err := words.Load()
	if err != nil {
		t.Fatal(err)
	}
	var out outbox
	var log bytes.Buffer
	now := func() time.Time { return noon }
	p := parts{
		settings: settings.Settings{SiteName: "Club", MailFrom: "play@fieldpost.example"}, host: site.Host{Name: "Club", PerHour: 1},
		store: store, counters: store.Counters(), words: catalog, now: now, random: rand.NewChaCha8([32]byte{3}),
		after:   func(time.Duration) <-chan time.Time { c := make(chan time.Time); close(c); return c },
		postman: &notify.Postman{Claims: store, Sender: &out, Now: now}, log: slog.New(slog.NewJSONHandler(&log, nil)),
	}
	k := someKeys(t, 1)
	f := &front{keys: func(context.Context) (*keys, error) { return k, nil }, site: p.site, log: p.log}

	home := ask(t, f, strings.Replace(with(t, `"method": "POST"`, `"method": "GET"`), `"/api/games"`, `"/"`, 1))
	if home.StatusCode != 200 || !strings.Contains(home.Body, "Club") || home.Headers["Content-Security-Policy"] == "" || home.IsBase64Encoded {
		t.Errorf("home page: %d %v", home.StatusCode, home.Headers)
	}
	if head := ask(t, f, strings.Replace(with(t, `"method": "POST"`, `"method": "HEAD"`), `"/api/games"`, `"/"`, 1)); head.StatusCode != 200 || head.Body != "" || head.Headers["Content-Type"] != home.Headers["Content-Type"] {
		t.Errorf("HEAD of it: %d, %d bytes", head.StatusCode, len(head.Body))
	}

	game := `{"creator": {"name": "Ann", "email": "ann@example.org"}, "opponent": {"name": "Bob", "email": "bob@example.org"}, "army": "barrage"}`
	text, err := json.Marshal(game)
	if err != nil {
		t.Fatal(err)
	}
	create := with(t, `"{\"move\": \"ö\"}"`, string(text))
	if a := ask(t, f, create); a.StatusCode != 202 && a.StatusCode != 201 {
		t.Fatalf("creating: %d %s", a.StatusCode, a.Body)
	}
	// Behind a proxy that nobody trusts, each client could make itself many.
	if a := ask(t, f, strings.Replace(create, "192.0.2.99", "192.0.2.98", 1)); a.StatusCode != 429 {
		t.Errorf("the second game of an hour: %d %s", a.StatusCode, a.Body)
	}
	images, err := store.OfPlayer(t.Context(), k.pepper.Key("ann@example.org"))
	if err != nil || len(images) != 1 {
		t.Fatalf("%d games stored, %v", len(images), err)
	}
	if m, err := match.Open(images[0]); err != nil || m.State != match.Unconfirmed {
		t.Errorf("stored %v, %v", m.State, err)
	}

	lost := with(t, `"{\"move\": \"ö\"}"`, `"do=lost&email=ann%40example.org"`)
	lost = strings.Replace(strings.Replace(lost, `"/api/games"`, `"/"`, 1), `"application/json"`, `"application/x-www-form-urlencoded"`, 1)
	if a := ask(t, f, lost); a.StatusCode != 202 {
		t.Errorf("the lost link: %d %s", a.StatusCode, a.Body)
	}
	if len(out.to) != 1 || out.to[0] != "ann@example.org" || !strings.Contains(out.raw[0], "https://abc123.execute-api") {
		t.Errorf("%d mails, to %q", len(out.to), out.to)
	}
	for _, secret := range []string{"ann@", "bob@", "/p/", "203.0.113.7"} {
		if strings.Contains(log.String(), secret) {
			t.Errorf("the log tells %s:\n%s", secret, log.String())
		}
	}
}
