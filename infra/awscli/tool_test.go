package awscli

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// fake is a program in place of aws, which writes the words of each call into a
// line of a file and then does what a script of the shell says. Some of the words
// are $1, $2 and so on.
type fake struct {
	Tool
	calls string
}

func newFake(t *testing.T, script string) fake {
	t.Helper()
	dir := t.TempDir()
	f := fake{Tool{filepath.Join(dir, "aws")}, filepath.Join(dir, "calls")}
	text := "#!/bin/sh\necho \"$@\" >> " + f.calls + "\n" + script + "\n"
	if err := os.WriteFile(f.Program, []byte(text), 0o700); err != nil { //nolint:gosec // it is to be run
		t.Fatal(err)
	}
	return f
}

// said returns the lines of calls, without what they all end with.
func (f fake) said(t *testing.T) []string {
	t.Helper()
	text, err := os.ReadFile(f.calls)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for line := range strings.Lines(string(text)) {
		call, ok := strings.CutSuffix(line, " --output json\n")
		if !ok {
			t.Errorf("%q asks for no JSON", line)
		}
		all = append(all, call)
	}
	return all
}

// answer is the script of a program that prints a text.
func answer(text string) string { return "cat <<'END'\n" + text + "\nEND" }

// The answers are those of the API reference of SES v2 and v1, as the tool prints
// them.
func TestSES(t *testing.T) {
	f := newFake(t, `case "$2" in
get-account) `+answer(`{"DedicatedIpAutoWarmupEnabled": false, "EnforcementStatus": "HEALTHY", "ProductionAccessEnabled": true,
"SendQuota": {"Max24HourSend": 50000.0, "MaxSendRate": 14.0, "SentLast24Hours": 12.0}, "SendingEnabled": true, "SuppressionAttributes": {}}`)+`
;; get-email-identity) `+answer(`{"IdentityType": "DOMAIN", "FeedbackForwardingStatus": true, "VerifiedForSendingStatus": true,
"DkimAttributes": {"SigningEnabled": true, "Status": "SUCCESS", "Tokens": ["aa", "bb"], "SigningAttributesOrigin": "AWS_SES"},
"MailFromAttributes": {"MailFromDomain": "bounce.example.org", "MailFromDomainStatus": "PENDING", "BehaviorOnMxFailure": "USE_DEFAULT_VALUE"}}`)+`
;; *) `+answer(`{"Metadata": {"Name": "fp", "CreatedTimestamp": "2026-03-01T12:00:00Z"}, "Rules": [
{"Name": "a", "Enabled": true, "Recipients": ["r.example"]}, {"Name": "b", "Enabled": false, "Recipients": ["s.example"]}, {"Name": "c", "Enabled": true}]}`)+`
esac`)
	a, err := f.Account(t.Context())
	if diff := cmp.Diff(Account{true, true, "HEALTHY", 50000, 12, 14}, a); diff != "" || err != nil {
		t.Errorf("%v %s", err, diff)
	}
	i, err := f.Identity(t.Context(), "example.org")
	if diff := cmp.Diff(Identity{true, true, "SUCCESS", []string{"aa", "bb"}, "bounce.example.org", "PENDING"}, i); diff != "" || err != nil {
		t.Errorf("%v %s", err, diff)
	}
	name, recipients, err := f.ActiveRules(t.Context())
	if diff := cmp.Diff([][]string{{"r.example"}, nil}, recipients); diff != "" || err != nil || name != "fp" {
		t.Errorf("%q %v %s", name, err, diff)
	}
	want := []string{"sesv2 get-account", "sesv2 get-email-identity --email-identity example.org", "ses describe-active-receipt-rule-set"}
	if diff := cmp.Diff(want, f.said(t)); diff != "" {
		t.Error(diff)
	}
	// The tool prints nothing where no rule set is active.
	if name, recipients, err := newFake(t, "").ActiveRules(t.Context()); name != "" || recipients != nil || err != nil {
		t.Errorf("%q %v %v", name, recipients, err)
	}
}

func TestQueueAndBucket(t *testing.T) {
	f := newFake(t, `case "$2" in
receive-message) `+answer(`{"Messages": [{"MessageId": "1", "ReceiptHandle": "r1", "MD5OfBody": "x", "Body": "{\"record\": {}}"}]}`)+`
;; list-objects-v2) `+answer(`["aws/lambda/b", "aws/lambda/a"]`)+`
;; get-object) test "$(stat -c %a "$(dirname "$7")")" = 700 && printf body > "$7" && `+answer(`{"ContentLength": 4}`)+`
esac`)
	q, b := Queue{f.Tool, "https://sqs/q"}, Bucket{f.Tool, "mine", "aws/lambda/"}
	got, err := q.Receive(t.Context())
	if diff := cmp.Diff([]Message{{"1", `{"record": {}}`, "r1"}}, got); diff != "" || err != nil {
		t.Errorf("%v %s", err, diff)
	}
	keys, err := b.List(t.Context())
	if !cmp.Equal(keys, []string{"aws/lambda/b", "aws/lambda/a"}) || err != nil {
		t.Errorf("%q %v", keys, err)
	}
	object, err := b.Get(t.Context(), "aws/lambda/a")
	if string(object) != "body" || err != nil {
		t.Errorf("%q %v", object, err)
	}
	if err := errors.Join(q.Delete(t.Context(), "r1"), b.Delete(t.Context(), "aws/lambda/a")); err != nil {
		t.Error(err)
	}
	said := f.said(t)
	if file := said[2][strings.LastIndexByte(said[2], ' ')+1:]; file != "" {
		if _, err := os.Stat(filepath.Dir(file)); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("the object is left behind in %s", file)
		}
		said[2] = strings.TrimSuffix(said[2], " "+file)
	}
	want := []string{
		"sqs receive-message --queue-url https://sqs/q --max-number-of-messages 10 --visibility-timeout 1800 --wait-time-seconds 2",
		"s3api list-objects-v2 --bucket mine --prefix aws/lambda/ --query Contents[].Key",
		"s3api get-object --bucket mine --key aws/lambda/a",
		"sqs delete-message --queue-url https://sqs/q --receipt-handle r1",
		"s3api delete-object --bucket mine --key aws/lambda/a",
	}
	if diff := cmp.Diff(want, said); diff != "" {
		t.Error(diff)
	}
	// Where there is nothing the tool prints null, or nothing at all.
	empty := newFake(t, `test "$1" = sqs || echo null`)
	got, err = Queue{empty.Tool, "x"}.Receive(t.Context())
	keys, wrong := Bucket{empty.Tool, "x", ""}.List(t.Context())
	if len(got) != 0 || len(keys) != 0 || err != nil || wrong != nil {
		t.Errorf("%v %v %v %v", got, keys, err, wrong)
	}
}

