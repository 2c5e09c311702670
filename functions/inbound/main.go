// Command inbound is the function that SES calls for each mail to the reply domain,
// once the mail lies in the bucket. It takes note of the mail and no more: it reads
// the event, fails on one of another shape, so that Lambda keeps that, and logs how
// SES judges the mail. It neither opens the mail nor answers it.
//
// It logs JSON to standard output, without addresses and what mails say.
package main

import (
	"log/slog"
	"os"

	"github.com/aws/aws-lambda-go/lambda"
)

func main() {
	in := &inbox{log: slog.New(slog.NewJSONHandler(os.Stdout, nil))}
	lambda.Start(in.handle)
}
