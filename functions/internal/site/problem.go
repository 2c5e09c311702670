package site

import (
	"errors"
	"net/http"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/engine/records"
	"fieldpost/functions/internal/hook"
	"fieldpost/functions/internal/players"
	"fieldpost/functions/internal/rights"
	"fieldpost/functions/internal/words"
	"fieldpost/infra/link"
)

// malformedError is a request that cannot be read as what it should be.
type malformedError struct{ cause error }

func (e *malformedError) Error() string { return e.cause.Error() }
func (e *malformedError) Unwrap() error { return e.cause }

func malformed(err error) error { return &malformedError{err} }

// errNowhere is a path on which there is nothing.
var errNowhere = errors.New("no such page")

// errForeign is a press that another site's page caused.
var errForeign = errors.New("a press from a page of another site")

// errNotHome is a look at the local mailbox from elsewhere.
var errNotHome = errors.New("the mailbox is shown to this machine alone")

// statusOf is the one table from what went wrong to a status.
func statusOf(err error) int {
	var (
		tooLarge  *http.MaxBytesError
		bad       *malformedError
		input     *match.InputError
		rules     *engine.RulesError
		setup     *engine.SetupError
		text      *engine.MalformedError
		refusal   *engine.Refusal
		wrongTime *match.StateError
		unread    *unreadError
		tooMany   *tooManyError
		foreign   *records.UnsupportedError
		soon      *match.OfferError
		daily     *match.TooSoonError
		away      *match.AwayError
		limit     *players.LimitError
		guess     *match.GuessError
		line      *match.LineError
		vacation  *match.VacationError
	)
	switch {
	case errors.As(err, &tooLarge):
		return http.StatusRequestEntityTooLarge
	case errors.As(err, &tooMany), errors.As(err, &limit):
		return http.StatusTooManyRequests
	case errors.As(err, &unread), errors.As(err, &foreign):
		return http.StatusUnprocessableEntity
	case errors.As(err, &bad), errors.As(err, &input), errors.As(err, &text), errors.Is(err, errNoGuess), errors.Is(err, hook.ErrAddress):
		return http.StatusBadRequest
	case errors.Is(err, link.ErrBad), errors.Is(err, link.ErrExpired), errors.Is(err, errNoToken), errors.Is(err, errSeatToken), errors.Is(err, errNotFresh):
		return http.StatusUnauthorized
	case errors.Is(err, errNotHome), errors.Is(err, errForeign):
		return http.StatusForbidden
	case errors.Is(err, errOnlyShown):
		return http.StatusMethodNotAllowed
	case errors.Is(err, match.ErrNotFound), errors.Is(err, errNowhere):
		return http.StatusNotFound
	case errors.Is(err, match.ErrConflict), errors.Is(err, match.ErrExists), errors.Is(err, match.ErrStale),
		errors.Is(err, match.ErrLate), errors.Is(err, match.ErrSubmitted), errors.Is(err, match.ErrOffered), errors.Is(err, match.ErrNoOffer), errors.Is(err, match.ErrYourTurn),
		errors.Is(err, match.ErrTaken), errors.Is(err, players.ErrNoMail), errors.Is(err, players.ErrBouncing), errors.Is(err, players.ErrStopped), errors.Is(err, match.ErrResent), errors.Is(err, errRematchRefused), errors.Is(err, rights.ErrPlaying),
		errors.Is(err, rights.ErrNoGames), errors.Is(err, rights.ErrJustMoved), errors.Is(err, rights.ErrUntold), errors.Is(err, match.ErrLinksSpent),
		errors.Is(err, engine.ErrNotYourTurn), errors.Is(err, engine.ErrOver), errors.Is(err, engine.ErrNoClaim),
		errors.As(err, &wrongTime), errors.As(err, &soon), errors.As(err, &daily), errors.As(err, &away), errors.Is(err, records.ErrRunning):
		return http.StatusConflict
	case errors.As(err, &rules), errors.As(err, &setup), errors.As(err, &refusal), errors.As(err, &guess), errors.As(err, &line), errors.As(err, &vacation),
		errors.Is(err, match.ErrBlocked), errors.Is(err, players.ErrMayNotInvite),
		errors.Is(err, errClosed), errors.Is(err, errCode), errors.Is(err, errNotSure):
		return http.StatusUnprocessableEntity
	}
	return http.StatusInternalServerError
}

