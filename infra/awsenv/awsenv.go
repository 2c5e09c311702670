// Package awsenv makes the SDK's configuration of what Lambda puts into a
// function's environment, and of nothing else: it opens no file, and asks neither
// the metadata service of a machine nor STS, for which a function would wait at
// its start.
package awsenv

import (
	"context"
	"errors"

	"github.com/aws/aws-sdk-go-v2/aws"
)

var errNoCredentials = errors.New("AWS_ACCESS_KEY_ID or AWS_SECRET_ACCESS_KEY is not set")

// Config returns the configuration of the client of one service, by the name that
// the SDK's variables have for it: "DYNAMODB", "S3", "SESV2", "SQS", "SSM". The endpoint
// of that service, AWS_ENDPOINT_URL_DYNAMODB, or of all, AWS_ENDPOINT_URL, counts
// if it is not empty: a template that declares one always sets it. Credentials are
// read once they are needed; those of a function hold as long as its process lives.
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
	for _, name := range []string{"AWS_ENDPOINT_URL_" + service, "AWS_ENDPOINT_URL"} {
		if at := env(name); at != "" {
			config.BaseEndpoint = &at
			break
		}
	}
	return config
}
