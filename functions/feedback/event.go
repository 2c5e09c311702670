package main

import (
	"context"
	"encoding/json"
	"log/slog"
	"regexp"
	"slices"
	"time"

	"github.com/aws/aws-lambda-go/events"

	"fieldpost/functions/internal/feedback"
	"fieldpost/functions/internal/metrics"
	"fieldpost/functions/internal/panics"
)

// readEvent reads an event of SES as EventBridge gives it.
func readEvent(payload []byte) (feedback.Report, error) {
	var e events.EventBridgeEvent
	if json.Unmarshal(payload, &e) != nil || e.Source != "aws.ses" {
		return feedback.Report{}, feedback.ErrShape
	}
	return feedback.Read(e.Detail)
}

// words are what may be logged of an event: no address is one.
var words = regexp.MustCompile(`^[A-Za-z0-9-]{1,128}$`)

// word is text, if it may be logged.
func word(text string) string {
	if text == "" || words.MatchString(text) {
		return text
	}
	return "unknown"
}

// bounceTypes are all that SES has of bounces. What else comes makes no figure of its own.
var bounceTypes = []string{"Permanent", "Transient", "Undetermined"}

// class is that of a report, as it may be logged.
func class(r feedback.Report) string {
	if r.Kind == "bounce" && !slices.Contains(bounceTypes, r.Class) {
		return "unknown"
	}
	return word(r.Class)
}

// returns takes what comes back.
type returns struct {
	desk func(context.Context) (*feedback.Desk, error)
	now  func() time.Time
	log  *slog.Logger
}

// handle takes one bounce or complaint. It fails while that could not be done, and
// may then be called again.
func (r *returns) handle(ctx context.Context, payload json.RawMessage) (err error) {
	defer panics.Catch(&err, r.log)
	start := r.now()
	report, err := readEvent(payload)
	if err != nil {
		r.log.Error("returned mail not read", "err", err)
		return err
	}
	desk, err := r.desk(ctx)
	if err == nil {
		err = desk.Take(ctx, report)
	}
	about := []any{"mail", report.Mail, "class", class(report), "detail", word(report.Detail), "recipients", report.Named, metrics.Took(r.now().Sub(start))}
	if err != nil {
		r.log.Error(report.Kind+" not taken", append(about, "err", err)...)
		return err
	}
	switch {
	case report.Kind == "bounce":
		about = append(about, metrics.Bounces.Count(1))
	case report.Unwanted():
		about = append(about, metrics.Complaints.Count(1))
	}
	r.log.Info(report.Kind, about...)
	return nil
}
