package main

import (
	"context"
	"encoding/binary"
	"io"
	"log/slog"
	"net/http"
	"time"

	"fieldpost/functions/internal/app"
	"fieldpost/functions/internal/mail"
	"fieldpost/functions/internal/metrics"
	"fieldpost/functions/internal/notify"
	"fieldpost/functions/internal/players"
	"fieldpost/functions/internal/rights"
	"fieldpost/functions/internal/settings"
	"fieldpost/functions/internal/site"
	"fieldpost/functions/internal/words"
)

// store keeps everything but what is counted.
type store interface {
	app.Games
	app.Heart
	notify.Claims
	players.Profiles
	players.Lists
	site.OpenGames
	site.Candidates
	site.Notes
	rights.Changes
}

// parts are what a site is built of, whatever its keys and its address.
type parts struct {
	settings settings.Settings
	host     site.Host
	store    store
	counters site.Limits
	outages  *app.Outages
	postman  *notify.Postman // for the mails that belong to no game; the others are notify's
	words    *words.Catalog
	now      func() time.Time
	after    func(time.Duration) <-chan time.Time
	random   io.Reader
	log      *slog.Logger
}

func (p parts) site(k *keys, base string) http.Handler {
	composer := &mail.Composer{
		Links: k.links, Words: p.words, BaseURL: base, SiteName: p.settings.SiteName,
		Contact: p.settings.Contact, Sender: p.settings.MailFrom, Secret: k.mail, ReplyDomain: p.settings.ReplyDomain,
	}
	games := &app.App{Games: p.store, Now: p.now, Press: func() uint64 { return draw(p.random) }, Outages: p.outages, Watch: metrics.Commands(p.log, p.now)}
	post := &notify.Strangers{Composer: composer, Postman: p.postman}
	var kept time.Duration
	if p.settings.ReplyDomain != "" {
		kept = settings.MailKept
	}
	return site.New(site.Config{
		Games: games,
		Keys:  k.links, Words: p.words, BaseURL: base, Now: p.now, Random: p.random, Log: p.log,
		Host: p.host, Limits: p.counters, Pepper: k.pepper, Open: p.store, Candidates: p.store, Notes: p.store, Changes: p.store,
		Post: post, Movers: post,
		Players:     &players.Players{Profiles: p.store, Lists: p.store, Limits: p.counters, Now: p.now, Forgive: games.Forgive},
		AnswersKept: kept, LogKept: settings.LogKept,
		Later: func(do func(context.Context) error) { later(do, p.after) },
	})
}

const (
	// heartLife is how long an outage may stay unknown to who only looks.
	heartLife = time.Minute

	// leastWait hides what is done meanwhile: a mail by SES takes a fraction of it.
	leastWait = 2 * time.Second
	// mostWait is the end of what takes longer.
	mostWait = 12 * time.Second
)

// later does what nobody shall learn of by waiting. A function is frozen once it
// has answered, so that nothing can be done behind the answer; instead every answer
// takes the same time.
func later(do func(context.Context) error, after func(time.Duration) <-chan time.Time) {
	over := after(leastWait)
	ctx, cancel := context.WithTimeout(context.Background(), mostWait)
	defer cancel()
	_ = do(ctx) // who fails has told the log, and who asked can ask again
	<-over
}

// draw returns a random number. The system's source never fails.
func draw(random io.Reader) uint64 {
	var b [8]byte
	_, _ = io.ReadFull(random, b[:])
	return binary.BigEndian.Uint64(b[:])
}
