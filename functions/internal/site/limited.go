package site

import (
	"time"

	"fieldpost/functions/internal/players"
	"fieldpost/functions/internal/words"
)

// limited says which limit is reached, what was kept, and when to try again, a
// sentence or two each.
func limited(w words.Words, e *players.LimitError) []string {
	var what string
	switch e.What {
	case players.ConfirmMails:
		what = w.N("limit.confirm_mails", e.Most)
	case players.InvitationsTo:
		what = w.N("limit.invitations_to", e.Most)
	case players.InvitationsFrom:
		what = w.N("limit.invitations_from", e.Most)
	case players.Unanswered:
		what = w.N("limit.unanswered", e.Most)
	case players.RunningGames:
		what = w.N("limit.running_games", e.Most)
	case players.OpenChallenges:
		what = w.N("limit.open_challenges", e.Most)
	case players.Messages:
		what = w.N("limit.messages", e.Most)
	case players.Vacations:
		what = w.N("limit.vacations", e.Most)
	default:
		what = w.N("limit.requests", e.Most)
	}
	lines := []string{what, w.T("limit.kept")}
	if e.Wait > 0 {
		lines = append(lines, w.T("limit.wait", words.Args{"Span": w.Span(e.Wait + time.Minute - 1)}))
	}
	return lines
}
