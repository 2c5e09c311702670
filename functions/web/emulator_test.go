package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-lambda-go/events"

	"fieldpost/engine/match"
	"fieldpost/engine/player"
	"fieldpost/functions/internal/lambdatest"
	"fieldpost/functions/internal/secrets"
	"fieldpost/infra/dynamo"
	"fieldpost/infra/dynamo/dynamotest"
)

// The program over a table that keeps what it is given: a game that is created by
// one event lies there as a game, under the keys of its players.
func TestProgramOnAnEmulator(t *testing.T) {
	emulator := dynamotest.Dynalite(t, os.Getenv("FIELDPOST_DYNALITE"))
	client := emulator.Client(nil, 3)
	table := fmt.Sprintf("fieldpost-web-%d", time.Now().UnixNano()) // the emulator may be one that runs already
	if err := dynamo.Make(t.Context(), client, table, false); err != nil {
		t.Fatal(err)
	}
	all := texts(t, 1)
	cloud := lambdatest.NewCloud(t, map[string]string{"/club/link-keys": all[0], "/club/pepper": all[1], "/club/mail-key": all[2]})
	f := lambdatest.Start(t, os.Args[0], append(cloud.Env(), childVariable+"=1", "AWS_ENDPOINT_URL_DYNAMODB="+emulator.URL,
		"FIELDPOST_TABLE="+table, "FIELDPOST_PARAMETERS=/club", "FIELDPOST_MAIL_FROM=play@fieldpost.example")...)
	game := `{"creator": {"name": "Ann", "email": "ann@example.org"}, "opponent": {"name": "Bob", "email": "bob@example.org"}, "army": "barrage"}`
	text, err := json.Marshal(game)
	if err != nil {
		t.Fatal(err)
	}
	said, err := f.Invoke(with(t, `"{\"move\": \"ö\"}"`, string(text)))
	var a events.APIGatewayV2HTTPResponse
	if err != nil || json.Unmarshal([]byte(said), &a) != nil || a.StatusCode != 202 {
		t.Fatalf("creating: %v %s\n%s", err, said, f.Log)
	}
	pepper, err := secrets.ParseKey(all[1])
	if err != nil {
		t.Fatal(err)
	}
	images, err := dynamo.New(client, table).OfPlayer(t.Context(), player.Pepper(pepper).Key("ann@example.org"))
	if err != nil || len(images) != 1 {
		t.Fatalf("%d games, %v", len(images), err)
	}
	if m, err := match.Open(images[0]); err != nil || m.State != match.Unconfirmed || !strings.Contains(a.Body, m.ID.String()) {
		t.Errorf("stored %v, %v; answered %s", m.State, err, a.Body)
	}
	// The one command, and nothing of anybody.
	if log := f.Log.String(); strings.Count(log, "\n") != 1 || !strings.Contains(log, `"kind":"Create","outcome":"ok"`) || strings.Contains(log, "@") || strings.Contains(log, "Ann") {
		t.Errorf("the log has\n%s", log)
	}
}
