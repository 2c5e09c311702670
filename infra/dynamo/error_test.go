package dynamo_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"fieldpost/engine/match"
	"fieldpost/infra/dynamo"
	"fieldpost/infra/dynamo/dynamotest"
)

// What DynamoDB and the network say holds keys and data. Without the classes
// nobody would know what to try again; without this test their texts could reach
// a log.
func TestFailures(t *testing.T) {
	reset := errors.New("connection reset by peer, about " + dynamotest.Secret)
	for _, c := range []struct {
		name, reply string // the code of the answer
		status      int
		err         error
		class       dynamo.Class
		code        string // of the error
	}{
		{"throttled", "ThrottlingException", 400, nil, dynamo.Throttled, "throttled ThrottlingException"},
		{"table throttled", "ProvisionedThroughputExceededException", 400, nil, dynamo.Throttled, "throttled ProvisionedThroughputExceededException"},
		{"account throttled", "RequestLimitExceeded", 400, nil, dynamo.Throttled, "throttled RequestLimitExceeded"},
		{"transaction", "TransactionConflictException", 400, nil, dynamo.Busy, "busy TransactionConflictException"},
		{"replica", "ReplicatedWriteConflictException", 400, nil, dynamo.Busy, "busy ReplicatedWriteConflictException"},
		{"fault", "InternalServerError", 500, nil, dynamo.Unavailable, "unavailable InternalServerError"},
		{"fault of another name", "Surprise", 500, nil, dynamo.Unavailable, "unavailable Surprise"},
		{"gateway", "", 503, nil, dynamo.Unavailable, "unavailable"},
		{"denied", "AccessDeniedException", 400, nil, dynamo.Refused, "refused AccessDeniedException"},
		{"no table", "ResourceNotFoundException", 400, nil, dynamo.Refused, "refused ResourceNotFoundException"},
		{"bad request", "ValidationException", 400, nil, dynamo.Refused, "refused ValidationException"},
		{"no code", dynamotest.Secret, 400, nil, dynamo.Refused, "refused"},
		{"reset", "", 0, reset, dynamo.NoAnswer, "no answer"},
		{"not ours", "", 0, context.DeadlineExceeded, dynamo.NoAnswer, "no answer"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := script(func(string, string) (int, string, error) {
				body := fmt.Sprintf(`{"__type":"com.amazonaws.dynamodb.v20120810#%s","message":"about %s"}`, c.reply, dynamotest.Secret)
				if c.reply == "" {
					body = "<html>about " + dynamotest.Secret
				}
				return c.status, body, c.err
			})
			for _, call := range everyCall {
				err := call.call(t, s.store())
				e, ok := errors.AsType[*dynamo.Error](err)
				if !ok {
					t.Fatalf("%s: %T", call.name, err)
				}
				if code := strings.TrimPrefix(e.Code(), e.Call+" "); e.Class != c.class || code != c.code {
					t.Errorf("%s: %q, want %q", call.name, code, c.code)
				}
				if e.Retryable() != (c.class != dynamo.Refused) {
					t.Errorf("%s: retryable %t", call.name, e.Retryable())
				}
				if errors.Unwrap(e) != nil || strings.Contains(fmt.Sprintf("%v %+v", err, err), "@") {
					t.Errorf("%s: the error tells what DynamoDB said", call.name)
				}
			}
		})
	}
}

// A caller who has gone is told so, even if the call failed by it in another way.
func TestCallerHasGone(t *testing.T) {
	ctx, leave := context.WithCancel(t.Context())
	s := script(func(string, string) (int, string, error) {
		leave()
		return 0, "", errors.New("use of closed network connection")
	})
	_, err := s.store().Load(ctx, id, true)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

// What a condition means that did not hold, where DynamoDB gives no old item back.
func TestConditions(t *testing.T) {
	for _, c := range everyCall {
		s := script(func(call, _ string) (int, string, error) {
			if call == "GetItem" {
				return http.StatusOK, `{}`, nil
			}
			return http.StatusBadRequest, `{"__type":"com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException","message":"The conditional request failed"}`, nil
		})
		want := map[string]error{
			"Create": match.ErrExists, "Save": match.ErrConflict, "SaveProfile": match.ErrConflict,
			"SaveProfile first": match.ErrConflict, "Take a claim": match.ErrHeld, "Drop": nil, "Take a use": nil,
		}
		err, tested := want[c.name]
		if got := c.call(t, s.store()); tested && !errors.Is(got, err) {
			t.Errorf("%s: error %v, want %v", c.name, got, err)
		}
	}
}
