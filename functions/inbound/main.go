// Command inbound is the function that SES calls for each mail to the reply domain,
// once the mail lies in the bucket. It reads the mail, decides by its header whether
// it is one that counts, and takes note of that and of how SES judges it. It answers
// none. On an event of another shape, or a mail that it cannot read, it fails, so
// that Lambda gives it the event again, and at last keeps it.
//
// It logs JSON to standard output, without addresses and what mails say.
package main

import (
	"log/slog"
	"os"

	"github.com/aws/aws-lambda-go/lambda"

	"fieldpost/infra/awsenv"
	"fieldpost/infra/s3"
)

func main() {
	log := slog.New(slog.NewJSONHandler(os.Stdout, nil))
	bucket := os.Getenv("FIELDPOST_BUCKET")
	if bucket == "" {
		log.Error("not started", "err", "FIELDPOST_BUCKET is not set")
		os.Exit(1)
	}
	in := &inbox{mails: s3.New(awsenv.Config(os.Getenv, "S3"), bucket), log: log}
	lambda.Start(in.handle)
}
