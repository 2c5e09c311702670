package main

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	gosmtp "github.com/emersion/go-smtp"
)

const replyDomain = "reply.fieldpost.example"

// town is a server that sends by the office and takes mails in, with a game that has
// begun.
type town struct {
	*office
	s          *server
	base       string
	log        bytes.Buffer // read when the server has ended
	ann, bob   *visitor
	annBoard   string
	bobBoard   string
	annPlaying string // the link of her first move
}

// inTown begins a game in a new town, and goes on with the test there.
func inTown(t *testing.T, test func(*testing.T, *town)) string {
	t.Helper()
	const red, blue = "ann@example.org", "bob@example.org"
	w := &town{office: openOffice(t)}
	t.Run("town", func(t *testing.T) {
		env := map[string]string{passwordVariable: officePassword, "FIELDPOST_REPLY_DOMAIN": "Reply.Fieldpost.Example"}
		o, err := readOptions([]string{
			"-addr", "127.0.0.1:0", "-data", t.TempDir(), "-smtp", w.url, "-mail-from", mailFrom, "-mail-listen", "127.0.0.1:0",
		}, world{stderr: io.Discard, env: func(name string) (string, bool) { v, ok := env[name]; return v, ok }})
		if err != nil {
			t.Fatal(err)
		}
		w.base, w.s = withOptions(t, &w.log, o)
		w.ann, w.bob = newVisitor(t), newVisitor(t)
		create(t, w.base, "barrage")
		w.ann.must(t, "POST", newest(t, w.await(t, 1), red).Links.Confirm, form("do", "confirm", "sure", "1"), 200, "confirmed")
		list := w.await(t, 3)
		w.annBoard = newest(t, list, red).Links.Board
		w.bob.must(t, "POST", newest(t, list, blue).Links.Join, form("do", "accept", "sure", "1"), 200, "You are in the game")
		list = w.await(t, 5)
		w.bobBoard = newest(t, list, blue).Links.Board
		setup := form("do", "setup", "submit", "1", "setup", barrage)
		w.ann.must(t, "POST", w.annBoard, setup, 200, "Your setup is in")
		w.bob.must(t, "POST", w.bobBoard, setup, 200, "the game has begun")
		w.annPlaying = newest(t, w.await(t, 8), red).Links.Moves["e4-e5"]
		test(t, w)
	})
	return w.log.String()
}

// bring brings a mail to the town, as another mail server does.
func (w *town) bring(to, raw string) error {
	c, err := gosmtp.Dial(w.s.arrivals.listener.Addr().String())
	if err != nil {
		return err
	}
	defer c.Close()
	return c.SendMail("", []string{to}, strings.NewReader(raw))
}

// sees waits until a player's board says something.
func sees(t *testing.T, v *visitor, board, says string) {
	t.Helper()
	late := time.After(patience)
	for !strings.Contains(v.must(t, "GET", board, nil, 200, ""), says) {
		select {
		case <-late:
			t.Fatalf("the board does not say %q", says)
		case <-time.After(10 * time.Millisecond):
		}
	}
}

func returned(t *testing.T, name string) string {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join("..", "internal", "feedback", "testdata", "returned", name+".eml"))
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

// wantCode wants an error to be a refusal with a code.
func wantCode(t *testing.T, what string, err error, code int) {
	t.Helper()
	if refusal, ok := errors.AsType[*gosmtp.SMTPError](err); !ok || refusal.Code != code {
		t.Errorf("%s: %v, want %d", what, err, code)
	}
}

