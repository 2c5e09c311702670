package site

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	said "fieldpost/functions/internal/inbound/letter"
)

// desk keeps the mails that are handed in.
type desk struct {
	taken []handedIn
	err   error
}

type handedIn struct {
	from, to string
	raw      []byte
}

func (d *desk) Answer(_ context.Context, from, to string, raw []byte) error {
	d.taken = append(d.taken, handedIn{from, to, raw})
	return d.err
}

// withReplies is a world whose mailbox has two mails, of which one can be answered.
func withReplies(t *testing.T) (*world, *desk) {
	t.Helper()
	w, d := newWorld(t), &desk{}
	w.mails = slices.Clone(twoMails)
	w.mails[0].ReplyTo = "play+abc@reply.localhost"
	w.mails[0].Headers = map[string]string{"Message-Id": "<1@localhost>", "References": "<g.red@localhost>"}
	c := w.config(w.app)
	c.Mailbox, c.Answers = &w.mails, d
	w.site = New(c)
	return w, d
}

// The reply box sends what a mail program would: from the reader, to the mail's own
// address, above the quoted mail.
func TestReplyBox(t *testing.T) {
	w, d := withReplies(t)
	page := w.browser().ask("GET", base+"/mailbox/1", nil, fromHome)
	want(t, page.status, page.page, 200, `<textarea id="reply" name="text"`, `action="`+base+`/mailbox/1"`)
	a := w.browser().ask("POST", base+"/mailbox/1", form("text", "Grüße!\r\n\r\nsetup\r\nM98\r\n.From: eve@example.com"), fromHome)
	want(t, a.status, a.page, 200, "Your answer is sent")
	if len(d.taken) != 1 {
		t.Fatalf("%d mails", len(d.taken))
	}
	in := d.taken[0]
	if in.from != "ann@example.org" || in.to != "play+abc@reply.localhost" {
		t.Errorf("from %q to %q", in.from, in.to)
	}
	l, err := said.Read(in.raw)
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Join(l.Lines, "\n")
	if !slices.Equal(l.From, []string{"ann@example.org"}) || l.Subject != "Re: Stratego" || !slices.Equal(l.InReplyTo, []string{"<1@localhost>"}) ||
		!slices.Equal(l.References, []string{"<g.red@localhost>", "<1@localhost>"}) || l.MessageID == "" ||
		!strings.HasPrefix(text, "Grüße!\n\nsetup\nM98\n.From: eve@example.com") || strings.Contains(text, "Your turn 1") {
		t.Errorf("%+v", l)
	}
	again := w.browser().ask("POST", base+"/mailbox/1", form("text", "board"), fromHome)
	if second, err := said.Read(d.taken[1].raw); err != nil || second.MessageID == l.MessageID || again.status != http.StatusOK {
		t.Errorf("two answers are one mail: %v", err)
	}
}

// Where nobody takes answers there is no box, and nothing is taken from elsewhere.
func TestNoReplyBox(t *testing.T) {
	w, d := withReplies(t)
	if page := w.browser().ask("GET", base+"/mailbox/2", nil, fromHome); strings.Contains(page.page, "<textarea") {
		t.Error("a mail that nobody answers has a box")
	}
	for at, status := range map[string]int{"/mailbox/2": 400, "/mailbox/3": 404} {
		if a := w.browser().ask("POST", base+at, form("text", "board"), fromHome); a.status != status {
			t.Errorf("%s: %d", at, a.status)
		}
	}
	if a := w.browser().ask("POST", base+"/mailbox/1", form("text", "board"), func(r *http.Request) {
		r.RemoteAddr, r.Host = "192.0.2.7:1", "localhost"
	}); a.status != http.StatusForbidden {
		t.Errorf("from elsewhere: %d", a.status)
	}
	if len(d.taken) != 0 {
		t.Error("something was taken")
	}
	d.err = errors.New("no answer from ann@example.org")
	if a := w.browser().ask("POST", base+"/mailbox/1", form("text", "board"), fromHome); a.status != 500 || strings.Contains(a.page, "no answer") {
		t.Errorf("a failure: %d", a.status)
	}
	plain := newWorld(t)
	plain.mails = w.mails
	if page := plain.browser().ask("GET", base+"/mailbox/1", nil, fromHome); strings.Contains(page.page, "<textarea") {
		t.Error("a box, and nobody who takes answers")
	}
}

// The privacy page says of answers what is true of this site.
func TestPrivacyOfAnswers(t *testing.T) {
	w, _ := withReplies(t)
	_, page := w.browser().get(base + "/privacy")
	if !strings.Contains(page, "The address to which you answer a mail") || strings.Contains(page, "the mail itself is deleted") {
		t.Error("of answers in the mailbox")
	}
	c := w.config(w.app)
	c.AnswersKept = 7 * 24 * time.Hour
	w.site = New(c)
	if _, page = w.browser().get(base + "/privacy"); !strings.Contains(page, "the mail itself is deleted after 7 days") {
		t.Error("of answers that are kept")
	}
	w.site = New(w.config(w.app))
	if _, page = w.browser().get(base + "/privacy"); strings.Contains(page, "you answer") {
		t.Error("of a site that takes none")
	}
}
