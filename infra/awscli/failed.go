package awscli

import (
	"context"
	"os"
	"path/filepath"
)

// Queue is one of SQS.
type Queue struct {
	Tool
	URL string
}

// Message is one that was received, and is hidden from others for half an hour.
type Message struct {
	ID, Body string
	Receipt  string // by which it is deleted
}

// Receive returns up to ten messages, none when the queue has no more.
func (q Queue) Receive(ctx context.Context) ([]Message, error) {
	var got struct {
		Messages []struct{ MessageID, Body, ReceiptHandle string }
	}
	err := q.call(ctx, &got, "sqs", "receive-message", "--queue-url", q.URL,
		"--max-number-of-messages", "10", "--visibility-timeout", "1800", "--wait-time-seconds", "2")
	all := make([]Message, len(got.Messages))
	for i, m := range got.Messages {
		all[i] = Message{m.MessageID, m.Body, m.ReceiptHandle}
	}
	return all, err
}

// Delete deletes a message that was received.
func (q Queue) Delete(ctx context.Context, receipt string) error {
	return q.call(ctx, nil, "sqs", "delete-message", "--queue-url", q.URL, "--receipt-handle", receipt)
}

// Bucket is one of S3, of which only what begins with Prefix is looked at.
type Bucket struct {
	Tool
	Name, Prefix string
}

// List returns the keys of all objects.
func (b Bucket) List(ctx context.Context) (keys []string, err error) {
	err = b.call(ctx, &keys, "s3api", "list-objects-v2", "--bucket", b.Name, "--prefix", b.Prefix, "--query", "Contents[].Key")
	return keys, err
}

// Get returns an object.
func (b Bucket) Get(ctx context.Context, key string) ([]byte, error) {
	var object []byte
	err := apart(func(dir string) error {
		to := filepath.Join(dir, "object")
		err := b.call(ctx, nil, "s3api", "get-object", "--bucket", b.Name, "--key", key, to)
		if err == nil {
			object, err = os.ReadFile(to)
		}
		return err
	})
	return object, err
}

// Delete deletes an object.
func (b Bucket) Delete(ctx context.Context, key string) error {
	return b.call(ctx, nil, "s3api", "delete-object", "--bucket", b.Name, "--key", key)
}

// Function is one of Lambda.
type Function struct {
	Tool
	Name string
}

// longest is how long a function may take, in seconds, which is Lambda's limit. The
// tool would otherwise ask again after a minute.
const longest = "900"

// Invoke calls the function and waits for its answer. Failed: it ended by an error,
// of which its log tells.
func (f Function) Invoke(ctx context.Context, payload []byte) (answer []byte, failed bool, err error) {
	err = apart(func(dir string) error {
		from, to := filepath.Join(dir, "payload"), filepath.Join(dir, "answer")
		if err := os.WriteFile(from, payload, 0o600); err != nil {
			return err
		}
		var got struct{ FunctionError string }
		err := f.call(ctx, &got, "lambda", "invoke", "--function-name", f.Name, "--payload", "fileb://"+from, "--cli-read-timeout", longest, to)
		if err == nil {
			failed = got.FunctionError != ""
			answer, err = os.ReadFile(to)
		}
		return err
	})
	return answer, failed, err
}

// apart does something with a folder that nobody else can read, and that is gone
// afterwards.
func apart(do func(dir string) error) error {
	dir, err := os.MkdirTemp("", "fieldpost-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	return do(dir)
}