// A report on a mail comes to the address on its envelope, and both players see that
// mails to Bob come back; an absence changes nothing, and nothing is passed on.
// Without it the parts could fit each for itself alone.
func TestReportEndsTheMails(t *testing.T) {
	log := inTown(t, func(t *testing.T, w *town) {
		const full = "Mails to Bob come back"
		back := w.sender("bob@example.org")
		box, domain, _ := strings.Cut(back, "@")
		if !strings.HasPrefix(box, "bounce+") || len(box) > 64 || domain != replyDomain || back == w.sender("ann@example.org") {
			t.Fatalf("the mail came from %s", back)
		}
		for _, name := range []string{"out-of-office", "postfix-delayed", "exim-full", "qmail"} {
			if err := w.bring(back, returned(t, name)); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		if err := w.bring("bounce+aeaq@"+replyDomain, returned(t, "postfix-unknown")); err != nil {
			t.Errorf("to a token that is none: %v", err)
		}
		wantCode(t, "relaying", w.bring("bob@example.org", returned(t, "out-of-office")), 550)
		wantCode(t, "too large", w.bring(back, returned(t, "out-of-office")+strings.Repeat("x\r\n", 1<<19)), 552)
		if page := w.ann.must(t, "GET", w.annBoard, nil, 200, "Turn 1"); strings.Contains(page, full) {
			t.Error("Bob's mails come back for nothing")
		}
		if err := w.bring(strings.ToUpper(back), returned(t, "postfix-unknown")); err != nil {
			t.Fatal(err)
		}
		w.ann.must(t, "GET", w.annBoard, nil, 200, full)
		w.bob.must(t, "GET", w.bobBoard, nil, 200, "to your address come back")
		if n := w.count(); n != 8 {
			t.Errorf("%d mails were sent: there is an answer to a report", n)
		}
	})
	for _, says := range []string{"mails come in by SMTP", "fate=passing", `fate="no delivery report"`, `fate="not ours"`, "fate=gone"} {
		if !strings.Contains(log, says) {
			t.Errorf("the log does not say %q:\n%s", says, log)
		}
	}
	if strings.Contains(log, "@") || strings.Contains(log, "bounce+") || strings.Contains(log, "level=ERROR") {
		t.Errorf("the log:\n%s", log)
	}
}

// The mail server knows at once that there is no such mailbox. Without it nobody
// would learn of it but the host.
func TestRefusalEndsTheMails(t *testing.T) {
	inTown(t, func(t *testing.T, w *town) {
		w.set(&gosmtp.SMTPError{Code: 550, EnhancedCode: gosmtp.EnhancedCode{5, 1, 1}, Message: "<bob@example.org> unknown"})
		w.ann.must(t, "POST", w.annPlaying, form("do", "play", "sure", "1"), 200, "Your move is played")
		sees(t, w.ann, w.annBoard, "Mails to Bob come back")
	})
}

// What speaks of the host's account is nothing of Bob's.
func TestRefusalOfTheAccount(t *testing.T) {
	inTown(t, func(t *testing.T, w *town) {
		w.set(&gosmtp.SMTPError{Code: 554, EnhancedCode: gosmtp.EnhancedCode{5, 7, 1}, Message: "Relay access denied"})
		w.ann.must(t, "POST", w.annPlaying, form("do", "play", "sure", "1"), 200, "Your move is played")
		wait(t, "refused", w.refused)
		if err := w.s.loop.Settle(t.Context()); err != nil { // what follows from it is done
			t.Fatal(err)
		}
		if strings.Contains(w.ann.must(t, "GET", w.annBoard, nil, 200, "Turn 2"), "come back") {
			t.Error("Bob's mails come back")
		}
	})
}

// A report that cannot be noted is brought again.
func TestReportIsNotLost(t *testing.T) {
	inTown(t, func(t *testing.T, w *town) {
		back := w.sender("bob@example.org")
		taker := w.s.arrivals.server.Taker.(*arrivals)
		people := taker.returned.People
		taker.returned.People = nil // whoever calls it panics
		wantCode(t, "a report that nobody notes", w.bring(back, returned(t, "postfix-unknown")), 451)
		taker.returned.People = people
		if err := w.bring(back, returned(t, "postfix-unknown")); err != nil {
			t.Fatal(err)
		}
		w.ann.must(t, "GET", w.annBoard, nil, 200, "Mails to Bob come back")
	})
}

// Without it a wrong flag would be found out by the first mail that does not come.
func TestArrivalOptions(t *testing.T) {
	for _, c := range []struct {
		name   string
		o      arrivalOptions
		bySMTP bool
		domain string
		says   string
	}{
		{"nothing", arrivalOptions{}, true, "", ""},
		{"on one's own machine", arrivalOptions{listen: "127.0.0.1:2525"}, false, "reply.localhost", ""},
		{"for all", arrivalOptions{listen: ":25", domain: "Reply.Example"}, true, "reply.example", ""},
		{"no domain", arrivalOptions{listen: ":25"}, true, "", "-mail-listen needs -reply-domain"},
		{"no listener", arrivalOptions{domain: "reply.example"}, true, "", "-reply-domain is of no use"},
		{"no listener beside the mailbox", arrivalOptions{domain: "reply.example"}, false, "", ""},
		{"no port", arrivalOptions{listen: "127.0.0.1"}, false, "", `"127.0.0.1" is no host and port`},
		{"an address", arrivalOptions{listen: ":25", domain: "ann@reply.example"}, false, "", "is no domain"},
		{"no name", arrivalOptions{listen: ":25", domain: "reply example"}, false, "", "is no domain"},
	} {
		err := c.o.check(c.bySMTP)
		if c.says != "" {
			if err == nil || !strings.Contains(err.Error(), c.says) {
				t.Errorf("%s: %v", c.name, err)
			}
		} else if err != nil || c.o.replyDomain() != c.domain {
			t.Errorf("%s: %q, %v", c.name, c.o.replyDomain(), err)
		}
	}
}

// A port that is taken must be named, and leave nothing open behind it.
func TestArrivalsPortTaken(t *testing.T) {
	_, s := withOptions(t, io.Discard, options{
		addr: "127.0.0.1:0", data: t.TempDir(), mailFrom: mailboxSender, arrivals: arrivalOptions{listen: "127.0.0.1:0"},
	})
	w := system()
	w.stderr = io.Discard
	data := t.TempDir()
	for range 2 { // the second finds the store closed
		_, err := open(t.Context(), options{
			addr: "127.0.0.1:0", data: data, mailFrom: mailboxSender, arrivals: arrivalOptions{listen: s.arrivals.listener.Addr().String()},
		}, w)
		if err == nil || !strings.Contains(err.Error(), "-mail-listen") {
			t.Error(err)
		}
	}
}
