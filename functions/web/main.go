// Command web is the function behind the HTTP API: the pages and the JSON API of a
// site on AWS. Its settings are in the environment, see functions/internal/settings,
// its secrets in the Parameter Store. It logs JSON to standard output, without
// paths, tokens and addresses.
//
// It sends only the mails that belong to no game; those of games are sent by notify.
package main

import (
	"cmp"
	"context"
	"crypto/rand"
	"os"
	"time"
	_ "time/tzdata" // provided.al2023 has no zones

	"github.com/aws/aws-lambda-go/lambda"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"fieldpost/engine/match"
	"fieldpost/functions/internal/app"
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
	host, unwelcome := s.Host(os.Getenv)
	catalog, speechless := words.Load()
	if err := cmp.Or(wrong, unwelcome, speechless); err != nil {
		log.Error("not started", "err", err)
		os.Exit(1)
	}
	store := dynamo.New(dynamodb.NewFromConfig(awsenv.Config(os.Getenv, "DYNAMODB")), s.Table)
	p := parts{
		settings: s, host: host, store: store, counters: store.Counters(), outages: &app.Outages{Heart: store, Keep: heartLife}, words: catalog, now: time.Now, after: time.After, random: rand.Reader, log: log,
		postman: &notify.Postman{Claims: store, Sender: sending.By(s, os.Getenv, time.Now, log), Copies: 3, Now: time.Now, Tell: notify.Log(log)},
	}
	secret := &ssm.Made[*keys]{
		Call: ssm.New(awsenv.Config(os.Getenv, "SSM")), Names: s.Parameters(secretNames...), Make: parseKeys, Now: time.Now,
		Report: func(err error) { log.Error("keys not read again", "err", err) },
	}
	f := &front{keys: secret.Get, site: p.site, base: s.BaseURL, log: log}

	// The first player shall not wait for the connections. What fails now will be
	// asked for again.
	starting, started := context.WithTimeout(context.Background(), 5*time.Second)
	_, _ = secret.Get(starting)
	_, _ = store.Load(starting, match.ID{1}, false)
	started()
	lambda.Start(f.handle)
}