// fail answers a browser whose request came to nothing before any page of a
// game could be drawn. A token that nobody made, one that counts no more and
// one of an unknown game read alike. A program gets a problem.
func (s *site) fail(w http.ResponseWriter, r *http.Request, err error) {
	if wantsJSON(r) {
		s.problem(w, r, err)
		return
	}
	status := statusOf(err)
	if status == http.StatusInternalServerError {
		s.Log.Error("request failed", "route", routeOf(r), "err", err)
	}
	s.write(w, answer{status, s.failure(s.language(r), err, status)})
}

func (s *site) failure(w words.Words, err error, status int) page {
	p := page{Lang: w.Lang(), Next: []anchor{{w.T("page.failure.home"), s.BaseURL + "/"}}}
	p.Wait, p.Lost = waitOf(err), s.lostForm(w)
	limit, limitReached := errors.AsType[*players.LimitError](err)
	switch {
	case limitReached:
		p.Title = w.T("page.failure.limit")
		p.Lead = limited(w, limit)
	case errors.Is(err, players.ErrMayNotInvite):
		p.Title = w.T("page.failure.may_not_invite")
		p.Lead = []string{w.T("limit.may_not_invite")}
	case errors.Is(err, link.ErrExpired):
		p.Title = w.T("page.failure.expired")
		p.Lead = []string{w.T("page.failure.expired_why"), w.T("page.failure.newest_mail")}
	case errors.Is(err, errNotFresh):
		p.Title = w.T("page.person.stale")
		p.Lead = []string{w.N("page.person.stale_why", int(freshLife.Hours())), w.T("page.person.stale_do")}
	case errors.Is(err, errNowhere):
		p.Title = w.T("page.failure.nowhere")
		p.Lead = []string{w.T("page.failure.nowhere_why")}
	case errors.Is(err, errOnlyShown):
		p.Title = w.T("page.failure.not_understood")
		p.Lead = []string{w.T("page.watch.no_press")}
	case errors.Is(err, errForeign):
		p.Title = w.T("page.failure.foreign")
		p.Lead = []string{w.T("page.failure.foreign_why"), w.T("page.failure.foreign_do")}
	case errors.Is(err, errNotHome):
		p.Title = w.T("page.failure.not_home")
		p.Lead = []string{w.T("page.failure.not_home_why")}
	case status == http.StatusUnauthorized, status == http.StatusNotFound:
		p.Title = w.T("page.failure.bad_link")
		p.Lead = []string{w.T("page.failure.bad_link_why"), w.T("page.failure.newest_mail")}
	case status == http.StatusRequestEntityTooLarge:
		p.Title = w.T("page.failure.too_large")
		p.Lead = []string{w.T("page.failure.too_large_why")}
	case status == http.StatusInternalServerError:
		p.Title = w.T("page.failure.ours")
		p.Lead = []string{w.T("page.failure.ours_why")}
	default:
		p.Title = w.T("page.failure.not_understood")
		p.Lead = []string{w.T("page.failure.not_understood_why")}
	}
	return p
}

// foreign answers a press that another site's page caused.
func (s *site) foreign(w http.ResponseWriter, r *http.Request) {
	s.fail(w, r, errForeign)
}

// nowhere answers every path on which there is nothing.
func (s *site) nowhere(w http.ResponseWriter, r *http.Request) {
	s.fail(w, r, errNowhere)
}

// routeOf names a request for the log, without the secret in its path.
func routeOf(r *http.Request) string {
	if r.Pattern != "" {
		return r.Pattern
	}
	return r.Method
}
