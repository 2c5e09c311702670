package main

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// replayed runs the command replay.
func replayed(t *testing.T, program string, args ...string) (string, error) {
	t.Helper()
	var out bytes.Buffer
	err := run(t.Context(), append([]string{"replay"}, args...), world{
		stdout: &out, stderr: io.Discard, aws: program,
		env: func(string) (string, bool) { return "", false },
	})
	return out.String(), err
}

// From the stack's name to the function and back: a batch that Lambda gave up, a
// record that notify put away, and a call that Lambda gave up. Without it what is
// kept would stay there for ever, or be deleted unhandled.
func TestReplay(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"batch":  `{"DDBStreamBatchInfo": {}, "payload": "{\"Records\": [{\"n\": 1}]}"}`,
		"notify": `{"Messages": [{"MessageId": "m1", "ReceiptHandle": "r1", "Body": "{\"function\": \"notify\", \"record\": {\"n\": 2}}"}]}`,
		"clock":  `{"Messages": [{"MessageId": "m2", "ReceiptHandle": "r2", "Body": "{\"requestPayload\": {\"n\": 3}}"}]}`,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	// The places of the queues are files, which are empty once they were received.
	program := awsProgram(t, `cd '`+dir+`'
case "$2 $4" in
"list-stack-resources fp") echo '["Notify", "Clock"]'
;; "get-function-configuration Notify") echo '"notify"'
;; "list-event-source-mappings Notify") echo '["arn:aws:s3:::bucket"]'
;; "get-function-event-invoke-config Clock") echo '"arn:aws:sqs:x:1:clock"'
;; "get-function-event-invoke-config "*) echo 'An error occurred (ResourceNotFoundException) when calling it' >&2; exit 254
;; "get-queue-url clock") echo '"clock"'
;; "list-objects-v2 bucket") test "$6" = aws/lambda/ && echo '["aws/lambda/x"]'
;; "get-object bucket") cat batch > "$7"
;; "receive-message "*) cat "$4"; : > "$4"
;; "invoke "*) { printf '%s ' "$4"; cat "${6#fileb://}"; echo; } >> given
	if test "$4" = Clock; then echo '{"errorMessage": "x"}' > "$9"; echo '{"FunctionError": "Unhandled"}'
	else echo '{"batchItemFailures": []}' > "$9"; echo '{"StatusCode": 200}'; fi
;; "delete-"*) echo "$2 $6" >> deleted
esac`)
	said, err := replayed(t, program, "-stack", "fp")
	if !errors.Is(err, errKept) || !strings.HasSuffix(said, "2 handled, 1 kept\n") || !strings.Contains(said, "message m2: kept") {
		t.Errorf("%v\n%s", err, said)
	}
	for name, want := range map[string]string{
		"given":   `Notify {"Records":[{"n":1}],"replay":true}` + "\n" + `Notify {"Records":[{"n":2}],"replay":true}` + "\n" + `Clock {"n": 3}` + "\n",
		"deleted": "delete-object aws/lambda/x\ndelete-message r1\n",
	} {
		got, err := os.ReadFile(filepath.Join(dir, name))
		if string(got) != want || err != nil {
			t.Errorf("%s:\n%s\nwant\n%s%v", name, got, want, err)
		}
	}
}

func TestReplayMistakes(t *testing.T) {
	program := awsProgram(t, "echo 'Unable to locate credentials' >&2; exit 253")
	for _, args := range [][]string{nil, {"fp"}, {"-stack", "fp", "more"}, {"-stack", "fp"}} {
		if said, err := replayed(t, program, args...); err == nil || errors.Is(err, errKept) || said != "" {
			t.Errorf("%q: %v\n%s", args, err, said)
		}
	}
}
