package webhook

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strconv"
	"strings"
	"testing"
	"time"
)

// everywhere lets tests post to this machine.
func everywhere(netip.AddrPort) bool { return true }

// receiver is a server that this machine's poster trusts.
func receiver(t *testing.T, serve http.HandlerFunc) (*httptest.Server, *tls.Config) {
	t.Helper()
	server := httptest.NewTLSServer(serve)
	t.Cleanup(server.Close)
	roots := x509.NewCertPool()
	roots.AddCert(server.Certificate())
	return server, &tls.Config{RootCAs: roots}
}

func what(err error) Failure {
	e, ok := errors.AsType[*Error](err)
	if !ok {
		return ""
	}
	return e.What
}

// What a receiver gets must be what it can check.
func TestPost(t *testing.T) {
	var got *http.Request
	var body string
	server, trust := receiver(t, func(w http.ResponseWriter, r *http.Request) {
		b, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		got, body = r, string(b)
		w.WriteHeader(http.StatusAccepted)
	})
	p := newPoster(everywhere, trust, Timeout)
	if err := p.Post(t.Context(), server.URL+"/hook?key=1", map[string]string{"Fieldpost-Id": "x"}, []byte(`{"event":"turn"}`)); err != nil {
		t.Fatal(err)
	}
	if got.Method != "POST" || got.URL.String() != "/hook?key=1" || body != `{"event":"turn"}` {
		t.Errorf("%s %s: %s", got.Method, got.URL, body)
	}
	for name, value := range map[string]string{"Content-Type": "application/json", "User-Agent": "Fieldpost", "Fieldpost-Id": "x"} {
		if got.Header.Get(name) != value {
			t.Errorf("%s is %q", name, got.Header.Get(name))
		}
	}
	for _, name := range []string{"Cookie", "Authorization", "Referer"} {
		if got.Header.Get(name) != "" {
			t.Errorf("it sends %s", name)
		}
	}
}

