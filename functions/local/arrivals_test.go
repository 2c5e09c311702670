package main

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-msgauth/dkim"
	gosmtp "github.com/emersion/go-smtp"
)

const (
	replyDomain = "reply.fieldpost.example"
	annAddress  = "ann@example.org"
	bobAddress  = "bob@example.org"
)

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
	annAnswers string // the address to which she answers its mail
}

// inNewTown opens a new town, and goes on with the test there. It returns the log.
func inNewTown(t *testing.T, test func(*testing.T, *town), flags ...string) string {
	t.Helper()
	w := &town{office: openOffice(t)}
	t.Run("town", func(t *testing.T) {
		env := map[string]string{passwordVariable: officePassword, "FIELDPOST_REPLY_DOMAIN": replyDomain}
		o, err := readOptions(append([]string{
			"-addr", "127.0.0.1:0", "-data", t.TempDir(), "-smtp", w.url, "-mail-from", mailFrom, "-mail-listen", "127.0.0.1:0",
		}, flags...), world{stderr: io.Discard, env: func(name string) (string, bool) { v, ok := env[name]; return v, ok }})
		if err != nil {
			t.Fatal(err)
		}
		w.base, w.s = withOptions(t, &w.log, o, func(at *world) { at.senders = senders{} })
		w.ann, w.bob = newVisitor(t), newVisitor(t)
		test(t, w)
	})
	return w.log.String()
}

// inTown is inNewTown after a game was begun there.
func inTown(t *testing.T, test func(*testing.T, *town), flags ...string) string {
	t.Helper()
	return inNewTown(t, func(t *testing.T, w *town) {
		create(t, w.base, "barrage")
		w.ann.must(t, "POST", newest(t, w.await(t, 1), annAddress).Links.Confirm, form("do", "confirm", "sure", "1"), 200, "confirmed")
		list := w.await(t, 3)
		w.annBoard = newest(t, list, annAddress).Links.Board
		w.bob.must(t, "POST", newest(t, list, bobAddress).Links.Join, form("do", "accept", "sure", "1"), 200, "You are in the game")
		list = w.await(t, 5)
		w.bobBoard = newest(t, list, bobAddress).Links.Board
		setup := form("do", "setup", "submit", "1", "setup", barrage)
		w.ann.must(t, "POST", w.annBoard, setup, 200, "Your setup is in")
		w.bob.must(t, "POST", w.bobBoard, setup, 200, "the game has begun")
		turn := newest(t, w.await(t, 8), annAddress)
		w.annPlaying, w.annAnswers = turn.Links.Moves["e4-e5"], turn.answers()
		test(t, w)
	}, flags...)
}

// bring brings a mail to the town, as another mail server does.
func (w *town) bring(to, raw string) error { return w.bringFrom("", to, raw) }

