// Command feedback is the function that EventBridge calls when a mail has bounced or
// its reader complains of it. It takes note of that and no more: it reads the event,
// fails on one of another shape, so that Lambda keeps that, and logs what has come
// back. It changes no profile.
//
// It logs JSON to standard output, without addresses and what servers say.
package main

import (
	"log/slog"
	"os"

	"github.com/aws/aws-lambda-go/lambda"
)

func main() {
	back := &returns{log: slog.New(slog.NewJSONHandler(os.Stdout, nil))}
	lambda.Start(back.handle)
}
