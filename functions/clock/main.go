// Command clock is the function that is called every minute. It looks whether the
// table answers, and fails if not, for which there is an alarm: a site that nobody
// visits would not tell. It knows no game's deadlines and changes nothing.
//
// It logs JSON to standard output.
package main

import (
	"context"
	"log/slog"
	"os"
	"time"

	"github.com/aws/aws-lambda-go/lambda"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"fieldpost/engine/match"
	"fieldpost/infra/awsenv"
	"fieldpost/infra/dynamo"
)

func main() {
	log := slog.New(slog.NewJSONHandler(os.Stdout, nil))
	table := os.Getenv("FIELDPOST_TABLE")
	if table == "" {
		log.Error("not started", "err", "FIELDPOST_TABLE is not set")
		os.Exit(1)
	}
	store := dynamo.New(dynamodb.NewFromConfig(awsenv.Config(os.Getenv, "DYNAMODB")), table)
	c := &clock{games: store, now: time.Now, log: log}

	// The first minute shall not wait for the connection. What fails now will be
	// asked for again.
	starting, started := context.WithTimeout(context.Background(), 5*time.Second)
	_, _ = store.Load(starting, match.ID{1}, false)
	started()
	lambda.Start(c.handle)
}
