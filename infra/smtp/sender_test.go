package smtp

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strings"
	"testing"

	gosmtp "github.com/emersion/go-smtp"
	"github.com/google/go-cmp/cmp"
)

// Without it one of the ways in which servers are reached would not work, or
// would lead past TLS or the password.
func TestSend(t *testing.T) {
	for _, c := range []struct {
		name       string
		how        how
		mechanisms []string
		server     Server
		want       delivery // less what is the same for all
	}{
		{"a relay on this machine", how{}, nil, Server{Host: "127.0.0.1"}, delivery{}},
		{"one that offers TLS all the same", how{offersTLS: true}, nil, Server{Host: "localhost"}, delivery{}},
		{"STARTTLS", how{offersTLS: true}, nil, Server{Host: host}, delivery{secure: true}},
		{"implicit TLS", how{tls: true}, nil, Server{Host: host, TLS: true}, delivery{secure: true}},
		{
			"PLAIN after STARTTLS",
			how{offersTLS: true},
			[]string{"LOGIN", "PLAIN"},
			Server{Host: host, User: user, Password: password},
			delivery{secure: true, user: user},
		},
		{
			"LOGIN after STARTTLS",
			how{offersTLS: true},
			[]string{"LOGIN"},
			Server{Host: host, User: user, Password: password},
			delivery{secure: true, user: user},
		},
		{
			"PLAIN in implicit TLS",
			how{tls: true},
			[]string{"PLAIN"},
			Server{Host: host, TLS: true, User: user, Password: password},
			delivery{secure: true, user: user},
		},
		{
			"LOGIN on this machine",
			how{},
			[]string{"LOGIN"},
			Server{Host: "127.0.0.2", User: user, Password: password},
			delivery{user: user},
		},
		{
			"PLAIN on this machine",
			how{},
			[]string{"PLAIN"},
			Server{Host: "mail.localhost", User: user, Password: password},
			delivery{user: user},
		},
		{"no SMTPUTF8 for an ASCII mail", how{utf8: true}, nil, Server{Host: "::1"}, delivery{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := (&relay{mechanisms: c.mechanisms}).start(t, c.how)
			if err := send(t, r.sender(c.server)); err != nil {
				t.Fatal(err)
			}
			c.want.hello, c.want.from, c.want.to, c.want.raw = "fieldpost.example", from, to, letter
			if diff := cmp.Diff([]delivery{c.want}, r.deliveries(), cmp.AllowUnexported(delivery{})); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// Without it a mail would be spoiled, or its signature, by what the conversation
// does to dots, long lines or line ends.
func TestBytesArriveUnchanged(t *testing.T) {
	r := (&relay{}).start(t, how{})
	s := r.sender(Server{Host: "127.0.0.1"})
	head := "From: games@fieldpost.example\r\n\r\n"
	raws := []string{
		head,
		head + ".\r\n",
		head + ".\r\n.\r\n",
		head + "..\r\n...\r\n. \r\n",
		head + "a\r\n.\r\nQUIT\r\n",
		head + strings.Repeat("x", 998) + "\r\n",
		head + "." + strings.Repeat(".", 997) + "\r\n",
		head + strings.Repeat(strings.Repeat("=C3=A9", 12)+"=\r\n", 800) + "\r\n", // 60 kB
		head + "\r\n\r\n  \t \r\n\r\n",
		head + "caf\xc3\xa9\r\n",
		letter,
	}
	for _, raw := range raws {
		if err := sendRaw(t.Context(), t, s, raw); err != nil {
			t.Fatalf("%.80q: %v", raw, err)
		}
	}
	for i, d := range r.deliveries() {
		if d.raw != raws[i] {
			t.Errorf("%.80q arrived as %.80q", raws[i], d.raw)
		}
	}
}

// Without it a line end that is none would be changed on the way, or end the
// message for another server than for this one, and an address would bring a
// command of its own.
func TestWhatIsNotSent(t *testing.T) {
	s := &Sender{Server: Server{Host: "127.0.0.1"}, dial: func(context.Context, string, string) (net.Conn, error) {
		t.Error("the server was called")
		return nil, net.ErrClosed
	}}
	for _, raw := range []string{"", "a: b\r\n\r\nno end", "a: b\r\n\r\nx\ny\r\n", "a: b\r\n\r\nx\ry\r\n", "a: b\r\n\r\n\n.\n\r\n", "a: b\r\n\r\n\r\r\n"} {
		_, err := s.Send(t.Context(), "key", from, to, []byte(raw))
		wantError(t, fmt.Sprintf("%q", raw), err, "compose lines not ended by CR LF", true, true)
	}
	for _, address := range []string{
		"", "ann", "a b@example.org", "ann@example.org\r\nRCPT TO:<eve@example.org>", "ann@example.org> SIZE=1",
		"<ann@example.org>", "ann@exämple.org", "ann@example.org\x00",
	} {
		for _, e := range [][2]string{{address, to}, {from, address}} {
			_, err := s.Send(t.Context(), "key", e[0], e[1], []byte(letter))
			wantError(t, fmt.Sprintf("%q", e), err, "compose bad address", true, true)
		}
	}
}

func wantError(t *testing.T, what string, err error, code string, refused, permanent bool) {
	t.Helper()
	f, ok := errors.AsType[*Error](err)
	if !ok {
		t.Errorf("%s: %v", what, err)
		return
	}
	if f.Code() != code || f.Refused() != refused || f.Permanent() != permanent {
		t.Errorf("%s: %q, refused %v, permanent %v; want %q, %v, %v",
			what, f.Code(), f.Refused(), f.Permanent(), code, refused, permanent)
	}
	if want := "send by SMTP: " + code; f.Error() != want {
		t.Errorf("%s: the text is %q, not %q", what, f.Error(), want)
	}
}

// Without it mails or a password would go out in the clear, or to somebody who
// only says that he is the server.
func TestNothingWithoutTLS(t *testing.T) {
	plain := (&relay{mechanisms: []string{"PLAIN"}}).start(t, how{})
	secure := (&relay{mechanisms: []string{"PLAIN"}}).start(t, how{offersTLS: true})
	implicit := (&relay{mechanisms: []string{"PLAIN"}}).start(t, how{tls: true})
	account := func(s Server) Server { s.User, s.Password = user, password; return s }
	distrustful := secure.sender(account(Server{Host: host}))
	distrustful.roots = nil
	for _, c := range []struct {
		name string
		s    *Sender
		code string
	}{
		{"no STARTTLS", plain.sender(account(Server{Host: host})), "STARTTLS not offered"},
		{"no TLS where it is to be", plain.sender(account(Server{Host: host, TLS: true})), "connect no TLS"},
		{"a certificate for another host", secure.sender(account(Server{Host: "mail.example.org"})), "STARTTLS certificate not good for the host"},
		{"the same, implicit", implicit.sender(account(Server{Host: "mail.example.org", TLS: true})), "connect certificate not good for the host"},
		{"a certificate of nobody", distrustful, "STARTTLS certificate not good for the host"},
		{"a relay on this machine with a certificate for another host", implicit.sender(account(Server{Host: "localhost", TLS: true})), "connect certificate not good for the host"},
	} {
		err := send(t, c.s)
		if err == nil {
			t.Errorf("%s: it was sent", c.name)
			continue
		}
		wantError(t, c.name, err, c.code, true, false)
	}
	for _, r := range []*relay{plain, secure, implicit} {
		if n := len(r.deliveries()); n != 0 {
			t.Errorf("%d mails were taken", n)
		}
	}
}

// Without it an account that does not fit would look like a mail that nobody
// ever takes, and be left alone for ever.
func TestAccount(t *testing.T) {
	for _, c := range []struct {
		name       string
		mechanisms []string
		user       string
		password   string
		code       string
	}{
		{"wrong password", []string{"PLAIN"}, user, "wrong", "AUTH 535 5.7.8"},
		{"wrong password by LOGIN", []string{"LOGIN"}, user, "wrong", "AUTH 535 5.7.8"},
		{"no account given", []string{"PLAIN"}, "", "", "MAIL 502 5.7.0"},
		{"nothing that we speak", []string{"XOAUTH2"}, user, password, "AUTH neither PLAIN nor LOGIN offered"},
		{"no authentication", nil, user, password, "AUTH neither PLAIN nor LOGIN offered"},
	} {
		r := (&relay{mechanisms: c.mechanisms}).start(t, how{offersTLS: true})
		err := send(t, r.sender(Server{Host: host, User: c.user, Password: c.password}))
		if err == nil {
			t.Errorf("%s: it was sent", c.name)
			continue
		}
		wantError(t, c.name, err, c.code, true, false)
	}
}

// refusal is an answer as servers give it: with the address in its text.
func refusal(code int, more ...int) *gosmtp.SMTPError {
	e := &gosmtp.SMTPError{Code: code, EnhancedCode: gosmtp.NoEnhancedCode, Message: "<ann@example.org>: no, 5.5.5 times no"}
	if len(more) == 3 {
		e.EnhancedCode = gosmtp.EnhancedCode{more[0], more[1], more[2]}
	}
	return e
}

// Without it a mail that the server does not take now would be given up, or one
// that it never takes sent for ever, or the log would hold the address.
func TestRefusals(t *testing.T) {
	for _, c := range []struct {
		step      Step
		err       error
		code      string
		permanent bool
	}{
		{Hello, refusal(421, 4, 3, 2), "EHLO 421 4.3.2", false},
		{Mail, refusal(451), "MAIL 451", false},
		{Mail, refusal(550, 5, 7, 1), "MAIL 550 5.7.1", false},
		{Rcpt, refusal(450, 4, 2, 0), "RCPT 450 4.2.0", false},
		{Rcpt, refusal(550, 5, 1, 1), "RCPT 550 5.1.1", true},
		{Rcpt, refusal(553), "RCPT 553", true},
		{Data, refusal(452, 4, 3, 1), "end of data 452 4.3.1", false},
		{End, refusal(421), "end of data 421", false},
		{End, refusal(554, 5, 6, 0), "end of data 554 5.6.0", true},
	} {
		r := (&relay{at: func(step Step, _ net.Conn) error {
			if step == c.step {
				return c.err
			}
			return nil
		}}).start(t, how{})
		err := send(t, r.sender(Server{Host: "127.0.0.1"}))
		if err == nil {
			t.Errorf("%s: it was sent", c.code)
			continue
		}
		wantError(t, string(c.step), err, c.code, true, c.permanent)
		if n := len(r.deliveries()); n != 0 {
			t.Errorf("%s: it was taken", c.code)
		}
	}
}

// Without it a mail whose answer was lost would be sent again at once, or one
// that certainly was not taken would wait for its claim to run out.
func TestDroppedByTheServer(t *testing.T) {
	for _, step := range []Step{Hello, Auth, Mail, Rcpt, Data, End} {
		r := (&relay{mechanisms: []string{"PLAIN"}, at: func(at Step, c net.Conn) error {
			if at == step {
				_ = c.Close()
			}
			return nil
		}}).start(t, how{offersTLS: true})
		err := send(t, r.sender(Server{Host: host, User: user, Password: password}))
		if err == nil {
			t.Errorf("%s: it was sent", step)
			continue
		}
		// The message is on its way when the server drops the connection at Data,
		// and may be there: this side cannot tell.
		unknown := step == Data || step == End
		if err.Refused() == unknown || err.Permanent() || err.Reply != "" {
			t.Errorf("dropped at %s: %v, refused %v, permanent %v", step, err, err.Refused(), err.Permanent())
		}
	}
}

// Without it a server that does not answer would hold up every other mail.
func TestSlowServer(t *testing.T) {
	for _, step := range []Step{Hello, Auth, Mail, Rcpt, End} {
		reached, over := make(chan struct{}), make(chan struct{})
		r := (&relay{mechanisms: []string{"LOGIN"}, at: func(at Step, _ net.Conn) error {
			if at == step {
				close(reached)
				<-over
			}
			return nil
		}}).start(t, how{tls: true})
		ctx, cancel := context.WithCancel(t.Context())
		go func() { <-reached; cancel() }()
		err := sendRaw(ctx, t, r.sender(Server{Host: host, TLS: true, User: user, Password: password}), letter)
		close(over)
		if err == nil {
			t.Errorf("%s: it was sent", step)
			continue
		}
		wantError(t, string(step), err, string(step)+" canceled", step != End, false)
	}
}

// Without it nobody would know from the log why no mail goes out.
func TestNoServer(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	free, err := ParseServer("smtp://" + l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	_ = l.Close()
	_, sent := (&Sender{Server: free}).Send(t.Context(), "key", from, to, []byte(letter))
	wantError(t, "nobody listens", sent, "connect connection refused", true, false)

	lost := &Sender{Server: free, dial: func(context.Context, string, string) (net.Conn, error) {
		return nil, &net.OpError{Op: "dial", Err: &net.DNSError{Err: "no such host", Name: "mail.example", IsNotFound: true}}
	}}
	_, sent = lost.Send(t.Context(), "key", from, to, []byte(letter))
	wantError(t, "no such host", sent, "connect host not found", true, false)
}
