// Command notify is the function behind the table's stream: it sends the mails that
// each stored version of a game owes, and puts what players' own programs are to be
// told on the queue of webhook. Its settings are in the environment, see
// functions/internal/settings, its secrets in the Parameter Store. It logs JSON to
// standard output, without addresses and what providers say.
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
)

func main() {
	log := metrics.Log(os.Stdout, os.Getenv("FIELDPOST_NAMESPACE"))
	s, wrong := settings.Read(os.Getenv)
	catalog, speechless := words.Load()
	failed, calls := os.Getenv("FIELDPOST_FAILED"), os.Getenv("FIELDPOST_WEBHOOKS")
	if err := cmp.Or(wrong, speechless); err != nil || failed == "" || calls == "" || s.BaseURL == "" {
		log.Error("not started", "err", cmp.Or(err, errors.New("FIELDPOST_FAILED, FIELDPOST_WEBHOOKS or FIELDPOST_BASE_URL is not set")))
		os.Exit(1)
	}
	store := dynamo.New(dynamodb.NewFromConfig(awsenv.Config(os.Getenv, "DYNAMODB")), s.Table)
	p := parts{
		settings: s, store: store, counters: store.Counters(), words: catalog, now: time.Now,
		calls:   hook.Texts{PutAfter: sqs.New(awsenv.Config(os.Getenv, "SQS"), calls).PutAfter, Now: time.Now},
		postman: &notify.Postman{Claims: store, Sender: sending.By(s, os.Getenv, time.Now, log), Copies: 3, Now: time.Now, Tell: notify.Log(log)},
	}
	notifier := &ssm.Made[*notify.Notifier]{
		Call: ssm.New(awsenv.Config(os.Getenv, "SSM")), Names: s.Parameters(secretNames...), Make: p.notifier, Now: time.Now,
		Report: func(err error) { log.Error("keys not read again", "err", err) },
	}
	queue := sqs.New(awsenv.Config(os.Getenv, "SQS"), failed)
	st := &stream{open: dynamo.OpenRecord, mail: by(notifier.Get), failed: queue, now: time.Now, log: log}

	// What fails now will be asked for again.
	starting, started := context.WithTimeout(context.Background(), 5*time.Second)
	_, _ = notifier.Get(starting)
	_, _ = store.Load(starting, match.ID{1}, false)
	started()
	lambda.Start(st.handle)
}
