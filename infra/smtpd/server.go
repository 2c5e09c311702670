package smtpd

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"log"
	"net"
	"net/netip"
	"time"

	gosmtp "github.com/emersion/go-smtp"
)

// The bounds.
const (
	MaxSize       = 1 << 20 // bytes of a mail
	MaxRecipients = 10      // of a mail
	mostClients   = 32      // connections at once
	mostOfOne     = 4       // of them from one address, or one /64 of IPv6

	commandTime = 2 * time.Minute  // for one command, or one message
	sessionTime = 10 * time.Minute // for one connection
	takeTime    = 55 * time.Second // for the Taker, which may have a mail to send itself
	farewell    = 3 * time.Second  // for the mails under way when the program ends
)

// Taker gets the mails.
type Taker interface {
	// Take takes a mail, whole or not at all: when it fails the client will bring
	// the mail again, and perhaps also when it does not. From is the envelope's
	// sender, "" for none; to are 1 to 10 recipients, as they were written; raw is
	// what came, perhaps with bare CR and LF. Peer is the client's address.
	Take(ctx context.Context, from string, to []string, raw []byte, peer netip.Addr) error
}

// Server takes mails for one domain. Domain, Boxes and Taker must be set.
type Server struct {
	Domain string   // what stands behind the @ of its recipients
	Boxes  []string // what stands before the + of them: "bounce"
	Taker  Taker

	// Certificate is asked for with each STARTTLS, which clients are offered unless it
	// is nil. Its public name is that of the domain's MX.
	Certificate func() (*tls.Certificate, error)

	command, session time.Duration // for tests; 0 stands for the constants
}

// Serve takes mails from a listener, which it closes, until ctx ends. It returns
// when no client is left: those between two mails are let go at once, and who is
// bringing one has farewell for it. It fails if the listener does before.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	taking, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	d := &door{Listener: l, session: or(s.session, sessionTime), clients: make(map[*client]bool), from: make(map[netip.Prefix]int)}
	server := gosmtp.NewServer(gosmtp.BackendFunc(func(c *gosmtp.Conn) (gosmtp.Session, error) {
		within := func() (context.Context, context.CancelFunc) { return context.WithTimeout(taking, takeTime) }
		return &session{server: s, client: clientOf(c.Conn()), time: within}, nil
	}))
	if s.Certificate != nil {
		server.TLSConfig = &tls.Config{
			MinVersion:     tls.VersionTLS12,
			GetCertificate: func(*tls.ClientHelloInfo) (*tls.Certificate, error) { return s.Certificate() },
		}
	}
	server.Domain = s.Domain
	// The library stops before it knows whether a mail of the very size is over.
	server.MaxMessageBytes, server.MaxRecipients = MaxSize+1, MaxRecipients
	server.ReadTimeout, server.WriteTimeout = or(s.command, commandTime), or(s.command, commandTime)
	server.ErrorLog = log.New(io.Discard, "", 0) // it would name the clients
	served := make(chan error, 1)
	go func() { served <- server.Serve(d) }()
	select {
	case err := <-served:
		_ = l.Close()
		d.end(true)
		d.wg.Wait()
		return err
	case <-ctx.Done():
	}
	d.end(false)
	leaving, cancel := context.WithTimeout(taking, farewell)
	defer cancel()
	err := server.Shutdown(leaving)
	if errors.Is(err, context.DeadlineExceeded) {
		stop()
		d.end(true)
		err = nil
	}
	d.wg.Wait()
	_ = l.Close() // which Shutdown leaves open if it comes before the library has begun
	if end := <-served; !errors.Is(end, net.ErrClosed) {
		err = errors.Join(err, end)
	}
	return err
}

// clientOf returns whose connection it is, which STARTTLS has wrapped perhaps.
func clientOf(conn net.Conn) *client {
	if secure, ok := conn.(*tls.Conn); ok {
		conn = secure.NetConn()
	}
	return conn.(*client)
}

func or(given, standard time.Duration) time.Duration {
	if given > 0 {
		return given
	}
	return standard
}
