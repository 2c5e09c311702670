package main

import (
	"context"
	"slices"
	"testing"
	"time"

	"fieldpost/engine/match"
	"fieldpost/engine/player"
	"fieldpost/functions/internal/digest"
	"fieldpost/functions/internal/mail"
	"fieldpost/functions/internal/players"
	"fieldpost/infra/dynamo/dynamotest"
)

// sent takes mails of the day.
type sent []string

func (s *sent) MailDay(_ context.Context, _ string, to mail.Recipient, _ mail.Day, _ time.Time) error {
	*s = append(*s, to.Address)
	return nil
}

// What the rounds with the mails of the day ask of DynamoDB: nearly nothing where nobody
// is due, and of who is due his profile, his games and his next alarm. A match's alarm
// is none of theirs. docs/performance.md says what that costs.
func TestDynamoRounds(t *testing.T) {
	d, id := dynalite(t), match.ID{3}
	way := &dynamotest.Way{}
	a, store := appOn(d, nil), d.store(way)
	a.Now = func() time.Time { return monday }
	m, err := a.Create(t.Context(), duel(id))
	for _, c := range duelLine(t)[:4] {
		if err == nil {
			m, err = a.Do(t.Context(), id, c)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	key := m.Seat(m.Game.ToMove()).Key
	he, _ := player.Profile{Key: key}.Seen("him@example.org", "en", "UTC")
	he, _ = he.SetMode(player.Daily)
	he, _ = he.Use(monday, true) // as every save notes it
	he = he.Wind(monday, time.UTC)
	if err := d.store(nil).SaveProfile(t.Context(), player.Seal(he)); err != nil {
		t.Fatal(err)
	}
	var mails sent
	r := &digest.Rounds{
		People: &players.Players{Profiles: store, Lists: store, Now: func() time.Time { return monday }}, Alarms: store, Post: &mails,
		Now: func() time.Time { return monday }, Most: 100, Span: time.Minute, Report: func(err error) { t.Error(err) },
	}
	for _, step := range []struct {
		name  string
		at    time.Time
		want  digest.Swept
		looks []string // beside the question of each shard
	}{
		{"nobody is due", he.Alarm.Add(-time.Second), digest.Swept{}, nil},
		{"somebody is", he.Alarm, digest.Swept{Sent: 1}, []string{"GetItem", "Query", "Query", "BatchGetItem", "GetItem", "PutItem"}},
		{"at once again", he.Alarm, digest.Swept{}, nil},
	} {
		before := len(way.Calls())
		got, err := r.Sweep(t.Context(), step.at)
		if err != nil || got != step.want {
			t.Errorf("%s: %+v, %v", step.name, got, err)
		}
		want := slices.Insert(slices.Repeat([]string{"Query"}, player.AlarmShards), key.AlarmShard()+1, step.looks...)
		if got := way.Calls()[before:]; !slices.Equal(got, want) {
			t.Errorf("%s: asks for %q, want %q", step.name, got, want)
		}
	}
	if !slices.Equal(mails, []string{"him@example.org"}) {
		t.Errorf("mails to %q", mails)
	}
}
