package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/functions/internal/notify"
	"fieldpost/functions/internal/replay"
)

var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// queue is one that can be closed.
type queue struct {
	messages []string
	err      error
}

func (q *queue) Put(_ context.Context, message string) error {
	if q.err != nil {
		return q.err
	}
	q.messages = append(q.messages, message)
	return nil
}

// desk is a stream whose images are names: "a1" is the first version of game a.
// What becomes of each is said by outcomes.
type desk struct {
	*stream
	outcomes map[string]error // nil: its mails are sent
	panics   string
	tried    []string
	queue    queue
	log      bytes.Buffer
	now      time.Time
}

var (
	errThrottled = notify.DeliveryErrors{{Step: "send", Err: errors.New("text of others: bob@example.net")}}
	errRefused   = notify.DeliveryErrors{{Step: "send", Permanent: true, Err: errors.New("text of others: bob@example.net")}}
	errBoth      = append(append(notify.DeliveryErrors{}, errRefused...), errThrottled...)
	errHeld      = notify.DeliveryErrors{{Step: "claim", Err: match.ErrHeld}}
)

func newDesk() *desk {
	d := &desk{outcomes: map[string]error{}, now: noon}
	d.stream = &stream{
		failed: &d.queue, now: func() time.Time { return d.now }, log: slog.New(slog.NewJSONHandler(&d.log, nil)),
		open: func(newImage []byte) (match.Image, error) {
			var name string
			if json.Unmarshal(newImage, &name) != nil {
				return match.Image{}, &match.CorruptError{What: "no name"}
			}
			return match.Image{Data: []byte(name)}, nil
		},
		mail: func(_ context.Context, i match.Image) error {
			name := string(i.Data)
			d.tried = append(d.tried, name)
			if name == d.panics {
				panic("setup of bob@example.net")
			}
			return d.outcomes[name]
		},
	}
	return d
}

// written is the record of an image, whose sequence number is its name with an s.
func written(name string) string {
	return fmt.Sprintf(`{"eventID": "1", "eventName": "MODIFY", "eventSource": "aws:dynamodb", "dynamodb": {
		"Keys": {"pk": {"S": "G#x"}, "sk": {"S": "G"}}, "NewImage": %q, "SequenceNumber": "s%s", "StreamViewType": "NEW_IMAGE"}}`, name, name)
}

func (d *desk) batch(t *testing.T, records ...string) (reported []string) {
	t.Helper()
	reported, err := d.try(t.Context(), records...)
	if err != nil {
		t.Fatal(err)
	}
	return reported
}

func (d *desk) try(ctx context.Context, records ...string) (reported []string, err error) {
	r, err := d.handle(ctx, json.RawMessage(`{"Records": [`+strings.Join(records, ",")+`]}`))
	for _, f := range r.BatchItemFailures {
		reported = append(reported, f.ItemIdentifier)
	}
	return reported, err
}

// kinds returns the errors with which records lie on the queue.
func (d *desk) kinds(t *testing.T) (all []string) {
	t.Helper()
	for _, m := range d.queue.messages {
		var k kept
		if err := json.Unmarshal([]byte(m), &k); err != nil || k.Function != "notify" {
			t.Fatalf("on the queue lies %s, %v", m, err)
		}
		all = append(all, k.Error)
	}
	return all
}

// A batch in which all goes wrong that can. Without any of this a mail would be
// lost, or one record hold up all that come after it.
func TestMixedBatch(t *testing.T) {
	d := newDesk()
	d.outcomes = map[string]error{"b1": errThrottled, "c1": errRefused, "d1": errHeld, "e1": errBoth, "g1": fmt.Errorf("keys: %w", errors.New("x"))}
	d.panics = "f1"
	reported := d.batch(t,
		written("a1"), written("b1"), written("c1"), written("d1"), written("e1"), written("f1"), written("g1"),
		`{"eventName": "INSERT", "dynamodb": {"Keys": {"sk": {"S": "G"}}, "NewImage": {"v": 1}, "SequenceNumber": "s-corrupt"}}`,
		`{"eventName": "INSERT", "dynamodb": {"Keys": {"sk": {"S": "G"}}, "SequenceNumber": "s-keys-only"}}`,
		`{"eventName": "RENAME", "dynamodb": {"Keys": {"sk": {"S": "G"}}, "NewImage": "x", "SequenceNumber": "s-unknown"}}`,
		`{"eventName": "REMOVE", "dynamodb": {"Keys": {"sk": {"S": "G"}}, "SequenceNumber": "s-removed"}}`,
		`{"eventName": "INSERT", "dynamodb": {"Keys": {"sk": {"S": "C#1#red"}}, "NewImage": "claim", "SequenceNumber": "s-claim"}}`,
		written("a2"),
	)
	if want := []string{"sb1", "sd1", "se1", "sg1"}; !cmp.Equal(reported, want) {
		t.Errorf("reported %q, want %q", reported, want)
	}
	if want := []string{"a1", "b1", "c1", "d1", "e1", "f1", "g1", "a2"}; !cmp.Equal(d.tried, want) {
		t.Errorf("tried %q, want %q", d.tried, want)
	}
	want := []string{
		"mail of no game: send failed: *errors.errorString",
		"mail of no game: deliver failed: panic with string",
		"mail of no game: open failed: " + (&match.CorruptError{What: "no name"}).Error(),
		"mail of no game: open failed: " + (&match.CorruptError{What: "a record without the new image"}).Error(),
		"mail of no game: open failed: " + (&match.CorruptError{What: "a record of an unknown event"}).Error(),
	}
	if diff := cmp.Diff(want, d.kinds(t)); diff != "" {
		t.Error(diff)
	}
	log := d.log.String()
	if strings.Contains(log, "bob") || strings.Contains(fmt.Sprint(d.queue.messages), "bob") {
		t.Errorf("an address is told:\n%s\n%s", log, d.queue.messages)
	}
	if !strings.Contains(log, "event_test.go") || strings.Count(log, `"level":"ERROR"`) != 5 || strings.Count(log, `"level":"WARN"`) != 4 {
		t.Errorf("the log:\n%s", log)
	}
}

