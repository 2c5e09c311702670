package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"time"

	"fieldpost/functions/internal/notify"
	"fieldpost/infra/bolt"
)

// server is the whole of Fieldpost in this process, open and not yet serving.
type server struct {
	address  string // where it is reached: "http://127.0.0.1:8080"
	store    *bolt.Store
	time     timekeeper
	loop     *notify.Loop
	beside   []func(context.Context) // what else works as long as requests are answered
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

// readable asks whether the store can be read.
func (s *server) readable(ctx context.Context) error {
	_, err := s.store.LoadHeartbeat(ctx)
	return err
}

// serve works until ctx ends. Requests under way are answered, with their mails
// in the mailbox, before it returns; a mail that is being sent by SMTP is sent,
// or has failed, which takes smtp.Timeout at most, and so has a call of a webhook.
func (s *server) serve(ctx context.Context) error {
	// What handles the mails outlives the requests, which wait for them.
	lasting, stop := context.WithCancel(context.WithoutCancel(ctx))
	var beside sync.WaitGroup
	for _, run := range s.beside {
		beside.Go(func() { run(lasting) })
	}
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
	beside.Wait()
	s.errands.end()
	return errors.Join(err, s.store.Close())
}
