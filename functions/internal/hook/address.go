package hook

import (
	"errors"
	"net/url"
	"regexp"
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
	if !named(u.Hostname()) {
		return ErrAddress
	}
	return nil
}

// label is a part of a name as the DNS has it of a host, its letters as xn-- writes them.
var label = regexp.MustCompile(`^[0-9A-Za-z_]([-0-9A-Za-z_]{0,61}[0-9A-Za-z_])?$`)

// number is a last label that makes the whole a number (URL Standard, "ends in a number").
var number = regexp.MustCompile(`^([0-9]+|0[xX][0-9a-fA-F]*)$`)

// named reports whether host is a name: of two labels or more, and no number, however
// it is written. Only for those there are certificates that count. Whatever else a
// URL can spell, like signs that turn the direction of a text, would stand on pages.
func named(host string) bool {
	labels := strings.Split(strings.TrimSuffix(host, "."), ".")
	for _, l := range labels {
		if !label.MatchString(l) {
			return false
		}
	}
	return len(labels) > 1 && len(host) <= 253 && !number.MatchString(labels[len(labels)-1])
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
