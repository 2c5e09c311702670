package main

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/engine/player"
	"fieldpost/functions/internal/app"
	"fieldpost/functions/internal/lambdatest"
	"fieldpost/functions/internal/secrets"
	"fieldpost/infra/dynamo"
	"fieldpost/infra/dynamo/dynamotest"
	"fieldpost/infra/link"
)

// A whole move by mail in the cloud: the event of SES, the message in the bucket, the
// game in the table before and after, and the answer. Each part has tests of its own;
// without this one the program might not bring them together.
func TestMoveInTheTable(t *testing.T) {
	emulator := dynamotest.Dynalite(t, os.Getenv("FIELDPOST_DYNALITE"))
	table := fmt.Sprint("inbound-", time.Now().UnixNano())
	client := emulator.Client(nil, 3)
	if err := dynamo.Make(t.Context(), client, table, false); err != nil {
		t.Fatal(err)
	}
	games := &app.App{Games: dynamo.New(client, table), Now: time.Now}
	game := match.ID{1}
	rules := engine.StandardRules(engine.CustomArmy)
	rules.Troops[engine.Flag], rules.Troops[engine.Scout] = 1, 1
	m, err := games.Create(t.Context(), match.Create{
		ID: game, Creator: engine.Red, Rules: rules,
		Players: engine.Both[match.Player]{
			Red:  match.Player{Name: "Ann", Address: "ann@example.org"},
			Blue: match.Player{Name: "Bob", Address: "bob@example.org"},
		},
		Keys: engine.Both[player.Key]{Red: player.Key{0xa}, Blue: player.Key{0xb}},
	})
	setup := engine.Setup{0: engine.Scout, 9: engine.Flag}
	first, _ := engine.ParseMove("a4-a5")
	for _, c := range []match.Command{
		match.Confirm{},
		match.Accept{By: engine.Blue},
		match.SetUp{By: engine.Red, Setup: setup},
		match.SetUp{By: engine.Blue, Setup: setup},
		match.PlayMove{By: engine.Red, Move: first},
	} {
		if err == nil {
			m, err = games.Do(t.Context(), game, c)
		}
	}
	if err != nil {
		t.Fatal(err)
	}

	parameters, _ := secretTexts(t)
	keys, err := secrets.ParseLinkKeys(parameters["/club/link-keys"])
	if err != nil {
		t.Fatal(err)
	}
	// The address is that of the mail which has shown him the position.
	token := keys.Seal(link.Link{Purpose: link.Reply, Game: game, Seat: engine.Blue, Shown: m.Shown, Ply: 1})
	cloud := lambdatest.NewCloud(t, parameters)
	cloud.Objects = map[string]string{"club/mail/" + id: strings.Replace(file(t, "inbound.eml"), "b4-b5", "j7-j6", 1)}
	// This one table is the emulator's, all else the cloud's.
	f := lambdatest.Start(t, os.Args[0], append(append(cloud.Env(), site...),
		"FIELDPOST_TABLE="+table, "AWS_ENDPOINT_URL_DYNAMODB="+emulator.URL)...)
	event := to(t, link.ReplyPrefix+token+"@reply.fieldpost.example")
	for range 2 { // SES may hand a mail in twice
		if answer, err := f.Invoke(event); err != nil || answer != "null" {
			t.Fatalf("%v %s\n%s", err, answer, f.Log)
		}
	}
	if m, err = games.Reload(t.Context(), game); err != nil || m.Game.Ply() != 2 || m.Game.Record()[1].Move.String() != "j7-j6" {
		t.Fatalf("%v at ply %d\n%s", err, m.Game.Ply(), f.Log)
	}
	sent := cloud.Sent()
	if len(sent) != 1 || sent[0].To != "bob@example.org" || !strings.Contains(string(sent[0].Raw), "Auto-Submitted: auto-replied") {
		t.Errorf("%d mails sent\n%s", len(sent), f.Log)
	}
	if log := f.Log.String(); strings.Contains(log, "@") || strings.Contains(log, "play+") || strings.Contains(log, "j7") {
		t.Errorf("the log has\n%s", log)
	}
}
