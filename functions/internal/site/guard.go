package site

import (
	"crypto/sha256"
	"encoding/base64"
	"net"
	"net/http"
	"strings"
)

// mostBody is the largest request body in bytes (product.md, "Status").
const mostBody = 64 << 10

// guard puts on every answer the headers that hold for all of them, refuses
// presses that another site's page caused, and caps the size of bodies. What a
// handler sets itself stands.
func guard(next http.Handler) http.Handler {
	capped := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.Body = http.MaxBytesReader(w, r.Body, mostBody)
		next.ServeHTTP(w, r)
	})
	own := http.NewCrossOriginProtection().Handler(capped)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Cache-Control", "no-store")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("X-Robots-Tag", "noindex, nofollow")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Content-Security-Policy", pagePolicy)
		own.ServeHTTP(w, r)
	})
}

// pagePolicy lets a page have its own style sheet, known by its hash, send its
// forms home and frame pages of this site (the mailbox does). Nothing else: no
// script, no image, no font, nothing of anybody else's.
var pagePolicy = "default-src 'none'; style-src 'sha256-" + styleHash() + "'; form-action 'self'; " +
	"frame-src 'self'; frame-ancestors 'none'; base-uri 'none'"

func styleHash() string {
	sum := sha256.Sum256([]byte(style))
	return base64.StdEncoding.EncodeToString(sum[:])
}

// atHome reports whether a request comes from this machine and means this
// machine: the client's address is a loopback one, and so is the name by which
// it called us (a foreign name that points here may be another site's trick). A
// request that a proxy passed on comes from somebody else.
func atHome(r *http.Request) bool {
	for name := range r.Header {
		if name == "Forwarded" || name == "Via" || strings.HasPrefix(name, "X-Forwarded-") || name == "X-Real-Ip" {
			return false
		}
	}
	host := r.Host
	if h, _, err := net.SplitHostPort(host); err == nil {
		host = h
	}
	return fromHere(r) && loopback(strings.Trim(host, "[]"))
}

// fromHere reports whether the client's address is one of this machine's own.
func fromHere(r *http.Request) bool {
	client, _, err := net.SplitHostPort(r.RemoteAddr)
	return err == nil && loopback(client)
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
