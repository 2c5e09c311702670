// Command webhook is the function behind the queue of calls: it tells players' own
// programs, at addresses that they chose, that it is their turn or that a game is over.
// notify puts the calls there; what fails is put back, for five tries over a day. Its
// settings are in the environment, see functions/internal/settings; it reads its
// secrets only to write the mail that a webhook is off. It logs JSON to standard
// output, without addresses, of mails or of programs.
package main

import (
	"cmp"
	"errors"
	"os"
	"time"
	_ "time/tzdata" // provided.al2023 has no zones

	"github.com/aws/aws-lambda-go/lambda"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"fieldpost/functions/internal/hook"
	"fieldpost/functions/internal/metrics"
	"fieldpost/functions/internal/notify"
	"fieldpost/functions/internal/settings"
	"fieldpost/functions/internal/words"
	"fieldpost/functions/sending"
	"fieldpost/infra/awsenv"
	"fieldpost/infra/dynamo"
	"fieldpost/infra/sqs"
	"fieldpost/infra/ssm"
	"fieldpost/infra/webhook"
)

func main() {
	log := metrics.Log(os.Stdout, os.Getenv("FIELDPOST_NAMESPACE"))
	s, wrong := settings.Read(os.Getenv)
	catalog, speechless := words.Load()
	calls := os.Getenv("FIELDPOST_WEBHOOKS")
	if err := cmp.Or(wrong, speechless); err != nil || calls == "" || s.BaseURL == "" {
		log.Error("not started", "err", cmp.Or(err, errors.New("FIELDPOST_WEBHOOKS or FIELDPOST_BASE_URL is not set")))
		os.Exit(1)
	}
	store := dynamo.New(dynamodb.NewFromConfig(awsenv.Config(os.Getenv, "DYNAMODB")), s.Table)
	p := parts{
		settings: s, store: store, words: catalog, now: time.Now, log: log, poster: webhook.New(),
		queue:   hook.Texts{PutAfter: sqs.New(awsenv.Config(os.Getenv, "SQS"), calls).PutAfter, Now: time.Now},
		postman: &notify.Postman{Claims: store, Sender: sending.By(s, os.Getenv, time.Now, log), Copies: 3, Now: time.Now, Tell: notify.Log(log)},
	}
	strangers := &ssm.Made[*notify.Strangers]{
		Call: ssm.New(awsenv.Config(os.Getenv, "SSM")), Names: s.Parameters(secretNames...), Make: p.strangers, Now: time.Now,
		Report: func(err error) { log.Error("keys not read again", "err", err) },
	}
	d := &desk{take: p.courier(strangers.Get).Take, log: log}
	lambda.Start(d.handle)
}
