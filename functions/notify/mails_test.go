package main

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/google/go-cmp/cmp"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/engine/player"
	"fieldpost/functions/internal/notify"
	"fieldpost/functions/internal/replay"
	"fieldpost/functions/internal/secrets"
	"fieldpost/functions/internal/settings"
	"fieldpost/functions/internal/words"
	"fieldpost/infra/bolt"
	"fieldpost/infra/dynamo"
	"fieldpost/infra/ses"
)

// provider is SES: it takes every mail, or answers each mail to an address as is
// said here, a status and a code.
type provider struct {
	answers map[string]string // "400 MessageRejected"
	sent    []string          // to whom
}

func (p *provider) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var mail struct {
		Destination struct{ ToAddresses []string }
	}
	_ = json.NewDecoder(r.Body).Decode(&mail)
	to := strings.Join(mail.Destination.ToAddresses, ",")
	w.Header().Set("Content-Type", "application/json")
	if answer := p.answers[to]; answer != "" {
		status, code, _ := strings.Cut(answer, " ")
		n, _ := strconv.Atoi(status)
		w.Header().Set("X-Amzn-Errortype", code)
		w.WriteHeader(n)
		fmt.Fprintf(w, `{"message": "not to %s"}`, to)
		return
	}
	p.sent = append(p.sent, to)
	_, _ = io.WriteString(w, `{"MessageId": "1"}`)
}

// post is the whole function but for its environment, on a store of this machine.
type post struct {
	*stream
	provider provider
	queue    queue
	store    *bolt.Store
	now      time.Time
}

