package smtpd

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/netip"
	"net/textproto"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

const (
	domain = "reply.fieldpost.example"
	box    = "bounce+aeaq2345@" + domain
)

// taken is a mail as a Taker got it.
type taken struct {
	from string
	to   []string
	raw  string
	peer netip.Addr
}

// desk is a Taker.
type desk struct {
	does func(ctx context.Context) error // nil: it takes the mail

	mu   sync.Mutex
	took []taken
}

func (d *desk) Take(ctx context.Context, from string, to []string, raw []byte, peer netip.Addr) error {
	if d.does != nil {
		if err := d.does(ctx); err != nil {
			return err
		}
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.took = append(d.took, taken{from, to, string(raw), peer})
	return nil
}

func (d *desk) all() []taken {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.took
}

// open serves on loopback, until stop is called or the test ends.
func open(t *testing.T, s *Server) (address string, stop func()) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s.Domain, s.Boxes = domain, []string{"bounce"}
	ctx, cancel := context.WithCancel(t.Context())
	served := make(chan error, 1)
	go func() { served <- s.Serve(ctx, l) }()
	stop = sync.OnceFunc(func() {
		cancel()
		if err := <-served; err != nil {
			t.Errorf("served: %v", err)
		}
	})
	t.Cleanup(stop)
	return l.Addr().String(), stop
}

// caller is somebody who speaks SMTP.
type caller struct {
	t    *testing.T
	conn net.Conn
	text *textproto.Reader
}

// call connects.
func call(t *testing.T, address string) *caller {
	t.Helper()
	conn, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	_ = conn.SetDeadline(time.Now().Add(20 * time.Second))
	return &caller{t, conn, textproto.NewReader(bufio.NewReader(conn))}
}

// hears reads a reply, and wants its code.
func (c *caller) hears(code int) string {
	c.t.Helper()
	got, text, err := c.text.ReadResponse(0)
	if err != nil || got != code {
		c.t.Fatalf("heard %d %q, %v; want %d", got, text, err, code)
	}
	return text
}

// says writes lines, and wants the reply to them.
func (c *caller) says(line string, code int) string {
	c.t.Helper()
	if _, err := io.WriteString(c.conn, line+"\r\n"); err != nil {
		c.t.Fatal(err)
	}
	return c.hears(code)
}

// enters begins a session.
func enters(t *testing.T, address string) *caller {
	t.Helper()
	c := call(t, address)
	c.hears(220)
	c.says("EHLO mail.example.org", 250)
	return c
}

// gone wants the server to have closed the connection.
func (c *caller) gone() {
	c.t.Helper()
	if b, err := io.ReadAll(c.conn); err != nil || len(b) > 0 {
		c.t.Errorf("read %q, %v: the connection is open", b, err)
	}
}

// A mail comes to the Taker as it was sent, byte for byte, with its envelope.
func TestTaken(t *testing.T) {
	d := &desk{}
	address, _ := open(t, &Server{Taker: d})
	c := enters(t, address)
	const raw = "From: Bob <bob@example.org>\r\nReceived: by us\r\n\r\nGr\xfc\xdfe\r\n.dot\r\n\r\nFrom here\r\n"
	const other = "BOUNCE+AEAQ@Reply.Fieldpost.Example"
	for _, from := range []string{"bob@example.org", ""} {
		c.says("MAIL FROM:<"+from+">", 250)
		c.says("RCPT TO:<"+box+">", 250)
		c.says("RCPT TO:<"+other+">", 250)
		c.says("DATA", 354)
		c.says(strings.ReplaceAll(raw, "\r\n.", "\r\n..")+".", 250)
	}
	c.says("QUIT", 221)
	peer := netip.MustParseAddr("127.0.0.1")
	want := []taken{{"bob@example.org", []string{box, other}, raw, peer}, {"", []string{box, other}, raw, peer}}
	if diff := cmp.Diff(want, d.all(), cmp.AllowUnexported(taken{}), cmp.Comparer(func(a, b netip.Addr) bool { return a == b })); diff != "" {
		t.Error(diff)
	}
}

