package main

import (
	"bytes"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-msgauth/dkim"
	gosmtp "github.com/emersion/go-smtp"

	"fieldpost/functions/internal/demo"
	"fieldpost/functions/internal/notify"
	"fieldpost/functions/internal/panics"
	"fieldpost/infra/smtp"
)

const mailFrom = "games@fieldpost.example"

// shortGame is over when Red's scout takes the flag.
const shortGame = `short
barrage

22M9S.....
..........
..........
FB3.......

S22M9.....
..........
..........
..3.B....F

b4-b5 j7-j6 b5-b6 i7-i6 a4-a10
`

// keyFile makes a key to sign with.
func keyFile(t *testing.T) string {
	t.Helper()
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "dkim.pem")
	text := pem.EncodeToMemory(&pem.Block{Type: "RSA PRIVATE KEY", Bytes: x509.MarshalPKCS1PrivateKey(key)})
	if err := os.WriteFile(name, text, 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

// A whole game through a mail server, on a public address and plain http, each
// mail signed. Without it the parts that a host has beside the demo's would not
// fit one another.
func TestWholeGameBySMTP(t *testing.T) {
	const base = "http://fieldpost.test"
	mails, key := openOffice(t), keyFile(t)
	env := map[string]string{"FIELDPOST_SMTP_PASSWORD": officePassword, "FIELDPOST_DKIM_SELECTOR": "mail2026"}
	o, err := readOptions([]string{
		"-addr", "0.0.0.0:0", "-base-url", base, "-data", t.TempDir(),
		"-smtp", mails.url, "-mail-from", mailFrom, "-dkim-key", key,
	}, world{stderr: io.Discard, env: func(name string) (string, bool) { v, ok := env[name]; return v, ok }})
	if err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer // slog writes line by line, and is read when the server has ended
	t.Run("play", func(t *testing.T) {
		address, _ := withOptions(t, &log, o)
		_, port, err := net.SplitHostPort(strings.TrimPrefix(address, "http://"))
		if err != nil {
			t.Fatal(err)
		}
		players := newBrowsers(mails, base, net.JoinHostPort("127.0.0.1", port))
		defer players.inner.CloseIdleConnections()
		script, err := demo.ParseScript(shortGame)
		if err != nil {
			t.Fatal(err)
		}
		sum, err := demo.Play(t.Context(), demo.Config{URL: base, Script: script, Out: io.Discard, Every: 1000, Transport: players})
		if err != nil {
			t.Fatal(err)
		}
		if want := len(script.Moves) + 9; sum.Mails != want || mails.count() != want {
			t.Errorf("%d mails were read and %d taken, want %d", sum.Mails, mails.count(), want)
		}
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, base+"/mailbox", nil)
		if err != nil {
			t.Fatal(err)
		}
		answer, err := players.inner.RoundTrip(request)
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		if answer.StatusCode != http.StatusNotFound {
			t.Errorf("/mailbox is there: status %d", answer.StatusCode)
		}
	})
	signer, err := readDKIM(o.dkim)
	if err != nil {
		t.Fatal(err)
	}
	name, text := signer.Record()
	lookup := func(domain string) ([]string, error) {
		if domain != name {
			return nil, errors.New("no such record")
		}
		return []string{text}, nil
	}
	for _, m := range mails.box.List("") {
		raw, err := mails.box.Raw(m.ID)
		if err != nil {
			t.Fatal(err)
		}
		found, err := dkim.VerifyWithOptions(bytes.NewReader(raw), &dkim.VerifyOptions{LookupTXT: lookup})
		if err != nil || len(found) != 1 || found[0].Err != nil || found[0].Domain != "fieldpost.example" {
			t.Fatalf("%s is not signed well: %v, %v", m.Subject, found, err)
		}
		if !strings.HasSuffix(m.From, "<"+mailFrom+">") || !strings.HasSuffix(m.Headers["Message-ID"], "@fieldpost.example>") {
			t.Fatalf("%s is from %s, %s", m.Subject, m.From, m.Headers["Message-ID"])
		}
	}
	for _, says := range []string{"mails go out by SMTP", "mail2026._domainkey.fieldpost.example", text} {
		if !strings.Contains(log.String(), says) {
			t.Errorf("the log does not say %q", says)
		}
	}
	for _, secret := range []string{officePassword, mailFrom, "example.org", "PRIVATE KEY", "level=WARN", "level=ERROR"} {
		if strings.Contains(log.String(), secret) {
			t.Errorf("the log says %q:\n%s", secret, &log)
		}
	}
}

