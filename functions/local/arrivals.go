package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"runtime/debug"
	"strings"
	"time"

	"fieldpost/functions/internal/feedback"
	"fieldpost/infra/smtpd"
)

// boxes are what stands before the + of the addresses at which mails come in.
var boxes = []string{"bounce"}

// arrivals takes what comes in by SMTP to where it belongs.
type arrivals struct {
	returned *feedback.Returned
	now      func() time.Time
	log      *slog.Logger
}

var errPanic = errors.New("panic")

// Take is that of smtpd.Taker.
func (a *arrivals) Take(ctx context.Context, _ string, to []string, raw []byte, _ netip.Addr) (err error) {
	defer func() {
		if v := recover(); v != nil { // its value may be of the mail
			a.log.Error("mail not taken", "err", fmt.Sprintf("panic of %T", v), "stack", string(debug.Stack()))
			err = errPanic
		}
	}()
	for _, address := range to {
		local, _, _ := strings.Cut(address, "@")
		_, token, _ := strings.Cut(local, "+")
		fate, err := a.returned.Take(ctx, token, raw, a.now())
		if err != nil {
			a.log.Warn("mail not taken", "err", class(err))
			return err
		}
		a.log.Info("mail returned", "bytes", len(raw), "fate", fate.String())
	}
	return nil
}

// arriving is the server by which mails come in. The zero value takes none.
type arriving struct {
	listener net.Listener
	server   *smtpd.Server
}

// listen opens the port.
func (a *arriving) listen(ctx context.Context, o arrivalOptions) error {
	if o.listen == "" {
		return nil
	}
	var config net.ListenConfig
	l, err := config.Listen(ctx, "tcp", o.listen)
	if err != nil {
		return fmt.Errorf("%w: choose another address with -mail-listen", err)
	}
	a.listener, a.server = l, &smtpd.Server{Domain: o.replyDomain(), Boxes: boxes}
	return nil
}

// take says who gets the mails.
func (a *arriving) take(t *arrivals) {
	if a.server != nil {
		a.server.Taker = t
		t.log.Info("mails come in by SMTP", "address", a.listener.Addr().String(), "domain", a.server.Domain)
	}
}

// serve takes mails until ctx ends.
func (a *arriving) serve(ctx context.Context) error {
	if a.server == nil {
		<-ctx.Done()
		return nil
	}
	return a.server.Serve(ctx, a.listener)
}

func (a *arriving) close() error {
	if a.listener == nil {
		return nil
	}
	return a.listener.Close()
}
