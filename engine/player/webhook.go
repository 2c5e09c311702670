package player

import (
	"crypto/sha256"
	"strings"
)

// Webhook is where a person's own program is told that it is his turn, or that a game
// is over. The zero value is none.
//
// Source: product.md "Correspondence life".
type Webhook struct {
	URL    string   // https, of MostURL bytes at most, in ASCII; secret, as it may hold a key
	Secret [32]byte // by which calls are signed; secret
	Failed bool     // it is off: too many calls in a row came to nothing
}

// MostURL is how many bytes the address of a webhook has at most.
const MostURL = 500

// scheme is what the address of every webhook begins with.
const scheme = "https://"

// String hides the address and the secret.
func (Webhook) String() string { return "webhook of a player" }

// On reports whether there is a webhook that is to be called.
func (w Webhook) On() bool { return w.URL != "" && !w.Failed }

// Mark tells one webhook from every other, and nothing of it: what was meant for one
// that is gone must not turn its successor off.
type Mark [8]byte

// Mark returns the mark of w.
func (w Webhook) Mark() Mark {
	sum := sha256.Sum256(append([]byte("fieldpost webhook "), w.Secret[:]...))
	return Mark(sum[:])
}

// SetWebhook makes url, which he has shown to be his to choose, the address that is
// told. It changes nothing if a webhook cannot have that address or secret.
func (p Profile) SetWebhook(url string, secret [32]byte) (Profile, bool) {
	w := Webhook{URL: url, Secret: secret}
	if !w.fits() || w == p.Webhook {
		return p, false
	}
	p.Webhook = w
	return p, true
}

// DropWebhook forgets the webhook.
func (p Profile) DropWebhook() (Profile, bool) {
	if p.Webhook == (Webhook{}) {
		return p, false
	}
	p.Webhook = Webhook{}
	return p, true
}

// FailWebhook turns the webhook of a mark off, and no other.
func (p Profile) FailWebhook(m Mark) (Profile, bool) {
	if !p.Webhook.On() || p.Webhook.Mark() != m {
		return p, false
	}
	p.Webhook.Failed = true
	return p, true
}

func (w Webhook) fits() bool {
	return len(w.URL) <= MostURL && len(w.URL) > len(scheme) && strings.HasPrefix(w.URL, scheme) && w.Secret != [32]byte{} &&
		!strings.ContainsFunc(w.URL, func(r rune) bool { return r <= ' ' || r > '~' })
}

// putWebhook writes a byte, 1 if it is off, the secret and the address.
func putWebhook(p Profile) []byte {
	if p.Webhook == (Webhook{}) {
		return nil
	}
	return append(append([]byte{flag(p.Webhook.Failed)}, p.Webhook.Secret[:]...), p.Webhook.URL...)
}

func takeWebhook(r *reader, p *Profile) {
	p.Webhook.Failed = r.flag()
	copy(p.Webhook.Secret[:], r.raw(len(p.Webhook.Secret)))
	p.Webhook.URL = string(r.raw(len(r.data)))
	if !p.Webhook.fits() {
		r.fail("no such webhook")
	}
}
