package main

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"time"

	"github.com/aws/aws-lambda-go/events"

	"fieldpost/engine/match"
	"fieldpost/functions/internal/notify"
	"fieldpost/functions/internal/panics"
	"fieldpost/infra/ses"
)

// Queue keeps what can never be done as it is, until somebody sees to it.
type Queue interface {
	// Put keeps a message, perhaps twice, or fails. Both may have happened.
	Put(ctx context.Context, message string) error
}

// stream handles the records of the table's stream, a batch at a time. All fields
// must be set.
//
// Lambda gives a batch again from the lowest record that was reported as failed on,
// so one that can never succeed would hold up its shard. Every record is tried, in
// order; what may go better another time is reported by its sequence number; what
// never will is put on the queue, with the whole record, and counts as handled. If
// it cannot be put, it is reported too. To handle a record again does no harm.
//
// What comes from the queue or the bucket once more, functions/internal/replay marks
// by "replay": true. Its records lie there still, so that those which will never
// succeed are reported as well: to put them again would make copies of which whoever
// replays hears nothing.
//
// Source: architecture.md "Mails out".
type stream struct {
	open   func(newImage []byte) (match.Image, error) // dynamo.OpenRecord
	mail   func(context.Context, match.Image) error   // by; the texts of its errors tell no secrets
	failed Queue
	now    func() time.Time
	log    *slog.Logger
}

// spare is the time that must be left for a record to be begun: what is cut off in
// the middle of sending leaves a mail behind of which nobody knows whether it was
// sent. A record owes two mails at most.
const spare = 2*ses.Timeout + 5*time.Second

// errShape is a payload without records. Lambda gives it again, and keeps it in the
// end.
var errShape = errors.New("the event is no batch of a DynamoDB stream")

// handle handles a batch.
func (s *stream) handle(ctx context.Context, payload json.RawMessage) (r events.DynamoDBEventResponse, err error) {
	defer panics.Catch(&err, s.log)
	var batch struct {
		Records []json.RawMessage
		Replay  bool
	}
	if json.Unmarshal(payload, &batch) != nil || batch.Records == nil {
		s.log.Error("batch not handled", "err", errShape)
		return events.DynamoDBEventResponse{}, errShape
	}
	r = events.DynamoDBEventResponse{BatchItemFailures: []events.DynamoDBBatchItemFailure{}}
	for i, raw := range batch.Records {
		number, err := s.record(ctx, raw, i == 0 || s.inTime(ctx), batch.Replay)
		switch {
		case err != nil && number == "":
			return events.DynamoDBEventResponse{}, err // it cannot be reported alone
		case err != nil:
			r.BatchItemFailures = append(r.BatchItemFailures, events.DynamoDBBatchItemFailure{ItemIdentifier: number})
		}
	}
	return r, nil
}

func (s *stream) inTime(ctx context.Context) bool {
	end, ok := ctx.Deadline()
	return !ok || end.Sub(s.now()) >= spare
}

// errLater is a record that was not tried.
var errLater = errors.New("no time left: not tried")

// record handles one record, and returns its sequence number and why it is to be
// given again. One that lies on the queue or in the bucket already is not put there.
func (s *stream) record(ctx context.Context, raw json.RawMessage, inTime, lies bool) (number string, err error) {
	c, wrong := readChange(raw)
	number = c.Dynamodb.SequenceNumber
	switch {
	case wrong != nil:
		err = never(match.ID{}, "open", wrong)
	case !c.ours():
		return number, nil
	case !inTime:
		err = errLater
	default:
		err = s.deliver(ctx, c.Dynamodb.NewImage)
	}
	switch {
	case err == nil:
		return number, nil
	case !notify.Permanent(err):
		s.log.Warn("mail not sent, tried again", "record", number, "err", err)
		return number, err
	}
	s.logNever(number, err)
	if lies {
		return number, err
	}
	if err := s.keep(ctx, raw, err); err != nil {
		s.log.Error("record not kept, tried again", "record", number, "err", err)
		return number, err
	}
	return number, nil
}

// deliver sends the mails of an image. A panic is a failure for ever.
func (s *stream) deliver(ctx context.Context, newImage []byte) (err error) {
	var image match.Image
	defer func() {
		if v := recover(); v != nil {
			err = never(image.ID, "deliver", panics.Recovered(v))
		}
	}()
	if image, err = s.open(newImage); err != nil {
		return never(match.ID{}, "open", err)
	}
	return s.mail(ctx, image)
}

// never is a failure that no later try would mend.
func never(id match.ID, step string, err error) error {
	return notify.DeliveryErrors{{Game: id, Step: step, Permanent: true, Err: err}}
}

func (s *stream) logNever(number string, err error) {
	s.log.Error("mail not sent, record kept", append([]any{"record", number, "err", err}, panics.Attributes(err)...)...)
}

// kept is what lies on the queue: the whole record, which is to be given to this
// function again, and why it failed.
type kept struct {
	Function string          `json:"function"` // "notify"
	Error    string          `json:"error"`    // class and code, no secret
	Record   json.RawMessage `json:"record"`
}

func (s *stream) keep(ctx context.Context, raw json.RawMessage, why error) error {
	message, err := json.Marshal(kept{"notify", why.Error(), raw})
	if err != nil {
		return err
	}
	return s.failed.Put(ctx, string(message))
}

// change is what we look at of a record.
type change struct {
	EventName string
	Dynamodb  struct {
		Keys           struct{ Sk struct{ S string } }
		NewImage       json.RawMessage
		SequenceNumber string
	}
}

// readChange reads a record, as far as it can, and fails with *match.CorruptError.
func readChange(raw json.RawMessage) (change, error) {
	var c change
	if json.Unmarshal(raw, &c) != nil {
		return c, &match.CorruptError{What: "a record of another shape"}
	}
	switch c.EventName {
	case "INSERT", "MODIFY":
		if c.ours() && len(c.Dynamodb.NewImage) == 0 {
			return c, &match.CorruptError{What: "a record without the new image"}
		}
	case "REMOVE":
	default:
		return c, &match.CorruptError{What: "a record of an unknown event"}
	}
	return c, nil
}

// ours reports whether a game was written. The mapping's filter lets no other
// through.
func (c change) ours() bool { return c.EventName != "REMOVE" && c.Dynamodb.Keys.Sk.S == "G" }