func (w *town) bringFrom(from, to, raw string) error {
	c, err := gosmtp.Dial(w.s.arrivals.listener.Addr().String())
	if err != nil {
		return err
	}
	defer c.Close()
	return c.SendMail(from, []string{to}, strings.NewReader(raw))
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

// senders is a DNS that knows by what example.org signs.
type senders struct{}

var signer = ed25519.NewKeyFromSeed(bytes.Repeat([]byte{7}, ed25519.SeedSize))

func (senders) LookupTXT(_ context.Context, name string) ([]string, error) {
	if strings.TrimSuffix(name, ".") == "s._domainkey.example.org" {
		return []string{"v=DKIM1; k=ed25519; p=" + base64.StdEncoding.EncodeToString(signer.Public().(ed25519.PublicKey))}, nil
	}
	return nil, &net.DNSError{Err: "no such host", Name: name, IsNotFound: true}
}

func (senders) LookupMX(_ context.Context, name string) ([]*net.MX, error) {
	return nil, &net.DNSError{Err: "no such host", Name: name, IsNotFound: true}
}

func (senders) LookupIPAddr(_ context.Context, name string) ([]net.IPAddr, error) {
	return nil, &net.DNSError{Err: "no such host", Name: name, IsNotFound: true}
}

// answers is the address to which a mail is answered.
func (p post) answers() string { return strings.Trim(p.Headers["Reply-To"], "<>") }

// answer is a mail by Ann.
func answer(says string) string { return answerBy(annAddress, says) }

func answerBy(who, says string) string {
	return "From: <" + who + ">\r\nTo: you\r\nSubject: Re: Stratego\r\nMessage-ID: <1@example.org>\r\n\r\n" + says + "\r\n"
}

// Ann answers her mail, by SMTP, and her move is played; that the mail comes again, or
// to her seat and in another's name, changes nothing. Without it answers would come
// in, and nobody would read them.
func TestMoveBySMTP(t *testing.T) {
	log := inTown(t, func(t *testing.T, w *town) {
		if !strings.HasSuffix(w.annAnswers, "@"+replyDomain) {
			t.Fatalf("answers go to %q", w.annAnswers)
		}
		if err := w.bringFrom("eve@evil.example", w.annAnswers, strings.Replace(answer("e4-e5"), "ann@", "eve@", 1)); err != nil {
			t.Fatal(err)
		}
		w.ann.must(t, "GET", w.annBoard, nil, 200, "Turn 1")
		for range 2 {
			if err := w.bringFrom("ann@example.org", w.annAnswers, answer("e4-e5")); err != nil {
				t.Fatal(err)
			}
			w.bob.must(t, "GET", w.bobBoard, nil, 200, "Turn 2: your move")
		}
	})
	if strings.Contains(log, "@") || strings.Contains(log, "play+") || !strings.Contains(log, "seen before") || strings.Contains(log, "looked at") {
		t.Errorf("the log:\n%s", log)
	}
}

// In mode aligned her mail counts only with a signature of her domain.
func TestMoveBySMTPAligned(t *testing.T) {
	log := inTown(t, func(t *testing.T, w *town) {
		if err := w.bringFrom("ann@example.org", w.annAnswers, answer("e4-e5")); err != nil {
			t.Fatal(err)
		}
		w.ann.must(t, "GET", w.annBoard, nil, 200, "Turn 1")
		if n := w.count(); n != 9 || w.sender("ann@example.org") == "" {
			t.Errorf("%d mails: she is not told", n)
		}
		var signed strings.Builder
		o := &dkim.SignOptions{Domain: "example.org", Selector: "s", Signer: signer, HeaderKeys: []string{"From", "Subject"}}
		if err := dkim.Sign(&signed, strings.NewReader(answer("e4-e5")), o); err != nil {
			t.Fatal(err)
		}
		if err := w.bringFrom("ann@example.org", w.annAnswers, signed.String()); err != nil {
			t.Fatal(err)
		}
		w.bob.must(t, "GET", w.bobBoard, nil, 200, "Turn 2: your move")
	}, "-mail-trust", "aligned")
	for _, says := range []string{"aligned=false lacks=DKIM dkim=missing spf=missing", "aligned=true lacks=none dkim=passed"} {
		if !strings.Contains(log, says) {
			t.Errorf("the log does not say %q:\n%s", says, log)
		}
	}
}

// A game from the invitation to its sixtieth ply by mails alone, each through real
// SMTP out and in. Without it the road of a mail could be good for one move and lose
// its way later: by a claim, a limit of a day, a thread.
func TestSixtyPliesBySMTP(t *testing.T) {
	const plies = 60
	log := inNewTown(t, func(t *testing.T, w *town) {
		create(t, w.base, "barrage")
		w.ann.must(t, "POST", newest(t, w.await(t, 1), annAddress).Links.Confirm, form("do", "confirm", "sure", "1"), 200, "confirmed")
		mails := 3
		// write answers somebody's newest mail, by which so many more go out.
		write := func(who, says string, more int) {
			to := newest(t, w.await(t, mails), who).answers()
			raw := strings.Replace(answerBy(who, says), "<1@", fmt.Sprintf("<%d@", mails), 1)
			if err := w.bringFrom(who, to, raw); err != nil {
				t.Fatalf("%q: %v", says, err)
			}
			mails += more
			w.await(t, mails)
		}
		write(bobAddress, "accept", 3)          // his setup, Ann's, the answer
		write(annAddress, "setup\n"+barrage, 2) // Bob is waited for, the answer
		write(bobAddress, "setup\n"+barrage, 3) // both begin, the answer
		for ply := range plies {
			who := []string{annAddress, bobAddress}[ply%2]
			turn := newest(t, w.await(t, mails), who)
			var quiet []string
			for move := range turn.Links.Moves {
				if !strings.Contains(move, "x") {
					quiet = append(quiet, move)
				}
			}
			if len(quiet) == 0 {
				t.Fatalf("ply %d: no quiet move in\n%s", ply, turn.HTML)
			}
			slices.Sort(quiet)
			write(who, quiet[ply*7%len(quiet)], 2) // the other's turn, the answer
		}
		board := newest(t, w.await(t, mails), annAddress).Links.Board
		w.ann.must(t, "GET", board, nil, 200, fmt.Sprintf("Turn %d: your move", plies+1))
		if n := w.count(); n != mails {
			t.Errorf("%d mails, want %d", n, mails)
		}
	})
	if t.Failed() || strings.Contains(log, "@") || strings.Contains(log, "play+") || strings.Contains(log, "fault=true") {
		t.Errorf("the log:\n%s", log)
	}
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
	for _, says := range []string{"mails come in by SMTP", "fate=passing Bounces=1", `fate="no delivery report"`, `fate="not ours"`, "fate=gone Bounces=1"} {
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
		flags  arrivalFlags
		bySMTP bool
		domain string
		want   arrivalOptions
		says   string
	}{
		{"nothing", arrivalFlags{listen: "", trust: "token"}, true, standardReplyDomain, arrivalOptions{}, ""},
		{"on one's own machine", arrivalFlags{listen: "127.0.0.1:2525", trust: "token"}, false, standardReplyDomain, arrivalOptions{listen: "127.0.0.1:2525"}, ""},
		{"for all", arrivalFlags{listen: ":25", trust: "aligned"}, true, "reply.example", arrivalOptions{listen: ":25", aligned: true}, ""},
		{"no domain", arrivalFlags{listen: ":25", trust: "token"}, true, standardReplyDomain, arrivalOptions{}, "-mail-listen needs -reply-domain"},
		{"no listener", arrivalFlags{listen: "", trust: "token"}, true, "reply.example", arrivalOptions{}, "-reply-domain is of no use"},
		{"nobody to trust", arrivalFlags{listen: "", trust: "aligned"}, false, standardReplyDomain, arrivalOptions{}, "-mail-trust is of no use"},
		{"the mailbox alone", arrivalFlags{listen: "", trust: "token"}, false, "reply.example", arrivalOptions{}, ""},
		{"no port", arrivalFlags{listen: "127.0.0.1", trust: "token"}, false, standardReplyDomain, arrivalOptions{}, `"127.0.0.1" is no host and port`},
		{
			"a certificate",
			arrivalFlags{listen: ":25", trust: "token", cert: "c", key: "k"},
			true, "reply.example",
			arrivalOptions{listen: ":25", cert: "c", key: "k"},
			"",
		},
		{"half a certificate", arrivalFlags{listen: ":25", trust: "token", cert: "c"}, true, "reply.example", arrivalOptions{}, "go together"},
		{"a certificate of nothing", arrivalFlags{trust: "token", cert: "c", key: "k"}, true, standardReplyDomain, arrivalOptions{}, "-mail-cert is of no use"},
		{"no trust", arrivalFlags{listen: ":25", trust: "all"}, false, standardReplyDomain, arrivalOptions{}, `"all" is neither token nor aligned`},
	} {
		got, err := c.flags.read(c.bySMTP, c.domain)
		if c.says != "" {
			if err == nil || !strings.Contains(err.Error(), c.says) {
				t.Errorf("%s: %v", c.name, err)
			}
		} else if err != nil || got != c.want {
			t.Errorf("%s: %+v, %v", c.name, got, err)
		}
	}
}

// A port that is taken must be named, and leave nothing open behind it.
func TestArrivalsPortTaken(t *testing.T) {
	_, s := withOptions(t, io.Discard, options{
		addr: "127.0.0.1:0", data: t.TempDir(), mailFrom: mailboxSender, replies: standardReplyDomain, arrivals: arrivalOptions{listen: "127.0.0.1:0"},
	})
	w := system()
	w.stderr = io.Discard
	data := t.TempDir()
	for range 2 { // the second finds the store closed
		_, err := open(t.Context(), options{
			addr: "127.0.0.1:0", data: data, mailFrom: mailboxSender, replies: standardReplyDomain, arrivals: arrivalOptions{listen: s.arrivals.listener.Addr().String()},
		}, w)
		if err == nil || !strings.Contains(err.Error(), "-mail-listen") {
			t.Error(err)
		}
	}
}
