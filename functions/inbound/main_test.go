package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"fieldpost/functions/internal/inbound"
	"fieldpost/functions/internal/lambdatest"
	"fieldpost/infra/dynamo/dynamotest"
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
		`"spam":"PASS","virus":"PASS","spf":"PASS","dkim":"PASS","dmarc":"GRAY"`
}

// The program as Lambda runs it: what it takes note of tells of nobody, and what it
// cannot read fails.
func TestProgram(t *testing.T) {
	cloud := lambdatest.NewCloud(t, nil)
	cloud.Objects = map[string]string{"club/mail/" + id: file(t, "inbound.eml")}
	f := lambdatest.Start(t, os.Args[0], append(cloud.Env(), childVariable+"=1", "FIELDPOST_BUCKET=club")...)
	if answer, err := f.Invoke(sample(t)); err != nil || answer != "null" {
		t.Fatalf("%v %s\n%s", err, answer, f.Log)
	}
	if !f.Log.Await(soon(t), keptLine(t)) {
		t.Errorf("the log has\n%s", f.Log)
	}
	if _, err := f.Invoke(strings.Replace(sample(t), id, "another", 1)); err == nil || !f.Log.Await(soon(t), `"msg":"mail not read","id":"another","err":"read mail: NoSuchKey"`) {
		t.Errorf("a mail that is not there: %v\n%s", err, f.Log)
	}
	if _, err := f.Invoke(strings.Replace(sample(t), "aws:ses", "aws:sns", 1)); err == nil || !f.Log.Await(soon(t), "the event is no mail") {
		t.Errorf("an event of another shape: %v\n%s", err, f.Log)
	}
	if log := f.Log.String(); strings.Contains(log, "@") || strings.Contains(log, "Bob") || strings.Contains(log, "b4") {
		t.Errorf("the log has\n%s", log)
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
	f := lambdatest.Start(t, os.Args[0], childVariable+"=1", "FIELDPOST_BUCKET=club", "AWS_ENDPOINT_URL_S3="+moto.URL,
		"AWS_REGION=us-east-1", "AWS_ACCESS_KEY_ID=id", "AWS_SECRET_ACCESS_KEY=secret")
	if answer, err := f.Invoke(sample(t)); err != nil || answer != "null" || !f.Log.Await(soon(t), keptLine(t)) {
		t.Fatalf("%v %s\n%s", err, answer, f.Log)
	}
	if _, err := f.Invoke(strings.Replace(sample(t), id, "another", 1)); err == nil || !f.Log.Await(soon(t), "read mail: NoSuchKey") {
		t.Errorf("a mail that is not there: %v\n%s", err, f.Log)
	}
}

// Without its bucket it must not start: it would fail at each mail.
func TestNoBucket(t *testing.T) {
	f := lambdatest.Start(t, os.Args[0], childVariable+"=1", "FIELDPOST_BUCKET=")
	if err := f.Ended(); err == nil || !f.Log.Await(soon(t), "FIELDPOST_BUCKET is not set") {
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
		in := &inbox{mails: box{raw: c.raw}, log: slog.New(slog.NewJSONHandler(&log, nil))}
		if err := in.handle(t.Context(), json.RawMessage(c.payload)); err != nil || !strings.Contains(log.String(), `"treatment":"`+c.want+`"`) {
			t.Errorf("%s: %v\n%s", c.name, err, log.String())
		}
	}
	lost := errors.New("gone")
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
		"for nobody":    strings.Replace(sample(t), `"recipients": ["play@reply.fieldpost.example"]`, `"recipients": []`, 1),
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

// thrower panics with what a mail may say.
type thrower struct{}

func (thrower) Read(context.Context, string, int) ([]byte, error) { panic("bob@example.org") }

// A panic must fail the call, so that Lambda keeps the event, and tell nothing of
// what was thrown.
func TestPanicFailsTheCall(t *testing.T) {
	var log bytes.Buffer
	in := &inbox{mails: thrower{}, log: slog.New(slog.NewJSONHandler(&log, nil))}
	err := in.handle(t.Context(), []byte(sample(t)))
	if err == nil || err.Error() != "panic with string" || !strings.Contains(log.String(), "main_test.go") || strings.Contains(log.String(), "bob@") {
		t.Errorf("%v, the log has\n%s", err, &log)
	}
}
