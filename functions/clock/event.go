package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/aws/aws-lambda-go/events"

	"fieldpost/engine/match"
	"fieldpost/engine/player"
	"fieldpost/functions/internal/clock"
	"fieldpost/functions/internal/digest"
	"fieldpost/functions/internal/metrics"
	"fieldpost/functions/internal/notify"
	"fieldpost/functions/internal/panics"
	"fieldpost/infra/dynamo"
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

// What one minute does at most: it must be over before the next, and before the
// function's time-out. The mail that is begun last has time beside.
const (
	most = 2000
	span = 35 * time.Second

	mostMails = 500
	mailsSpan = 15 * time.Second
)

// minute is called every minute.
type minute struct {
	sweep func(ctx context.Context, now time.Time) (clock.Swept, error)
	mails func(ctx context.Context, now time.Time) (digest.Swept, error)
	now   func() time.Time
	log   *slog.Logger
}

// handle makes a sweep for the present, and beside it the rounds with the mails of the
// day: neither keeps the other from its work. The event's own moment may be long past: a
// minute that failed comes again.
func (m *minute) handle(ctx context.Context, payload json.RawMessage) (err error) {
	defer panics.Catch(&err, m.log)
	due, err := readEvent(payload)
	if err != nil {
		m.log.Error("minute not read", "err", err)
		return err
	}
	start := m.now()
	mailed := make(chan mailing, 1)
	go func() { mailed <- m.round(ctx, start) }()
	swept, err := m.sweep(ctx, start)
	mails := <-mailed
	line := []any{
		"late", start.Sub(due), metrics.Took(m.now().Sub(start)), "timed-out", swept.TimedOut, "reminded", swept.Reminded, "rearmed", swept.Rearmed,
		"others", swept.Others, "failed", swept.Failed, "left", swept.Left,
		"mails", mails.Sent, "mails-failed", mails.Failed, "mails-left", mails.Left,
		metrics.Swept.Count(swept.Matches()), metrics.Failures.Count(swept.Failed),
	}
	if err != nil {
		m.log.Error("minute failed", append(line, "err", err)...)
		return err
	}
	if mails.err != nil {
		m.log.Error("minute failed", append(line, "step", "mails", "err", class(mails.err))...)
		return mails.err
	}
	m.log.Info("minute", line...)
	return nil
}

// mailing is what came of the rounds with the mails of the day.
type mailing struct {
	digest.Swept
	err error
}

func (m *minute) round(ctx context.Context, now time.Time) (done mailing) {
	defer panics.Catch(&done.err, m.log)
	done.Swept, done.err = m.mails(ctx, now)
	return done
}

// unsent logs a mail of the day that could not be sent.
func (m *minute) unsent(err error) {
	m.log.Error("mail of the day not sent", append([]any{"err", class(err)}, panics.Attributes(err)...)...)
}

// class is what the log gets of an error: the text of our own, which tell nothing of
// anybody, and of all others the type.
func class(err error) string {
	_, ours := errors.AsType[*notify.DeliveryError](err)
	_, table := errors.AsType[*dynamo.Error](err)
	_, thrown := errors.AsType[*panics.Error](err)
	_, corrupt := errors.AsType[*player.CorruptError](err)
	if ours || table || thrown || corrupt {
		return err.Error()
	}
	return fmt.Sprintf("%T", err)
}

// report logs a match that could not be dealt with. The errors of the table and of
// package match hold nothing of what is in it.
func (m *minute) report(id match.ID, err error) {
	m.log.Error("the clock has failed", append([]any{"game", id, "err", err}, panics.Attributes(err)...)...)
}