// A record has addresses and setups in it: it may stand in no list of processes.
func TestInvoke(t *testing.T) {
	const secret = `{"Records": ["bob@example.net"]}`
	for script, want := range map[string]bool{`{"StatusCode": 200}`: false, `{"StatusCode": 200, "FunctionError": "Unhandled"}`: true} {
		// $6 is fileb://… of the payload, $9 the file for the answer.
		f := newFake(t, `from=${6#fileb://}; test "$(stat -c %a "$from")" = 600 && cp "$from" "$9" && `+answer(script))
		got, failed, err := Function{f.Tool, "notify"}.Invoke(t.Context(), []byte(secret))
		if string(got) != secret || failed != want || err != nil {
			t.Errorf("%q %v %v", got, failed, err)
		}
		said := f.said(t)[0]
		if !strings.HasPrefix(said, "lambda invoke --function-name notify --payload fileb:///") || strings.Contains(said, "bob") || !strings.Contains(said, " --cli-read-timeout 900 ") {
			t.Errorf("called as %s", said)
		}
	}
}

func TestPlaces(t *testing.T) {
	f := newFake(t, `case "$2 $4" in
"list-stack-resources fp") echo '["fp-Notify", "fp-Clock", "fp-Web"]'
;; "get-function-configuration fp-Notify") echo '"https://sqs/notify"'
;; "list-event-source-mappings fp-Notify") echo '["arn:aws:s3:::fp-bucket", "arn:aws:sns:eu-central-1:123456789012:elsewhere", "odd"]'
;; "get-function-event-invoke-config fp-Clock") echo '"arn:aws:sqs:eu-central-1:123456789012:clock"'
;; "get-function-event-invoke-config "*) echo 'An error occurred (ResourceNotFoundException) when calling it' >&2; exit 254
;; "get-queue-url clock") test "$6" = 123456789012 && echo '"https://sqs/clock"'
;; *) echo null
esac`)
	names, err := f.Functions(t.Context(), "fp")
	if !cmp.Equal(names, []string{"fp-Notify", "fp-Clock", "fp-Web"}) || err != nil {
		t.Fatalf("%q %v", names, err)
	}
	for i, want := range []Places{
		{Queues: []string{"https://sqs/notify"}, Buckets: []string{"fp-bucket"}}, {Queues: []string{"https://sqs/clock"}}, {},
	} {
		got, err := f.Places(t.Context(), names[i], "FIELDPOST_FAILED")
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("%s: %v %s", names[i], err, diff)
		}
	}
	// Of the environment, which has secrets in it, nothing else may be asked for.
	if said := f.said(t)[1]; said != "lambda get-function-configuration --function-name fp-Notify --query Environment.Variables.FIELDPOST_FAILED" {
		t.Errorf("called as %s", said)
	}
	denied := newFake(t, `test "$2" = get-function-event-invoke-config || exit 0; echo 'An error occurred (AccessDeniedException) when calling it' >&2; exit 254`)
	if _, err := denied.Places(t.Context(), "x", "Y"); err == nil {
		t.Error("what was not told counts as nothing")
	}
}

func TestErrors(t *testing.T) {
	for _, c := range []struct{ script, want string }{
		{"echo 'An error occurred (AccessDeniedException) when calling the GetAccount operation: User bob@example.net' >&2; exit 254", "AccessDeniedException"},
		{"echo 'Unable to locate credentials. You can configure credentials by running \"aws login\".' >&2; exit 253", "no credentials"},
		{"echo 'You must specify a region.' >&2; exit 253", "no region"},
		{"echo 'An error occurred (404) for bob@example.net' >&2; exit 254", "exit status 254"},
		{"echo hello bob@example.net", "answer not understood"},
	} {
		_, err := newFake(t, c.script).Account(t.Context())
		if e, ok := errors.AsType[*Error](err); !ok || e.Code() != c.want || strings.Contains(err.Error(), "bob") || e.Call != "sesv2 get-account" {
			t.Errorf("%q: %v, want %s", c.script, err, c.want)
		}
	}
	none := Tool{filepath.Join(t.TempDir(), "nothing")}
	if _, err := none.Account(t.Context()); err == nil {
		t.Error("no program, and no error")
	}
	t.Setenv("PATH", t.TempDir())
	if _, err := (Tool{}).Account(t.Context()); err == nil || !strings.Contains(err.Error(), "not installed") {
		t.Errorf("%v", err)
	}
	late, cancel := context.WithDeadline(t.Context(), time.Unix(1, 0))
	defer cancel()
	if _, err := newFake(t, "").Account(late); err == nil || !strings.Contains(err.Error(), "no answer in time") {
		t.Errorf("%v", err)
	}
}
