package metrics_test

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"fieldpost/functions/internal/metrics"
)

// moment is that of the lines of a test.
var moment = time.Date(2026, 3, 1, 12, 0, 0, 5e6, time.UTC)

// timed is a log whose lines all have one moment.
func timed(b *bytes.Buffer, namespace string) *slog.Logger {
	return slog.New(at{metrics.Log(b, namespace).Handler()})
}

type at struct{ slog.Handler }

func (a at) Handle(ctx ctx, r slog.Record) error {
	r.Time = moment
	return a.Handler.Handle(ctx, r)
}

// Without it CloudWatch would pass over our lines, or count what is no number.
func TestLinesAreInTheFormat(t *testing.T) {
	for _, c := range []struct {
		name  string
		attrs []any
		want  string // of the line behind msg
	}{
		{"nothing is counted", []any{"game", "k7"}, `"game":"k7"}`},
		{"none", []any{"game", "k7", metrics.Conflicts.Count(0)}, `"game":"k7"}`},
		{"a whole", []any{metrics.Conflicts.Count(2)}, `"Conflicts":2,"_aws":{"Timestamp":1772366400005,"CloudWatchMetrics":[` +
			`{"Namespace":"fieldpost","Dimensions":[[]],"Metrics":[{"Name":"Conflicts","Unit":"Count"}]}]}}`},
		{"a whole and a part", []any{"kind", "your-turn", metrics.Mails.Count(1)}, `"kind":"your-turn","Mails":1,"_aws":{"Timestamp":1772366400005,"CloudWatchMetrics":[` +
			`{"Namespace":"fieldpost","Dimensions":[[],["kind"]],"Metrics":[{"Name":"Mails","Unit":"Count"}]}]}}`},
		{"a part without its word", []any{"kind", 3, metrics.Mails.Count(1)}, `"kind":3,"Mails":1,"_aws":{"Timestamp":1772366400005,"CloudWatchMetrics":[` +
			`{"Namespace":"fieldpost","Dimensions":[[]],"Metrics":[{"Name":"Mails","Unit":"Count"}]}]}}`},
		{"several", []any{metrics.Moves.Count(1), metrics.Conflicts.Count(1), "rule", "lake", metrics.Refusals.Count(1)}, `"Moves":1,"Conflicts":1,"rule":"lake","Refusals":1,"_aws":{"Timestamp":1772366400005,"CloudWatchMetrics":[` +
			`{"Namespace":"fieldpost","Dimensions":[[]],"Metrics":[{"Name":"Moves","Unit":"Count"},{"Name":"Conflicts","Unit":"Count"}]},` +
			`{"Namespace":"fieldpost","Dimensions":[[],["rule"]],"Metrics":[{"Name":"Refusals","Unit":"Count"}]}]}}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			var b bytes.Buffer
			timed(&b, "fieldpost").Info("line", c.attrs...)
			want := `{"time":"2026-03-01T12:00:00.005Z","level":"INFO","msg":"line",` + c.want + "\n"
			if diff := cmp.Diff(want, b.String()); diff != "" {
				t.Error(diff)
			}
			if !json.Valid(b.Bytes()) {
				t.Error("that is no JSON")
			}
		})
	}
}

// Without a namespace, as on one's own machine, a count is a number of the line.
func TestCountsAreNumbersElsewhere(t *testing.T) {
	var plain, text bytes.Buffer
	timed(&plain, "").Info("line", "kind", "over", metrics.Mails.Count(1))
	if want := `"kind":"over","Mails":1}`; !strings.HasSuffix(plain.String(), want+"\n") {
		t.Errorf("the line is %s", plain.String())
	}
	slog.New(slog.NewTextHandler(&text, nil)).Info("line", "kind", "over", metrics.Mails.Count(1), metrics.Took(1234567*time.Nanosecond))
	if !strings.HasSuffix(text.String(), "kind=over Mails=1 duration=1.2\n") {
		t.Errorf("the line is %s", text.String())
	}
}

// What With adds is in the line, and counts nothing; a log of it still embeds.
func TestWith(t *testing.T) {
	var b bytes.Buffer
	timed(&b, "fieldpost").With("kind", "over").Info("line", metrics.Mails.Count(1))
	if line := b.String(); !strings.Contains(line, `"kind":"over"`) || !strings.Contains(line, `"Dimensions":[[]]`) {
		t.Errorf("the line is %s", line)
	}
}

// Two metrics of one name would be one figure.
func TestMetricsHaveNames(t *testing.T) {
	var names []string
	for _, m := range metrics.All() {
		if m.Name == "" || slices.Contains(names, m.Name) {
			t.Errorf("%q is the name of two metrics, or of none", m.Name)
		}
		names = append(names, m.Name)
	}
}
