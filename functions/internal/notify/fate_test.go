package notify_test

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"fieldpost/engine/player"
	"fieldpost/functions/internal/mail"
	"fieldpost/functions/internal/metrics"
	"fieldpost/functions/internal/notify"
)

// Each try at a mail has one line, and a mail that was sent before none. Without it
// the alarm of moves without mails would be false, or never come.
func TestFates(t *testing.T) {
	for _, c := range []struct {
		name    string
		fault   fault
		call    string
		unasked bool // nobody wants mails
		want    []string
	}{
		{name: "sent", want: []string{"sent Mails=1"}},
		{name: "not wanted", unasked: true, want: []string{"unwanted MailsSpared=1", "unwanted MailsSpared=1"}},
		{name: "refused", call: "send", fault: refused, want: []string{"failed send MailsFailed=1", "failed send MailsFailed=1"}},
		{name: "without claims", call: "take", fault: failed, want: []string{"failed claim MailsFailed=1", "failed claim MailsFailed=1"}},
		{name: "sent, not marked", call: "mark", fault: failed, want: []string{"sent Mails=1", "failed mark MailsFailed=1", "failed mark MailsFailed=1"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld()
			image := w.store(line(t)[5])
			w.fault = func(call string) fault {
				if call == c.call {
					return c.fault
				}
				return fine
			}
			n, b := w.notifier(), &bytes.Buffer{}
			if c.unasked {
				n.Consent = nobody{}
			}
			n.Postman.Tell = notify.Log(metrics.Log(b, ""))
			for range 2 {
				_ = n.Handle(ctx, image)
				w.pass(time.Hour)
			}
			var got []string
			for text := range strings.Lines(b.String()) {
				var l map[string]any
				if err := json.Unmarshal([]byte(text), &l); err != nil {
					t.Fatalf("%v in %s", err, text)
				}
				text = l["outcome"].(string)
				if l["step"] != nil {
					text += " " + l["step"].(string)
				}
				for _, name := range []string{"Mails", "MailsSpared", "MailsFailed"} {
					if l[name] != nil {
						text += " " + name + "=1"
					}
				}
				if l["kind"] != "your-turn" || l["game"] != image.ID.String() || l["seat"] == nil {
					t.Errorf("the line is %v", l)
				}
				got = append(got, text)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
}

// nobody wants any mail.
type nobody struct{}

func (nobody) Mails(context.Context, player.Key, player.Key, mail.Kind) (player.Profile, bool, error) {
	return player.Profile{}, false, nil
}

// A mail of no game is told by its kind, and a claim of another's is no failure.
func TestFateOfAStranger(t *testing.T) {
	w, b := newWorld(), &bytes.Buffer{}
	p := w.notifier().Postman
	p.Tell = notify.Log(slog.New(slog.NewTextHandler(b, nil)))
	letter := lost
	letter.Kind = "lost-link"
	if err := p.Post(ctx, "P#1/C#1", letter); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Take(ctx, "P#1/C#2", w.now, w.now.Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
	if err := p.Post(ctx, "P#1/C#2", letter); err == nil {
		t.Fatal("it was sent beside another's")
	}
	if got := b.String(); strings.Count(got, "\n") != 1 || !strings.HasSuffix(got, `msg="mail out" kind=lost-link outcome=sent Mails=1`+"\n") {
		t.Errorf("the log is %s", got)
	}
}
