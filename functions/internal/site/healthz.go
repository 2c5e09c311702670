package site

import (
	"context"
	"io"
	"net/http"
	"time"
)

// readTime is how long the store may take to be read.
const readTime = 2 * time.Second

// healthz says that the process answers, and, where it may ask, that the store does:
// "ok", or 503. It says nothing else: anybody may ask.
func (s *site) healthz(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	if s.Readable != nil {
		ctx, cancel := context.WithTimeout(r.Context(), readTime)
		defer cancel()
		if err := s.Readable(ctx); err != nil {
			s.Log.Error("the store cannot be read", "err", err)
			w.WriteHeader(http.StatusServiceUnavailable)
			_, _ = io.WriteString(w, "the store cannot be read\n")
			return
		}
	}
	_, _ = io.WriteString(w, "ok\n")
}
