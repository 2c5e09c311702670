package main

import (
	"errors"

	"fieldpost/engine/match"
	"fieldpost/functions/internal/site"
	"fieldpost/infra/mailbox"
)

// letters shows the site a mailbox: neither knows the other.
type letters struct{ *mailbox.Box }

// List is that of site.Mailbox.
func (l letters) List(after string) []site.Mail {
	mails := l.Box.List(after)
	list := make([]site.Mail, len(mails))
	for i, m := range mails {
		list[i] = letter(m)
	}
	return list
}

// Mail is that of site.Mailbox.
func (l letters) Mail(id string) (site.Mail, error) {
	m, err := l.Box.Mail(id)
	return letter(m), unknown(err)
}

// Raw is that of site.Mailbox.
func (l letters) Raw(id string) ([]byte, error) {
	raw, err := l.Box.Raw(id)
	return raw, unknown(err)
}

func letter(m mailbox.Mail) site.Mail {
	return site.Mail{
		ID: m.ID, Time: m.Time, To: m.To, From: m.From, ReplyTo: m.ReplyTo, Subject: m.Subject,
		Headers: m.Headers, Text: m.Text, HTML: m.HTML, Links: site.MailLinks(m.Links),
	}
}

func unknown(err error) error {
	if errors.Is(err, mailbox.ErrNotFound) {
		return match.ErrNotFound
	}
	return err
}
