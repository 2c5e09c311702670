package main

import (
	"encoding/binary"
	"io"
	"log/slog"
	"time"

	"fieldpost/functions/internal/app"
	"fieldpost/functions/internal/inbound"
	"fieldpost/functions/internal/mail"
	"fieldpost/functions/internal/metrics"
	"fieldpost/functions/internal/notify"
	"fieldpost/functions/internal/players"
	"fieldpost/functions/internal/secrets"
	"fieldpost/functions/internal/settings"
	"fieldpost/functions/internal/words"
)

// store keeps everything but what is counted.
type store interface {
	app.Games
	app.Heart
	notify.Claims
	players.Profiles
	players.Lists
}

// heartLife is how long an outage may stay unknown to who only reads.
const heartLife = time.Minute

// parts are what a desk is built of, whatever its keys.
type parts struct {
	settings settings.Settings
	store    store
	counters players.Limits
	outages  *app.Outages
	postman  *notify.Postman // outlives the keys: it knows which mails it could not mark
	words    *words.Catalog
	now      func() time.Time
	random   io.Reader
	log      *slog.Logger
}

// secretNames are the secrets of whose texts desk makes one, in this order.
var secretNames = []string{secrets.LinkKeys, secrets.MailKey}

// desk makes a desk that wants each mail to be shown to come from its sender's
// domain, as SES can.
func (p parts) desk(texts []string) (*inbound.Desk, error) {
	links, err := secrets.ParseLinkKeys(secrets.Whole(texts[0]))
	if err != nil {
		return nil, secrets.Named(secrets.LinkKeys, err)
	}
	secret, err := secrets.ParseKey(secrets.Whole(texts[1]))
	if err != nil {
		return nil, secrets.Named(secrets.MailKey, err)
	}
	games := &app.App{Games: p.store, Now: p.now, Press: func() uint64 { return draw(p.random) }, Outages: p.outages, Watch: metrics.Commands(p.log, p.now)}
	people := &players.Players{Profiles: p.store, Lists: p.store, Limits: p.counters, Now: p.now, Forgive: games.Forgive}
	return &inbound.Desk{
		Games: players.Gate{Games: games, People: people, Log: p.log}, People: people, Keys: links, Words: p.words,
		Composer: &mail.Composer{
			Links: links, Words: p.words, BaseURL: p.settings.BaseURL, SiteName: p.settings.SiteName, Contact: p.settings.Contact,
			Sender: p.settings.MailFrom, Secret: secret, ReplyDomain: p.settings.ReplyDomain,
		},
		Claims: p.store, Post: p.postman, Aligned: true, Now: p.now, Random: p.random, Log: p.log,
	}, nil
}

// draw returns a random number. The system's source never fails.
func draw(random io.Reader) uint64 {
	var b [8]byte
	_, _ = io.ReadFull(random, b[:])
	return binary.BigEndian.Uint64(b[:])
}
