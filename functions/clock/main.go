// Command clock is the function that is called every minute. It ends the games whose
// time is over though nobody looks (functions/internal/clock), and sends the mails of
// the day (functions/internal/digest). It fails if the table does not answer, for which
// there is an alarm: a site that nobody visits would not tell. All other mails are
// notify's business, as with every command. Its settings are in the environment, see
// functions/internal/settings, its secrets in the Parameter Store.
//
// It logs JSON to standard output, with metrics in it, without addresses and what
// providers say.
package main

import (
	"cmp"
	"context"
	"errors"
	"os"
	"time"
	_ "time/tzdata" // provided.al2023 has no zones

	"github.com/aws/aws-lambda-go/lambda"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"fieldpost/engine/match"
	"fieldpost/functions/internal/app"
	"fieldpost/functions/internal/clock"
	"fieldpost/functions/internal/mail"
	"fieldpost/functions/internal/metrics"
	"fieldpost/functions/internal/notify"
	"fieldpost/functions/internal/settings"
	"fieldpost/functions/internal/words"
	"fieldpost/functions/sending"
	"fieldpost/infra/awsenv"
	"fieldpost/infra/dynamo"
	"fieldpost/infra/ssm"
)

func main() {
	log := metrics.Log(os.Stdout, os.Getenv("FIELDPOST_NAMESPACE"))
	s, wrong := settings.Read(os.Getenv)
	catalog, speechless := words.Load()
	if err := cmp.Or(wrong, speechless); err != nil || s.BaseURL == "" {
		log.Error("not started", "err", cmp.Or(err, errors.New("FIELDPOST_BASE_URL is not set")))
		os.Exit(1)
	}
	store := dynamo.New(dynamodb.NewFromConfig(awsenv.Config(os.Getenv, "DYNAMODB")), s.Table)
	games := &app.App{Games: store, Now: time.Now, Outages: &app.Outages{Heart: store, Keep: span}, Watch: metrics.Commands(log, time.Now)}
	p := parts{
		settings: s, store: store, games: games, words: catalog, now: time.Now,
		postman: &notify.Postman{Claims: store, Sender: sending.By(s, os.Getenv, time.Now, log), Copies: 3, Now: time.Now, Tell: notify.Log(log)},
	}
	composer := &ssm.Made[*mail.Composer]{
		Call: ssm.New(awsenv.Config(os.Getenv, "SSM")), Names: s.Parameters(secretNames...), Make: p.composer, Now: time.Now,
		Report: func(err error) { log.Error("keys not read again", "err", err) },
	}
	m := &minute{now: time.Now, log: log}
	m.sweep = (&clock.Clock{
		Games: games, Alarms: store, Heart: store, Pause: store.LoadPause,
		Now: time.Now, Most: most, Span: span, Report: m.report,
	}).Sweep
	m.mails = p.rounds(composer.Get, m.unsent).Sweep

	// The first minute shall not wait for the connection. What fails now will be
	// asked for again.
	starting, started := context.WithTimeout(context.Background(), 5*time.Second)
	_, _ = store.Load(starting, match.ID{1}, false)
	started()
	lambda.Start(m.handle)
}
