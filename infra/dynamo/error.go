package dynamo

import (
	"context"
	"errors"
	"fmt"
	"regexp"

	"github.com/aws/aws-sdk-go-v2/aws/retry"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/smithy-go"
	smithyhttp "github.com/aws/smithy-go/transport/http"
)

// Class says what kind of failure an Error is.
type Class string

// All classes but Refused may go better another time.
const (
	Throttled   Class = "throttled"   // nothing was done: too much at once
	Busy        Class = "busy"        // nothing was done: another write was under way
	Unavailable Class = "unavailable" // a fault of DynamoDB; it may be done or not
	NoAnswer    Class = "no answer"   // it may be done or not
	Refused     Class = "refused"     // nothing was done, and nothing will: the request, the table or the rights are wrong
)

// Error says which call of DynamoDB failed, after the SDK has tried it several
// times. Its text has a class and a code, and nothing that DynamoDB or the
// network said: their texts hold keys and data. It wraps nothing, for the same
// reason.
type Error struct {
	Call  string // "PutItem"
	Class Class
	Reply string // the code of DynamoDB's answer: "ThrottlingException"; "" without one
}

func (e *Error) Error() string { return "DynamoDB: " + e.Code() }

// Code returns the call and what became of it: "PutItem throttled
// ThrottlingException", "GetItem no answer".
func (e *Error) Code() string {
	code := e.Call + " " + string(e.Class)
	if e.Reply != "" {
		code += " " + e.Reply
	}
	return code
}

// Retryable reports whether the same call may go better another time.
func (e *Error) Retryable() bool { return e.Class != Refused }

// errCondition says that the condition of a write did not hold. It leaves the
// package only as what that means.
var errCondition = errors.New("the condition does not hold")

// failure returns the error of a call: nil, errCondition, the end of ctx, or an
// *Error.
func failure(ctx context.Context, call string, err error) error {
	if err == nil {
		return nil
	}
	if _, ok := errors.AsType[*types.ConditionalCheckFailedException](err); ok {
		return errCondition
	}
	if cause := ctx.Err(); cause != nil {
		return fmt.Errorf("DynamoDB: %s: %w", call, cause)
	}
	e := &Error{Call: call, Class: NoAnswer}
	if reply, ok := errors.AsType[smithy.APIError](err); ok {
		e.Class, e.Reply = class(reply), code(reply)
	}
	if response, ok := errors.AsType[*smithyhttp.ResponseError](err); ok && response.HTTPStatusCode() >= 500 {
		e.Class = Unavailable
	}
	return e
}

func class(reply smithy.APIError) Class {
	switch reply.(type) {
	case *types.TransactionConflictException, *types.TransactionInProgressException, *types.ReplicatedWriteConflictException:
		return Busy
	}
	switch _, throttle := retry.DefaultThrottleErrorCodes[reply.ErrorCode()]; {
	case throttle:
		return Throttled
	case reply.ErrorFault() == smithy.FaultServer:
		return Unavailable
	}
	return Refused
}

var codes = regexp.MustCompile(`^[A-Za-z]{1,80}$`)

// code returns the code of an answer, if it looks like one.
func code(reply smithy.APIError) string {
	if code := reply.ErrorCode(); codes.MatchString(code) {
		return code
	}
	return ""
}
