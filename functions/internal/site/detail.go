package site

import (
	"errors"
	"fmt"
	"net/http"
	"strings"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/engine/records"
	"fieldpost/functions/internal/hook"
	"fieldpost/functions/internal/players"
	"fieldpost/functions/internal/rights"
	"fieldpost/functions/internal/words"
	"fieldpost/infra/link"
)

// detail says what is wrong and what to do about it, in the reader's language;
// names of members, squares and what was sent stand as they are. An error that
// it does not know is told as its status is, and never by its own text, which is
// for our log.
func detail(w words.Words, err error) string {
	if text := w.Refusal(err); text != "" {
		return text
	}
	if text := w.LineFault(err, w.T("name.vacant")); text != "" {
		return text
	}
	for _, say := range []func(words.Words, error) string{ofRequest, ofAccess, ofGame} {
		if text := say(w, err); text != "" {
			return text
		}
	}
	if statusOf(err) == http.StatusBadRequest {
		return w.T("request.unread")
	}
	return w.T("api.ours")
}

// ofRequest words what was sent and is no good by itself.
func ofRequest(w words.Words, err error) string {
	var (
		tooLarge *http.MaxBytesError
		unread   *unreadError
		bad      *requestError
		input    *match.InputError
		rules    *engine.RulesError
		text     *engine.MalformedError
	)
	switch {
	case errors.As(err, &tooLarge):
		return w.T("api.too_large", words.Args{"Kilobytes": mostBody >> 10})
	case errors.As(err, &unread):
		return w.T("page.setup.unread", words.Args{"Why": strings.Join(w.SetupFaults(err), " ")})
	case errors.As(err, &bad):
		return bad.say(w)
	case errors.Is(err, hook.ErrAddress):
		return w.T("hook.bad")
	case errors.As(err, &input):
		return w.Input(input)
	case errors.As(err, &rules):
		return w.Senseless(rules)
	case errors.As(err, &text) && text.What == "move":
		return w.T("request.no_move", words.Args{"Quote": fmt.Sprintf("%.80q", text.Text)})
	case errors.As(err, &text) && text.What == "army":
		return w.T("request.no_troops", words.Args{"Quote": fmt.Sprintf("%.80q", text.Text)})
	}
	return ""
}

// ofAccess words what may not be asked for, by this token, from here, or so often.
func ofAccess(w words.Words, err error) string {
	if limit, ok := errors.AsType[*players.LimitError](err); ok {
		return strings.Join(limited(w, limit), " ")
	}
	switch {
	case statusOf(err) == http.StatusTooManyRequests:
		return w.N("api.too_many", waitOf(err))
	case errors.Is(err, errNoToken):
		return w.T("api.no_token")
	case errors.Is(err, errSeatToken):
		return w.T("api.seat_token")
	case errors.Is(err, errNotFresh):
		return w.N("api.not_fresh", int(freshLife.Hours()))
	case errors.Is(err, errNotSure):
		return w.T("api.not_sure")
	case errors.Is(err, rights.ErrPlaying):
		return w.T("api.playing")
	case errors.Is(err, rights.ErrNoGames), errors.Is(err, rights.ErrJustMoved), errors.Is(err, rights.ErrUntold):
		return whyNotMoved(w, err)
	case errors.Is(err, link.ErrExpired):
		return w.T("api.expired")
	case errors.Is(err, link.ErrBad):
		return w.T("api.bad_token")
	case errors.Is(err, match.ErrNotFound):
		return w.T("api.no_game")
	case errors.Is(err, errNowhere):
		return w.T("api.nowhere")
	case errors.Is(err, errOnlyShown):
		return w.T("page.watch.no_press")
	case errors.Is(err, errNotHome):
		return w.T("page.failure.not_home_why")
	case errors.Is(err, errForeign):
		return w.T("api.foreign")
	case errors.Is(err, errClosed):
		return w.T("api.closed")
	case errors.Is(err, errCode):
		return w.T("api.wrong_code")
	case errors.Is(err, players.ErrNoMail):
		return w.T("page.games.no_mail")
	case errors.Is(err, players.ErrBouncing):
		return w.T("page.health.no_links")
	case errors.Is(err, players.ErrStopped):
		return w.T("prefs.stopped")
	case errors.Is(err, players.ErrMayNotInvite):
		return w.T("limit.may_not_invite")
	}
	return ""
}

// ofGame words what cannot be done in a game as it stands.
func ofGame(w words.Words, err error) string {
	var (
		state   *match.StateError
		soon    *match.OfferError
		daily   *match.TooSoonError
		foreign *records.UnsupportedError
		guess   *match.GuessError
		rest    *match.VacationError
		away    *match.AwayError
	)
	switch {
	case errors.As(err, &rest):
		return w.NoVacation(rest)
	case errors.As(err, &away):
		return w.T("talk.away_other", words.Args{"Until": w.Moment(away.Until, "")})
	case errors.Is(err, match.ErrStale):
		return w.T("api.stale")
	case errors.Is(err, engine.ErrNotYourTurn):
		return w.T("api.not_your_turn")
	case errors.Is(err, engine.ErrOver):
		return w.T("api.over")
	case errors.Is(err, match.ErrConflict), errors.Is(err, match.ErrExists):
		return w.T("api.conflict")
	case errors.Is(err, match.ErrLate):
		return w.T("api.late")
	case errors.Is(err, match.ErrOffered):
		return w.T("api.offered")
	case errors.Is(err, match.ErrNoOffer):
		return w.T("api.no_offer")
	case errors.As(err, &soon):
		return w.N("page.act.soon", soon.Moves)
	case errors.As(err, &daily):
		return w.T("talk.soon", words.Args{"At": w.Moment(daily.Next, "")})
	case errors.Is(err, engine.ErrNoClaim):
		return w.T("api.no_claim")
	case errors.Is(err, match.ErrResent):
		return w.N("api.resent", match.MostResends)
	case errors.Is(err, match.ErrLinksSpent):
		return w.T("door.seat_spent")
	case errors.Is(err, match.ErrTaken):
		return w.T("api.taken")
	case errors.Is(err, errRematchRefused):
		return w.T("api.rematch_refused")
	case errors.Is(err, records.ErrRunning):
		return w.T("api.running")
	case errors.As(err, &foreign):
		return w.Lack(foreign.Lack)
	case errors.Is(err, match.ErrSubmitted):
		return w.T("api.submitted")
	case errors.Is(err, match.ErrBlocked):
		return w.T("api.blocked")
	case errors.As(err, &guess) && guess.NotHere:
		return w.T("notes.not_here")
	case errors.As(err, &guess):
		return w.T("notes.not_hidden", words.Args{"Square": guess.At.String()})
	case errors.As(err, &state):
		return ofState(w, state)
	}
	return ""
}

// ofState words a command that comes at the wrong time.
func ofState(w words.Words, err *match.StateError) string {
	switch {
	case err.State == match.Unconfirmed:
		return w.T("api.unconfirmed")
	case err.State >= match.Over:
		return w.T("api.ended")
	case err.State == match.Playing && err.Command == "set up":
		return w.T("page.setup.too_late")
	case err.State == match.Playing:
		return w.T("api.not_now")
	}
	return w.T("api.not_begun")
}
