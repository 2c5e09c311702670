package smtp

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"log"
	"net"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"

	"github.com/emersion/go-sasl"
	gosmtp "github.com/emersion/go-smtp"
)

const (
	from, to = "games@fieldpost.example", "ann@example.org"
	host     = "example.com" // a name for which the relay has a certificate
	user     = "fieldpost"
	password = "correct horse"
)

// letter is a whole mail, with everything that a conversation could change.
const letter = "From: \"Bob via Fieldpost\" <games@fieldpost.example>\r\n" +
	"To: \"Ann\" <ann@example.org>\r\n" +
	"Subject: =?UTF-8?q?Stratego:_Ann_=E2=80=93_Bob_[K7Q2]?=\r\n" +
	"Date: Mon, 02 Mar 2026 09:30:00 +0000\r\n" +
	"Message-ID: <5f2a@fieldpost.example>\r\n" +
	"References: <k7cqcaqdaqcqm.red@fieldpost.example>\r\n" +
	"In-Reply-To: <k7cqcaqdaqcqm.red@fieldpost.example>\r\n" +
	"List-Id: <games.fieldpost.example>\r\n" +
	"Auto-Submitted: auto-generated\r\n" +
	"MIME-Version: 1.0\r\n" +
	"Content-Type: text/plain; charset=UTF-8\r\n" +
	"X-Folded: one\r\n\ttwo\r\n" +
	"\r\n" +
	".\r\n..\r\n.a line with a dot before it\r\n  spaces  \r\n\r\n\r\nFrom here on\r\n"

// delivery is a mail that the relay has taken.
type delivery struct {
	hello, from, to, user string
	secure, utf8          bool
	raw                   string
}

// relay is a real mail server on loopback.
type relay struct {
	// at, if set, is called at each step and may fail it, drop the connection, or
	// wait: at Data before the message is read, at End after it.
	at         func(step Step, c net.Conn) error
	mechanisms []string // of authentication; none: it is not offered
	address    string
	roots      *x509.CertPool

	mu   sync.Mutex
	took []delivery
}

// how a relay is to be spoken to.
type how struct{ tls, offersTLS, utf8 bool }

func (r *relay) start(t *testing.T, h how) *relay {
	t.Helper()
	certified := httptest.NewTLSServer(nil)
	t.Cleanup(certified.Close)
	r.roots = x509.NewCertPool()
	r.roots.AddCert(certified.Certificate())
	s := gosmtp.NewServer(r)
	s.Domain, s.EnableSMTPUTF8 = host, h.utf8
	s.ErrorLog = log.New(io.Discard, "", 0)
	s.AllowInsecureAuth = !h.tls && !h.offersTLS
	if h.tls || h.offersTLS {
		s.TLSConfig = certified.TLS
		s.TLSConfig.NextProtos = nil
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	r.address = l.Addr().String()
	if h.tls {
		l = tls.NewListener(l, s.TLSConfig)
	}
	served := make(chan error, 1)
	go func() { served <- s.Serve(l) }()
	t.Cleanup(func() {
		_ = s.Close()
		if err := <-served; err != nil && !errors.Is(err, gosmtp.ErrServerClosed) {
			t.Error(err)
		}
	})
	return r
}

// sender sends to the relay, which it takes for a server of that name.
func (r *relay) sender(s Server) *Sender {
	return &Sender{Server: s, roots: r.roots, dial: func(ctx context.Context, network, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, network, r.address)
	}}
}

func (r *relay) deliveries() []delivery {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.took)
}

func (r *relay) happens(step Step, c net.Conn) error {
	if r.at == nil {
		return nil
	}
	return r.at(step, c)
}

// NewSession is that of a gosmtp.Backend: it begins at EHLO.
func (r *relay) NewSession(c *gosmtp.Conn) (gosmtp.Session, error) {
	if err := r.happens(Hello, c.Conn()); err != nil {
		return nil, err
	}
	s := &relaySession{relay: r, conn: c.Conn()}
	s.now.hello = c.Hostname()
	_, s.now.secure = c.TLSConnectionState()
	return s, nil
}

type relaySession struct {
	*relay
	conn net.Conn
	now  delivery
}

func (s *relaySession) Reset()        {}
func (s *relaySession) Logout() error { return nil }

func (s *relaySession) AuthMechanisms() []string { return s.mechanisms }

func (s *relaySession) Auth(mechanism string) (sasl.Server, error) {
	check := func(u, p string) error {
		if err := s.happens(Auth, s.conn); err != nil {
			return err
		}
		if u != user || p != password {
			return gosmtp.ErrAuthFailed
		}
		s.now.user = u
		return nil
	}
	if mechanism == sasl.Login {
		return &loginServer{check: check}, nil
	}
	return sasl.NewPlainServer(func(_, u, p string) error { return check(u, p) }), nil
}

// loginServer asks for the name, then for the password.
type loginServer struct {
	check  func(user, password string) error
	asked  int
	answer [2]string
}

func (l *loginServer) Next(response []byte) (challenge []byte, done bool, err error) {
	if l.asked > 0 {
		l.answer[l.asked-1] = string(response)
	}
	if l.asked == 2 {
		return nil, true, l.check(l.answer[0], l.answer[1])
	}
	l.asked++
	return []byte([]string{"Username:", "Password:"}[l.asked-1]), false, nil
}

func (s *relaySession) Mail(from string, o *gosmtp.MailOptions) error {
	if len(s.mechanisms) > 0 && s.now.user == "" {
		return gosmtp.ErrAuthRequired
	}
	s.now.from, s.now.utf8 = from, o.UTF8
	return s.happens(Mail, s.conn)
}

func (s *relaySession) Rcpt(to string, _ *gosmtp.RcptOptions) error {
	s.now.to = to
	return s.happens(Rcpt, s.conn)
}

func (s *relaySession) Data(r io.Reader) error {
	if err := s.happens(Data, s.conn); err != nil {
		return err
	}
	raw, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	if err := s.happens(End, s.conn); err != nil {
		return err
	}
	s.now.raw = string(raw)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.took = append(s.took, s.now)
	return nil
}

// send sends the letter and returns the error of this package.
func send(t *testing.T, s *Sender) *Error {
	t.Helper()
	return sendRaw(t.Context(), t, s, letter)
}

func sendRaw(ctx context.Context, t *testing.T, s *Sender, raw string) *Error {
	t.Helper()
	before := []byte(raw)
	_, err := s.Send(ctx, "key", from, to, before)
	if !bytes.Equal(before, []byte(raw)) {
		t.Error("Send has changed the bytes that it was given")
	}
	if err == nil {
		return nil
	}
	f, ok := errors.AsType[*Error](err)
	if !ok {
		t.Fatalf("%T: %v", err, err)
	}
	return f
}
