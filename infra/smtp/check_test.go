package smtp

import (
	"errors"
	"net"
	"testing"
)

// A check must go as far as a mail can without being one.
func TestCheck(t *testing.T) {
	account := Server{Host: host, Port: "587", User: user, Password: password}
	stranger := account
	stranger.Password = "wrong horse"
	for _, c := range []struct {
		name   string
		how    how
		server Server
		at     func(Step, net.Conn) error
		want   string // code of the error; "": none
	}{
		{"well", how{offersTLS: true}, account, nil, ""},
		{"with TLS at once", how{tls: true}, Server{Host: host, Port: "465", TLS: true, User: user, Password: password}, nil, ""},
		{"no STARTTLS", how{}, account, nil, "STARTTLS not offered"},
		{"a wrong password", how{offersTLS: true}, stranger, nil, "AUTH 535 5.7.8"},
		{"not as this sender", how{offersTLS: true}, account, func(s Step, _ net.Conn) error {
			if s == Mail {
				return refusal(553, 5, 7, 1)
			}
			return nil
		}, "MAIL 553 5.7.1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			far := 0
			r := &relay{mechanisms: []string{"PLAIN"}, at: func(s Step, conn net.Conn) error {
				if s == Rcpt || s == Data || s == End {
					far++
				}
				if c.at != nil {
					return c.at(s, conn)
				}
				return nil
			}}
			r.start(t, c.how)
			err := r.sender(c.server).Check(t.Context(), from)
			said := ""
			if f, ok := errors.AsType[*Error](err); ok {
				said = f.Code()
			} else if err != nil {
				t.Fatal(err)
			}
			if said != c.want || far != 0 || len(r.deliveries()) != 0 {
				t.Errorf("%q, want %q; it went %d steps too far", said, c.want, far)
			}
		})
	}
	if err := (&Sender{}).Check(t.Context(), "a b@example.org>"); err == nil {
		t.Error("an address that is none")
	}
}
