// Package awsenv makes the SDK's configuration of what Lambda puts into a
// function's environment, and of nothing else: it opens no file, and asks neither
// the metadata service of a machine nor STS, for which a function would wait at
// its start.
package awsenv

import (
	"context"
	"errors"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	awshttp "github.com/aws/aws-sdk-go-v2/aws/transport/http"
)

const (
	// Attempt is the time for one try of a call, from the connection to the end of the
	// answer. Without it a connection that has gone silent would hang until Lambda ends
	// the process, and whoever calls would not even learn that the call failed.
	Attempt = 3 * time.Second
	// Tries is how often a call is made at most. The next try has a connection of its
	// own.
	Tries = 3
	// Longest is the time for a call with all its tries: the SDK waits for up to one
	// second before the second, and up to two before the third.
	Longest = Tries*Attempt + 3*time.Second
)

var errNoCredentials = errors.New("AWS_ACCESS_KEY_ID or AWS_SECRET_ACCESS_KEY is not set")

// Config returns the configuration of the client of one service, by the name that
// the SDK's variables have for it: "DYNAMODB", "S3", "SESV2", "SQS", "SSM". The endpoint
// of that service, AWS_ENDPOINT_URL_DYNAMODB, or of all, AWS_ENDPOINT_URL, counts
// if it is not empty: a template that declares one always sets it. Credentials are
// read once they are needed; those of a function hold as long as its process lives.
//
// A call ends after Longest. Only SES is given no time here: its sender has one for
// all tries together, and a try that is cut off is a mail of which nobody knows
// whether it was sent.
func Config(env func(string) string, service string) aws.Config {
	config := aws.Config{
		Region:       env("AWS_REGION"),
		DefaultsMode: aws.DefaultsModeInRegion,
		Credentials: aws.CredentialsProviderFunc(func(context.Context) (aws.Credentials, error) {
			c := aws.Credentials{
				AccessKeyID: env("AWS_ACCESS_KEY_ID"), SecretAccessKey: env("AWS_SECRET_ACCESS_KEY"),
				SessionToken: env("AWS_SESSION_TOKEN"), Source: "environment",
			}
			if !c.HasKeys() {
				return aws.Credentials{}, errNoCredentials
			}
			return c, nil
		}),
	}
	if service != "SESV2" {
		config.HTTPClient = awshttp.NewBuildableClient().WithTimeout(Attempt)
		config.RetryMaxAttempts = Tries
	}
	for _, name := range []string{"AWS_ENDPOINT_URL_" + service, "AWS_ENDPOINT_URL"} {
		if at := env(name); at != "" {
			config.BaseEndpoint = &at
			break
		}
	}
	return config
}