// Without it the server would pass on mails of strangers, or take what is for nobody.
func TestRecipients(t *testing.T) {
	d := &desk{}
	address, _ := open(t, &Server{Taker: d})
	c := enters(t, address)
	c.says("MAIL FROM:<bob@example.org>", 250)
	for to, code := range map[string]int{
		box:                                                250,
		"bounce+aeaq@example.org":                          550,
		"bounce+aeaq@sub." + domain:                        550,
		"bounce+aeaq@x@" + domain:                          550,
		"bounce+aeaq%example.org@" + domain:                550,
		"\"bounce+aeaq\"@" + domain:                        250, // quoted without need, it is the same
		"\"bounce+aeaq@example.org\"@" + domain:            550,
		"@example.org:bounce+aeaq@" + domain:               250, // a route, which RFC 5321 wants dropped
		"bounce@" + domain:                                 550,
		"bounce+@" + domain:                                550,
		"bounce+aeaq1@" + domain:                           550,
		"bounce+ae-aq@" + domain:                           550,
		"play+aeaq@" + domain:                              550, // nobody reads them here
		"postmaster@" + domain:                             550,
		"bounce+" + strings.Repeat("a", 57) + "@" + domain: 250,
		"bounce+" + strings.Repeat("a", 58) + "@" + domain: 550,
	} {
		if _, err := io.WriteString(c.conn, "RCPT TO:<"+to+">\r\n"); err != nil {
			t.Fatal(err)
		}
		if got, text, err := c.text.ReadResponse(0); err != nil || got != code || code == 550 && strings.Contains(text, "aeaq") {
			t.Errorf("%s: %d %s, %v; want %d", to, got, text, err, code)
		}
	}
	c.says("RSET", 250)
	c.says("MAIL FROM:<bob@example.org>", 250)
	for range MaxRecipients {
		c.says("RCPT TO:<"+box+">", 250)
	}
	c.says("RCPT TO:<"+box+">", 452)
	c.says("VRFY "+box, 252)
	if offered := c.says("EHLO mail.example.org", 250); strings.Contains(offered, "AUTH") || strings.Contains(offered, "STARTTLS") {
		t.Errorf("it offers %q", offered)
	}
	if n := len(d.all()); n > 0 {
		t.Errorf("%d mails without one", n)
	}
}

// Without it one mail could fill the memory.
func TestSizes(t *testing.T) {
	d := &desk{}
	address, _ := open(t, &Server{Taker: d})
	c := enters(t, address)
	line := strings.Repeat("x", 62) + "\r\n"
	for _, by := range []string{"DATA", "BDAT"} {
		for size, code := range map[int]int{MaxSize: 250, MaxSize + 1: 552, 2 * MaxSize: 552} {
			raw := strings.Repeat(line, size/len(line)+1)[:size-3] + "x\r\n"
			c.says("MAIL FROM:<bob@example.org>", 250)
			c.says("RCPT TO:<"+box+">", 250)
			if by == "DATA" {
				c.says("DATA", 354)
				c.says(raw+".", code)
				continue
			}
			if _, err := fmt.Fprintf(c.conn, "BDAT %d LAST\r\n%s", len(raw), raw); err != nil {
				t.Fatal(err)
			}
			c.hears(code)
		}
	}
	c.says(fmt.Sprintf("MAIL FROM:<bob@example.org> SIZE=%d", 2*MaxSize), 552)
	for _, m := range d.all() {
		if len(m.raw) != MaxSize {
			t.Errorf("a mail of %d bytes is taken", len(m.raw))
		}
	}
	if n := len(d.all()); n != 2 {
		t.Errorf("%d mails are taken, not two", n)
	}
}

// sends brings a small mail, and wants the answer to its end.
func (c *caller) sends(code int) {
	c.t.Helper()
	c.says("MAIL FROM:<>", 250)
	c.says("RCPT TO:<"+box+">", 250)
	c.says("DATA", 354)
	c.says("Subject: x\r\n\r\nx\r\n.", code)
}

// A mail that was not taken is not lost: the client must not hear that it was. Nor
// does one that the Taker cannot bear end the server.
func TestNotTaken(t *testing.T) {
	fault := errors.New("the store of ann@example.org is full")
	d := &desk{does: func(context.Context) error { return fault }}
	address, _ := open(t, &Server{Taker: d})
	c := enters(t, address)
	c.sends(451)
	d.does = func(context.Context) error { panic("ann@example.org") }
	c.sends(421)
	c.gone()
	d.does = nil
	enters(t, address).sends(250)
}

