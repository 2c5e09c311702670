package site

import (
	"errors"
	"math"
	"net/http"
	"strconv"
	"strings"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/engine/records"
	"fieldpost/functions/internal/players"
	"fieldpost/functions/internal/words"
	"fieldpost/infra/link"
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
	View    *apiView `json:"view,omitempty"`    // with a 409: how the game stands now
}

// problem answers a program of whose game nothing may be told.
func (s *site) problem(w http.ResponseWriter, r *http.Request, err error) {
	s.complain(w, r, s.language(r), err, problem{})
}

// problem answers a program of a seat.
func (v *visit) problem(w http.ResponseWriter, err error) {
	p := problem{Faults: faults(err)}
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
	v.complain(w, v.r, v.words, err, p)
}

// complain completes p and writes it.
func (s *site) complain(w http.ResponseWriter, r *http.Request, lang words.Words, err error, p problem) {
	p.Type, p.Status = "about:blank", statusOf(err)
	p.Title, p.Detail = http.StatusText(p.Status), detail(lang, err)
	switch p.Status {
	case http.StatusInternalServerError:
		s.Log.Error("request failed", "route", routeOf(r), "err", err)
		p.Detail = "internal error"
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

// detail says what is wrong and what to do about it. An error of what was sent
// speaks for itself, in English as its field names are.
func detail(w words.Words, err error) string {
	var (
		tooLarge *http.MaxBytesError
		state    *match.StateError
		unread   *unreadError
	)
	if text := w.Refusal(err); text != "" {
		return text
	}
	if limit, ok := errors.AsType[*players.LimitError](err); ok {
		return strings.Join(limited(w, limit), " ")
	}
	switch {
	case errors.As(err, &tooLarge):
		return w.T("api.too_large", words.Args{"Kilobytes": mostBody >> 10})
	case errors.Is(err, errNoToken):
		return w.T("api.no_token")
	case errors.Is(err, link.ErrExpired):
		return w.T("api.expired")
	case errors.Is(err, link.ErrBad):
		return w.T("api.bad_token")
	case errors.Is(err, match.ErrNotFound):
		return w.T("api.no_game")
	case errors.Is(err, errNowhere):
		return w.T("api.nowhere")
	case errors.Is(err, errClosed):
		return w.T("api.closed")
	case errors.Is(err, errCode):
		return w.T("api.wrong_code")
	case statusOf(err) == http.StatusTooManyRequests:
		return w.N("api.too_many", waitOf(err))
	case errors.Is(err, match.ErrStale):
		return w.T("api.stale")
	case errors.Is(err, engine.ErrNotYourTurn):
		return w.T("api.not_your_turn")
	case errors.Is(err, engine.ErrOver):
		return w.T("api.over")
	case errors.Is(err, match.ErrConflict):
		return w.T("api.conflict")
	case errors.As(err, &state) && state.State == match.Unconfirmed:
		return w.T("api.unconfirmed")
	case errors.As(err, &state) && state.State >= match.Over:
		return w.T("api.ended")
	case errors.Is(err, match.ErrResent):
		return w.N("api.resent", match.MostResends)
	case errors.Is(err, match.ErrTaken):
		return w.T("api.taken")
	case errors.Is(err, errRematchRefused):
		return w.T("api.rematch_refused")
	case errors.As(err, &state) && state.State == match.Playing && state.Command == "set up":
		return w.T("page.setup.too_late")
	case errors.As(err, &state) && state.State == match.Playing:
		return w.T("api.not_now")
	case errors.As(err, &state):
		return w.T("api.not_begun")
	case errors.Is(err, records.ErrRunning):
		return w.T("api.running")
	case errors.Is(err, match.ErrSubmitted):
		return w.T("api.submitted")
	case errors.Is(err, match.ErrBlocked):
		return w.T("api.blocked")
	case errors.Is(err, players.ErrNoMail):
		return w.T("page.games.no_mail")
	case errors.Is(err, players.ErrMayNotInvite):
		return w.T("limit.may_not_invite")
	case errors.As(err, &unread):
		return w.T("page.setup.unread", words.Args{"Why": unread.cause.Hint})
	}
	return err.Error()
}
