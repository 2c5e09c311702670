package metrics

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/functions/internal/app"
)

// Commands makes what app.App.Watch wants: one line for each command. now is the clock
// by which durations are measured.
func Commands(log *slog.Logger, now func() time.Time) func() func(app.Deed) {
	return func() func(app.Deed) {
		start := now()
		return func(d app.Deed) { Command(log, d, now().Sub(start)) }
	}
}

// Command writes the line of a command that took so long: game, seat, kind, outcome,
// duration, and what is to be counted of it. The outcome is one of
//
//	ok        carried out
//	repeated  it had been before
//	stale     for a ply that is past, or by a link that was cancelled meanwhile
//	refused:… a rule forbids it; its word is the attribute rule, too
//	late      the time is up
//	conflict  others were quicker, twice
//	failed    the store, or the program
func Command(log *slog.Logger, d app.Deed, took time.Duration) {
	outcome, rule := outcomeOf(d)
	line := []slog.Attr{
		slog.String("game", d.Game.String()), slog.String("seat", seatName(d.Seat)), slog.String("kind", d.Kind()),
		slog.String("outcome", outcome), Took(took),
	}
	if rule != "" {
		line = append(line, slog.String("rule", rule), Refusals.Count(1))
	}
	moves := 0
	for _, e := range d.After.Events {
		if e.Kind == match.Moved {
			moves++
		}
	}
	line = append(line, Moves.Count(moves))
	if _, out := d.Command.(match.TimeOut); out && d.Err == nil {
		line = append(line, TimeOuts.Count(1))
	}
	line = append(line, Conflicts.Count(d.Conflicts))
	log.LogAttrs(context.Background(), slog.LevelInfo, "command", line...)
}

// seatName is the side that gave a command; the clock's is neither.
func seatName(c engine.Color) string {
	if c == engine.NoColor {
		return "clock"
	}
	return c.String()
}

func outcomeOf(d app.Deed) (outcome, rule string) {
	switch err := d.Err; {
	case err == nil:
		return "ok", ""
	case errors.Is(err, match.ErrRepeated):
		return "repeated", ""
	case errors.Is(err, match.ErrStale), errors.Is(err, match.ErrCancelled):
		return "stale", ""
	case errors.Is(err, match.ErrLate):
		return "late", ""
	case d.Refused:
		rule = ruleOf(err)
		return "refused:" + rule, rule
	case errors.Is(err, match.ErrConflict):
		return "conflict", ""
	}
	return "failed", ""
}

// ruled is an error that says itself what it is a matter of.
type ruled interface {
	error
	Rule() string
}

// rules are the words for what a match says no with, beside those of rules.md 11.
var rules = []struct {
	err  error
	word string
}{
	{engine.ErrNotYourTurn, "not-your-turn"},
	{engine.ErrOver, "over"},
	{engine.ErrNoClaim, "no-claim"},
	{match.ErrOffered, "offered"},
	{match.ErrNoOffer, "no-offer"},
	{match.ErrTaken, "taken"},
	{match.ErrResent, "resent"},
	{match.ErrLinksSpent, "links-spent"},
	{match.ErrSubmitted, "submitted"},
	{match.ErrBlocked, "blocked"},
	{match.ErrExists, "exists"},
	{match.ErrYourTurn, "your-turn"},
	{match.ErrOpponent, "opponent"},
}

// ruleOf returns a word for a refusal, without what it says of the game.
func ruleOf(err error) string {
	if refusal, ok := errors.AsType[*engine.Refusal](err); ok {
		return refusal.Rule.String()
	}
	if own, ok := errors.AsType[ruled](err); ok {
		return own.Rule()
	}
	for _, r := range rules {
		if errors.Is(err, r.err) {
			return r.word
		}
	}
	switch {
	case is[*engine.SetupError](err):
		return engine.BadSetup.String()
	case is[*engine.RulesError](err):
		return "bad-rules"
	case is[*match.StateError](err):
		return "state"
	case is[*match.OfferError](err):
		return "offer-too-soon"
	case is[*match.TooSoonError](err):
		return "once-a-day"
	case is[*match.AwayError](err):
		return "away"
	case is[*match.VacationError](err):
		return "vacation"
	case is[*match.LineError](err):
		return "line"
	case is[*match.InputError](err):
		return "input"
	}
	return "other"
}

func is[E error](err error) bool {
	_, ok := errors.AsType[E](err)
	return ok
}
