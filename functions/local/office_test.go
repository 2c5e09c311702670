package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/url"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-sasl"
	gosmtp "github.com/emersion/go-smtp"

	"fieldpost/infra/mailbox"
)

const officePassword = "p@ss/word"

// office is a real mail server on loopback, which puts what it takes into a
// mailbox, where the players read it.
type office struct {
	url     string // of its account, without the password
	box     *mailbox.Box
	taken   chan struct{} // gets a value with each mail that is taken, while there is room
	refused chan struct{} // and with each that is refused

	mu     sync.Mutex
	refuse error // instead of taking a mail
	mails  int
	from   map[string]string // the address on the envelope of the last mail to each
}

func openOffice(t *testing.T) *office {
	t.Helper()
	box, err := mailbox.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	o := &office{
		url: "smtp://fieldpost@" + l.Addr().String(), box: box,
		taken: make(chan struct{}, 10), refused: make(chan struct{}, 10),
	}
	s := gosmtp.NewServer(o)
	s.Domain, s.AllowInsecureAuth, s.ErrorLog = "localhost", true, log.New(io.Discard, "", 0)
	served := make(chan error, 1)
	go func() { served <- s.Serve(l) }()
	t.Cleanup(func() {
		_ = s.Close()
		if err := <-served; err != nil && !errors.Is(err, gosmtp.ErrServerClosed) {
			t.Error(err)
		}
	})
	return o
}

// set makes the office refuse with err, or take everything.
func (o *office) set(err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.refuse = err
}

// count returns how many mails were taken.
func (o *office) count() int {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.mails
}

// sender returns the address on the envelope of the last mail to somebody.
func (o *office) sender(to string) string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.from[to]
}

// await waits until n mails were taken, and returns them.
func (o *office) await(t *testing.T, n int) []post {
	t.Helper()
	for o.count() < n {
		wait(t, "taken", o.taken)
	}
	text, err := json.Marshal(letters{o.box}.List(""))
	var list []post
	if err = errors.Join(err, json.Unmarshal(text, &list)); err != nil {
		t.Fatal(err)
	}
	return list
}

// NewSession is that of a gosmtp.Backend.
func (o *office) NewSession(*gosmtp.Conn) (gosmtp.Session, error) { return &counter{office: o}, nil }

// counter is where one customer of the office is served.
type counter struct {
	*office
	known    bool
	from, to string
}

func (c *counter) Reset()                   {}
func (c *counter) Logout() error            { return nil }
func (c *counter) AuthMechanisms() []string { return []string{sasl.Plain} }

func (c *counter) Auth(string) (sasl.Server, error) {
	return sasl.NewPlainServer(func(_, user, password string) error {
		c.known = user == "fieldpost" && password == officePassword
		if !c.known {
			return gosmtp.ErrAuthFailed
		}
		return nil
	}), nil
}

func (c *counter) Mail(from string, _ *gosmtp.MailOptions) error {
	if !c.known {
		return gosmtp.ErrAuthRequired
	}
	c.from = from
	return nil
}

func (c *counter) Rcpt(to string, _ *gosmtp.RcptOptions) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.refuse != nil {
		ring(c.refused)
	}
	c.to = to
	return c.refuse
}

func (c *counter) Data(r io.Reader) error {
	raw, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.mails++
	if c.office.from == nil {
		c.office.from = make(map[string]string)
	}
	c.office.from[c.to] = c.from
	// Under a key of its own: a mail that comes twice lies there twice.
	_, err = c.box.Send(context.Background(), fmt.Sprint(c.mails), c.from, c.to, raw)
	ring(c.taken)
	return err
}

func ring(bell chan struct{}) {
	select {
	case bell <- struct{}{}:
	default:
	}
}

// wait waits for a bell.
func wait(t *testing.T, what string, bell chan struct{}) {
	t.Helper()
	select {
	case <-bell:
	case <-time.After(patience):
		t.Fatalf("no mail was %s", what)
	}
}

// browsers goes to the site as browsers on a plain http host do, which is at
// another address than its name says, and to the office for the players' mails.
type browsers struct {
	*office
	base  string
	inner http.Transport
}

func newBrowsers(o *office, base, address string) *browsers {
	b := &browsers{office: o, base: base}
	b.inner.DialContext = func(ctx context.Context, network, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, network, address)
	}
	return b
}

// RoundTrip is that of a http.RoundTripper.
func (b *browsers) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.URL.Path != "/mailbox.json" {
		if r.Method == http.MethodPost {
			r = r.Clone(r.Context())
			r.Header.Set("Origin", b.base)
		}
		return b.inner.RoundTrip(r)
	}
	query, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return nil, err
	}
	list, err := json.Marshal(letters{b.box}.List(query.Get("after")))
	if err != nil {
		return nil, err
	}
	return &http.Response{
		StatusCode: http.StatusOK, Header: http.Header{}, Request: r,
		Body: io.NopCloser(bytes.NewReader(list)), ContentLength: int64(len(list)),
	}, nil
}