// Without it one machine would take all the room, and many all the memory.
func TestTooManyConnections(t *testing.T) {
	address, _ := open(t, &Server{Taker: &desk{}})
	var in []*caller
	for range mostOfOne {
		in = append(in, enters(t, address))
	}
	c := call(t, address)
	c.hears(421)
	c.gone()
	in[0].says("QUIT", 221)
	in[0].gone()
	// The place is free once the server has noticed, a moment later.
	for again := true; again; {
		c := call(t, address)
		code, _, err := c.text.ReadResponse(0)
		if again = code == 421; !again && code != 220 {
			t.Errorf("%d, %v", code, err)
		}
	}
	for peers, want := range map[[2]string]bool{
		{"192.0.2.1", "192.0.2.1"}: true, {"192.0.2.1", "192.0.2.2"}: false,
		{"2001:db8::1", "2001:db8::2:1"}: true, {"2001:db8::1", "2001:db8:0:1::1"}: false,
	} {
		if got := houseOf(netip.MustParseAddr(peers[0])) == houseOf(netip.MustParseAddr(peers[1])); got != want {
			t.Errorf("%q are one: %t", peers, got)
		}
	}
}

// Without it who says nothing, or a byte now and then, would keep his place for ever.
func TestSlowClients(t *testing.T) {
	d := &desk{}
	address, _ := open(t, &Server{Taker: d, command: 50 * time.Millisecond})
	silent := enters(t, address)
	silent.hears(421)
	silent.gone()
	address, _ = open(t, &Server{Taker: d, command: 50 * time.Millisecond})
	drips := enters(t, address)
	drips.says("MAIL FROM:<>", 250)
	drips.says("RCPT TO:<"+box+">", 250)
	drips.says("DATA", 354)
	drips.hears(451) // in the middle of the mail
	address, _ = open(t, &Server{Taker: d, session: 50 * time.Millisecond})
	busy := enters(t, address)
	for {
		if _, err := io.WriteString(busy.conn, "NOOP\r\n"); err != nil {
			break
		}
		if _, _, err := busy.text.ReadResponse(250); err != nil {
			break
		}
	}
	if n := len(d.all()); n > 0 {
		t.Errorf("%d mails are taken", n)
	}
}

// The program ends: who does nothing is let go, a mail under way is taken and
// answered, and nobody else comes in. Without it the mail would come twice, or the
// program never end.
func TestEnd(t *testing.T) {
	came, goOn := make(chan struct{}), make(chan struct{})
	d := &desk{does: func(context.Context) error { close(came); <-goOn; return nil }}
	address, stop := open(t, &Server{Taker: d})
	idle, busy := enters(t, address), enters(t, address)
	busy.says("MAIL FROM:<>", 250)
	busy.says("RCPT TO:<"+box+">", 250)
	busy.says("DATA", 354)
	if _, err := io.WriteString(busy.conn, "x: y\r\n\r\n.\r\n"); err != nil {
		t.Fatal(err)
	}
	<-came
	ended := make(chan struct{})
	go func() { defer close(ended); stop() }()
	idle.gone()
	close(goOn)
	busy.hears(250)
	busy.gone()
	<-ended
	if _, err := net.Dial("tcp", address); err == nil {
		t.Error("it listens on")
	}
	if n := len(d.all()); n != 1 {
		t.Errorf("%d mails are taken", n)
	}
}

// Who ends it before it has begun does not wait for ever.
func TestEndAtOnce(t *testing.T) {
	for range 200 {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if err := (&Server{Domain: domain, Taker: &desk{}}).Serve(ctx, l); err != nil {
			t.Fatal(err)
		}
	}
}

// Nobody keeps the program from ending: neither a client in the middle of a mail nor
// a Taker that waits for the world.
func TestEndIsShort(t *testing.T) {
	came := make(chan struct{})
	d := &desk{does: func(ctx context.Context) error { close(came); <-ctx.Done(); return ctx.Err() }}
	address, stop := open(t, &Server{Taker: d})
	slow, busy := enters(t, address), enters(t, address)
	for _, c := range []*caller{slow, busy} {
		c.says("MAIL FROM:<>", 250)
		c.says("RCPT TO:<"+box+">", 250)
		c.says("DATA", 354)
	}
	if _, err := io.WriteString(busy.conn, "x: y\r\n\r\n.\r\n"); err != nil {
		t.Fatal(err)
	}
	<-came
	begin := time.Now()
	stop()
	if took := time.Since(begin); took > 2*farewell {
		t.Errorf("it took %v", took)
	}
	if n := len(d.all()); n > 0 {
		t.Errorf("%d mails are taken", n)
	}
}
