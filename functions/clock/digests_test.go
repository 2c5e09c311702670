package main

import (
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/engine/player"
	"fieldpost/functions/internal/lambdatest"
	"fieldpost/functions/internal/mail"
	"fieldpost/functions/internal/notify"
	"fieldpost/functions/internal/secrets"
	"fieldpost/functions/internal/settings"
	"fieldpost/functions/internal/words"
	"fieldpost/functions/sending"
)

// claims are none that anybody else wants.
type claims map[string]bool

func (c claims) Take(_ context.Context, key string, _, _ time.Time) (bool, error) { return c[key], nil }

func (c claims) Mark(_ context.Context, key string, _ time.Time) error { c[key] = true; return nil }
func (c claims) Drop(context.Context, string) error                    { return nil }

// A mail of the day goes out by SES, from the site's address and with its links, once;
// and none without the secrets, which are read when there is one to send.
func TestPost(t *testing.T) {
	lot := rand.NewChaCha8([32]byte{1})
	links, err := secrets.NewLinkKeys(lot)
	if err != nil {
		t.Fatal(err)
	}
	key, err := secrets.NewKey(lot)
	if err != nil {
		t.Fatal(err)
	}
	cloud := lambdatest.NewCloud(t, nil)
	env := map[string]string{
		"FIELDPOST_TABLE": "games", "FIELDPOST_PARAMETERS": "/club", "FIELDPOST_MAIL_FROM": "play@fieldpost.example", "FIELDPOST_BASE_URL": "https://fieldpost.example",
	}
	for _, line := range cloud.Env() {
		name, value, _ := strings.Cut(line, "=")
		env[name] = value
	}
	get := func(name string) string { return env[name] }
	s, err := settings.Read(get)
	if err != nil {
		t.Fatal(err)
	}
	catalog, err := words.Load()
	if err != nil {
		t.Fatal(err)
	}
	p := parts{
		settings: s, words: catalog, now: time.Now,
		postman: &notify.Postman{Claims: claims{}, Sender: sending.By(s, get, time.Now, slog.New(slog.DiscardHandler)), Now: time.Now},
	}
	for n, bad := range [][]string{{"", key}, {links, ""}} {
		if _, err := p.composer(bad); err == nil || !strings.Contains(err.Error(), secretNames[n]) {
			t.Errorf("without %s: %v", secretNames[n], err)
		}
	}
	composer, err := p.composer([]string{links, key})
	if err != nil {
		t.Fatal(err)
	}
	down := errors.New("no answer")
	var now *mail.Composer
	letters := post{func(context.Context) (*mail.Composer, error) {
		if now == nil {
			return nil, down
		}
		return now, nil
	}, p.postman}
	m, err := match.New(match.Create{
		ID: match.ID{1}, Creator: engine.Red, Rules: engine.StandardRules(engine.Duel), Confirmed: true,
		Players: engine.Both[match.Player]{Red: match.Player{Name: "Ann", Address: "ann@example.org"}, Blue: match.Player{Name: "Bob", Address: "bob@example.net"}},
		Keys:    engine.Both[player.Key]{Red: player.Key{1}, Blue: player.Key{2}},
	}, time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC))
	if err == nil {
		m, _, err = match.Decide(m, match.Accept{By: engine.Blue}, m.Created)
	}
	if err != nil {
		t.Fatal(err)
	}
	day := mail.Day{Games: []mail.Sitting{{Match: m, Seat: engine.Red}}}
	to := mail.Recipient{Key: player.Key{1}, Address: "ann@example.org"}
	send := func() error { return letters.MailDay(t.Context(), "P#1/C#digest#2026-03-01", to, day, m.Created) }
	if err := send(); !errors.Is(err, down) || len(cloud.Mails()) != 0 {
		t.Errorf("without the secrets: %v, mails to %q", err, cloud.Mails())
	}
	now = composer
	for range 2 {
		if err := send(); err != nil {
			t.Error(err)
		}
	}
	if mails := cloud.Sent(); len(mails) != 1 || mails[0].To != "ann@example.org" || !strings.Contains(string(mails[0].Raw), "https://fieldpost.example/b/") {
		t.Errorf("%d mails", len(mails))
	}
}
