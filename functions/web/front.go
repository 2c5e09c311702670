package main

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"regexp"
	"strings"
	"sync"

	"github.com/aws/aws-lambda-go/events"

	"fieldpost/engine/player"
	"fieldpost/functions/internal/panics"
	"fieldpost/functions/internal/secrets"
	"fieldpost/infra/link"
)

// keys are the secrets of the site.
type keys struct {
	links  *link.Keys
	pepper player.Pepper
	mail   []byte
}

// secretNames are the secrets of which parseKeys makes keys, in this order.
var secretNames = []string{secrets.LinkKeys, secrets.Pepper, secrets.MailKey}

func parseKeys(texts []string) (*keys, error) {
	links, err := secrets.ParseLinkKeys(secrets.Whole(texts[0]))
	if err != nil {
		return nil, secrets.Named(secrets.LinkKeys, err)
	}
	pepper, err := secrets.ParseKey(secrets.Whole(texts[1]))
	if err != nil {
		return nil, secrets.Named(secrets.Pepper, err)
	}
	mail, err := secrets.ParseKey(secrets.Whole(texts[2]))
	if err != nil {
		return nil, secrets.Named(secrets.MailKey, err)
	}
	return &keys{links, player.Pepper(pepper), mail}, nil
}

// front answers the gateway's events by the site. The site, its keys and the
// address of its links stay what they are; where the keys have changed, or the site
// is called by another of its names, it is built anew, which takes no time to speak
// of.
type front struct {
	keys func(context.Context) (*keys, error) // the same as long as they do not change
	site func(k *keys, base string) http.Handler
	base string // of all links; "": the name by which the gateway was called
	log  *slog.Logger

	mu    sync.Mutex
	built struct {
		keys    *keys
		base    string
		handler http.Handler
	}
}

// handle answers one event. Its errors tell nothing of the request.
func (f *front) handle(ctx context.Context, payload json.RawMessage) (a events.APIGatewayV2HTTPResponse, err error) {
	defer panics.Catch(&err, f.log)
	e, err := readEvent(payload)
	if err != nil {
		return a, f.failed(err)
	}
	r, err := newRequest(ctx, e)
	if err != nil {
		return a, f.failed(err)
	}
	handler, err := f.handler(ctx, e.RequestContext.DomainName)
	if err != nil {
		return a, f.failed(err)
	}
	return f.serve(handler, r).answer(r.Method), nil
}

func (f *front) failed(err error) error {
	f.log.Error("event not answered", "err", err)
	return err
}

// serve makes a panic an answer, and logs its type and stack, not its value.
func (f *front) serve(handler http.Handler, r *http.Request) (w *recorder) {
	defer func() {
		if v := recover(); v != nil {
			thrown := panics.Recovered(v)
			f.log.Error("panic", "type", thrown.Type, "stack", thrown.Stack)
			w = newRecorder()
			http.Error(w, "internal error", http.StatusInternalServerError)
		}
	}()
	w = newRecorder()
	handler.ServeHTTP(w, r)
	return w
}

var (
	errDomain = errors.New("FIELDPOST_BASE_URL is not set, and the event names no domain")
	domains   = regexp.MustCompile(`^[a-z0-9-]+(\.[a-z0-9-]+)+$`)
)

// handler returns the site with the keys as they are now. The name by which the
// gateway was called is one of those that it has: a client cannot choose any other.
func (f *front) handler(ctx context.Context, domain string) (http.Handler, error) {
	k, err := f.keys(ctx)
	if err != nil {
		return nil, err
	}
	base := f.base
	if base == "" {
		domain = strings.ToLower(domain)
		if !domains.MatchString(domain) {
			return nil, errDomain
		}
		base = "https://" + domain
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if b := &f.built; b.handler == nil || b.keys != k || b.base != base {
		b.keys, b.base, b.handler = k, base, f.site(k, base)
	}
	return f.built.handler, nil
}
