package main

import (
	"context"
	"os"
	"strings"
	"testing"
	"time"

	"fieldpost/functions/internal/lambdatest"
)

// The test binary is the function itself when this variable is set.
const childVariable = "FIELDPOST_TEST_CHILD"

func TestMain(m *testing.M) {
	if os.Getenv(childVariable) == "" {
		os.Exit(m.Run())
	}
	main()
}

// sample is the event that sam local is given too.
func sample(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("../../events/inbound.json")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// soon ends when what a process has written must have come.
func soon(t *testing.T) context.Context {
	ctx, stop := context.WithTimeout(t.Context(), 10*time.Second)
	t.Cleanup(stop)
	return ctx
}

// The program as Lambda runs it: what it takes note of tells of nobody.
func TestProgram(t *testing.T) {
	f := lambdatest.Start(t, os.Args[0], childVariable+"=1")
	if answer, err := f.Invoke(sample(t)); err != nil || answer != "null" {
		t.Fatalf("%v %s\n%s", err, answer, f.Log)
	}
	line := `"msg":"mail","id":"o3vrnil0e2ic28trm7dfhrc2v0clambda4nbp0g1","recipients":1,"spam":"PASS","virus":"PASS","spf":"PASS","dkim":"PASS","dmarc":"GRAY"`
	if !f.Log.Await(soon(t), line) {
		t.Errorf("the log has\n%s", f.Log)
	}
	if _, err := f.Invoke(strings.Replace(sample(t), "aws:ses", "aws:sns", 1)); err == nil || !f.Log.Await(soon(t), "mail not read") {
		t.Errorf("an event of another shape: %v\n%s", err, f.Log)
	}
	if log := f.Log.String(); strings.Contains(log, "@") || strings.Contains(log, "Bob") {
		t.Errorf("the log has\n%s", log)
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
