package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"fieldpost/engine/match"
	"fieldpost/engine/player"
	"fieldpost/functions/internal/hook"
	"fieldpost/functions/internal/lambdatest"
	"fieldpost/functions/internal/notify"
	"fieldpost/functions/internal/secrets"
	"fieldpost/functions/internal/settings"
	"fieldpost/functions/internal/words"
)

// The test binary is the function itself when this variable is set.
const childVariable = "FIELDPOST_TEST_CHILD"

func TestMain(m *testing.M) {
	if os.Getenv(childVariable) == "" {
		os.Exit(m.Run())
	}
	main()
}

var (
	noon   = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	update = flag.Bool("update", false, "write the golden files anew")
)

// call is one to Ann's webhook.
func call(due time.Time) hook.Call {
	return hook.Call{
		Player: player.Key{7}, Hook: player.Webhook{URL: "x", Secret: [32]byte{1}}.Mark(), ID: strings.Repeat("0a", 16),
		Game: match.ID{1, 2, 3, 4, 5, 6, 7, 8}, Event: hook.Turn, At: noon, Due: due,
	}
}

// batch is what the queue gives.
func batch(t *testing.T, bodies ...string) string {
	t.Helper()
	type record struct {
		MessageID     string            `json:"messageId"`
		ReceiptHandle string            `json:"receiptHandle"`
		Body          string            `json:"body"`
		Attributes    map[string]string `json:"attributes"`
		Source        string            `json:"eventSource"`
		ARN           string            `json:"eventSourceARN"`
		Region        string            `json:"awsRegion"`
	}
	var all struct{ Records []record }
	for _, body := range bodies {
		all.Records = append(all.Records, record{
			"059f36b4-87a3-44ab-83d2-661975830a7d", "AQEBwJnKyrHigUMZj6rYigCgxlaS3SLy0a", body,
			map[string]string{"ApproximateReceiveCount": "1", "SentTimestamp": "1772366400000"},
			"aws:sqs", "arn:aws:sqs:eu-central-1:123456789012:fieldpost-WebhookQueue", "eu-central-1",
		})
	}
	text, err := json.MarshalIndent(all, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	return string(text) + "\n"
}

// The sample event must be what the queue gives: a call as notify puts it there.
func TestSampleEvent(t *testing.T) {
	want, path := batch(t, call(noon).String()), filepath.Join("..", "..", "events", "webhook.json")
	if *update {
		if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(path)
	if diff := cmp.Diff(want, string(text)); diff != "" || err != nil {
		t.Errorf("%v %s", err, diff)
	}
}

// The program as Lambda runs it: a call that is not due goes back onto the queue, one
// whose player has no webhook is done, and what is no call never comes again. Without it
// a setting or a client that main.go forgets would be found out in the cloud.
func TestProgram(t *testing.T) {
	cloud := lambdatest.NewCloud(t, nil)
	env := []string{
		childVariable + "=1", "FIELDPOST_TABLE=games", "FIELDPOST_PARAMETERS=/club", "FIELDPOST_MAIL_FROM=play@fieldpost.example",
		"FIELDPOST_BASE_URL=https://fieldpost.example", "FIELDPOST_WEBHOOKS=" + cloud.URL + "/1/webhooks",
	}
	f := lambdatest.Start(t, os.Args[0], append(cloud.Env(), env...)...)
	answer, err := f.Invoke(batch(t, call(time.Now().Add(time.Hour)).String(), call(noon).String(), "nonsense"))
	if err != nil || answer != "null" {
		t.Fatalf("%v %s\n%s", err, answer, f.Log)
	}
	if cloud.Calls("SendMessage") != 1 || cloud.Calls("GetItem") != 1 || cloud.Calls("GetParameters") != 0 {
		t.Errorf("put back %d, profiles read %d, secrets %d", cloud.Calls("SendMessage"), cloud.Calls("GetItem"), cloud.Calls("GetParameters"))
	}
	if _, err := f.Invoke(`{"detail": "x"}`); err == nil {
		t.Error("an event of another shape is handled")
	}
	// A function with a wrong setting must say so at its start.
	f = lambdatest.Start(t, os.Args[0], append(cloud.Env(), env[:5]...)...)
	if err := f.Ended(); err == nil || !strings.Contains(f.Log.String(), "FIELDPOST_WEBHOOKS") {
		t.Errorf("%v\n%s", err, f.Log)
	}
}

// shelf is everything around a courier: a profile, a queue, claims and a sender.
type shelf struct {
	image   player.Image
	posts   int
	put     []hook.Call
	sent    map[string]string // raw mails, by claim
	claimed map[string]bool
}

func (s *shelf) LoadProfile(context.Context, player.Key) (player.Image, error) { return s.image, nil }

func (s *shelf) SaveProfile(_ context.Context, i player.Image) error {
	s.image = i
	return nil
}

func (s *shelf) Post(context.Context, string, map[string]string, []byte) error {
	s.posts++
	return errors.New("webhook: no answer in time")
}

func (s *shelf) Put(_ context.Context, c hook.Call) error {
	s.put = append(s.put, c)
	return nil
}

func (s *shelf) Take(_ context.Context, key string, _, _ time.Time) (bool, error) {
	return s.claimed[key], nil
}

func (s *shelf) Mark(_ context.Context, key string, _ time.Time) error {
	s.claimed[key] = true
	return nil
}

func (s *shelf) Drop(context.Context, string) error { return nil }

func (s *shelf) Send(_ context.Context, key, _, to string, raw []byte) (string, error) {
	s.sent[key] = to + " " + string(raw)
	return "1", nil
}

// A webhook that fails to the end is turned off, and its owner is told with the keys
// that are read only then; the log tells nobody's address.
func TestTurnsOff(t *testing.T) {
	he, _ := player.Profile{Key: player.Key{7}}.Seen("ann@example.org", "de", "")
	he, _ = he.SetWebhook("https://ann.example/hook", [32]byte{1})
	s := &shelf{image: player.Seal(he), sent: map[string]string{}, claimed: map[string]bool{}}
	catalog, err := words.Load()
	if err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	p := parts{
		settings: settings.Settings{MailFrom: "play@fieldpost.example", BaseURL: "https://fieldpost.example", SiteName: "Fieldpost"},
		store:    s, poster: s, queue: s, words: catalog, now: func() time.Time { return noon }, log: slog.New(slog.NewJSONHandler(&log, nil)),
		postman: &notify.Postman{Claims: s, Sender: s, Now: func() time.Time { return noon }},
	}
	keys, read := []string{"", strings.Repeat("ab", 32) + "\n"}, 0
	if keys[0], err = secrets.NewLinkKeys(bytes.NewReader(bytes.Repeat([]byte{7}, 64))); err != nil {
		t.Fatal(err)
	}
	d := &desk{log: p.log, take: p.courier(func(context.Context) (*notify.Strangers, error) {
		read++
		return p.strangers(keys)
	}).Take}
	first := call(noon)
	if err := d.handle(t.Context(), []byte(batch(t, first.String()))); err != nil || len(s.put) != 1 || read != 0 {
		t.Fatalf("%v, put back %d, keys read %d times", err, len(s.put), read)
	}
	last := first
	last.Tries = hook.MostTries - 1
	for range 2 {
		if err := d.handle(t.Context(), []byte(batch(t, last.String()))); err != nil {
			t.Fatal(err)
		}
	}
	now, err := player.Open(s.image)
	if err != nil || now.Webhook.On() || s.posts != 2 || len(s.sent) != 1 {
		t.Errorf("%v: on: %v, %d posts, %d mails", err, now.Webhook.On(), s.posts, len(s.sent))
	}
	for _, raw := range s.sent {
		if !strings.HasPrefix(raw, "ann@example.org ") || !strings.Contains(raw, "Stratego: dein Webhook ist aus") {
			t.Errorf("the mail is\n%s", raw)
		}
	}
	if text := log.String(); strings.Contains(text, "ann") || !strings.Contains(text, "no answer in time") {
		t.Errorf("the log has\n%s", text)
	}
	// Without its keys the call must come again, or nobody would ever be told.
	keys[1] = "short"
	clear(s.claimed)
	if err := d.handle(t.Context(), []byte(batch(t, last.String()))); err == nil || !strings.Contains(log.String(), "keys: mail-key") {
		t.Errorf("%v\n%s", err, &log)
	}
}

// A panic must fail the call, and tell nothing of what was thrown.
func TestPanicFailsTheCall(t *testing.T) {
	var log bytes.Buffer
	d := &desk{take: func(context.Context, hook.Call) error { panic("ann@example.org") }, log: slog.New(slog.NewJSONHandler(&log, nil))}
	err := d.handle(t.Context(), []byte(batch(t, call(noon).String())))
	if err == nil || err.Error() != "panic with string" || !strings.Contains(log.String(), "main_test.go") || strings.Contains(log.String(), "ann@") {
		t.Errorf("%v, the log has\n%s", err, &log)
	}
}
