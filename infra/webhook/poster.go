package webhook

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strconv"
	"syscall"
	"time"
)

// Timeout is the time for one post in all.
const Timeout = 5 * time.Second

const (
	mostHeader = 16 << 10 // bytes of an answer that are read
	mostBody   = 4 << 10
)

// Poster posts. Any number of goroutines may use it.
type Poster struct {
	client *http.Client
	within time.Duration
}

// New returns a poster.
func New() *Poster { return newPoster(public, nil, Timeout) }

// newPoster returns a poster that goes where allowed says, and trusts the system's
// certificates, or others.
func newPoster(allowed func(netip.AddrPort) bool, trust *tls.Config, within time.Duration) *Poster {
	dialer := &net.Dialer{Control: func(_, address string, _ syscall.RawConn) error {
		if to, err := netip.ParseAddrPort(address); err != nil || !allowed(to) {
			return errClosed
		}
		return nil
	}}
	return &Poster{
		within: within,
		client: &http.Client{
			Transport: &http.Transport{
				Proxy: nil, DialContext: dialer.DialContext, TLSClientConfig: trust,
				DisableKeepAlives: true, DisableCompression: true, MaxResponseHeaderBytes: mostHeader,
			},
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
	}
}

// Post posts a body in JSON with more headers to an address, and returns nil if it was
// answered with a status of 200 to 299. It fails with *Error; the message may have
// arrived all the same.
func (p *Poster) Post(ctx context.Context, to string, headers map[string]string, body []byte) error {
	u, err := url.Parse(to)
	if err != nil || u.Scheme != "https" || u.User != nil || u.Hostname() == "" {
		return &Error{What: NoAddress}
	}
	ctx, cancel := context.WithTimeout(ctx, p.within)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, u.String(), bytes.NewReader(body))
	if err != nil {
		return &Error{What: NoAddress}
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("User-Agent", "Fieldpost")
	for name, value := range headers {
		r.Header.Set(name, value)
	}
	answer, err := p.client.Do(r)
	if err != nil {
		return failure(err)
	}
	defer answer.Body.Close()
	// So that whoever answers is not cut off in the middle of a short answer.
	_, _ = io.CopyN(io.Discard, answer.Body, mostBody)
	if answer.StatusCode < 200 || answer.StatusCode > 299 {
		return &Error{What: BadStatus, Status: answer.StatusCode}
	}
	return nil
}

// errClosed is a connection to an address that nothing is posted to.
var errClosed = errors.New("an address that is not public")

// Failure is why a post came to nothing. The zero value is none.
type Failure string

// The failures.
const (
	NoAddress   Failure = "no address to post to"
	Refused     Failure = "an address that is not public" // or another port than 443
	TimedOut    Failure = "no answer in time"
	Untrusted   Failure = "a certificate that does not count"
	BadStatus   Failure = "answered by"
	Unreachable Failure = "no connection, or no answer"
)

// Error says why a post came to nothing, and not where it went. It wraps nothing: the
// texts of others have the address.
type Error struct {
	What   Failure
	Status int // with BadStatus
}

func (e *Error) Error() string {
	if e.Status != 0 {
		return "webhook: " + string(e.What) + " " + strconv.Itoa(e.Status)
	}
	return "webhook: " + string(e.What)
}

func failure(err error) *Error {
	_, untrusted := errors.AsType[*tls.CertificateVerificationError](err)
	var slow interface{ Timeout() bool }
	switch {
	case errors.Is(err, errClosed):
		return &Error{What: Refused}
	case untrusted:
		return &Error{What: Untrusted}
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &slow) && slow.Timeout():
		return &Error{What: TimedOut}
	}
	return &Error{What: Unreachable}
}