func newPost(t *testing.T) *post {
	t.Helper()
	store, err := bolt.Open(filepath.Join(t.TempDir(), "store"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	catalog, err := words.Load()
	if err != nil {
		t.Fatal(err)
	}
	p := &post{store: store, now: noon.Add(time.Minute), provider: provider{answers: map[string]string{}}}
	server := httptest.NewServer(&p.provider)
	t.Cleanup(server.Close)
	now := func() time.Time { return p.now }
	sender := ses.New(aws.Config{
		Region: "eu-central-1", BaseEndpoint: &server.URL,
		Credentials: aws.CredentialsProviderFunc(func(context.Context) (aws.Credentials, error) {
			return aws.Credentials{AccessKeyID: "key", SecretAccessKey: "secret"}, nil
		}),
	}, "")
	parts := parts{
		settings: settings.Settings{BaseURL: "https://fieldpost.example", SiteName: "Fieldpost", MailFrom: "play@fieldpost.example"},
		store:    store, counters: store.Counters(), words: catalog, now: now,
		postman: &notify.Postman{Claims: store, Sender: sender, Copies: 3, Now: now},
	}
	notifier, err := parts.notifier(texts(t))
	if err != nil {
		t.Fatal(err)
	}
	p.stream = &stream{
		open:   dynamo.OpenRecord,
		mail:   by(func(context.Context) (*notify.Notifier, error) { return notifier, nil }),
		failed: &p.queue, now: now, log: slog.New(slog.DiscardHandler),
	}
	return p
}

func texts(t *testing.T) []string {
	t.Helper()
	lot := rand.NewChaCha8([32]byte{1})
	links, err := secrets.NewLinkKeys(lot)
	if err != nil {
		t.Fatal(err)
	}
	key, err := secrets.NewKey(lot)
	if err != nil {
		t.Fatal(err)
	}
	return []string{links, key}
}

const (
	ann = "ann@example.org"
	bob = "bob@example.net"
)

// confirmed is a match whose creator has just confirmed: Ann is owed the link to
// her board, Bob an invitation.
func confirmed(t *testing.T) match.Match {
	t.Helper()
	m, err := match.New(match.Create{
		ID: match.ID{1, 2, 3, 4, 5, 6, 7, 8}, Creator: engine.Red, Rules: engine.StandardRules(engine.Duel), Confirmed: true,
		Players: engine.Both[match.Player]{Red: match.Player{Name: "Ann", Address: ann}, Blue: match.Player{Name: "Bob", Address: bob}},
		Keys:    engine.Both[player.Key]{Red: player.Key{0xa}, Blue: player.Key{0xb}},
	}, noon)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// record writes the record of a stored image as DynamoDB's stream has it, with
// the attributes of infra/dynamo.
func record(i match.Image) string {
	bytes := func(b []byte) map[string]string { return map[string]string{"B": base64.StdEncoding.EncodeToString(b)} }
	number := func(n int64) map[string]string { return map[string]string{"N": strconv.FormatInt(n, 10)} }
	keys := map[string]any{"pk": map[string]string{"S": "G#" + i.ID.String()}, "sk": map[string]string{"S": "G"}}
	item := map[string]any{
		"pk": keys["pk"], "sk": keys["sk"], "v": number(int64(i.Version)), "d": bytes(i.Data), "ev": bytes(i.Events),
		"c": bytes(i.Creator[:]), "o": bytes(i.Opponent[:]), "cr": number(i.Created.Unix()),
	}
	if !i.Expires.IsZero() {
		item["ttl"] = number(i.Expires.Unix())
	}
	text, err := json.Marshal(map[string]any{
		"eventName": "INSERT", "eventSource": "aws:dynamodb", "eventVersion": "1.1",
		"dynamodb": map[string]any{"Keys": keys, "NewImage": item, "SequenceNumber": "s" + strconv.FormatUint(i.Version, 10)},
	})
	if err != nil {
		panic(err)
	}
	return string(text)
}

func (p *post) give(t *testing.T, records ...string) (reported []string) {
	t.Helper()
	r, err := p.handle(t.Context(), json.RawMessage(`{"Records": [`+strings.Join(records, ",")+`]}`))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range r.BatchItemFailures {
		reported = append(reported, f.ItemIdentifier)
	}
	return reported
}

// From the stream's record to SES, each mail once, however often the record comes.
func TestMailsOfARecord(t *testing.T) {
	p, i := newPost(t), match.Seal(confirmed(t))
	if err := p.store.Create(t.Context(), i); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if reported := p.give(t, record(i)); reported != nil || len(p.queue.messages) != 0 {
			t.Fatalf("reported %q, kept %q", reported, p.queue.messages)
		}
	}
	if want := []string{ann, bob}; !cmp.Equal(p.provider.sent, want) {
		t.Errorf("sent to %q, want %q", p.provider.sent, want)
	}
}

// What SES answers decides whether a mail is tried again, and that no other is
// sent twice meanwhile.
func TestAnswersOfTheProvider(t *testing.T) {
	for _, c := range []struct {
		name, answer string
		reported     []string // at first
		kept         int
		wait         time.Duration // until Bob's mail can be sent
		again        []string      // reported at once afterwards, SES being well again
		mails        []string      // in the end
	}{
		{"for ever", "400 MessageRejected", nil, 1, 0, nil, []string{ann, bob}},
		{"for the moment", "403 AccessDeniedException", []string{"s2"}, 0, 0, nil, []string{ann, bob}},
		{"unknown", "500 InternalFailure", []string{"s2"}, 0, notify.ClaimLife + time.Second, []string{"s2"}, []string{ann, bob}},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, i := newPost(t), match.Seal(confirmed(t))
			i.Version = 2
			first := i
			first.Version = 1
			if err := p.store.Create(t.Context(), first); err != nil {
				t.Fatal(err)
			}
			if err := p.store.Save(t.Context(), i); err != nil {
				t.Fatal(err)
			}
			p.provider.answers[bob] = c.answer
			if reported := p.give(t, record(i)); !cmp.Equal(reported, c.reported) || len(p.queue.messages) != c.kept {
				t.Errorf("reported %q, kept %q", reported, p.queue.messages)
			}
			if strings.Contains(strings.Join(p.queue.messages, ""), bob) {
				t.Error("the address is told beside the image")
			}
			delete(p.provider.answers, bob)
			if reported := p.give(t, record(i)); !cmp.Equal(reported, c.again) {
				t.Errorf("reported again %q, want %q", reported, c.again)
			}
			p.now = p.now.Add(c.wait)
			if reported := p.give(t, record(i)); reported != nil {
				t.Errorf("reported at last %q", reported)
			}
			if !cmp.Equal(p.provider.sent, c.mails) {
				t.Errorf("sent to %q, want %q", p.provider.sent, c.mails)
			}
		})
	}
}

