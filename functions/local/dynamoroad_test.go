package main

import (
	"context"
	"crypto/rand"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"fieldpost/engine/match"
	"fieldpost/functions/internal/app"
	"fieldpost/functions/internal/mail"
	"fieldpost/functions/internal/notify"
	"fieldpost/functions/internal/players"
	"fieldpost/functions/internal/site"
	"fieldpost/functions/internal/words"
	"fieldpost/infra/dynamo/dynamotest"
	"fieldpost/infra/mailbox"
)

// What a move asks of DynamoDB from one mail to the next. docs/performance.md says
// what that costs; a request more would be paid for with each move.
func TestDynamoRoadOfAMove(t *testing.T) {
	const base = "http://fieldpost.test"
	d, line := dynalite(t), duelLine(t)
	way := &dynamotest.Way{}
	store, now := d.store(way), func() time.Time { return monday }
	data := t.TempDir()
	keys, err := linkKeys(data, rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	catalog, err := words.Load()
	if err != nil {
		t.Fatal(err)
	}
	box, err := mailbox.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	games := &app.App{Games: store, Now: now, Press: func() uint64 { return draw(rand.Reader) }}
	people := &players.Players{Profiles: store, Lists: store, Limits: store.Counters(), Now: now}
	n := &notify.Notifier{
		Games: store, Consent: people,
		Composer: &mail.Composer{Links: keys, Words: catalog, BaseURL: base, SiteName: "Fieldpost", Sender: mailboxSender, Secret: make([]byte, 32)},
		Postman:  &notify.Postman{Claims: store, Sender: box, Now: now},
	}
	pages := site.New(site.Config{
		Games: games, Keys: keys, Words: catalog, BaseURL: base, Now: now, Random: rand.Reader, Log: slog.New(slog.DiscardHandler),
		Limits: store.Counters(), Open: store, Candidates: store, Players: people, Later: func(func(context.Context) error) {},
	})
	id := match.ID{9}
	m, err := games.Create(t.Context(), duel(id))
	for _, c := range line[:4] {
		if err == nil {
			m, err = games.Do(t.Context(), id, c)
		}
	}
	if err == nil {
		err = n.Handle(t.Context(), match.Seal(m))
	}
	if err != nil {
		t.Fatal(err)
	}
	press := ""
	for _, l := range box.List("") {
		if at := l.Links.Moves["a4-a5"]; at != "" {
			press = strings.TrimPrefix(at, base)
		}
	}
	games.Outages = &app.Outages{Heart: store, Keep: time.Minute}
	before := len(way.Calls())
	asked := func(what string, want ...string) {
		t.Helper()
		if got := way.Calls()[before:]; !slices.Equal(got, want) {
			t.Errorf("%s asks for %q, want %q", what, got, want)
		}
		before = len(way.Calls())
	}
	call := func(method, body string) {
		t.Helper()
		r := httptest.NewRequestWithContext(t.Context(), method, press, strings.NewReader(body))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		w := httptest.NewRecorder()
		pages.ServeHTTP(w, r)
		size, _ := io.Copy(io.Discard, w.Body)
		t.Logf("%s: %d bytes", method, size)
		if w.Code != http.StatusOK {
			t.Fatalf("%s: %d", method, w.Code)
		}
	}
	call(http.MethodGet, "")
	asked("the page of the link", "GetItem", "GetItem") // game, heartbeat
	call(http.MethodPost, url.Values{"do": {"play"}, "sure": {"1"}}.Encode())
	asked("its press", "GetItem", "PutItem")
	image, err := store.Load(t.Context(), id, true)
	if err != nil {
		t.Fatal(err)
	}
	before++
	mails := len(box.List(""))
	if err := n.Handle(t.Context(), image); err != nil || len(box.List("")) != mails+1 {
		t.Fatalf("%v, %d mails more", err, len(box.List(""))-mails)
	}
	asked("the notifier", "GetItem", "GetItem", "PutItem", "PutItem") // game, profile, claim, its mark
}
