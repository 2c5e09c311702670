package site

import (
	"errors"
	"math"
	"net/http"
	"strconv"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/functions/internal/players"
	"fieldpost/functions/internal/words"
)

// problem is what a program is told that went wrong (RFC 9457).
type problem struct {
	Type    string   `json:"type"`
	Title   string   `json:"title"`
	Status  int      `json:"status"`
	Detail  string   `json:"detail"`
	Rule    string   `json:"rule,omitempty"`    // of rules.md 11, that forbids it
	Because []string `json:"because,omitempty"` // the plies that set a repetition rule off
	Paths   []string `json:"paths,omitempty"`   // the moves that an ambiguous one may mean
	Faults  []string `json:"faults,omitempty"`  // of a setup
	Line    int      `json:"line,omitempty"`    // that is not taken, from 1
	Step    int      `json:"step,omitempty"`    // of it, from 1
	View    *apiView `json:"view,omitempty"`    // with a 409: how the game stands now
}

// problem answers a program of whose game nothing may be told.
func (s *site) problem(w http.ResponseWriter, r *http.Request, err error) {
	s.complain(w, r, s.language(r), err, problem{})
}

// problem answers a program of a seat.
func (v *visit) problem(w http.ResponseWriter, err error) {
	p := problem{Faults: v.words.SetupFaults(err)}
	if statusOf(err) == http.StatusConflict && !v.stranger() {
		p.View = new(v.apiView())
	}
	_, unread := errors.AsType[*unreadError](err)
	_, wrong := errors.AsType[*engine.SetupError](err)
	if unread || wrong {
		p.Rule = engine.BadSetup.String()
	}
	if refusal, ok := errors.AsType[*engine.Refusal](err); ok {
		view := v.view()
		p.Rule, p.Because, p.Paths = refusal.Rule.String(), texts(refusal.Because), moveTexts(&view, refusal.Paths)
	}
	if line, ok := errors.AsType[*match.LineError](err); ok {
		if p.Line, p.Step = line.Line, line.Step; line.Rule != engine.NoRule {
			p.Rule = line.Rule.String()
		}
	}
	v.complain(w, v.r, v.words, err, p)
}

// complain completes p and writes it.
func (s *site) complain(w http.ResponseWriter, r *http.Request, lang words.Words, err error, p problem) {
	p.Type, p.Status = "about:blank", statusOf(err)
	p.Title, p.Detail = http.StatusText(p.Status), detail(lang, err)
	switch p.Status {
	case http.StatusInternalServerError:
		s.Log.Error("request failed", "route", routeOf(r), "err", err)
		p.Detail = lang.T("api.ours")
	case http.StatusUnauthorized:
		w.Header().Set("WWW-Authenticate", "Bearer")
	case http.StatusTooManyRequests:
		if wait := waitOf(err); wait > 0 {
			w.Header().Set("Retry-After", strconv.Itoa(wait))
		}
	}
	send(w, p.Status, "application/problem+json", encode(p))
}

// waitOf returns how long to wait, in whole seconds, or 0 if nobody knows.
func waitOf(err error) int {
	if tooMany, ok := errors.AsType[*tooManyError](err); ok {
		return int(math.Ceil(tooMany.wait.Seconds()))
	}
	if limit, ok := errors.AsType[*players.LimitError](err); ok {
		return int(math.Ceil(limit.Wait.Seconds()))
	}
	return 0
}
