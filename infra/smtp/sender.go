package smtp

import (
	"bytes"
	"context"
	"crypto/x509"
	"net"
	"strings"
	"time"
)

const (
	// Timeout is the time for one mail, from the first packet to the answer to
	// its last line. It is shorter than the life of a mail's claim, so that
	// nobody else begins to send while this one may still succeed.
	Timeout = 45 * time.Second
	// dialTimeout is the part of it for getting through to the server.
	dialTimeout = 10 * time.Second
	// farewell is how long a server is waited for that is told good-bye.
	farewell = 2 * time.Second
)

// Sender sends mails through a server. Any number of goroutines may use it.
type Sender struct {
	Server Server
	DKIM   *DKIM // nil: mails go out unsigned

	// For tests; nil stands for the network and the system's certificates.
	dial  func(ctx context.Context, network, address string) (net.Conn, error)
	roots *x509.CertPool
}

// Send hands a mail to the server, which has it when Send returns nil. Raw is
// the message, its lines ended by CR LF; from and to are the envelope. The key
// is of no use here: a server takes a mail twice that is sent twice. There is no
// id either, but for the message's own.
//
// It fails with *Error, at the latest after Timeout.
func (s *Sender) Send(ctx context.Context, _, from, to string, raw []byte) (id string, err error) {
	switch {
	case !plain(from) || !plain(to):
		return "", failure(ctx, Compose, errAddress)
	case !whole(raw):
		return "", failure(ctx, Compose, errLines)
	}
	if s.DKIM != nil {
		if raw, err = s.DKIM.sign(raw); err != nil {
			return "", failure(ctx, Compose, err)
		}
	}
	ctx, cancel := context.WithTimeout(ctx, Timeout)
	defer cancel()
	if f := s.converse(ctx, mail{from, to, raw}); f != nil {
		return "", f
	}
	return "", nil
}

// plain reports whether an address can stand between the angle brackets of a
// command: ASCII, and nothing that would end it.
func plain(address string) bool {
	odd := func(r rune) bool { return r <= ' ' || r >= 0x7f || r == '<' || r == '>' }
	return strings.Contains(address, "@") && !strings.ContainsFunc(address, odd)
}

// whole reports whether every CR and LF of raw is part of a line's end, and its
// last line has one. Others would be changed on the way, or read by some servers
// as an end of the message.
func whole(raw []byte) bool {
	ends := bytes.Count(raw, []byte("\r\n"))
	return bytes.HasSuffix(raw, []byte("\r\n")) && bytes.Count(raw, []byte("\r")) == ends && bytes.Count(raw, []byte("\n")) == ends
}
