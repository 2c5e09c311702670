// Command inbound is the function that SES calls for each mail to the reply domain,
// once the mail lies in the bucket. It reads the mail, does what it asks for if it is
// a player's, and answers him (functions/internal/inbound). Its settings are in the
// environment, see functions/internal/settings, its secrets in the Parameter Store. On an event of another shape, or a mail that it cannot read, it fails, so
// that Lambda gives it the event again, and at last keeps it.
//
// It logs JSON to standard output, with metrics in it, without addresses and what mails say.
package main

import (
	"cmp"
	"crypto/rand"
	"errors"
	"os"
	"time"
	_ "time/tzdata" // provided.al2023 has no zones

	"github.com/aws/aws-lambda-go/lambda"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"fieldpost/functions/internal/app"
	"fieldpost/functions/internal/inbound"
	"fieldpost/functions/internal/metrics"
	"fieldpost/functions/internal/notify"
	"fieldpost/functions/internal/settings"
	"fieldpost/functions/internal/words"
	"fieldpost/functions/sending"
	"fieldpost/infra/awsenv"
	"fieldpost/infra/dynamo"
	"fieldpost/infra/s3"
	"fieldpost/infra/ssm"
)

func main() {
	log := metrics.Log(os.Stdout, os.Getenv("FIELDPOST_NAMESPACE"))
	s, wrong := settings.Read(os.Getenv)
	catalog, speechless := words.Load()
	bucket := os.Getenv("FIELDPOST_BUCKET")
	if err := cmp.Or(wrong, speechless); err != nil || bucket == "" || s.BaseURL == "" {
		log.Error("not started", "err", cmp.Or(err, errors.New("FIELDPOST_BUCKET or FIELDPOST_BASE_URL is not set")))
		os.Exit(1)
	}
	store := dynamo.New(dynamodb.NewFromConfig(awsenv.Config(os.Getenv, "DYNAMODB")), s.Table)
	p := parts{
		settings: s, store: store, counters: store.Counters(), outages: &app.Outages{Heart: store, Keep: heartLife}, words: catalog,
		postman: &notify.Postman{Claims: store, Sender: sending.By(s, os.Getenv, time.Now, log), Copies: 3, Now: time.Now, Tell: notify.Log(log)},
		now:     time.Now, random: rand.Reader, log: log,
	}
	desk := &ssm.Made[*inbound.Desk]{
		Call: ssm.New(awsenv.Config(os.Getenv, "SSM")), Names: s.Parameters(secretNames...), Make: p.desk, Now: time.Now,
		Report: func(err error) { log.Error("keys not read again", "err", err) },
	}
	in := &inbox{mails: s3.New(awsenv.Config(os.Getenv, "S3"), bucket), desk: by(desk.Get), log: log}
	lambda.Start(in.handle)
}
