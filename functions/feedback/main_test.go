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
	text, err := os.ReadFile("../../events/feedback.json")
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
	line := `"msg":"bounce","mail":"0107018f00000001-00000000-0000-0000-0000-000000000000-000000","class":"Permanent","detail":"General","recipients":1`
	if !f.Log.Await(soon(t), line) {
		t.Errorf("the log has\n%s", f.Log)
	}
	if _, err := f.Invoke(strings.Replace(sample(t), `"Bounce"`, `"Delivery"`, 1)); err == nil || !f.Log.Await(soon(t), "returned mail not read") {
		t.Errorf("an event of another shape: %v\n%s", err, f.Log)
	}
	if log := f.Log.String(); strings.Contains(log, "@") || strings.Contains(log, "unknown") {
		t.Errorf("the log has\n%s", log)
	}
}

const complaint = `{"version": "0", "detail-type": "Email Complaint Received", "source": "aws.ses", "time": "2026-03-01T12:00:05Z", "detail": {
	"eventType": "Complaint", "mail": {"messageId": "0107-1"},
	"complaint": {"complaintFeedbackType": "abuse", "complainedRecipients": [{"emailAddress": "bob@example.org"}]}}}`

func TestComplaint(t *testing.T) {
	got, err := readEvent([]byte(complaint))
	if want := (returned{kind: "complaint", mail: "0107-1", class: "abuse", recipients: 1}); err != nil || got != want {
		t.Errorf("%+v, %v", got, err)
	}
	// What kind of complaint it is not every provider tells.
	got, err = readEvent([]byte(strings.Replace(complaint, `"complaintFeedbackType": "abuse", `, "", 1)))
	if err != nil || got.class != "" || word(got.class) != "" {
		t.Errorf("%+v, %v", got, err)
	}
	if said := word("bob@example.org"); said != "unknown" {
		t.Errorf("logged as %q", said)
	}
}

// An event of another shape must fail, so that Lambda keeps it, and tell nothing.
func TestOtherShapes(t *testing.T) {
	for name, payload := range map[string]string{
		"no JSON":        `bounce of bob@example.org`,
		"no event":       `{}`,
		"another source": strings.Replace(complaint, "aws.ses", "aws.s3", 1),
		"no detail":      `{"source": "aws.ses", "detail": "bob@example.org"}`,
		"another kind":   strings.Replace(complaint, `"Complaint"`, `"Open"`, 1),
		"no mail":        strings.Replace(complaint, "0107-1", "", 1),
		"of nobody":      strings.Replace(complaint, `{"emailAddress": "bob@example.org"}`, "", 1),
		"of no address":  strings.Replace(complaint, "bob@example.org", "", 1),
		"no class":       strings.Replace(sample(t), `"bounceType": "Permanent",`, "", 1),
	} {
		if _, err := readEvent([]byte(payload)); err == nil || strings.Contains(err.Error(), "@") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
