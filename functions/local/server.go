package main

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
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
	"fieldpost/infra/bolt"
	"fieldpost/infra/smtp"
)

// server is the whole of Fieldpost in this process, open and not yet serving.
type server struct {
	address  string // where it is reached: "http://127.0.0.1:8080"
	store    *bolt.Store
	loop     *notify.Loop
	purger   purger
	sweeper  sweeper
	time     timekeeper
	caller   caller
	rounds   rounds
	http     *http.Server
	listener net.Listener
	errands  *errands
	arrivals arriving
}

const (
	// mailboxSender is whom the mails in the local mailbox come from.
	mailboxSender = "fieldpost@localhost"

	// storeName is the file of the store in the data folder.
	storeName = "fieldpost.db"

	// farewell is how long requests under way may take when the program ends.
	farewell = 3 * time.Second
)

// open opens the data folder and the port. The store's file lock keeps a second
// process out, so that whatever comes after it is alone with the folder.
func open(ctx context.Context, o options, w world) (*server, error) {
	if err := os.MkdirAll(o.data, 0o700); err != nil {
		return nil, err
	}
	store, err := bolt.Open(filepath.Join(o.data, storeName))
	if err != nil {
		return nil, err
	}
	s := &server{store: store, errands: &errands{after: w.after, ended: make(chan struct{})}}
	if err := s.build(ctx, o, w); err != nil {
		return nil, errors.Join(err, store.Close())
	}
	return s, nil
}

// build opens everything but the store.
func (s *server) build(ctx context.Context, o options, w world) error {
	out, err := s.openOutbox(o)
	if err != nil {
		return err
	}
	var listen net.ListenConfig
	if s.listener, err = listen.Listen(ctx, "tcp", o.addr); err != nil {
		return fmt.Errorf("%w: choose another address with -addr", err)
	}
	s.address = "http://" + s.listener.Addr().String()
	if o.baseURL == "" {
		o.baseURL = s.address
	}
	if err := s.arrivals.listen(ctx, o.arrivals, o.replies); err != nil {
		return errors.Join(err, s.listener.Close())
	}
	if err := s.wire(ctx, o, w, out); err != nil {
		return errors.Join(err, s.arrivals.close(), s.listener.Close())
	}
	return nil
}

// wire puts the parts together.
func (s *server) wire(ctx context.Context, o options, w world, out outbox) error {
	keys, err := linkKeys(o.data, w.random)
	if err != nil {
		return fmt.Errorf("link keys: %w", err)
	}
	secret, err := mailKey(o.data, w.random)
	if err != nil {
		return fmt.Errorf("mail key: %w", err)
	}
	pepper, err := pepper(o.data, w.random)
	if err != nil {
		return fmt.Errorf("pepper: %w", err)
	}
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
		Contact: o.host.Contact, Sender: o.mailFrom, Secret: secret, ReplyDomain: o.answersTo(),
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
	s.caller = caller{shelf, courier.Take}
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
	s.purger = purger{purge: s.store.Purge, now: w.now, after: w.after, log: log}
	seat := &clock.Clock{
		Games: games, Alarms: s.store, Heart: s.store, Pause: pauseFile(o.data).Pause, Now: w.now, Most: sweepMost, Span: sweepSpan,
		Game: s.time.clock.At, BeatEvery: s.time.beat(),
		Report: func(id match.ID, err error) {
			log.Warn("the clock has failed", append([]any{"game", id, "err", class(err)}, panics.Attributes(err)...)...)
		},
	}
	s.sweeper = sweeper{sweep: seat.Sweep, now: w.now, after: w.after, log: log}
	days := &digest.Rounds{
		People: people, Alarms: s.store, Post: strangers, Now: w.now, Most: roundMost, Span: roundSpan,
		Report: func(err error) { report(log, err) },
	}
	s.rounds = rounds{sweep: days.Sweep, now: now, after: w.after, log: log}
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

// readable asks whether the store can be read.
func (s *server) readable(ctx context.Context) error {
	_, err := s.store.LoadHeartbeat(ctx)
	return err
}

// serve works until ctx ends. Requests under way are answered, with their mails
// in the mailbox, before it returns; a mail that is being sent by SMTP is sent,
// or has failed, which takes smtp.Timeout at most, and so has a call of a webhook.
func (s *server) serve(ctx context.Context) error {
	// The notifier outlives the requests, which wait for it.
	notifying, stop := context.WithCancel(context.WithoutCancel(ctx))
	notified := make(chan struct{})
	go func() {
		defer close(notified)
		s.loop.Run(notifying)
	}()
	purged := make(chan struct{})
	go func() {
		defer close(purged)
		s.purger.run(notifying)
	}()
	swept := make(chan struct{})
	go func() {
		defer close(swept)
		s.sweeper.run(notifying)
	}()
	kept := make(chan struct{})
	go func() {
		defer close(kept)
		s.time.run(notifying)
	}()
	called := make(chan struct{})
	go func() {
		defer close(called)
		s.caller.run(notifying)
	}()
	rounded := make(chan struct{})
	go func() {
		defer close(rounded)
		s.rounds.run(notifying)
	}()
	ctx, end := context.WithCancel(ctx)
	defer end()
	taken := make(chan error, 1)
	go func() {
		defer end()
		taken <- s.arrivals.serve(ctx)
	}()
	served := make(chan error, 1)
	go func() { served <- s.http.Serve(s.listener) }()

	var err error
	select {
	case err = <-served:
	case <-ctx.Done():
		leaving, cancel := context.WithTimeout(context.WithoutCancel(ctx), farewell)
		err = s.http.Shutdown(leaving)
		cancel()
		if errors.Is(err, context.DeadlineExceeded) {
			// Whoever has still not sent his request is let go.
			err = s.http.Close()
		}
		if end := <-served; !errors.Is(end, http.ErrServerClosed) {
			err = errors.Join(err, end)
		}
	}
	end()
	err = errors.Join(err, <-taken)
	stop()
	<-notified
	<-purged
	<-swept
	<-kept
	<-called
	<-rounded
	s.errands.end()
	return errors.Join(err, s.store.Close())
}

// draw returns a random number. The system's source never fails.
func draw(random io.Reader) uint64 {
	var b [8]byte
	_, _ = io.ReadFull(random, b[:])
	return binary.BigEndian.Uint64(b[:])
}
