package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"fieldpost/functions/internal/notify"
	"fieldpost/functions/internal/panics"
	"fieldpost/functions/internal/site"
	"fieldpost/infra/mailbox"
	"fieldpost/infra/smtp"
)

// settleTime is how long an answer waits for its mails at most.
const settleTime = 2 * time.Second

// outbox is where the mails go: to a mail server, or into the local mailbox, which
// the site then shows, and for which it waits.
type outbox struct {
	sender  notify.Sender
	copies  int                               // of a mail whose fate is unknown, see notify.Postman
	mailbox site.Mailbox                      // nil with a mail server
	settle  func(context.Context)             // nil with a mail server: it may be slow
	later   func(func(context.Context) error) // does something behind an answer; nil with the mailbox: at once
	tell    func(*slog.Logger)                // what the host should know
}

func (s *server) openOutbox(o options) (outbox, error) {
	if o.server == (smtp.Server{}) {
		box, err := mailbox.Open(filepath.Join(o.data, "mailbox"))
		return outbox{sender: box, mailbox: letters{box}, settle: s.settle, tell: func(*slog.Logger) {}}, err
	}
	signer, err := readDKIM(o.dkim)
	if err != nil {
		return outbox{}, err
	}
	tell := func(log *slog.Logger) {
		log.Info("mails go out by SMTP", "server", o.server.String())
		if signer == nil {
			log.Info("mails go out unsigned: see -dkim-key")
			return
		}
		name, text := signer.Record()
		log.Info("mails are signed; the DNS must have this record", "name", name, "TXT", text)
	}
	return outbox{sender: &smtp.Sender{Server: o.server, DKIM: signer}, copies: 3, later: s.errands.add, tell: tell}, nil
}

// readDKIM returns nil where there is no key.
func readDKIM(o dkimOptions) (*smtp.DKIM, error) {
	if o.key == "" {
		return nil, nil //nolint:nilnil // no signature is no error
	}
	key, err := os.ReadFile(o.key)
	if err != nil {
		return nil, fmt.Errorf("-dkim-key: %w", err)
	}
	signer, err := smtp.NewDKIM(key, o.domain, o.selector)
	if err != nil {
		return nil, fmt.Errorf("-dkim-key, -dkim-domain and -dkim-selector: %w", err)
	}
	return signer, nil
}

// settle waits until the mails of what was stored so far lie in the mailbox.
func (s *server) settle(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, settleTime)
	defer cancel()
	_ = s.loop.Settle(ctx) // too late is too late: the mails come by themselves
}

// report logs a mail that is still owed, or will never be sent. The texts of
// these errors tell no secrets.
func report(log *slog.Logger, err error) {
	if panicked, ok := errors.AsType[*panics.Error](err); ok {
		log.Error("mail not sent", "err", err, "stack", panicked.Stack)
		return
	}
	if _, ok := errors.AsType[*notify.GivenUpError](err); ok {
		log.Error("mail never sent", "err", err)
		return
	}
	if notify.Permanent(err) {
		log.Error("mail not sent, and not tried again before the next start", "err", err)
		return
	}
	log.Warn("mail not sent", "err", err)
}
