package doctor

import (
	"context"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
)

// healthy answers as the site does.
func healthy(w http.ResponseWriter) { healthyBut(w, "") }

// healthyBut leaves a header as it is.
func healthyBut(w http.ResponseWriter, name string) {
	h := w.Header()
	was := h.Values(name)
	h.Set("Cache-Control", "no-store")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("X-Robots-Tag", "noindex, nofollow")
	h.Set("Content-Security-Policy", "default-src 'none'; form-action 'self'")
	if name != "" {
		h[name] = was
	}
	_, _ = w.Write([]byte("ok\n"))
}

// Every way in which players could not open their links, or others could read them.
func TestWeb(t *testing.T) {
	for _, c := range []struct {
		name   string
		answer func(w http.ResponseWriter)
		want   []Verdict
		said   string // by the last
	}{
		{"well", healthy, []Verdict{OK, OK}, "as they were sent"},
		{"elsewhere", func(w http.ResponseWriter) { w.Header().Set("Location", "/x"); w.WriteHeader(301) }, []Verdict{Wrong}, "leads elsewhere"},
		{"broken", func(w http.ResponseWriter) { w.WriteHeader(502) }, []Verdict{Wrong}, "status 502"},
		{"another", func(w http.ResponseWriter) { _, _ = w.Write([]byte("It works!")) }, []Verdict{Wrong}, "another program"},
		{"headers gone", func(w http.ResponseWriter) { _, _ = w.Write([]byte("ok")) }, []Verdict{OK, Wrong}, "Cache-Control, Referrer-Policy, X-Content-Type-Options, X-Robots-Tag, Content-Security-Policy"},
		{"a header changed", func(w http.ResponseWriter) {
			w.Header().Add("Referrer-Policy", "unsafe-url")
			w.Header().Add("referrer-policy", "no-referrer")
			healthyBut(w, "Referrer-Policy")
		}, []Verdict{OK, Wrong}, "way: Referrer-Policy —"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Path != "/club/healthz" {
					t.Errorf("asked for %s", r.URL.Path)
				}
				c.answer(w)
			}))
			defer s.Close()
			client := s.Client()
			client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
			checkWeb(t, Web(t.Context(), client, s.URL+"/club/"), c.want, c.said)
		})
	}
}

func checkWeb(t *testing.T, got []Finding, verdicts []Verdict, said string) {
	t.Helper()
	var all []Verdict
	for _, f := range got {
		all = append(all, f.Verdict)
	}
	if !slices.Equal(all, verdicts) || !strings.Contains(got[len(got)-1].String(), said) {
		t.Errorf("%s\nwant %v, with %q", got, verdicts, said)
	}
}

func TestWebWithoutTLS(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { healthy(w) }))
	defer s.Close()
	got := Web(t.Context(), s.Client(), s.URL)
	checkWeb(t, got, []Verdict{Wrong, OK, OK}, "as they were sent")
	want(t, got[0], Wrong, "plain http")
}

// A certificate of nobody's.
func TestWebWithABadCertificate(t *testing.T) {
	s := httptest.NewUnstartedServer(http.NotFoundHandler())
	s.Config.ErrorLog = log.New(io.Discard, "", 0)
	s.StartTLS()
	defer s.Close()
	checkWeb(t, Web(t.Context(), &http.Client{}, s.URL), []Verdict{Wrong}, "certificate")
}

type doerFunc func() (*http.Response, error)

func (d doerFunc) Do(*http.Request) (*http.Response, error) { return d() }

func TestWebWithoutAnAnswer(t *testing.T) {
	for said, err := range map[string]error{
		"not in the DNS": &net.DNSError{IsNotFound: true}, "no answer in time": context.DeadlineExceeded, "no connection": errors.New("text of others"),
	} {
		got := Web(t.Context(), doerFunc(func() (*http.Response, error) { return nil, err }), "https://fieldpost.example")
		checkWeb(t, got, []Verdict{Wrong}, said)
		if strings.Contains(got[0].String(), "text of others") {
			t.Errorf("%s", got)
		}
	}
}

func TestNoBaseURL(t *testing.T) {
	for _, base := range []string{"fieldpost.example", "ftp://fieldpost.example", "https://u:secret@fieldpost.example", "https://fieldpost.example?x", "https://a b", "%"} {
		got := Web(t.Context(), doerFunc(func() (*http.Response, error) { return nil, errors.New("asked") }), base)
		checkWeb(t, got, []Verdict{Wrong}, "no address")
		if strings.Contains(got[0].String(), "secret") {
			t.Errorf("%s", got)
		}
	}
}
