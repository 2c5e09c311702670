// Package sqs puts messages on one queue of Amazon SQS.
package sqs

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/sqs"
	"github.com/aws/smithy-go"
)

// Call is SendMessage of an *sqs.Client. It is a function and no interface: the
// linker would keep every method of a client that is made an interface, and the
// program would grow by two megabytes.
type Call func(context.Context, *sqs.SendMessageInput, ...func(*sqs.Options)) (*sqs.SendMessageOutput, error)

// Queue is a queue at a URL. Any number of goroutines may use it.
type Queue struct {
	Call Call
	URL  string
}

// New returns a queue by the SDK's configuration.
func New(config aws.Config, url string) *Queue {
	return &Queue{Call: sqs.NewFromConfig(config).SendMessage, URL: url}
}

// Put puts a message on the queue: text in UTF-8, without control characters but
// for tabs and ends of lines. After an *Error it may lie there or not; put again,
// it may lie there twice.
func (q *Queue) Put(ctx context.Context, message string) error {
	return q.PutAfter(ctx, message, 0)
}

// PutAfter is Put of a message that nobody gets before some time is over: whole
// seconds, 15 minutes at most.
func (q *Queue) PutAfter(ctx context.Context, message string, wait time.Duration) error {
	put := &sqs.SendMessageInput{QueueUrl: &q.URL, MessageBody: &message, DelaySeconds: int32(wait / time.Second)}
	if _, err := q.Call(ctx, put); err != nil {
		return &Error{Code: class(err)}
	}
	return nil
}

// Error says why a message was not put. It wraps nothing: the text of others is
// not ours to tell.
type Error struct {
	// Code is that of the service, "QueueDoesNotExist", or else the type of the
	// error.
	Code string
}

func (e *Error) Error() string { return "put on the queue: " + e.Code }

// class describes an error without the text of others.
func class(err error) string {
	if said, ok := errors.AsType[smithy.APIError](err); ok {
		return said.ErrorCode()
	}
	for _, own := range []error{context.Canceled, context.DeadlineExceeded} {
		if errors.Is(err, own) {
			return own.Error()
		}
	}
	for cause := errors.Unwrap(err); cause != nil; cause = errors.Unwrap(cause) {
		err = cause
	}
	return fmt.Sprintf("%T", err)
}
