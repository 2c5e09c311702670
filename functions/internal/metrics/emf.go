package metrics

import (
	"context"
	"io"
	"log/slog"
	"slices"
)

// Log returns a log of lines of JSON, whose counts are metrics of a namespace in
// CloudWatch's embedded metric format. Without a namespace they are numbers alone.
//
// A line with counts has one member more, which names them; CloudWatch takes their
// values, and those of what they are counted by, from the line's own members:
//
//	{…,"kind":"your-turn","Mails":1,"_aws":{"Timestamp":1772366400000,"CloudWatchMetrics":[
//	  {"Namespace":"fieldpost","Dimensions":[[],["kind"]],"Metrics":[{"Name":"Mails","Unit":"Count"}]}]}}
//
// Only attributes of the call itself count, neither those of With nor of a group.
//
// Source: Amazon CloudWatch User Guide, "Specification: Embedded metric format".
func Log(w io.Writer, namespace string) *slog.Logger {
	lines := slog.Handler(slog.NewJSONHandler(w, nil))
	if namespace != "" {
		lines = embedding{lines, namespace}
	}
	return slog.New(lines)
}

// embedding names the counts of each line.
type embedding struct {
	slog.Handler
	namespace string
}

// The member _aws of a line.
type (
	metadata struct {
		Timestamp         int64 // in milliseconds since 1970
		CloudWatchMetrics []directive
	}
	directive struct {
		Namespace  string
		Dimensions [][]string // a figure for each; [] is that of the whole
		Metrics    []definition
	}
	definition struct{ Name, Unit string }
)

// Handle is that of slog.Handler.
func (e embedding) Handle(ctx context.Context, r slog.Record) error {
	var counts []count
	texts := map[string]bool{} // the names of attributes by which something may be counted
	r.Attrs(func(a slog.Attr) bool {
		if c, ok := a.Value.Any().(count); ok {
			counts = append(counts, c)
		}
		texts[a.Key] = a.Value.Kind() == slog.KindString && a.Value.String() != ""
		return true
	})
	if len(counts) == 0 {
		return e.Handler.Handle(ctx, r)
	}
	data := metadata{Timestamp: r.Time.UnixMilli()}
	for _, c := range counts {
		data.add(e.namespace, c.of, texts[c.of.By])
	}
	r = r.Clone()
	r.AddAttrs(slog.Any("_aws", data))
	return e.Handler.Handle(ctx, r)
}

// add names a metric, beside those with which it has its dimensions in common.
func (d *metadata) add(namespace string, m Metric, apart bool) {
	dimensions := [][]string{{}}
	if apart {
		dimensions = append(dimensions, []string{m.By})
	}
	name := definition{m.Name, "Count"}
	for n := range d.CloudWatchMetrics {
		if slices.EqualFunc(d.CloudWatchMetrics[n].Dimensions, dimensions, slices.Equal) {
			d.CloudWatchMetrics[n].Metrics = append(d.CloudWatchMetrics[n].Metrics, name)
			return
		}
	}
	d.CloudWatchMetrics = append(d.CloudWatchMetrics, directive{namespace, dimensions, []definition{name}})
}

// WithAttrs is that of slog.Handler.
func (e embedding) WithAttrs(attrs []slog.Attr) slog.Handler {
	return embedding{e.Handler.WithAttrs(attrs), e.namespace}
}

// WithGroup is that of slog.Handler.
func (e embedding) WithGroup(name string) slog.Handler {
	return embedding{e.Handler.WithGroup(name), e.namespace}
}
