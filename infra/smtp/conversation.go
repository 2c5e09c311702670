package smtp

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"net/textproto"
	"slices"
	"strings"

	client "github.com/wneessen/go-mail/smtp"
)

// mail is what is handed over.
type mail struct {
	from, to string
	message  []byte
}

// step is a part of a conversation.
type step struct {
	name Step
	do   func(*client.Client) error
}

// converse hands m over. When ctx ends it closes the connection and fails.
func (s *Sender) converse(ctx context.Context, m mail) *Error {
	var data io.WriteCloser
	return s.talk(ctx, m.from, []step{
		{Rcpt, func(c *client.Client) error { return c.Rcpt("<" + m.to + ">") }},
		{Data, func(c *client.Client) (err error) { data, err = c.Data(); return err }},
		// A message that breaks off here has no end, and no server takes it.
		{Data, func(*client.Client) error { _, err := data.Write(m.message); return err }},
		{End, func(*client.Client) error { return taken(data.Close()) }},
	})
}

// talk begins a mail from an address, takes further steps, and says good-bye. When
// ctx ends it closes the connection and fails.
func (s *Sender) talk(ctx context.Context, from string, further []step) *Error {
	wire, err := s.connect(ctx)
	if err != nil {
		return failure(ctx, Connect, err)
	}
	defer wire.Close()
	// Closed below TLS, which would first say good-bye to one who does not listen.
	stop := context.AfterFunc(ctx, func() { _ = wire.Close() })
	defer stop()
	conn := wire
	if s.Server.TLS {
		secure := tls.Client(wire, s.tls())
		if err := secure.HandshakeContext(ctx); err != nil {
			return failure(ctx, Connect, err)
		}
		conn = secure
	}
	var c *client.Client
	for _, step := range append([]step{
		{Greeting, func(*client.Client) (err error) { c, err = client.NewClient(conn, s.Server.Host); return err }},
		{Hello, func(c *client.Client) error { return hello(c, from) }},
		{StartTLS, s.startTLS},
		{Auth, s.auth},
		{Mail, func(c *client.Client) error { return c.Mail("<" + from + ">") }},
	}, further...) {
		if err := step.do(c); err != nil {
			f := failure(ctx, step.name, err)
			if f.Reply != "" && c != nil { // it has answered, so it listens
				quit(ctx, c, wire)
			}
			return f
		}
	}
	quit(ctx, c, wire)
	return nil
}

func (s *Sender) connect(ctx context.Context) (net.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, dialTimeout)
	defer cancel()
	dial := s.dial
	if dial == nil {
		dial = (&net.Dialer{}).DialContext
	}
	conn, err := dial(ctx, "tcp", s.Server.address())
	if err != nil {
		return nil, err
	}
	return &terse{Conn: conn, left: mostReplies}, nil
}

// mostReplies is how many bytes a server may say over one mail, a TLS handshake
// with its certificates included. Some hundred are usual.
const mostReplies = 256 << 10

// terse is a connection to a server that may not talk for ever: its replies are
// kept in memory until they end.
type terse struct {
	net.Conn
	left int
}

func (c *terse) Read(b []byte) (int, error) {
	if c.left <= 0 {
		return 0, errTalks
	}
	n, err := c.Conn.Read(b[:min(len(b), c.left)])
	c.left -= n
	return n, err
}

var errTalks = errors.New("the server talks without end")

func (s *Sender) tls() *tls.Config {
	return &tls.Config{ServerName: s.Server.Host, RootCAs: s.roots, MinVersion: tls.VersionTLS12}
}

// hello introduces us by the domain that we send for.
func hello(c *client.Client, from string) error {
	// A mail that is marked as SMTPUTF8 goes to no server that does not know it,
	// and ours are ASCII.
	c.SkipSMTPUTF8(true)
	return c.Hello(from[strings.LastIndexByte(from, '@')+1:])
}

func (s *Sender) startTLS(c *client.Client) error {
	if s.Server.TLS || s.Server.loopback() {
		return nil
	}
	if offered, _ := c.Extension("STARTTLS"); !offered {
		return errNoStartTLS
	}
	return c.StartTLS(s.tls())
}

func (s *Sender) auth(c *client.Client) error {
	if s.Server.User == "" {
		return nil
	}
	_, offer := c.Extension("AUTH")
	offered, v := strings.Fields(strings.ToUpper(offer)), s.Server
	switch {
	case slices.Contains(offered, "PLAIN"):
		return c.Auth(client.PlainAuth("", v.User, v.Password, v.Host, v.loopback()))
	case slices.Contains(offered, "LOGIN"):
		return c.Auth(client.LoginAuth(v.User, v.Password, v.Host, v.loopback()))
	}
	return errNoAuth
}

// taken makes every 2xx to the end of the data what it is, success.
func taken(err error) error {
	if reply, ok := errors.AsType[*textproto.Error](err); ok && reply.Code/100 == 2 {
		return nil
	}
	return err
}

// quit says good-bye, and does not wait long for the answer: what became of the
// mail is known.
func quit(ctx context.Context, c *client.Client, wire net.Conn) {
	ctx, cancel := context.WithTimeout(ctx, farewell)
	defer cancel()
	stop := context.AfterFunc(ctx, func() { _ = wire.Close() })
	defer stop()
	_ = c.Quit()
}
