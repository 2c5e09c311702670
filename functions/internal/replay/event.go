package replay

import (
	"bytes"
	"encoding/json"
	"errors"
)

// What cannot be given again.
var (
	errShape   = errors.New("it is nothing that a function was given")
	errNoBatch = errors.New("it tells of a batch, and does not have it")
)

// kept are the shapes in which an event is kept:
//
//	{"function": "notify", "error": …, "record": {…}}             by notify itself, one record of the stream
//	{"DDBStreamBatchInfo": {…}, "payload": "{\"Records\": …}"}    by Lambda in S3, a batch of the stream
//	{"requestContext": {…}, "requestPayload": {…}}                by Lambda on a queue, an asynchronous call
//
// Sources: functions/notify; AWS Lambda Developer Guide, "Retain discarded records
// for a DynamoDB event source" and "Capturing records of asynchronous invocations".
type kept struct {
	Record             json.RawMessage
	Payload            json.RawMessage // the event, or a string that has its text
	RequestPayload     json.RawMessage
	DDBStreamBatchInfo json.RawMessage
}

// readEvent returns the event to give a function again. One of the stream is marked
// by "replay": true, by which notify knows that its records are kept already, and
// reports also those that will never succeed.
func readEvent(text []byte) ([]byte, error) {
	var k kept
	if json.Unmarshal(text, &k) != nil {
		return nil, errShape
	}
	switch {
	case object(k.Record):
		return json.Marshal(map[string]any{"Records": []json.RawMessage{k.Record}, "replay": true})
	case object(k.Payload):
		return marked(k.Payload)
	case len(k.Payload) > 0 && k.Payload[0] == '"':
		var inner string
		if json.Unmarshal(k.Payload, &inner) != nil || !object([]byte(inner)) {
			return nil, errShape
		}
		return marked([]byte(inner))
	case object(k.RequestPayload):
		return k.RequestPayload, nil
	case object(k.DDBStreamBatchInfo):
		return nil, errNoBatch
	}
	return nil, errShape
}

// marked marks an event that is an object.
func marked(event []byte) ([]byte, error) {
	members := map[string]json.RawMessage{}
	if err := json.Unmarshal(event, &members); err != nil {
		return nil, err
	}
	members["replay"] = json.RawMessage("true")
	return json.Marshal(members)
}

// object reports whether text is an object of JSON.
func object(text []byte) bool {
	text = bytes.TrimSpace(text)
	return len(text) > 0 && text[0] == '{' && json.Valid(text)
}

// done reports whether an answer tells of no record that is to be given again. Only
// the function behind a stream tells of any.
func done(answer []byte) bool {
	var a struct{ BatchItemFailures []json.RawMessage }
	if len(bytes.TrimSpace(answer)) == 0 {
		return true
	}
	if !object(answer) {
		return json.Valid(answer) // null, or what else says nothing of records
	}
	return json.Unmarshal(answer, &a) == nil && len(a.BatchItemFailures) == 0
}
