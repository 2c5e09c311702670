package site

import (
	"net/http/httptest"
	"net/netip"
	"testing"
)

// Without it a client could count as whom he likes, by a header of his own, or
// all clients of a proxy would count as one.
func TestClient(t *testing.T) {
	s := &site{Config{Host: Host{Proxies: []netip.Prefix{
		netip.MustParsePrefix("127.0.0.1/32"), netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("2001:db8:9::/48"),
	}}}}
	for _, c := range []struct {
		name, remote string
		forwarded    []string
		want         string
	}{
		{"directly", "192.0.2.7:4711", nil, "192.0.2.7"},
		{"another port", "192.0.2.7:1", nil, "192.0.2.7"},
		{"IPv6", "[2001:db8:1:2:3:4:5:6]:1", nil, "2001:db8:1:2::/64"},
		{"the same house", "[2001:db8:1:2::ffff]:1", nil, "2001:db8:1:2::/64"},
		{"the next house", "[2001:db8:1:3::1]:1", nil, "2001:db8:1:3::/64"},
		{"IPv4 in IPv6", "[::ffff:192.0.2.7]:1", nil, "192.0.2.7"},
		{"an interface's own", "[fe80::1%eth0]:1", nil, "fe80::/64"},
		{"a header of his own", "192.0.2.7:1", []string{"198.51.100.1"}, "192.0.2.7"},
		{"by a proxy", "127.0.0.1:1", []string{"198.51.100.1"}, "198.51.100.1"},
		{"by a proxy, in IPv6", "127.0.0.1:1", []string{"2001:db8:1:2::7"}, "2001:db8:1:2::/64"},
		{"by a proxy on IPv6", "[2001:db8:9::1]:1", []string{"198.51.100.1"}, "198.51.100.1"},
		{"by a proxy that names the port", "127.0.0.1:1", []string{"198.51.100.1:80"}, "198.51.100.1"},
		{"the same in IPv6", "127.0.0.1:1", []string{"[2001:db8:1:2::7]:80"}, "2001:db8:1:2::/64"},
		{"a lie before the truth", "127.0.0.1:1", []string{"203.0.113.9, 198.51.100.1"}, "198.51.100.1"},
		{"a lie in a line of its own", "127.0.0.1:1", []string{"203.0.113.9", "198.51.100.1"}, "198.51.100.1"},
		{"a proxy's name as a lie", "127.0.0.1:1", []string{"10.0.0.1, 198.51.100.1"}, "198.51.100.1"},
		{"two proxies", "127.0.0.1:1", []string{"203.0.113.9, 198.51.100.1, 10.1.1.1"}, "198.51.100.1"},
		{"proxies alone", "127.0.0.1:1", []string{"10.2.2.2,10.1.1.1"}, "10.2.2.2"},
		{"a proxy that names nobody", "127.0.0.1:1", nil, "127.0.0.1"},
		{"nonsense before a proxy", "127.0.0.1:1", []string{"198.51.100.1, unknown, 10.1.1.1"}, "10.1.1.1"},
		{"an empty header", "127.0.0.1:1", []string{""}, "127.0.0.1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := httptest.NewRequest("GET", "/", nil)
			r.RemoteAddr = c.remote
			r.Header["X-Forwarded-For"] = c.forwarded
			if got := s.client(r); got != c.want {
				t.Errorf("it counts as %s, not as %s", got, c.want)
			}
		})
	}
}

// Without it who comes by a proxy on this machine would pass for somebody on it,
// once the proxy is trusted: the mailbox would be open, and no limit would hold.
func TestTrustedProxiesAreNotHere(t *testing.T) {
	w := newWorld(t)
	w.mails = twoMails
	c := w.config(w.app)
	c.Mailbox = &w.mails
	c.Host = Host{PerHour: 1, Proxies: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}}
	w.site = New(c)
	for _, forwarded := range []string{"127.0.0.1", "198.51.100.1", ""} {
		resp := w.browser().ask("GET", base+"/mailbox", nil, fromHome, forwardedFor(forwarded))
		want(t, resp.status, resp.page, 403, "!ann@example.org")
		w.now = w.now.Add(creationWindow) // "" and the first are one client
		for i, status := range []int{202, 429} {
			if resp := w.browser().ask("POST", base+"/", filledIn(), fromHome, forwardedFor(forwarded)); resp.status != status {
				t.Errorf("game %d by a proxy for %s: %d, not %d", i+1, forwarded, resp.status, status)
			}
		}
	}
}
