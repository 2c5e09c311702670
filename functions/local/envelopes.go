package main

import (
	"context"
	"errors"
	"time"

	"fieldpost/engine/player"
	"fieldpost/functions/internal/feedback"
	"fieldpost/functions/internal/notify"
	"fieldpost/infra/link"
)

// envelopes is a sender by SMTP that hears what becomes of its mails: the address on
// the envelope says to whom a mail went and when, so that a report on it finds its
// way back, and what the server refuses at once is noted like one.
type envelopes struct {
	notify.Sender
	links  *link.Keys
	pepper player.Pepper
	people feedback.People
	domain string // to which reports can come; "": they go to where the mails come from
	now    func() time.Time
}

// Send is that of notify.Sender.
func (e *envelopes) Send(ctx context.Context, key, from, to string, raw []byte) (id string, err error) {
	reader, sent := e.pepper.Key(to), e.now()
	if e.domain != "" {
		from = "bounce+" + e.links.Seal(link.Link{Purpose: link.Bounce, Player: reader, Issued: sent}) + "@" + e.domain
	}
	id, err = e.Sender.Send(ctx, key, from, to, raw)
	var refusal interface{ Lost() bool }
	if errors.As(err, &refusal) && refusal.Lost() {
		// What is not noted now will be when the mail is tried again.
		_ = e.people.Bounced(context.WithoutCancel(ctx), reader, sent)
	}
	return id, err
}
