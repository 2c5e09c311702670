package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/functions/internal/inbound"
	"fieldpost/functions/internal/lambdatest"
	"fieldpost/functions/internal/secrets"
	"fieldpost/infra/dynamo/dynamotest"
	"fieldpost/infra/link"
)

// The test binary is the function itself when this variable is set.
const childVariable = "FIELDPOST_TEST_CHILD"

func TestMain(m *testing.M) {
	if os.Getenv(childVariable) == "" {
		os.Exit(m.Run())
	}
	main()
}

// id is that of the mail of the sample event.
const id = "o3vrnil0e2ic28trm7dfhrc2v0clambda4nbp0g1"

// file returns the text of one of the files that sam local is given too.
func file(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile("../../events/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// sample is the event of a mail.
func sample(t *testing.T) string {
	t.Helper()
	return file(t, "inbound.json")
}

// soon ends when what a process has written must have come.
func soon(t *testing.T) context.Context {
	ctx, stop := context.WithTimeout(t.Context(), 10*time.Second)
	t.Cleanup(stop)
	return ctx
}

// keptLine is what the program takes note of for the sample.
func keptLine(t *testing.T) string {
	t.Helper()
	return fmt.Sprintf(`"msg":"mail","id":"%s","bytes":%d,"treatment":"keep","recipients":1,`, id, len(file(t, "inbound.eml"))) +
		`"spam":"PASS","virus":"PASS","spf":"PASS","dkim":"PASS","dmarc":"GRAY","trust":"aligned"`
}

// secretTexts are secrets of a site, and the address of a seat by them.
func secretTexts(t *testing.T) (parameters map[string]string, address string) {
	t.Helper()
	lot := rand.NewChaCha8([32]byte{1})
	links, err := secrets.NewLinkKeys(lot)
	if err != nil {
		t.Fatal(err)
	}
	key, err := secrets.NewKey(lot)
	if err != nil {
		t.Fatal(err)
	}
	keys, err := secrets.ParseLinkKeys(links)
	if err != nil {
		t.Fatal(err)
	}
	token := keys.Seal(link.Link{Purpose: link.Reply, Game: match.ID{1}, Seat: engine.Red})
	return map[string]string{"/club/link-keys": links, "/club/mail-key": key}, link.ReplyPrefix + token + "@reply.fieldpost.example"
}

// site is the environment of a site.
var site = []string{
	childVariable + "=1", "FIELDPOST_BUCKET=club", "FIELDPOST_TABLE=games", "FIELDPOST_PARAMETERS=/club", "FIELDPOST_MAIL_FROM=play@fieldpost.example",
	"FIELDPOST_BASE_URL=https://fieldpost.example", "FIELDPOST_REPLY_DOMAIN=reply.fieldpost.example",
}

// to is the sample with another recipient.
func to(t *testing.T, address string) string {
	t.Helper()
	return regexp.MustCompile(`"recipients": \[".*"\]`).ReplaceAllString(sample(t), `"recipients": ["`+address+`"]`)
}

// The program as Lambda runs it: what it takes note of tells of nobody, and what it
// cannot read fails.
func TestProgram(t *testing.T) {
	parameters, address := secretTexts(t)
	cloud := lambdatest.NewCloud(t, parameters)
	cloud.Objects = map[string]string{"club/mail/" + id: file(t, "inbound.eml")}
	f := lambdatest.Start(t, os.Args[0], append(cloud.Env(), site...)...)
	if answer, err := f.Invoke(sample(t)); err != nil || answer != "null" {
		t.Fatalf("%v %s\n%s", err, answer, f.Log)
	}
	if !f.Log.Await(soon(t), keptLine(t)) || !f.Log.Await(soon(t), `"treatment":"drop: no seat"`) {
		t.Errorf("the log has\n%s", f.Log)
	}
	// By the site's own keys it is a seat, of a game that is not in the table any more.
	if answer, err := f.Invoke(to(t, address)); err != nil || answer != "null" || !f.Log.Await(soon(t), `"treatment":"drop: no game"`) {
		t.Fatalf("%v %s\n%s", err, answer, f.Log)
	}
	if len(cloud.Mails()) != 0 || cloud.Calls("GetParameters") != 1 {
		t.Errorf("mails to %d, secrets read %d times", len(cloud.Mails()), cloud.Calls("GetParameters"))
	}
	if _, err := f.Invoke(strings.Replace(sample(t), id, "another", 1)); err == nil || !f.Log.Await(soon(t), `"msg":"mail not read","id":"another","err":"read mail: NoSuchKey"`) {
		t.Errorf("a mail that is not there: %v\n%s", err, f.Log)
	}
	if _, err := f.Invoke(strings.Replace(sample(t), "aws:ses", "aws:sns", 1)); err == nil || !f.Log.Await(soon(t), "the event is no mail") {
		t.Errorf("an event of another shape: %v\n%s", err, f.Log)
	}
	if log := f.Log.String(); strings.Contains(log, "@") || strings.Contains(log, "Bob") || strings.Contains(log, "b4") || strings.Contains(log, "play+") {
		t.Errorf("the log has\n%s", log)
	}
}

// Without its secrets it fails, so that Lambda keeps the mail.
func TestProgramWithoutKeys(t *testing.T) {
	cloud := lambdatest.NewCloud(t, nil)
	cloud.Objects = map[string]string{"club/mail/" + id: file(t, "inbound.eml")}
	f := lambdatest.Start(t, os.Args[0], append(cloud.Env(), site...)...)
	if _, err := f.Invoke(sample(t)); err == nil || !f.Log.Await(soon(t), `"msg":"mail not followed"`) {
		t.Errorf("%v\n%s", err, f.Log)
	}
}

// The same with an emulator of S3.
func TestProgramOnMoto(t *testing.T) {
	moto := dynamotest.Moto(t, os.Getenv("FIELDPOST_MOTO"))
	for _, made := range []struct{ path, body string }{{"/club", ""}, {"/club/mail/" + id, file(t, "inbound.eml")}} {
		put, err := http.NewRequestWithContext(t.Context(), http.MethodPut, moto.URL+made.path, strings.NewReader(made.body))
		if err != nil {
			t.Fatal(err)
		}
		put.Header.Set("Authorization", "AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/s3/aws4_request, SignedHeaders=host, Signature=0")
		answer, err := http.DefaultClient.Do(put)
		if err != nil || answer.StatusCode != http.StatusOK {
			t.Fatal(answer, err)
		}
		_ = answer.Body.Close()
	}
	parameters, _ := secretTexts(t)
	cloud := lambdatest.NewCloud(t, parameters)
	f := lambdatest.Start(t, os.Args[0], append(append(cloud.Env(), site...), "AWS_ENDPOINT_URL_S3="+moto.URL,
		"AWS_REGION=us-east-1", "AWS_ACCESS_KEY_ID=id", "AWS_SECRET_ACCESS_KEY=secret")...)
	if answer, err := f.Invoke(sample(t)); err != nil || answer != "null" || !f.Log.Await(soon(t), keptLine(t)) {
		t.Fatalf("%v %s\n%s", err, answer, f.Log)
	}
	if _, err := f.Invoke(strings.Replace(sample(t), id, "another", 1)); err == nil || !f.Log.Await(soon(t), "read mail: NoSuchKey") {
		t.Errorf("a mail that is not there: %v\n%s", err, f.Log)
	}
}

// Without its bucket it must not start: it would fail at each mail.
func TestNoBucket(t *testing.T) {
	f := lambdatest.Start(t, os.Args[0], append(site, "FIELDPOST_BUCKET=")...)
	if err := f.Ended(); err == nil || !f.Log.Await(soon(t), "FIELDPOST_BUCKET or FIELDPOST_BASE_URL is not set") {
		t.Errorf("%v\n%s", err, f.Log)
	}
}

// box is a bucket with one mail in it, whatever is asked for.
type box struct {
	raw string
	err error
}

func (b box) Read(_ context.Context, _ string, most int) ([]byte, error) {
	return []byte(b.raw[:min(most, len(b.raw))]), b.err
}

// taker keeps what is handed in, and fails.
type taker struct {
	*inbound.Delivery
	err error
}

func (k taker) Take(_ context.Context, d inbound.Delivery) error {
	*k.Delivery = d
	return k.err
}

func handedTo(d *inbound.Delivery, err error) func(context.Context) (inbound.Taker, error) {
	return func(context.Context) (inbound.Taker, error) { return taker{d, err}, nil }
}

// What becomes of a mail is told in the log; nothing fails that is dropped, or
// Lambda would keep on trying.
func TestTreatments(t *testing.T) {
	mail := file(t, "inbound.eml")
	for _, c := range []struct{ name, raw, payload, want string }{
		{"an answer", mail, sample(t), "keep"},
		{"large", mail + strings.Repeat("x", inbound.MaxSize), sample(t), "drop: too large"},
		{"with a virus", mail, strings.Replace(sample(t), `"virusVerdict": {"status": "PASS"}`, `"virusVerdict": {"status": "FAIL"}`, 1), "drop: infected"},
		{"out of office", "Auto-Submitted: auto-replied\n" + mail, sample(t), "drop: automatic"},
		{"returned", strings.Replace(mail, "<bob@example.org>", "<>", 1), sample(t), "drop: delivery report"},
	} {
		var log strings.Builder
		var taken inbound.Delivery
		in := &inbox{mails: box{raw: c.raw}, desk: handedTo(&taken, nil), log: slog.New(slog.NewJSONHandler(&log, nil))}
		if err := in.handle(t.Context(), json.RawMessage(c.payload)); err != nil || !strings.Contains(log.String(), `"treatment":"`+c.want+`"`) {
			t.Errorf("%s: %v\n%s", c.name, err, log.String())
		}
		if at := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC); taken.From != "bob@example.org" || len(taken.To) != 1 || !taken.At.Equal(at) ||
			taken.Infected != (c.name == "with a virus") || !strings.HasPrefix(c.raw, string(taken.Raw)) || taken.Trust != inbound.Aligned {
			t.Errorf("%s: handed in as from %q to %q at %v, %v", c.name, taken.From, taken.To, taken.At, taken.Trust)
		}
	}
	lost := errors.New("gone")
	failing := &inbox{mails: box{raw: mail}, desk: handedTo(&inbound.Delivery{}, lost), log: slog.New(slog.DiscardHandler)}
	if err := failing.handle(t.Context(), json.RawMessage(sample(t))); !errors.Is(err, lost) {
		t.Errorf("a mail that cannot be followed: %v", err)
	}
	in := &inbox{mails: box{err: lost}, log: slog.New(slog.DiscardHandler)}
	if err := in.handle(t.Context(), json.RawMessage(sample(t))); !errors.Is(err, lost) {
		t.Errorf("a mail that cannot be read: %v", err)
	}
}

// An event of another shape must fail, so that Lambda keeps it, and tell nothing.
func TestOtherShapes(t *testing.T) {
	for name, payload := range map[string]string{
		"no JSON":       `mail from bob@example.org`,
		"another event": `{"version": "0", "detail": {"mail": "bob@example.org"}}`,
		"no records":    `{"Records": []}`,
		"no id":         strings.Replace(sample(t), `"messageId": "o3vrnil0e2ic28trm7dfhrc2v0clambda4nbp0g1"`, `"messageId": ""`, 1),
		"a path":        strings.Replace(sample(t), "o3vrnil0e2ic28trm7dfhrc2v0clambda4nbp0g1", "../bob@example.org", 1),
		"for nobody":    regexp.MustCompile(`"recipients": \[".*"\]`).ReplaceAllString(sample(t), `"recipients": []`),
		"another time":  strings.ReplaceAll(sample(t), "2026-03-01T12:00:00.000Z", "yesterday"),
	} {
		if _, err := readEvent([]byte(payload)); err == nil || strings.Contains(err.Error(), "@") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// SES may learn new words; whatever they are, none comes into the log unseen.
func TestUnknownVerdict(t *testing.T) {
	records, err := readEvent([]byte(strings.Replace(sample(t), `{"status": "GRAY"}`, `{"status": "bob@example.org"}`, 1)))
	if err != nil {
		t.Fatal(err)
	}
	if said := judged(records[0].SES.Receipt.DMARCVerdict); said != "unknown" {
		t.Errorf("logged as %q", said)
	}
}
