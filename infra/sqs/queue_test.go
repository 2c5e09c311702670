package sqs

import (
	"context"
	"crypto/md5" // by which SQS shows that it has read the same
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/sqs"
)

// The SDK itself must ask as this package thinks.
func TestPut(t *testing.T) {
	var got struct {
		QueueURL     string `json:"QueueUrl"`
		MessageBody  string
		DelaySeconds int
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := json.NewDecoder(r.Body).Decode(&got); err != nil || r.Header.Get("X-Amz-Target") != "AmazonSQS.SendMessage" {
			t.Errorf("%s %v", r.Header.Get("X-Amz-Target"), err)
		}
		w.Header().Set("Content-Type", "application/x-amz-json-1.0")
		fmt.Fprintf(w, `{"MessageId": "1", "MD5OfMessageBody": "%x"}`, md5.Sum([]byte(got.MessageBody)))
	}))
	defer server.Close()
	q := New(aws.Config{
		Region: "eu-central-1", BaseEndpoint: &server.URL,
		Credentials: aws.CredentialsProviderFunc(func(context.Context) (aws.Credentials, error) {
			return aws.Credentials{AccessKeyID: "key", SecretAccessKey: "secret"}, nil
		}),
	}, server.URL+"/1/failed")
	if err := q.Put(t.Context(), `{"x": "ö"}`); err != nil {
		t.Fatal(err)
	}
	if got.QueueURL != q.URL || got.MessageBody != `{"x": "ö"}` || got.DelaySeconds != 0 {
		t.Errorf("put %+v", got)
	}
	if err := q.PutAfter(t.Context(), "later", 15*time.Minute); err != nil || got.MessageBody != "later" || got.DelaySeconds != 900 {
		t.Errorf("put %+v, %v", got, err)
	}
}

// A message that is not put must not count as kept.
func TestPutFails(t *testing.T) {
	q := &Queue{Call: func(context.Context, *sqs.SendMessageInput, ...func(*sqs.Options)) (*sqs.SendMessageOutput, error) {
		return nil, fmt.Errorf("text of others: %w", context.DeadlineExceeded)
	}}
	err := q.Put(t.Context(), "x")
	if e, ok := errors.AsType[*Error](err); !ok || e.Error() != "put on the queue: context deadline exceeded" {
		t.Errorf("%v", err)
	}
}