// judge panics with a setup in its hands.
//
//go:noinline
func judge(s engine.Setup, list []int) int { return list[len(s)] }

// A stack with the arguments of each call would have the front row of a setup.
func TestPanicTellsNoRanks(t *testing.T) {
	d := newDesk()
	d.mail = func(context.Context, match.Image) error {
		judge(engine.Setup{0: engine.Scout, 1: engine.Marshal, 2: engine.Miner, 9: engine.Flag}, nil)
		return nil
	}
	d.batch(t, written("a1"))
	if log := d.log.String(); !strings.Contains(log, `notify.judge\n`) || strings.Contains(log, "judge(") || strings.Contains(log, "0x") {
		t.Errorf("the log has arguments, or no stack:\n%s", log)
	}
}

// What lies on the queue must be enough to do it again: the record as it came.
func TestKeptRecordCanBeReplayed(t *testing.T) {
	d := newDesk()
	d.outcomes["a1"] = errRefused
	d.batch(t, written("a1"))
	var k kept
	if err := json.Unmarshal([]byte(d.queue.messages[0]), &k); err != nil {
		t.Fatal(err)
	}
	var got, want any
	if err := errors.Join(json.Unmarshal(k.Record, &got), json.Unmarshal([]byte(written("a1")), &want)); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	d.outcomes["a1"] = nil
	if reported := d.batch(t, string(k.Record)); reported != nil || len(d.tried) != 2 || len(d.queue.messages) != 1 {
		t.Errorf("replayed: reported %q, tried %q", reported, d.tried)
	}
}

// caller is what make replay calls: this function.
type caller struct{ *stream }

func (c caller) Invoke(ctx context.Context, payload []byte) (answer []byte, failed bool, err error) {
	r, failure := c.handle(ctx, payload)
	answer, err = json.Marshal(r)
	return answer, failure != nil, err
}

// lying is a queue on which messages lie.
type lying struct {
	messages []replay.Message
	deleted  []string
}

func (l *lying) Receive(context.Context) ([]replay.Message, error) {
	all := l.messages
	l.messages = nil
	return all, nil
}

func (l *lying) Delete(_ context.Context, receipt string) error {
	l.deleted = append(l.deleted, receipt)
	return nil
}

// What will never be sent must stay where it lies when it is replayed, and be told
// of: as a copy on the queue it would look handled.
func TestReplayTellsWhatFailsAgain(t *testing.T) {
	d := newDesk()
	d.outcomes["a1"], d.outcomes["b1"], d.panics = errRefused, errRefused, "c1"
	d.batch(t, written("a1"), written("b1"), written("c1"), `{"eventName": 7}`)
	queue := &lying{}
	for n, body := range d.queue.messages {
		id := fmt.Sprint("m", n)
		queue.messages = append(queue.messages, replay.Message{ID: id, Body: body, Receipt: id})
	}
	d.queue.messages, d.outcomes["a1"] = nil, nil // its cause is mended
	var said bytes.Buffer
	got, err := (&replay.Replayer{Function: caller{d.stream}, Queue: queue, Out: &said}).Run(t.Context())
	if want := (replay.Result{Handled: 1, Kept: 3}); err != nil || got != want {
		t.Errorf("%+v, %v; want %+v", got, err, want)
	}
	if len(d.queue.messages) != 0 || !cmp.Equal(queue.deleted, []string{"m0"}) || !strings.Contains(said.String(), "message m1: kept: ") {
		t.Errorf("put again %q, deleted %q; it says\n%s", d.queue.messages, queue.deleted, &said)
	}
}

