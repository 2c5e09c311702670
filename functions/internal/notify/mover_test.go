package notify_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"fieldpost/engine/match"
	"fieldpost/engine/player"
	"fieldpost/functions/internal/notify"
)

// Each mail of a change goes to its own address, once, and never twice however often
// it is asked for.
func TestMailsOfAChange(t *testing.T) {
	w := newWorld()
	s := &notify.Strangers{Composer: writer(t), Postman: w.notifier().Postman}
	c, err := match.NewAddressChange(match.AddressChange{
		ID: match.ChangeID{1}, From: player.Key{1}, To: player.Key{2}, Old: "old@example.org", New: "new@example.org",
	}, monday)
	if err != nil {
		t.Fatal(err)
	}
	moved := c.Confirm(nil, false, monday)
	for _, send := range []struct {
		to   string
		send func(context.Context) error
	}{
		{c.New, func(ctx context.Context) error { return s.AskMove(ctx, c) }},
		{c.Old, func(ctx context.Context) error { return s.TellMoved(ctx, moved) }},
		{c.New, func(ctx context.Context) error {
			return s.TellUndone(ctx, moved.Pass(match.ChangeUndoing), monday.Add(time.Hour))
		}},
	} {
		before := len(w.sent)
		for range 2 {
			if err := send.send(t.Context()); err != nil {
				t.Error(err)
			}
		}
		if len(w.sent) != before+1 || !strings.Contains(w.mails[w.sent[before]], "To: <"+send.to+">") {
			t.Errorf("%d mails, not one to %s", len(w.sent)-before, send.to)
		}
	}
	if err := s.AskMove(t.Context(), moved); err == nil {
		t.Error("a change that is done is asked for")
	}
}
