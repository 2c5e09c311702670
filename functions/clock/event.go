package main

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"time"

	"github.com/aws/aws-lambda-go/events"

	"fieldpost/engine/match"
	"fieldpost/functions/internal/clock"
	"fieldpost/functions/internal/metrics"
	"fieldpost/functions/internal/panics"
)

// errShape is a payload that no schedule sends.
var errShape = errors.New("the event is none of a schedule")

// readEvent reads the payload of a schedule, and returns for which moment it is.
func readEvent(payload []byte) (time.Time, error) {
	var e events.EventBridgeEvent
	if json.Unmarshal(payload, &e) != nil || e.Source != "aws.events" || e.DetailType != "Scheduled Event" || e.Time.IsZero() {
		return time.Time{}, errShape
	}
	return e.Time, nil
}

// minute is called every minute.
type minute struct {
	sweep func(ctx context.Context, now time.Time) (clock.Swept, error)
	now   func() time.Time
	log   *slog.Logger
}

// handle makes a sweep for the present. The event's own moment may be long past: a
// minute that failed comes again.
func (m *minute) handle(ctx context.Context, payload json.RawMessage) (err error) {
	defer panics.Catch(&err, m.log)
	due, err := readEvent(payload)
	if err != nil {
		m.log.Error("minute not read", "err", err)
		return err
	}
	start := m.now()
	swept, err := m.sweep(ctx, start)
	line := []any{
		"late", start.Sub(due), metrics.Took(m.now().Sub(start)), "timed-out", swept.TimedOut, "reminded", swept.Reminded, "rearmed", swept.Rearmed,
		"others", swept.Others, "failed", swept.Failed, "left", swept.Left,
		metrics.Swept.Count(swept.Matches()), metrics.Failures.Count(swept.Failed),
	}
	if err != nil {
		m.log.Error("minute failed", append(line, "err", err)...)
		return err
	}
	m.log.Info("minute", line...)
	return nil
}

// report logs a match that could not be dealt with. The errors of the table and of
// package match hold nothing of what is in it.
func (m *minute) report(id match.ID, err error) {
	m.log.Error("the clock has failed", append([]any{"game", id, "err", err}, panics.Attributes(err)...)...)
}
