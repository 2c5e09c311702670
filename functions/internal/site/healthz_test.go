package site

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// Without it whoever watches the site would hear that all is well while no page can be
// read, or not hear at all: many ask by HEAD.
func TestHealthz(t *testing.T) {
	for _, c := range []struct {
		name     string
		readable func(context.Context) error
		status   int
		says     string
	}{
		{"nothing is asked", nil, 200, "ok\n"},
		{"it can be read", func(context.Context) error { return nil }, 200, "ok\n"},
		{"it cannot", func(context.Context) error { return errors.New("a broken page") }, 503, "the store cannot be read\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t)
			config := w.config(w.app)
			config.Readable = c.readable
			s := httptest.NewServer(New(config))
			defer s.Close()
			for _, method := range []string{"GET", "HEAD"} {
				r, err := http.NewRequestWithContext(t.Context(), method, s.URL+"/healthz", nil)
				if err != nil {
					t.Fatal(err)
				}
				answer, err := s.Client().Do(r)
				if err != nil {
					t.Fatal(err)
				}
				body, err := io.ReadAll(answer.Body)
				if err = errors.Join(err, answer.Body.Close()); err != nil {
					t.Fatal(err)
				}
				text := string(body)
				if answer.StatusCode != c.status || method == "GET" && text != c.says || method == "HEAD" && text != "" {
					t.Errorf("%s: %d %q", method, answer.StatusCode, text)
				}
				if v := answer.Header.Get("Cache-Control"); v != "no-store" {
					t.Errorf("%s may be kept: %q", method, v)
				}
			}
			if told := strings.Contains(w.log.String(), "a broken page"); told != (c.status == 503) {
				t.Errorf("the log is %s", w.log)
			}
		})
	}
}

// A store that does not answer is not waited for longer than a watcher waits.
func TestHealthzIsQuick(t *testing.T) {
	w := newWorld(t)
	config, limited := w.config(w.app), false
	config.Readable = func(ctx context.Context) error {
		_, limited = ctx.Deadline()
		return context.DeadlineExceeded
	}
	answer := httptest.NewRecorder()
	New(config).ServeHTTP(answer, httptest.NewRequest(http.MethodGet, "/healthz", nil))
	if answer.Code != 503 || !limited {
		t.Errorf("%d, with an end: %v", answer.Code, limited)
	}
}
