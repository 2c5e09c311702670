package awscli

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// The item is written as it is read, here and by dynamo.Store.LoadPause.
func TestPause(t *testing.T) {
	f := newFake(t, `case "$2" in
list-stack-resources) echo '["fp-Table-1"]'
;; get-item) echo '"1772366400"'
esac`)
	table, err := f.Table(t.Context(), "fp")
	if err != nil || table.Name != "fp-Table-1" {
		t.Fatalf("%q, %v", table.Name, err)
	}
	since := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	if got, err := table.Pause(t.Context()); err != nil || !got.Equal(since) {
		t.Errorf("%v, %v", got, err)
	}
	if err := errors.Join(table.SetPause(t.Context(), since), table.EndPause(t.Context())); err != nil {
		t.Error(err)
	}
	want := []string{
		"cloudformation list-stack-resources --stack-name fp --query StackResourceSummaries[?ResourceType=='AWS::DynamoDB::Table'].PhysicalResourceId",
		`dynamodb get-item --table-name fp-Table-1 --key {"pk": {"S": "H#"}, "sk": {"S": "P"}} --consistent-read --query Item.u.N`,
		`dynamodb put-item --table-name fp-Table-1 --item {"pk": {"S": "H#"}, "sk": {"S": "P"}, "u": {"N": "1772366400"}}`,
		`dynamodb delete-item --table-name fp-Table-1 --key {"pk": {"S": "H#"}, "sk": {"S": "P"}}`,
	}
	if diff := cmp.Diff(want, f.said(t)); diff != "" {
		t.Error(diff)
	}
	for script, want := range map[string]bool{"echo null": true, "": true, `echo '"soon"'`: false, "exit 1": false} {
		got, err := Table{newFake(t, script).Tool, "fp"}.Pause(t.Context())
		if !got.IsZero() || (err == nil) != want {
			t.Errorf("%s: %v, %v", script, got, err)
		}
	}
	for _, script := range []string{"echo '[]'", `echo '["a", "b"]'`} {
		if _, err := newFake(t, script).Table(t.Context(), "fp"); !errors.Is(err, errNoTable) {
			t.Errorf("%s: %v", script, err)
		}
	}
}
