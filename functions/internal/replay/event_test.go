package replay

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func sample(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// What was kept must come to the function as it came the first time, but for the mark
// by which the one behind the stream knows that it is kept.
func TestReadEvent(t *testing.T) {
	for _, c := range []struct {
		name, kept, want string // want: "" if it cannot be given again
	}{
		{"a record of notify", `{"function": "notify", "error": "send failed", "record": {"eventName": "MODIFY"}}`, `{"Records": [{"eventName": "MODIFY"}], "replay": true}`},
		{"a batch in S3", sample(t, "stream-batch.json"), `{"Records": [{"eventName": "MODIFY", "dynamodb": {"SequenceNumber": "800000000003126276362"}}], "replay": true}`},
		{"a batch as an object", `{"payload": {"Records": []}}`, `{"Records": [], "replay": true}`},
		{"an asynchronous call", sample(t, "async.json"), `{"Records": [{"eventSource": "aws:ses"}]}`},
		{"a batch without its records", `{"DDBStreamBatchInfo": {"shardId": "x"}}`, ""},
		{"a broken payload", `{"payload": "{\"Records\": "}`, ""},
		{"a payload of another kind", `{"payload": 7}`, ""},
		{"a record that is none", `{"record": "x"}`, ""},
		{"something else", `{"Records": []}`, ""},
		{"no object", `[]`, ""},
		{"no JSON", `From: bob@example.net`, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			event, err := readEvent([]byte(c.kept))
			if c.want == "" {
				if err == nil {
					t.Errorf("read as %s", event)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			var got, want any
			if json.Unmarshal(event, &got) != nil || json.Unmarshal([]byte(c.want), &want) != nil || !cmp.Equal(got, want) {
				t.Errorf("%s, want %s", event, c.want)
			}
		})
	}
}

func TestDone(t *testing.T) {
	for answer, want := range map[string]bool{
		"": true, "null": true, `"fine"`: true, "{}": true, `{"batchItemFailures": []}`: true, `{"batchItemFailures": null}`: true,
		`{"batchItemFailures": [{"itemIdentifier": "8"}]}`: false, `{"batchItemFailures": 3}`: false, "<html>": false,
	} {
		if got := done([]byte(answer)); got != want {
			t.Errorf("%q: %v", answer, got)
		}
	}
}
