package main

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"strings"
	"time"

	"fieldpost/functions/internal/feedback"
	"fieldpost/functions/internal/inbound"
	"fieldpost/functions/internal/inbound/trust"
	"fieldpost/functions/internal/metrics"
	"fieldpost/functions/internal/panics"
	"fieldpost/infra/smtpd"
)

// boxes are what stands before the + of the addresses at which mails come in.
var boxes = []string{"bounce", "play"}

// lookTime is how long the DNS may take to say whence a mail comes.
const lookTime = 10 * time.Second

// arrivals takes what comes in by SMTP to where it belongs.
type arrivals struct {
	returned *feedback.Returned
	answers  inbound.Taker
	dns      trust.Resolver // nil: nobody asks whence a mail comes
	now      func() time.Time
	log      *slog.Logger
}

// Take is that of smtpd.Taker.
func (a *arrivals) Take(ctx context.Context, from string, to []string, raw []byte, peer netip.Addr) (err error) {
	defer panics.Catch(&err, a.log)
	d := inbound.Delivery{From: from, Raw: raw, At: a.now()}
	for _, address := range to {
		local, _, _ := strings.Cut(address, "@")
		box, token, _ := strings.Cut(local, "+")
		if strings.EqualFold(box, "play") {
			d.To = append(d.To, address)
			continue
		}
		fate, err := a.returned.Take(ctx, token, raw, a.now())
		if err != nil {
			a.log.Warn("mail not taken", "err", class(err))
			return err
		}
		a.log.Info("mail returned", "bytes", len(raw), "fate", fate.String(), bounce(fate))
	}
	if len(d.To) == 0 {
		return nil
	}
	if a.dns != nil {
		d.Trust = a.look(ctx, trust.Mail{Raw: raw, Sender: from, Peer: peer})
	}
	if err := a.answers.Take(ctx, d); err != nil {
		a.log.Warn("mail not taken", "err", class(err))
		return err
	}
	return nil
}

// bounce counts a mail that came to the address of an envelope, if a server has sent
// ours back.
func bounce(fate feedback.Fate) slog.Attr {
	if fate == feedback.Gone || fate == feedback.Passing {
		return metrics.Bounces.Count(1)
	}
	return slog.Attr{}
}

// look asks whether a mail comes from the domain of its From. What the DNS does not
// say in time nobody waits for: the player gets a link in place of the move.
func (a *arrivals) look(ctx context.Context, m trust.Mail) inbound.Trust {
	ctx, cancel := context.WithTimeout(ctx, lookTime)
	defer cancel()
	r := trust.Look(ctx, a.dns, m)
	a.log.Info("mail looked at", "aligned", r.Aligned(), "lacks", r.Lacks().String(), "dkim", r.DKIM.String(), "spf", r.SPF.String())
	if r.Aligned() {
		return inbound.Aligned
	}
	return inbound.Unaligned
}

// arriving is the server by which mails come in. The zero value takes none.
type arriving struct {
	listener    net.Listener
	server      *smtpd.Server
	certificate *certificate // nil: mails come in unencrypted
}

// listen opens the port.
func (a *arriving) listen(ctx context.Context, o arrivalOptions, domain string) error {
	if o.listen == "" {
		return nil
	}
	server := &smtpd.Server{Domain: domain, Boxes: boxes}
	if o.cert != "" {
		a.certificate = &certificate{cert: o.cert, key: o.key}
		if _, err := a.certificate.get(); err != nil {
			return err
		}
		server.Certificate = a.certificate.get
	}
	var config net.ListenConfig
	l, err := config.Listen(ctx, "tcp", o.listen)
	if err != nil {
		return fmt.Errorf("%w: choose another address with -mail-listen", err)
	}
	a.listener, a.server = l, server
	return nil
}

// take says who gets the mails.
func (a *arriving) take(t *arrivals) {
	if a.certificate != nil {
		a.certificate.log = t.log
	}
	if a.server != nil {
		a.server.Taker = t
		t.log.Info("mails come in by SMTP", "address", a.listener.Addr().String(), "domain", a.server.Domain, "starttls", a.server.Certificate != nil)
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
