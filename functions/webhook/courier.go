package main

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"fieldpost/functions/internal/hook"
	"fieldpost/functions/internal/mail"
	"fieldpost/functions/internal/notify"
	"fieldpost/functions/internal/players"
	"fieldpost/functions/internal/secrets"
	"fieldpost/functions/internal/settings"
	"fieldpost/functions/internal/words"
)

// parts are what a courier is built of, whatever its keys.
type parts struct {
	settings settings.Settings
	store    players.Profiles
	poster   hook.Poster
	queue    hook.Queue
	postman  *notify.Postman
	words    *words.Catalog
	now      func() time.Time
	log      *slog.Logger
}

// secretNames are the secrets of whose texts strangers makes the writer of mails, in
// this order.
var secretNames = []string{secrets.LinkKeys, secrets.MailKey}

func (p parts) strangers(texts []string) (*notify.Strangers, error) {
	links, err := secrets.ParseLinkKeys(secrets.Whole(texts[0]))
	if err != nil {
		return nil, secrets.Named(secrets.LinkKeys, err)
	}
	secret, err := secrets.ParseKey(secrets.Whole(texts[1]))
	if err != nil {
		return nil, secrets.Named(secrets.MailKey, err)
	}
	return &notify.Strangers{Postman: p.postman, Composer: &mail.Composer{
		Links: links, Words: p.words, BaseURL: p.settings.BaseURL, SiteName: p.settings.SiteName,
		Contact: p.settings.Contact, Sender: p.settings.MailFrom, Secret: secret, ReplyDomain: p.settings.ReplyDomain,
	}}, nil
}

// courier makes a courier that fetches whoever writes its mails when there is one to
// write: while all programs answer, it has no keys at all.
func (p parts) courier(get func(context.Context) (*notify.Strangers, error)) *hook.Courier {
	return &hook.Courier{
		People: &players.Players{Profiles: p.store, Now: p.now}, // it lists and counts nothing here
		Poster: p.poster, Queue: p.queue, Hopeless: notify.Permanent, Now: p.now, Log: p.log,
		Tell: func(ctx context.Context, claim string, to mail.Recipient, at time.Time) error {
			s, err := get(ctx)
			if err != nil {
				return fmt.Errorf("keys: %w", err)
			}
			return s.MailWebhookOff(ctx, claim, to, at)
		},
	}
}
