// Command feedback is the function that EventBridge calls when a mail has bounced or
// its reader complains of it. It notes in the profile of the address that mails come
// back for good, or are not wanted, which ends those about games until the address
// is confirmed again; a bounce that passes, or an out-of-office, changes nothing. It
// fails on an event of another shape, so that Lambda keeps that.
//
// It logs JSON to standard output, with metrics in it, without addresses and what servers say.
package main

import (
	"context"
	"os"
	"strings"
	"time"

	"github.com/aws/aws-lambda-go/lambda"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"fieldpost/engine/match"
	"fieldpost/functions/internal/feedback"
	"fieldpost/functions/internal/metrics"
	"fieldpost/functions/internal/secrets"
	"fieldpost/infra/awsenv"
	"fieldpost/infra/dynamo"
	"fieldpost/infra/ssm"
)

func main() {
	log := metrics.Log(os.Stdout, os.Getenv("FIELDPOST_NAMESPACE"))
	table, parameters := os.Getenv("FIELDPOST_TABLE"), os.Getenv("FIELDPOST_PARAMETERS")
	if table == "" || !strings.HasPrefix(parameters, "/") {
		log.Error("not started", "err", "FIELDPOST_TABLE is not set, or FIELDPOST_PARAMETERS is not like /fieldpost")
		os.Exit(1)
	}
	store := dynamo.New(dynamodb.NewFromConfig(awsenv.Config(os.Getenv, "DYNAMODB")), table)
	desk := &ssm.Made[*feedback.Desk]{
		Call: ssm.New(awsenv.Config(os.Getenv, "SSM")), Names: []string{parameters + "/" + secrets.Pepper},
		Make: at(store, time.Now), Now: time.Now,
		Report: func(err error) { log.Error("pepper not read again", "err", err) },
	}
	back := &returns{desk: desk.Get, now: time.Now, log: log}

	// What fails now will be asked for again.
	starting, started := context.WithTimeout(context.Background(), 5*time.Second)
	_, _ = desk.Get(starting)
	_, _ = store.Load(starting, match.ID{1}, false)
	started()
	lambda.Start(back.handle)
}
