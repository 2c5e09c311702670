package match

import "fieldpost/engine"

// Event is one thing that a command did. The zero value is none.
type Event struct {
	Kind EventKind
	Seat engine.Color // whose doing it was; NoColor where it was nobody's alone
}

// EventKind says what happened. Its numbers are stored and never change.
type EventKind uint8

// The events.
const (
	NoEvent        EventKind = iota
	Created                  // Seat asked for the match
	Confirmed                // Seat, the creator, showed that the address is his
	Accepted                 // Seat, the opponent, took his place
	SetupSubmitted           // Seat's first setup is in
	SetupReplaced            // Seat put another in its place: nobody else may learn of it
	Started                  // both setups are in and the game has begun; no seat
	Moved                    // Seat made a move
	Ended                    // the game is over; no seat
	DrawOffered              // Seat offers a draw
	DrawDeclined             // Seat declined the other's offer, or moved on
	CalledOff                // the match is aborted, by Seat or, without one, by the clock
	DraftSaved               // Seat put rows by that are not submitted: nobody else may learn of it
	Refused                  // Seat, the invited, declined
	Lapsed                   // nobody accepted in time; no seat
	TakenBack                // Seat, the creator, withdrew the invitation
	Resent                   // Seat, the creator, has the invitation mailed once more
	Redirected               // Seat, the creator, corrected the opponent's address
	LinksRenewed             // Seat cancelled all of his links: nobody else may learn of it
	Published                // Seat agrees that others may watch
	LanguageChosen           // Seat reads another language, or lives in another zone, from now on: nobody else may learn of it
	Reminded                 // the clock reminds Seat, who is awaited: nobody else is told
	VacationTaken            // Seat stops his own time, now or from a day to come
	VacationEnded            // Seat ended his vacation early, or called it off
	TimeGiven                // Seat gave the other more time
	Nudged                   // Seat asks the other to move
	TurnAsked                // Seat asks for the mail of his turn once more: nobody else may learn of it
	Said                     // Seat wrote a message to the other
	Muted                    // Seat wants no messages from the other, or wants them again: nobody else may learn of it
	LinesSaved               // Seat saved what he plays if: nobody else may learn of it
	LinePlayed               // a move of Seat's came from his line: nobody else may learn of it
	LineDropped              // Seat's line could not be played: nobody else may learn of it
	Readdressed              // Seat has another mail address, and new links: nobody else may learn of it
	Forgotten                // Seat had himself forgotten: nobody else is told
	Left                     // Seat has ended the match, and will have himself forgotten
	CameBack                 // Seat has the address again that it had before: nobody else may learn of it
	eventEnd
)

var eventNames = [eventEnd]string{
	"none", "created", "confirmed", "accepted", "setup-submitted", "setup-replaced",
	"started", "moved", "ended", "draw-offered", "draw-declined", "called-off",
	"draft-saved", "refused", "lapsed", "taken-back", "resent", "redirected", "links-renewed", "published",
	"language-chosen", "reminded", "vacation-taken", "vacation-ended", "time-given", "nudged", "turn-asked",
	"said", "muted", "lines-saved", "line-played", "line-dropped", "readdressed", "forgotten",
	"left", "came-back",
}

// String returns "created", "confirmed", … or "none".
func (k EventKind) String() string {
	if k >= eventEnd {
		return eventNames[NoEvent]
	}
	return eventNames[k]
}

// shown counts the events that both players could see: all but what one did for
// himself alone.
func shown(events []Event) int {
	n := 0
	for _, e := range events {
		switch e.Kind {
		case SetupReplaced, DraftSaved, LinksRenewed, LanguageChosen, Reminded, TurnAsked, Muted,
			LinesSaved, LinePlayed, LineDropped, Readdressed, Forgotten, Left, CameBack:
		default:
			n++
		}
	}
	return n
}
