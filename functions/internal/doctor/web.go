package doctor

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
)

// Doer makes a request by HTTP and follows no redirection.
type Doer interface {
	Do(r *http.Request) (*http.Response, error)
}

// mostAnswer is how much of an answer is read, in bytes.
const mostAnswer = 1 << 10

// Web checks the address with which all links begin: it is https, it answers, and
// what stands between does not change the headers that keep links secret.
func Web(ctx context.Context, web Doer, base string) []Finding {
	base = strings.TrimRight(base, "/")
	u, err := url.Parse(base)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.RawQuery != "" || u.Fragment != "" || u.User != nil {
		return []Finding{wrong("give one as in https://fieldpost.example", "base URL: it is no address to begin links with")}
	}
	var findings []Finding
	if u.Scheme == "http" {
		findings = append(findings, wrong("let a web server with a certificate stand before it, and set the base URL to https", "base URL: plain http, and whoever listens has the players' seats"))
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, base+"/healthz", nil)
	if err != nil {
		return append(findings, wrong("give one as in https://fieldpost.example", "base URL: it is no address to begin links with"))
	}
	answer, err := web.Do(r)
	if err != nil {
		return append(findings, wrong("see that the site runs, that the name leads to it, and that the certificate is good for the name", "%s/healthz: %s", base, webClass(err)))
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(io.LimitReader(answer.Body, mostAnswer))
	switch {
	case answer.StatusCode/100 == 3:
		return append(findings, wrong("set the base URL to where it leads: links must open without a detour", "%s/healthz: it leads elsewhere", base))
	case err != nil, answer.StatusCode != http.StatusOK:
		return append(findings, wrong("see the log of the site and of what stands before it", "%s/healthz: status %d", base, answer.StatusCode))
	case strings.TrimSpace(string(body)) != "ok":
		return append(findings, wrong("let the name lead to this program", "%s/healthz: another program answers", base))
	}
	return append(findings, fine("%s/healthz: it answers", base), headers(base, u.Scheme, answer.Header))
}

// headers checks what product.md asks of every page.
func headers(base, scheme string, h http.Header) Finding {
	referrers := "no-referrer"
	if scheme == "http" {
		referrers = h.Get("Referrer-Policy") // depends on the host there: see site
	}
	var changed []string
	for _, want := range [][2]string{
		{"Cache-Control", "no-store"},
		{"Referrer-Policy", referrers},
		{"X-Content-Type-Options", "nosniff"},
		{"X-Robots-Tag", "noindex"},
		{"Content-Security-Policy", "default-src 'none'"},
	} {
		values := h.Values(want[0])
		if len(values) != 1 || !strings.Contains(values[0], want[1]) {
			changed = append(changed, want[0])
		}
	}
	if len(changed) > 0 {
		return wrong("let what stands before the site pass its headers on as they are", "%s: changed on the way: %s", base, strings.Join(changed, ", "))
	}
	return fine("%s: the headers come as they were sent", base)
}

// webClass describes an error without the text of others.
func webClass(err error) string {
	var (
		late        net.Error
		dns         *net.DNSError
		certificate *tls.CertificateVerificationError
		alert       tls.AlertError
		record      tls.RecordHeaderError
	)
	switch {
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &late) && late.Timeout():
		return "no answer in time"
	case errors.As(err, &dns):
		return "the name is not in the DNS"
	case errors.As(err, &certificate):
		return "the certificate is not good for the name"
	case errors.As(err, &alert), errors.As(err, &record):
		return "no TLS"
	}
	return "no connection"
}