// What comes to nothing must be told as that, without where it went.
func TestPostFails(t *testing.T) {
	stop := make(chan struct{})
	defer close(stop)
	elsewhere := 0
	server, trust := receiver(t, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/moved":
			http.Redirect(w, r, "/elsewhere", http.StatusTemporaryRedirect)
		case "/elsewhere":
			elsewhere++
		case "/slow":
			select {
			case <-stop:
			case <-r.Context().Done():
			}
		case "/endless":
			w.Header().Set("Content-Type", "text/plain")
			for r.Context().Err() == nil {
				if _, err := io.WriteString(w, strings.Repeat("x", 1<<16)); err != nil {
					return
				}
			}
		case "/headers":
			w.Header().Set("X", strings.Repeat("x", 1<<20))
		default:
			http.Error(w, "secret", http.StatusTeapot)
		}
	})
	p := newPoster(everywhere, trust, 300*time.Millisecond)
	dead := httptest.NewTLSServer(http.NotFoundHandler())
	dead.Close()
	for name, c := range map[string]struct {
		by     *Poster
		to     string
		what   Failure
		status int
	}{
		"a status":                  {p, server.URL + "/teapot", BadStatus, 418},
		"a redirect":                {p, server.URL + "/moved", BadStatus, 307},
		"no answer":                 {p, server.URL + "/slow", TimedOut, 0},
		"headers without end":       {p, server.URL + "/headers", Unreachable, 0},
		"nobody there":              {p, dead.URL, Unreachable, 0},
		"plain http":                {p, strings.Replace(server.URL, "https", "http", 1), NoAddress, 0},
		"a user":                    {p, strings.Replace(server.URL, "https://", "https://ann@", 1), NoAddress, 0},
		"no host":                   {p, "https:///hook", NoAddress, 0},
		"no address":                {p, "https://[::1", NoAddress, 0},
		"a certificate of its own":  {newPoster(everywhere, nil, Timeout), server.URL, Untrusted, 0},
		"this machine":              {New(), server.URL, Refused, 0},
		"this machine by its name":  {New(), strings.Replace(server.URL, "127.0.0.1", "localhost", 1), Refused, 0},
		"this machine, mapped":      {New(), strings.Replace(server.URL, "127.0.0.1", "[::ffff:127.0.0.1]", 1), Refused, 0},
		"this machine, as a number": {New(), "https://[::1]/", Refused, 0},
		"a cloud's secrets":         {New(), "https://169.254.169.254/latest/", Refused, 0},
	} {
		err := c.by.Post(t.Context(), c.to, nil, nil)
		e, ok := errors.AsType[*Error](err)
		if !ok || e.What != c.what || e.Status != c.status {
			t.Errorf("%s: %v", name, err)
		}
		if c.status != 0 && !strings.HasSuffix(err.Error(), " "+strconv.Itoa(c.status)) {
			t.Errorf("%s: the host is told %v", name, err)
		}
		if err != nil && (strings.Contains(err.Error(), "127.0.0.1") || strings.Contains(err.Error(), "secret")) {
			t.Errorf("%s: the error tells %v", name, err)
		}
	}
	if elsewhere != 0 {
		t.Error("a redirect was followed")
	}
	// What answers without end has answered.
	if err := p.Post(t.Context(), server.URL+"/endless", nil, nil); err != nil {
		t.Errorf("an answer without end: %v", err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if err := p.Post(ended, server.URL, nil, nil); what(err) != Unreachable {
		t.Errorf("when the program ends: %v", err)
	}
}

// A proxy would make the connection in our place, to where we must not go. The proxies of the
// environment are read once for a process, so that no test can set one.
func TestNoProxy(t *testing.T) {
	if New().client.Transport.(*http.Transport).Proxy != nil {
		t.Error("it posts through a proxy")
	}
}

// With more time a slow receiver would hold up those behind it.
func TestFiveSeconds(t *testing.T) {
	if p := New(); p.within != 5*time.Second {
		t.Errorf("a receiver has %v", p.within)
	}
}

// Each of these would open something to a stranger that is closed to him.
func TestPublic(t *testing.T) {
	for _, text := range []string{
		"8.8.8.8", "1.1.1.1", "100.63.255.255", "100.128.0.1", "172.15.0.1", "172.32.0.1", "192.167.1.1", "198.17.0.1", "198.20.0.1", "223.255.255.255",
		"2606:4700:4700::1111", "2a00:1450::1", "2001:200::1",
	} {
		if !public(netip.AddrPortFrom(netip.MustParseAddr(text), 443)) {
			t.Errorf("%s is refused", text)
		}
	}
	for _, text := range []string{
		"0.0.0.0", "0.1.2.3", "10.0.0.1", "100.64.0.1", "100.127.255.255", "127.0.0.1", "127.255.255.255", "169.254.169.254", "169.254.170.2", "172.16.0.1", "172.31.255.255",
		"192.0.0.1", "192.0.2.1", "192.88.99.1", "192.168.1.1", "198.18.0.1", "198.19.255.255", "198.51.100.1", "203.0.113.1", "224.0.0.1", "239.1.1.1", "240.0.0.1", "255.255.255.255",
		"::", "::1", "::8.8.8.8", "::ffff:8.8.8.8", "::ffff:127.0.0.1", "64:ff9b::7f00:1", "64:ff9b::808:808", "64:ff9b:1::a00:1", "100::1",
		"2001::1", "2001:10::1", "2001:20::1", "2001:2::1", "2001:db8::1", "2002:7f00:1::1", "2002:808:808::1", "3fff::1", "5f00::1",
		"fc00::1", "fd00:ec2::254", "fe80::1", "fe80::1%eth0", "2606:4700::1%eth0", "fec0::1", "ff02::1", "4000::1",
	} {
		if public(netip.AddrPortFrom(netip.MustParseAddr(text), 443)) {
			t.Errorf("%s is allowed", text)
		}
	}
	for _, port := range []uint16{0, 22, 25, 80, 8443} {
		if public(netip.AddrPortFrom(netip.MustParseAddr("8.8.8.8"), port)) {
			t.Errorf("port %d is allowed", port)
		}
	}
	if public(netip.AddrPort{}) {
		t.Error("nothing is allowed")
	}
}
