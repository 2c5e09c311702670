package site

import (
	"crypto/sha256"
	"encoding/base64"
	"net"
	"net/http"
	"net/url"
	"strings"
)

// mostBody is the largest request body in bytes (product.md, "Status").
const mostBody = 64 << 10

// guard puts on every answer the headers that hold for all of them, has foreign
// answer the presses that another site's page caused, and caps the size of
// bodies. What a handler sets itself stands. Base is the address with which all
// links begin.
func guard(next http.Handler, base string, foreign http.HandlerFunc) http.Handler {
	capped := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.Body = http.MaxBytesReader(w, r.Body, mostBody)
		next.ServeHTTP(w, r)
	})
	own, referrers := ownPresses(base), referrerPolicy(base)
	own.SetDenyHandler(foreign)
	pressed := own.Handler(capped)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Cache-Control", "no-store")
		h.Set("Referrer-Policy", referrers)
		h.Set("X-Robots-Tag", "noindex, nofollow")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Content-Security-Policy", pagePolicy)
		pressed.ServeHTTP(w, r)
	})
}

// ownPresses tells the presses on our own pages from those that another site's
// page caused. Browsers say so themselves (Sec-Fetch-Site); where they do not,
// the page that was pressed must be of the host that was called, or of base,
// which may be the name of a proxy that calls us by another one.
func ownPresses(base string) *http.CrossOriginProtection {
	p := http.NewCrossOriginProtection()
	if u, err := url.Parse(base); err == nil {
		_ = p.AddTrustedOrigin(u.Scheme + "://" + u.Host) // fails for a base that is none
	}
	return p
}

// referrerPolicy is no-referrer, but on plain http beyond this machine: there
// browsers send no Sec-Fetch-Site, and under no-referrer "Origin: null" with
// every press, so that our own pages could not be told from others'. Under
// same-origin they name the page's origin with a press on it, and still tell
// other sites nothing of the links that lead here.
func referrerPolicy(base string) string {
	if u, err := url.Parse(base); err == nil && u.Scheme == "http" && !loopback(u.Hostname()) {
		return "same-origin"
	}
	return "no-referrer"
}

// pagePolicy lets a page have its own style sheet, known by its hash, run the
// scripts of this site (which has no script but those of scripts/, and lets no
// browser guess that another answer is one), ask this site for news, send its
// forms home and frame pages of this site (the mailbox does). Nothing else: no
// script within a page, no image, no font, nothing of anybody else's.
var pagePolicy = "default-src 'none'; style-src 'sha256-" + styleHash() + "'; script-src 'self'; connect-src 'self'; " +
	"form-action 'self'; frame-src 'self'; frame-ancestors 'none'; base-uri 'none'"

func styleHash() string {
	sum := sha256.Sum256([]byte(style))
	return base64.StdEncoding.EncodeToString(sum[:])
}

// atHome reports whether a request comes from this machine and means this
// machine: the client's address is a loopback one, and so is the name by which
// it called us (a foreign name that points here may be another site's trick).
func (s *site) atHome(r *http.Request) bool {
	host := r.Host
	if h, _, err := net.SplitHostPort(host); err == nil {
		host = h
	}
	return s.fromHere(r) && loopback(strings.Trim(host, "[]"))
}

// fromHere reports whether the client is on this machine, and is no proxy that
// passes on what others ask: neither one that says so nor one that the host has
// named, be it here itself.
func (s *site) fromHere(r *http.Request) bool {
	for name := range r.Header {
		if name == "Forwarded" || name == "Via" || strings.HasPrefix(name, "X-Forwarded-") || name == "X-Real-Ip" {
			return false
		}
	}
	client := addressOf(r.RemoteAddr)
	return client.IsLoopback() && !s.trusted(client)
}

// loopback reports whether host is a loopback address or a name that can only
// mean one (RFC 6761, 6.3).
func loopback(host string) bool {
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	if ip := net.ParseIP(host); ip != nil {
		return ip.IsLoopback()
	}
	return host == "localhost" || strings.HasSuffix(host, ".localhost")
}
