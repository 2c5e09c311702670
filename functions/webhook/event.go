package main

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"

	"github.com/aws/aws-lambda-go/events"

	"fieldpost/functions/internal/hook"
	"fieldpost/functions/internal/panics"
)

// errShape is a payload that is no batch of a queue. Lambda gives it again.
var errShape = errors.New("the event is no batch of a queue")

// desk takes what comes from the queue, one call at a time as the template has it.
type desk struct {
	take func(context.Context, hook.Call) error // the texts of its errors tell no secrets
	log  *slog.Logger
}

// handle makes the calls of a batch. It fails if one could be neither made nor put
// back: then the whole batch comes again, and its receivers know what they have got by
// its id. What is no call is logged, and never comes again.
func (d *desk) handle(ctx context.Context, payload json.RawMessage) (err error) {
	defer panics.Catch(&err, d.log)
	var batch events.SQSEvent
	if json.Unmarshal(payload, &batch) != nil || batch.Records == nil {
		d.log.Error("calls not made", "err", errShape)
		return errShape
	}
	var failures error
	for _, r := range batch.Records {
		call, err := hook.Parse(r.Body)
		if err != nil {
			d.log.Error("call dropped", "message", r.MessageId, "err", err)
			continue
		}
		if err := d.take(ctx, call); err != nil {
			d.log.Error("call not made, tried again", "game", call.Game, "message", r.MessageId, "err", err)
			failures = errors.Join(failures, err)
		}
	}
	return failures
}
