// Command clock is the function that is called every minute. It ends the games whose
// time is over though nobody looks (functions/internal/clock). It fails if the table
// does not answer, for which there is an alarm: a site that nobody visits would not
// tell. The mails are notify's business, as with every command.
//
// It logs JSON to standard output, with metrics in it.
package main

import (
	"context"
	"os"
	"time"

	"github.com/aws/aws-lambda-go/lambda"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"fieldpost/engine/match"
	"fieldpost/functions/internal/app"
	"fieldpost/functions/internal/clock"
	"fieldpost/functions/internal/metrics"
	"fieldpost/infra/awsenv"
	"fieldpost/infra/dynamo"
)

// What one minute does at most: it must be over before the next, and before the
// function's time-out.
const (
	most = 2000
	span = 35 * time.Second
)

func main() {
	log := metrics.Log(os.Stdout, os.Getenv("FIELDPOST_NAMESPACE"))
	table := os.Getenv("FIELDPOST_TABLE")
	if table == "" {
		log.Error("not started", "err", "FIELDPOST_TABLE is not set")
		os.Exit(1)
	}
	store := dynamo.New(dynamodb.NewFromConfig(awsenv.Config(os.Getenv, "DYNAMODB")), table)
	m := &minute{now: time.Now, log: log}
	m.sweep = (&clock.Clock{
		Games: &app.App{Games: store, Now: time.Now, Outages: &app.Outages{Heart: store, Keep: span}, Watch: metrics.Commands(log, time.Now)}, Alarms: store, Heart: store, Pause: store.LoadPause,
		Now: time.Now, Most: most, Span: span, Report: m.report,
	}).Sweep

	// The first minute shall not wait for the connection. What fails now will be
	// asked for again.
	starting, started := context.WithTimeout(context.Background(), 5*time.Second)
	_, _ = store.Load(starting, match.ID{1}, false)
	started()
	lambda.Start(m.handle)
}
