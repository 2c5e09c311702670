package notify

import (
	"fieldpost/engine/match"
	"fieldpost/functions/internal/mail"
)

// waiting are the kinds of mails that tell nothing but how a game stands, which the
// mail of the day tells as well: who has asked for one a day gets these in it alone.
// All others come at once, whatever they are: what he has asked for himself, what he
// must have in his mailbox (his board, his salt, the record), what ends a game or
// calls for an answer before the day is over, and what a player says.
var waiting = map[mail.Kind]bool{
	mail.Accepted:     true, // he is to set up, or has
	mail.Waiting:      true, // he is to set up
	mail.YourTurn:     true,
	mail.DrawOffered:  true, // the offer stands until he answers or moves
	mail.DrawDeclined: true,
}

// waits reports whether a mail of kind k about m waits for the mail of the day of a
// reader who has asked for one. A match of less than two days for a move does not.
func waits(m match.Match, k mail.Kind) bool { return waiting[k] && !m.Pace.Brisk() }