// A record that is nowhere else must stay in the stream.
func TestQueueFails(t *testing.T) {
	d := newDesk()
	d.outcomes["a1"], d.queue.err = errRefused, errors.New("closed")
	if reported := d.batch(t, written("a1"), written("b1")); !cmp.Equal(reported, []string{"sa1"}) || !cmp.Equal(d.tried, []string{"a1", "b1"}) {
		t.Errorf("reported %q, tried %q", reported, d.tried)
	}
	// One without a number cannot be reported alone: the batch is given again.
	if _, err := d.try(t.Context(), written("c1"), `{"eventName": 7}`); err == nil {
		t.Error("a record without a number is lost")
	}
	d.queue.err = nil
	if reported, err := d.try(t.Context(), `{"eventName": 7}`, written("d1")); err != nil || reported != nil || len(d.queue.messages) != 1 {
		t.Errorf("reported %q, %v; %d kept", reported, err, len(d.queue.messages))
	}
}

// The mails of a game go out in the order of its plies, also around one that
// failed, and again after it.
func TestOrderOfAGame(t *testing.T) {
	d := newDesk()
	d.outcomes["a2"] = errThrottled
	batch := []string{written("a1"), written("b1"), written("a2"), written("a3"), written("b2")}
	reported := d.batch(t, batch...)
	if !cmp.Equal(reported, []string{"sa2"}) {
		t.Fatalf("reported %q", reported)
	}
	d.outcomes["a2"] = nil
	if reported := d.batch(t, batch[2:]...); reported != nil { // as Lambda gives it again
		t.Errorf("reported %q", reported)
	}
	if want := []string{"a1", "b1", "a2", "a3", "b2", "a2", "a3", "b2"}; !cmp.Equal(d.tried, want) {
		t.Errorf("tried %q, want %q", d.tried, want)
	}
}

// A mail that the end of the function's time cuts off may be sent or not. The first
// record is always begun: otherwise none ever might be.
func TestTimeRunsOut(t *testing.T) {
	ctx, cancel := context.WithDeadline(t.Context(), time.Now().Add(time.Hour))
	defer cancel()
	end, _ := ctx.Deadline()
	d := newDesk()
	d.now = end.Add(-spare - time.Second)
	mail := d.mail
	d.mail = func(ctx context.Context, i match.Image) error {
		d.now = d.now.Add(time.Second)
		return mail(ctx, i)
	}
	reported, err := d.try(ctx, written("a1"), written("a2"), written("a3"), written("b1"))
	if want := []string{"sa3", "sb1"}; err != nil || !cmp.Equal(reported, want) {
		t.Errorf("reported %q, %v; want %q", reported, err, want)
	}
	if want := []string{"a1", "a2"}; !cmp.Equal(d.tried, want) {
		t.Errorf("tried %q, want %q", d.tried, want)
	}
	d.tried = nil
	if reported, err := d.try(ctx, written("a3"), written("b1")); err != nil || !cmp.Equal(reported, []string{"sb1"}) || !cmp.Equal(d.tried, []string{"a3"}) {
		t.Errorf("with no time from the start: reported %q, %v, tried %q", reported, err, d.tried)
	}
}

// What is no batch must not count as done.
func TestEventsOfAnotherShape(t *testing.T) {
	for _, payload := range []string{`x`, `{}`, `[]`, `{"Records": "x"}`, `{"records": null}`} {
		if _, err := newDesk().handle(t.Context(), json.RawMessage(payload)); !errors.Is(err, errShape) {
			t.Errorf("%s: %v", payload, err)
		}
	}
	r, err := newDesk().handle(t.Context(), json.RawMessage(`{"Records": []}`))
	text, wrong := json.Marshal(r)
	if err != nil || wrong != nil || string(text) != `{"batchItemFailures":[]}` {
		t.Errorf("an empty batch: %s, %v", text, err)
	}
}

// No record may bring the function down or be lost: it is sent, reported or kept.
func FuzzRecord(f *testing.F) {
	f.Add([]byte(written("a1")))
	f.Add([]byte(`{"eventName": "INSERT", "dynamodb": {"Keys": {"sk": {"S": "G"}}, "NewImage": {"d": {"B": "AQ=="}}, "SequenceNumber": "1"}}`))
	f.Add([]byte(`null`))
	f.Fuzz(func(t *testing.T, record []byte) {
		if !json.Valid(record) {
			return
		}
		d := newDesk()
		if _, err := d.try(t.Context(), string(record)); err != nil {
			t.Error(err)
		}
		c, wrong := readChange(record)
		if due := wrong != nil || c.ours(); due != (len(d.tried)+len(d.queue.messages) == 1) {
			t.Errorf("tried %q, kept %q", d.tried, d.queue.messages)
		}
	})
}
