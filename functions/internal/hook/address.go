package hook

import (
	"errors"
	"net/netip"
	"net/url"
	"strings"

	"fieldpost/engine/player"
)

// ErrAddress is a text that is no address of a webhook.
var ErrAddress = errors.New("no address of a webhook")

// CheckAddress fails with ErrAddress unless a webhook may have that address: https, a
// host by its name, port 443, no user, no fragment, ASCII. Where the name leads is
// looked at when something is posted there.
func CheckAddress(text string) error {
	u, err := url.Parse(text)
	switch {
	case err != nil, len(text) > player.MostURL, strings.ContainsFunc(text, strange):
		return ErrAddress
	case !strings.HasPrefix(text, "https://") || u.User != nil || strings.Contains(text, "#"):
		return ErrAddress
	case u.Port() != "443" && u.Host != u.Hostname():
		return ErrAddress
	}
	// No certificate that counts is for a number, or for a name without a dot.
	if _, err := netip.ParseAddr(u.Hostname()); err == nil || !strings.Contains(strings.Trim(u.Hostname(), "."), ".") {
		return ErrAddress
	}
	return nil
}

// strange reports whether r is nothing that a URL has (RFC 3986, 2).
func strange(r rune) bool { return r <= ' ' || r > '~' || strings.ContainsRune("\"<>\\^`{|}", r) }

// Host is the host of a webhook, which may be shown where its address may not.
func Host(w player.Webhook) string {
	u, err := url.Parse(w.URL)
	if err != nil {
		return ""
	}
	return u.Hostname()
}
