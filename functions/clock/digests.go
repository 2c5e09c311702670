package main

import (
	"context"
	"fmt"
	"time"

	"fieldpost/functions/internal/app"
	"fieldpost/functions/internal/digest"
	"fieldpost/functions/internal/mail"
	"fieldpost/functions/internal/notify"
	"fieldpost/functions/internal/players"
	"fieldpost/functions/internal/secrets"
	"fieldpost/functions/internal/settings"
	"fieldpost/functions/internal/words"
)

// store is what the rounds ask of the table.
type store interface {
	players.Profiles
	players.Lists
	digest.Alarms
}

// parts are what the rounds with the mails of the day are built of.
type parts struct {
	settings settings.Settings
	store    store
	games    *app.App
	postman  *notify.Postman
	words    *words.Catalog
	now      func() time.Time
}

// secretNames are the secrets of whose texts composer makes one, in this order.
var secretNames = []string{secrets.LinkKeys, secrets.MailKey}

func (p parts) composer(texts []string) (*mail.Composer, error) {
	links, err := secrets.ParseLinkKeys(secrets.Whole(texts[0]))
	if err != nil {
		return nil, secrets.Named(secrets.LinkKeys, err)
	}
	secret, err := secrets.ParseKey(secrets.Whole(texts[1]))
	if err != nil {
		return nil, secrets.Named(secrets.MailKey, err)
	}
	return &mail.Composer{
		Links: links, Words: p.words, BaseURL: p.settings.BaseURL, SiteName: p.settings.SiteName,
		Contact: p.settings.Contact, Sender: p.settings.MailFrom, Secret: secret, ReplyDomain: p.settings.ReplyDomain,
	}, nil
}

// rounds returns the rounds with the mails of the day. The secrets are not read before
// somebody is due.
func (p parts) rounds(get func(context.Context) (*mail.Composer, error), report func(error)) *digest.Rounds {
	return &digest.Rounds{
		People: &players.Players{Profiles: p.store, Lists: p.store, Now: p.now, Forgive: p.games.Forgive},
		Alarms: p.store, Post: post{get, p.postman}, Now: p.now, Most: mostMails, Span: mailsSpan, Report: report,
	}
}

// post sends the mails of the day by the secrets as they are then.
type post struct {
	get     func(context.Context) (*mail.Composer, error)
	postman *notify.Postman
}

// MailDay is that of digest.Post.
func (p post) MailDay(ctx context.Context, claim string, to mail.Recipient, day mail.Day, at time.Time) error {
	composer, err := p.get(ctx)
	if err != nil {
		return fmt.Errorf("keys: %w", err)
	}
	return (&notify.Strangers{Composer: composer, Postman: p.postman}).MailDay(ctx, claim, to, day, at)
}
