package demo

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
)

// browser is one person's: it keeps cookies, and it has pressed a button of this
// game before or not.
type browser struct {
	client  *http.Client
	ticked  bool // a ticked press was taken: the next ones need no tick
	pages   int  // shown
	presses int
}

func newBrowser(transport http.RoundTripper) (*browser, error) {
	jar, err := cookiejar.New(nil)
	if err != nil {
		return nil, err
	}
	stay := func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &browser{client: &http.Client{Jar: jar, Transport: transport, CheckRedirect: stay}}, nil
}

// get opens a page and returns its text. Any status but 200 is a failure.
func (b *browser) get(ctx context.Context, at string) (string, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, at, nil)
	if err != nil {
		return "", err
	}
	b.pages++
	return b.do(req, http.StatusOK)
}

// press opens a page, as a person does, and sends its form, with the tick the
// first time. It returns what the page says then.
func (b *browser) press(ctx context.Context, at string, form url.Values) (shown, answer string, err error) {
	if shown, err = b.get(ctx, at); err != nil {
		return "", "", err
	}
	if asked := strings.Contains(shown, `name="sure"`); asked == b.ticked {
		return "", "", fmt.Errorf("the page behind %s asks for a tick: %v, and one was given before: %v", route(at), asked, b.ticked)
	}
	if !b.ticked {
		form.Set("sure", "1")
	}
	answer, err = b.post(ctx, at, "application/x-www-form-urlencoded", form.Encode(), http.StatusOK)
	b.ticked = b.ticked || err == nil
	return shown, answer, err
}

func (b *browser) post(ctx context.Context, at, kind, body string, want int) (string, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, at, strings.NewReader(body))
	if err != nil {
		return "", err
	}
	req.Header.Set("Content-Type", kind)
	b.presses++
	return b.do(req, want)
}

func (b *browser) do(req *http.Request, want int) (string, error) {
	resp, err := b.client.Do(req)
	if err != nil {
		return "", fmt.Errorf("%s %s: %w", req.Method, route(req.URL.String()), err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		return "", fmt.Errorf("%s %s: %w", req.Method, route(req.URL.String()), err)
	}
	if resp.StatusCode != want {
		return "", fmt.Errorf("%s %s: status %d, not %d", req.Method, route(req.URL.String()), resp.StatusCode, want)
	}
	return string(body), nil
}

// route names an address without the secret in it: "/m/…".
func route(at string) string {
	u, err := url.Parse(at)
	if err != nil {
		return "an address that is none"
	}
	if parts := strings.Split(u.Path, "/"); len(parts) == 3 {
		return "/" + parts[1] + "/…"
	}
	return u.Path
}
