package replay

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// place is a bucket, and a queue whose messages have their names as receipts, two
// at a time.
type place struct {
	kept   map[string]string
	hidden map[string]bool
	fails  string // the name that cannot be deleted
}

func (p *place) List(context.Context) ([]string, error) {
	return slices.Collect(maps.Keys(p.kept)), nil
}

func (p *place) Get(_ context.Context, key string) ([]byte, error) { return []byte(p.kept[key]), nil }

func (p *place) Delete(_ context.Context, name string) error {
	if name == p.fails {
		return errors.New("closed")
	}
	delete(p.kept, name)
	return nil
}

func (p *place) Receive(context.Context) (some []Message, err error) {
	for _, name := range slices.Sorted(maps.Keys(p.kept)) {
		if len(some) < 2 && !p.hidden[name] {
			some = append(some, Message{ID: name, Body: p.kept[name], Receipt: name})
			p.hidden[name] = true
		}
	}
	return some, nil
}

// function answers by what an event has in it. What it can never do it puts on a
// queue, unless the event says that it lies there.
type function struct {
	given []string
	queue *place
}

func (f *function) Invoke(_ context.Context, payload []byte) (answer []byte, failed bool, err error) {
	text := string(payload)
	f.given = append(f.given, text)
	switch {
	case strings.Contains(text, "crash"):
		return []byte(`{"errorMessage": "bob@example.net"}`), true, nil
	case strings.Contains(text, "later"), strings.Contains(text, "never") && strings.Contains(text, `"replay":true`):
		return []byte(`{"batchItemFailures": [{"itemIdentifier": "1"}]}`), false, nil
	case strings.Contains(text, "away"):
		return nil, false, errors.New("no credentials")
	case strings.Contains(text, "never"):
		f.queue.kept[fmt.Sprint("new", len(f.given))] = `{"record": {"is": "never"}}`
	}
	return []byte(`{"batchItemFailures": []}`), false, nil
}

func record(is string) string { return `{"function":"notify","record":{"is":"` + is + `"}}` }

func newPlace(kept map[string]string) *place { return &place{kept: kept, hidden: map[string]bool{}} }

// Only what was handled may be deleted: everything else is nowhere else any more.
func TestRun(t *testing.T) {
	queue := newPlace(map[string]string{"a": record("well"), "b": record("later"), "c": record("never"), "d": "noise of bob@example.net", "e": record("well")})
	// Of a batch one record will never succeed.
	bucket := newPlace(map[string]string{
		"2026-02": `{"payload": {"is": "second"}}`, "2026-01": `{"payload": {"is": "first"}}`, "2026-03": `{"payload": {"is": "crash"}}`,
		"2026-04": `{"payload": {"is": "never, and well"}}`,
	})
	f := &function{queue: queue}
	var out strings.Builder
	r := Replayer{Function: f, Queue: queue, Bucket: bucket, Out: &out}
	got, err := r.Run(t.Context())
	if want := (Result{Handled: 4, Kept: 5}); err != nil || got != want {
		t.Errorf("%+v, %v; want %+v", got, err, want)
	}
	if left := slices.Sorted(maps.Keys(queue.kept)); !cmp.Equal(left, []string{"b", "c", "d"}) {
		t.Errorf("on the queue are left %q", left)
	}
	if left := slices.Sorted(maps.Keys(bucket.kept)); !cmp.Equal(left, []string{"2026-03", "2026-04"}) {
		t.Errorf("in the bucket are left %q", left)
	}
	// In the order of time, and marked.
	var want []string
	for _, is := range []string{"first", "second", "crash", "never, and well"} {
		want = append(want, `{"is":"`+is+`","replay":true}`)
	}
	for _, is := range []string{"well", "later", "never", "well"} {
		want = append(want, `{"Records":[{"is":"`+is+`"}],"replay":true}`)
	}
	if diff := cmp.Diff(want, f.given); diff != "" {
		t.Error(diff)
	}
	if said := out.String(); strings.Contains(said, "bob") || strings.Count(said, ": handled\n") != 4 || strings.Count(said, ": kept: ") != 5 {
		t.Errorf("it says\n%s", said)
	}
}

// Without the service all further calls would fail too, and everything is to stay.
func TestServiceFails(t *testing.T) {
	queue := newPlace(map[string]string{"a": record("well"), "b": record("away"), "c": record("well")})
	f := &function{}
	got, err := (&Replayer{Function: f, Queue: queue, Out: &strings.Builder{}}).Run(t.Context())
	if err == nil || got != (Result{Handled: 1}) || len(f.given) != 2 || len(queue.kept) != 2 {
		t.Errorf("%+v, %v; %d given, %d left", got, err, len(f.given), len(queue.kept))
	}
	bucket := newPlace(map[string]string{"a": `{"payload": {}}`, "b": `{"payload": {}}`})
	bucket.fails = "a"
	f = &function{}
	if _, err := (&Replayer{Function: f, Bucket: bucket, Out: &strings.Builder{}}).Run(t.Context()); err == nil || len(f.given) != 1 {
		t.Errorf("%v, %d given", err, len(f.given))
	}
}
