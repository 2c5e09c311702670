package rehearsal

import (
	"encoding/json"
	"maps"
	"math/rand/v2"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/engine/player"
	"fieldpost/functions/internal/app"
	"fieldpost/functions/internal/demo"
	"fieldpost/functions/internal/lambdatest"
	"fieldpost/functions/internal/secrets"
	"fieldpost/infra/dynamo"
	"fieldpost/infra/dynamo/dynamotest"
	"fieldpost/infra/link"
	"fieldpost/infra/mailbox"
)

const (
	root  = "../../../" // of the module
	ann   = "ann@example.org"
	bob   = "bob@example.org"
	table = "games"
)

// The functions by their names in the template, in the order in which a move and
// its mail come to them, and their samples in events.
const (
	web      = "WebFunction"
	notify   = "NotifyFunction"
	inbound  = "InboundFunction"
	clock    = "ClockFunction"
	feedback = "FeedbackFunction"
	webhook  = "WebhookFunction"
)

// stage is what the functions find around them: a table with one game, whose first
// move is Ann's, and a cloud that has the secrets.
type stage struct {
	cloud     *lambdatest.Cloud
	store     *dynamo.Store
	keys      *link.Keys
	script    demo.Script
	game      match.ID
	pepper    player.Pepper
	variables map[string]string // in the environment of the functions

	box     *mailbox.Box
	fetched int // of the cloud's mails
}

// newStage sets a stage. Its services listen on host, which the functions call name.
func newStage(t testing.TB, host, name string) *stage {
	t.Helper()
	dynalite := dynamotest.DynaliteAt(t, host, os.Getenv("FIELDPOST_DYNALITE"))
	client := dynalite.Client(nil, 3)
	if err := dynamo.Make(t.Context(), client, table, false); err != nil {
		t.Fatal(err)
	}
	texts := map[string]string{}
	lot := rand.NewChaCha8([32]byte{5})
	links, err := secrets.NewLinkKeys(lot)
	must(t, err)
	texts["/club/"+secrets.LinkKeys] = links
	for _, name := range []string{secrets.Pepper, secrets.MailKey} {
		key, err := secrets.NewKey(lot)
		must(t, err)
		texts["/club/"+name] = key
	}
	s := &stage{cloud: lambdatest.NewCloudAt(t, host, texts), store: dynamo.New(client, table), game: match.ID{1, 2, 3, 4, 5, 6, 7, 8}}
	s.keys, err = secrets.ParseLinkKeys(links)
	must(t, err)
	s.script, err = demo.Shipped()
	must(t, err)
	s.box, err = mailbox.Open(t.TempDir())
	must(t, err)
	called := func(at string) string { return strings.Replace(at, host, name, 1) }
	s.variables = map[string]string{
		"AWS_ENDPOINT_URL": called(s.cloud.URL), "AWS_ENDPOINT_URL_DYNAMODB": called(dynalite.URL),
		"FIELDPOST_TABLE": table, "FIELDPOST_PARAMETERS": "/club", "FIELDPOST_MAIL_FROM": "play@fieldpost.example",
		"FIELDPOST_BASE_URL": "https://fieldpost.example", "FIELDPOST_CONFIGURATION_SET": "",
		"FIELDPOST_FAILED": called(s.cloud.URL) + "/1/failed", "FIELDPOST_WEBHOOKS": called(s.cloud.URL) + "/1/webhooks", "FIELDPOST_BUCKET": "mails",
	}
	s.cloud.Objects = map[string]string{"mails/mail/o3vrnil0e2ic28trm7dfhrc2v0clambda4nbp0g1": sample(t, "inbound.eml")}
	pepper, err := secrets.ParseKey(texts["/club/"+secrets.Pepper])
	must(t, err)
	s.pepper = player.Pepper(pepper)
	s.seed(t)
	return s
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// seed stores the game of the script up to its first move.
func (s *stage) seed(t testing.TB) {
	t.Helper()
	a := &app.App{Games: s.store, Now: time.Now}
	_, err := a.Create(t.Context(), match.Create{
		ID: s.game, Creator: engine.Red, Rules: s.script.Rules(), Confirmed: true,
		Players: engine.Both[match.Player]{Red: match.Player{Name: "Ann", Address: ann}, Blue: match.Player{Name: "Bob", Address: bob}},
		Keys:    engine.Both[player.Key]{Red: s.pepper.Key(ann), Blue: s.pepper.Key(bob)},
	})
	must(t, err)
	for _, c := range []match.Command{
		match.Accept{By: engine.Blue},
		match.SetUp{By: engine.Red, Setup: s.script.Setups.Red},
		match.SetUp{By: engine.Blue, Setup: s.script.Setups.Blue},
	} {
		_, err = a.Do(t.Context(), s.game, c)
		must(t, err)
	}
}

// stored is the game as the table has it.
func (s *stage) stored(t testing.TB) (match.Match, match.Image) {
	t.Helper()
	i, err := s.store.Load(t.Context(), s.game, true)
	must(t, err)
	m, err := match.Open(i)
	must(t, err)
	return m, i
}

// path is the path of the link of the move that is to be made at a ply.
func (s *stage) path(ply int) string {
	seat := []engine.Color{engine.Red, engine.Blue}[ply%2]
	return "/m/" + s.keys.Seal(link.Link{Purpose: link.Move, Game: s.game, Seat: seat, Ply: ply, Move: s.script.Moves[ply]})
}

// form is what the form on a move's page sends.
var form = url.Values{"do": {"play"}, "sure": {"1"}}

func number(n uint64) string { return strconv.FormatUint(n, 10) }

// sample returns the sample event called name.
func sample(t testing.TB, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, "events", name))
	must(t, err)
	return string(text)
}

