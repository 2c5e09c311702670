package main

import (
	"cmp"
	"context"
	"encoding/binary"
	"io"
	"log/slog"
	"net/http"
	"time"

	"fieldpost/engine/match"
	"fieldpost/functions/internal/clock"
	"fieldpost/functions/internal/digest"
	"fieldpost/functions/internal/feedback"
	"fieldpost/functions/internal/hook"
	"fieldpost/functions/internal/inbound"
	"fieldpost/functions/internal/mail"
	"fieldpost/functions/internal/notify"
	"fieldpost/functions/internal/panics"
	"fieldpost/functions/internal/players"
	"fieldpost/functions/internal/site"
	"fieldpost/functions/internal/words"
	"fieldpost/infra/smtp"
)

// wire puts the parts together.
func (s *server) wire(ctx context.Context, o options, w world, out outbox) error {
	secrets, err := openSecrets(o.data, w.random)
	if err != nil {
		return err
	}
	keys, pepper := secrets.links, secrets.pepper
	catalog, err := words.Load()
	if err != nil {
		return err
	}
	level := slog.LevelInfo
	if o.quiet {
		level = slog.LevelWarn
	}
	log := slog.New(slog.NewTextHandler(w.stderr, &slog.HandlerOptions{Level: level}))
	out.tell(log)
	games, err := s.games(ctx, max(o.speed, 1), w, log)
	if err != nil {
		return err
	}
	now := s.time.clock.Now // in the games; w.now is that of the world, by which they are tried again, claimed and counted
	composer := &mail.Composer{
		Links: keys, Words: catalog, BaseURL: o.baseURL, SiteName: cmp.Or(o.host.Name, site.StandardName),
		Contact: o.host.Contact, Sender: o.mailFrom, Secret: secrets.mail, ReplyDomain: o.answersTo(),
	}
	people := &players.Players{Profiles: s.store, Lists: s.store, Limits: s.store.Counters(), Now: now, Real: w.now, Forgive: games.Forgive, Patient: s.time.clock.NowFor}
	if o.server != (smtp.Server{}) {
		out.sender = &envelopes{Sender: out.sender, links: keys, pepper: pepper, people: people, domain: o.returnsTo(), now: now}
	}
	postman := &notify.Postman{Claims: &ownClaims{Claims: s.store}, Sender: out.sender, Copies: out.copies, Now: w.now, Tell: notify.Log(log)}
	desk := &inbound.Desk{
		Games: players.Gate{Games: games, People: people, Log: log}, People: people, Keys: keys, Words: catalog, Composer: composer,
		Claims: postman.Claims, Post: postman, Aligned: o.arrivals.aligned, Now: now, Real: w.now, Random: w.random, Log: log,
	}
	var answers site.Answers
	if composer.ReplyDomain != "" {
		answers = replies{desk, now}
	}
	strangers := &notify.Strangers{Composer: composer, Postman: postman}
	shelf := hook.NewShelf(s.store, w.now, w.after, log)
	courier := &hook.Courier{
		People: people, Poster: w.poster, Queue: shelf, Tell: tellByGames(s.time.clock, strangers.MailWebhookOff), Hopeless: notify.Permanent, Now: w.now, Log: log,
	}
	notifier := &notify.Notifier{Games: s.store, Consent: people, Calls: shelf, Postman: postman, Composer: composer}
	s.loop = &notify.Loop{
		Stream: s.store, Handle: owedSince(s.time.clock, notifier.Handle), Wake: s.store.Wake(), Now: w.now, After: w.after,
		Report: func(err error) { report(log, err) },
	}
	taker := &arrivals{returned: &feedback.Returned{Links: keys, People: people}, answers: desk, now: now, log: log}
	if o.arrivals.aligned {
		taker.dns = w.senders
	}
	s.arrivals.take(taker)
	seat := &clock.Clock{
		Games: games, Alarms: s.store, Heart: s.store, Pause: pauseFile(o.data).Pause, Now: w.now, Most: sweepMost, Span: sweepSpan,
		Game: s.time.clock.At, BeatEvery: s.time.beat(),
		Report: func(id match.ID, err error) {
			log.Warn("the clock has failed", append([]any{"game", id, "err", class(err)}, panics.Attributes(err)...)...)
		},
	}
	days := &digest.Rounds{
		People: people, Alarms: s.store, Post: strangers, Now: w.now, Most: roundMost, Span: roundSpan,
		Report: func(err error) { report(log, err) },
	}
	s.beside = []func(context.Context){
		s.loop.Run,
		s.time.run,
		sweeper(seat.Sweep, w, log).run,
		rounds(days.Sweep, now, w, log).run,
		purger(s.store.Purge, w, log).run,
		func(ctx context.Context) { shelf.Run(ctx, courier.Take) }, // apart from the mails, which no webhook holds up
	}
	s.http = &http.Server{
		Handler: calm(site.New(site.Config{
			Games: games,
			Keys:  keys, Words: catalog, BaseURL: o.baseURL, Now: now, Real: w.now, Random: w.random, Log: log,
			Settle: out.settle, Mailbox: out.mailbox, Answers: answers, Host: o.host, Limits: s.store.Counters(),
			Pepper: pepper, Open: s.store, Candidates: s.store, Notes: s.store, Readable: s.readable, Changes: s.store,
			Post: strangers, Movers: strangers, Players: people, Later: out.later,
		}), log),
		ReadHeaderTimeout: 10 * time.Second, ReadTimeout: 30 * time.Second,
		WriteTimeout: time.Minute, IdleTimeout: 2 * time.Minute,
		ErrorLog: webLog(log),
	}
	return nil
}

// draw returns a random number. The system's source never fails.
func draw(random io.Reader) uint64 {
	var b [8]byte
	_, _ = io.ReadFull(random, b[:])
	return binary.BigEndian.Uint64(b[:])
}
