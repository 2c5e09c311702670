package main

import (
	"context"
	"fmt"
	"time"

	"fieldpost/engine/match"
	"fieldpost/functions/internal/mail"
	"fieldpost/functions/internal/notify"
	"fieldpost/functions/internal/players"
	"fieldpost/functions/internal/secrets"
	"fieldpost/functions/internal/settings"
	"fieldpost/functions/internal/words"
)

// store is what the notifier asks of the table.
type store interface {
	notify.Games
	players.Profiles
	players.Lists
}

// parts are what a notifier is built of, whatever its keys.
type parts struct {
	settings settings.Settings
	store    store
	counters players.Limits
	calls    notify.Calls    // to webhooks
	postman  *notify.Postman // outlives the keys: it knows which mails it could not mark
	words    *words.Catalog
	now      func() time.Time
}

// secretNames are the secrets of whose texts notifier makes one, in this order.
var secretNames = []string{secrets.LinkKeys, secrets.MailKey}

func (p parts) notifier(texts []string) (*notify.Notifier, error) {
	links, err := secrets.ParseLinkKeys(secrets.Whole(texts[0]))
	if err != nil {
		return nil, secrets.Named(secrets.LinkKeys, err)
	}
	secret, err := secrets.ParseKey(secrets.Whole(texts[1]))
	if err != nil {
		return nil, secrets.Named(secrets.MailKey, err)
	}
	return &notify.Notifier{
		Games:   p.store,
		Consent: &players.Players{Profiles: p.store, Lists: p.store, Limits: p.counters, Now: p.now},
		Calls:   p.calls,
		Postman: p.postman,
		Composer: &mail.Composer{
			Links: links, Words: p.words, BaseURL: p.settings.BaseURL, SiteName: p.settings.SiteName,
			Contact: p.settings.Contact, Sender: p.settings.MailFrom, Secret: secret, ReplyDomain: p.settings.ReplyDomain,
		},
	}, nil
}

// by handles images by the notifier as it is then. Without one, they wait.
func by(get func(context.Context) (*notify.Notifier, error)) func(context.Context, match.Image) error {
	return func(ctx context.Context, i match.Image) error {
		n, err := get(ctx)
		if err != nil {
			return fmt.Errorf("keys: %w", err)
		}
		return n.Handle(ctx, i)
	}
}
