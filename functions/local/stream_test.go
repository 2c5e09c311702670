package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fieldpost/engine/match"
	"fieldpost/functions/internal/mail"
	"fieldpost/functions/internal/notify"
	"fieldpost/functions/internal/words"
	"fieldpost/infra/bolt"
	"fieldpost/infra/dynamo"
	"fieldpost/infra/dynamo/dynamotest"
)

// postbox keeps mails by their keys, and counts them.
type postbox struct {
	mails map[string]string
	count int
}

func (b *postbox) Send(_ context.Context, key, _, to string, raw []byte) (string, error) {
	if b.mails == nil {
		b.mails = make(map[string]string)
	}
	b.mails[key] = to + "\n" + string(raw)
	b.count++
	return key, nil
}

// notifierOn returns a notifier whose claims are in a store.
func notifierOn(t *testing.T, data string, store interface {
	notify.Games
	notify.Claims
}, box *postbox,
) *notify.Notifier {
	t.Helper()
	keys, err := linkKeys(data, system().random)
	if err != nil {
		t.Fatal(err)
	}
	catalog, err := words.Load()
	if err != nil {
		t.Fatal(err)
	}
	return &notify.Notifier{
		Games: store, Postman: &notify.Postman{Claims: store, Sender: box, Now: system().now},
		Composer: &mail.Composer{
			Links: keys, Words: catalog, BaseURL: "https://play.example", SiteName: "Fieldpost",
			Sender: "play@play.example", Secret: []byte("0123456789abcdef"),
		},
	}
}

// streamRecord is a record of the table's stream as a function on AWS gets it.
type streamRecord struct {
	EventName string
	Dynamodb  struct {
		Keys           struct{ SK struct{ S string } }
		NewImage       json.RawMessage
		SequenceNumber string
	}
}

// streamRecords reads the whole stream of the table, and returns what the filter of
// the notify function lets through: games, inserted or modified.
func streamRecords(t *testing.T, d desk) (games []streamRecord, others int) {
	t.Helper()
	read := func(call, body string, v any) {
		t.Helper()
		if err := json.Unmarshal(d.Stream(t, call, body), v); err != nil {
			t.Fatalf("%s: %v", call, err)
		}
	}
	var list struct{ Streams []struct{ StreamArn string } }
	read("ListStreams", `{"TableName":"`+d.table+`"}`, &list)
	if len(list.Streams) != 1 {
		t.Fatalf("%d streams", len(list.Streams))
	}
	arn := list.Streams[0].StreamArn
	var stream struct {
		StreamDescription struct{ Shards []struct{ ShardID string } }
	}
	read("DescribeStream", `{"StreamArn":"`+arn+`"}`, &stream)
	for _, shard := range stream.StreamDescription.Shards {
		var at struct{ ShardIterator string }
		read("GetShardIterator", fmt.Sprintf(`{"StreamArn":%q,"ShardId":%q,"ShardIteratorType":"TRIM_HORIZON"}`, arn, shard.ShardID), &at)
		for at.ShardIterator != "" {
			var page struct {
				Records           []streamRecord
				NextShardIterator string
			}
			read("GetRecords", fmt.Sprintf(`{"ShardIterator":%q}`, at.ShardIterator), &page)
			for _, r := range page.Records {
				if r.Dynamodb.Keys.SK.S == "G" && r.EventName != "REMOVE" {
					games = append(games, r)
				} else {
					others++
				}
			}
			at.ShardIterator = page.NextShardIterator
			if len(page.Records) == 0 {
				break
			}
		}
	}
	return games, others
}

// Two games are played on DynamoDB, and the records of its stream are all that the
// notifier gets. Each accepted write is one record, in the order of each game; and
// each mail is the one, byte for byte, that the store of this program would have
// sent. Whatever is delivered twice, as streams do, sends nothing more.
func TestDynamoStreamFeedsNotifier(t *testing.T) {
	d := newDesk(t, dynamotest.Moto(t, os.Getenv("FIELDPOST_MOTO")), true)
	a, line, ids := appOn(d, nil), duelLine(t), []match.ID{{5}, {6}}
	accepted := map[match.ID][]match.Image{}
	keep := func(m match.Match, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		accepted[m.ID] = append(accepted[m.ID], match.Seal(m))
	}
	for _, id := range ids {
		keep(a.Create(t.Context(), duel(id)))
	}
	for _, c := range line {
		for _, id := range ids {
			keep(a.Do(t.Context(), id, c))
		}
	}
	if _, err := a.Do(t.Context(), ids[0], line[0]); err == nil { // refused: no record
		t.Fatal("a game was confirmed twice")
	}

	records, others := streamRecords(t, d)
	if others != 0 {
		t.Errorf("%d records of nothing that was written", others)
	}
	var images []match.Image
	got := map[match.ID][]match.Image{}
	for n, r := range records {
		i, err := dynamo.OpenRecord(r.Dynamodb.NewImage)
		if err != nil {
			t.Fatal(err)
		}
		images = append(images, i)
		got[i.ID] = append(got[i.ID], i)
		if n > 0 && !later(records[n-1].Dynamodb.SequenceNumber, r.Dynamodb.SequenceNumber) {
			t.Errorf("record %d has number %q after %q", n, r.Dynamodb.SequenceNumber, records[n-1].Dynamodb.SequenceNumber)
		}
	}
	if diff := cmp.Diff(accepted, got); diff != "" {
		t.Fatalf("other records than writes: %s", diff)
	}

	data := t.TempDir()
	var box, local postbox
	far := notifierOn(t, data, d.store(nil), &box)
	near := notifierOn(t, data, boltWith(t, images), &local)
	for _, i := range slices.Concat(images, images[3:5], images) {
		if err := far.Handle(t.Context(), i); err != nil {
			t.Error(err)
		}
	}
	for _, i := range images {
		if err := near.Handle(t.Context(), i); err != nil {
			t.Error(err)
		}
	}
	if diff := cmp.Diff(local.mails, box.mails); diff != "" {
		t.Errorf("other mails than by the store on bbolt: %s", diff)
	}
	if box.count != len(box.mails) || box.count == 0 {
		t.Errorf("%d mails were sent %d times", len(box.mails), box.count)
	}
	again, others := streamRecords(t, d)
	if len(again) != len(records) || others == 0 {
		t.Errorf("%d records of games and %d others: the claims are no games", len(again), others)
	}
}

// later reports whether the number b is above a: both have any number of digits.
func later(a, b string) bool {
	a, b = strings.TrimLeft(a, "0"), strings.TrimLeft(b, "0")
	return len(a) < len(b) || len(a) == len(b) && a < b
}

// boltWith returns a store on bbolt to which images were saved in their order.
func boltWith(t *testing.T, images []match.Image) *bolt.Store {
	t.Helper()
	s, err := bolt.Open(t.TempDir() + "/fieldpost.db")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	for _, i := range images {
		put := s.Save
		if i.Version == 1 {
			put = s.Create
		}
		if err := put(t.Context(), i); err != nil {
			t.Fatal(err)
		}
	}
	return s
}