// pressed returns the event of a ticked press of the button behind a path.
func pressed(t testing.TB, path string) string {
	t.Helper()
	var e map[string]any
	must(t, json.Unmarshal([]byte(sample(t, "web.json")), &e))
	e["rawPath"], e["body"] = path, form.Encode()
	e["headers"].(map[string]any)["content-type"] = "application/x-www-form-urlencoded"
	maps.Copy(e["requestContext"].(map[string]any)["http"].(map[string]any), map[string]any{"method": "POST", "path": path})
	text, err := json.MarshalIndent(e, "", "  ")
	must(t, err)
	return string(text) + "\n"
}

// record returns the batch of the table's stream that an image makes, its bytes in
// base64 as JSON has them.
func record(t testing.TB, i match.Image) string {
	t.Helper()
	type value map[string]any
	keys := map[string]value{"pk": {"S": "G#" + i.ID.String()}, "sk": {"S": "G"}}
	image := map[string]value{
		"v": {"N": number(i.Version)}, "d": {"B": i.Data}, "ev": {"B": i.Events},
		"c": {"B": i.Creator[:]}, "o": {"B": i.Opponent[:]}, "cr": {"N": number(uint64(i.Created.Unix()))},
	}
	maps.Copy(image, keys)
	text, err := json.Marshal(map[string]any{"Records": []any{map[string]any{
		"eventID": "1", "eventName": "MODIFY", "eventSource": "aws:dynamodb", "eventVersion": "1.1",
		"dynamodb": map[string]any{"Keys": keys, "NewImage": image, "SequenceNumber": number(i.Version)},
	}}})
	must(t, err)
	return string(text)
}

// mail returns the newest of the mails to an address, which must be one of the n
// that have newly been sent.
func (s *stage) mail(t testing.TB, n int, to string) mailbox.Mail {
	t.Helper()
	sent := s.cloud.Sent()
	if len(sent)-s.fetched != n {
		t.Fatalf("%d mails were sent, not %d", len(sent)-s.fetched, n)
	}
	for ; s.fetched < len(sent); s.fetched++ {
		m := sent[s.fetched]
		_, err := s.box.Send(t.Context(), number(uint64(s.fetched)), "play@fieldpost.example", m.To, m.Raw)
		must(t, err)
	}
	all := s.box.List("")
	for _, m := range all[len(all)-n:] {
		if m.To == to {
			return m
		}
	}
	t.Fatalf("none of %d mails is to %s", n, to)
	return mailbox.Mail{}
}