// While the domain of the site is not verified SES rejects every mail, by the code
// that it has for a recipient. None may be lost by that, nor a shard stand still, and
// a replay must send them all.
func TestSenderIsNotVerified(t *testing.T) {
	p, m := newPost(t), confirmed(t)
	p.provider.answers[ann], p.provider.answers[bob] = "400 MessageRejected", "400 MessageRejected"
	var records []string
	for n := range byte(3) {
		m.ID[0] = 1 + n
		i := match.Seal(m)
		if err := p.store.Create(t.Context(), i); err != nil {
			t.Fatal(err)
		}
		records = append(records, record(i))
	}
	if reported := p.give(t, records...); reported != nil || len(p.queue.messages) != 3 || p.provider.sent != nil {
		t.Fatalf("reported %q, kept %d, sent to %q", reported, len(p.queue.messages), p.provider.sent)
	}
	again := func() (replay.Result, []string) {
		queue := &lying{}
		for _, body := range p.queue.messages {
			queue.messages = append(queue.messages, replay.Message{Body: body})
		}
		r, err := (&replay.Replayer{Function: caller{p.stream}, Queue: queue, Out: io.Discard}).Run(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return r, p.provider.sent
	}
	if r, sent := again(); r != (replay.Result{Kept: 3}) || sent != nil || len(p.queue.messages) != 3 {
		t.Errorf("too early: %+v, sent to %q", r, sent)
	}
	clear(p.provider.answers)
	if r, sent := again(); r != (replay.Result{Handled: 3}) || !cmp.Equal(sent, []string{ann, bob, ann, bob, ann, bob}) {
		t.Errorf("%+v, sent to %q", r, sent)
	}
}

// The image of a newer program, or of none, is kept for one that can read it.
func TestImagesNobodyCanRead(t *testing.T) {
	p, i := newPost(t), match.Seal(confirmed(t))
	newer, damaged := i, i
	newer.Data = append([]byte{0xee}, i.Data[1:]...)
	damaged.Data = i.Data[:len(i.Data)-1]
	if reported := p.give(t, record(newer), record(damaged)); reported != nil || len(p.queue.messages) != 2 || p.provider.sent != nil {
		t.Errorf("reported %q, kept %q, sent to %q", reported, p.queue.messages, p.provider.sent)
	}
	if !strings.Contains(p.queue.messages[0], "newer than this program") {
		t.Errorf("kept as %.120s", p.queue.messages[0])
	}
}

// So is the mail to somebody whose profile a newer program has written, or that is
// damaged. The other player gets his.
func TestProfilesNobodyCanRead(t *testing.T) {
	m := confirmed(t)
	for name, data := range map[string][]byte{"newer": {0xee}, "damaged": {2, 0}} {
		p, i := newPost(t), match.Seal(m)
		if err := p.store.Create(t.Context(), i); err != nil {
			t.Fatal(err)
		}
		if err := p.store.SaveProfile(t.Context(), player.Image{Key: m.Seat(engine.Blue).Key, Version: 1, Data: data}); err != nil {
			t.Fatal(err)
		}
		reported := p.give(t, record(i))
		if reported != nil || len(p.queue.messages) != 1 || !cmp.Equal(p.provider.sent, []string{ann}) {
			t.Errorf("%s: reported %q, kept %q, sent to %q", name, reported, p.queue.messages, p.provider.sent)
		}
	}
}

// Without keys nothing can be composed; it must wait, not be lost.
func TestNoKeys(t *testing.T) {
	p, i := newPost(t), match.Seal(confirmed(t))
	p.mail = by(func(context.Context) (*notify.Notifier, error) { return nil, fmt.Errorf("read parameters: x") })
	if reported := p.give(t, record(i)); !cmp.Equal(reported, []string{"s1"}) || len(p.queue.messages) != 0 {
		t.Errorf("reported %q, kept %q", reported, p.queue.messages)
	}
}

// A damaged secret must be told by its name alone.
func TestDamagedSecrets(t *testing.T) {
	for n, name := range secretNames {
		damaged := texts(t)
		damaged[n] = "5ec4e7" + damaged[n]
		if _, err := (parts{}).notifier(damaged); err == nil || !strings.HasPrefix(err.Error(), name+": ") || strings.Contains(err.Error(), "5ec4e7") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