// The mail server refuses, and the program is killed over it. Without it a mail
// that nobody took would be forgotten, and the game with it, or be sent twice.
func TestRefusedMailSurvivesKill9(t *testing.T) {
	mails := openOffice(t)
	mails.set(&gosmtp.SMTPError{Code: 450, EnhancedCode: gosmtp.EnhancedCode{4, 2, 0}, Message: "<ann@example.org> is busy"})
	t.Setenv(passwordVariable, officePassword)
	args := []string{"-addr", "127.0.0.1:0", "-data", t.TempDir(), "-smtp", mails.url, "-mail-from", mailFrom}
	first := start(t, args...)
	create(t, first.base, "barrage")
	wait(t, "refused", mails.refused)
	wait(t, "tried a second time", mails.refused)
	first.kill()
	if log := first.errs.String(); !strings.Contains(log, "confirm mail to red: send failed: *smtp.Error RCPT 450 4.2.0") ||
		strings.Contains(log, "example.org") || strings.Contains(log, officePassword) {
		t.Errorf("the log:\n%s", log)
	}

	mails.set(nil)
	second := start(t, args...)
	wait(t, "taken", mails.taken)
	second.stop(t) // which it does when the mail is marked as sent
	third := start(t, args...)
	create(t, third.base, "duel")
	wait(t, "taken", mails.taken) // after whatever was left of the first
	ids := map[string]bool{}
	for _, m := range mails.box.List("") {
		if id := m.Headers["Message-ID"]; m.To != "ann@example.org" || ids[id] {
			t.Errorf("to %s, %s: not one mail for each game", m.To, id)
		} else {
			ids[id] = true
		}
	}
	if len(ids) != 2 {
		t.Errorf("%d mails were taken, not one for each game", len(ids))
	}
}

// Without it a host would not see which lines of the log need him.
func TestLevelsOfUnsentMails(t *testing.T) {
	unsent := func(permanent bool) notify.DeliveryErrors {
		return notify.DeliveryErrors{{Step: "send", Permanent: permanent, Err: &smtp.Error{Step: smtp.Rcpt, Reply: "550 5.1.1"}}}
	}
	for _, c := range []struct {
		err   error
		level string
		says  string
	}{
		{unsent(false), "WARN", "send failed: *smtp.Error RCPT 550 5.1.1"},
		{unsent(true), "ERROR", "not tried again before the next start"},
		{&notify.GivenUpError{After: 73 * time.Hour, Last: unsent(false)}, "ERROR", "given up after 73h0m0s: mail of no game: send failed"},
		{notify.DeliveryErrors{{Step: "compose", Permanent: true, Err: &panics.Error{Type: "string", Stack: "main.go:1"}}}, "ERROR", "main.go:1"},
	} {
		var log bytes.Buffer
		report(slog.New(slog.NewTextHandler(&log, nil)), c.err)
		if line := log.String(); strings.Count(line, "\n") != 1 || !strings.Contains(line, "level="+c.level) || !strings.Contains(line, c.says) {
			t.Errorf("%v: %s", c.err, line)
		}
	}
}

// Without it a wrong key would be found out at the first mail.
func TestBadKeyFile(t *testing.T) {
	for name, key := range map[string]string{"no file": filepath.Join(t.TempDir(), "none"), "no key": os.Args[0]} {
		w := system()
		_, err := open(t.Context(), options{
			addr: "127.0.0.1:0", data: t.TempDir(), mailFrom: mailFrom,
			server: smtp.Server{Host: "127.0.0.1", Port: "25"}, dkim: dkimOptions{key, "fieldpost.example", "s"},
		}, w)
		if err == nil || !strings.Contains(err.Error(), "-dkim-key") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
