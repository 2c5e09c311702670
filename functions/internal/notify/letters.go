package notify

import (
	"slices"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/functions/internal/mail"
)

// Letters returns the mails that the last command of m owes, Red's before
// Blue's, at most one for a seat. They follow from m's events alone:
//
//	created            the creator: confirm
//	confirmed          the creator: set up · the opponent, if one is named: invite
//	invitation resent  the opponent: invite
//	address corrected  the opponent, at the new one: invite
//	withdrawn          nobody: the invited may look
//	refused            the creator: declined
//	lapsed             the creator: expired
//	accepted           who accepted: set up · the creator: accepted
//	setup submitted    the other, if he sits: waiting
//	setup replaced     nobody: the other must not learn of it
//	draft saved        nobody: it is its owner's alone
//	started            both: game on (Red's is his first turn mail too)
//	moved              the other: your turn
//	line played        whose it is: line played; the other: your turn, as by any move
//	line dropped       nobody anew: the mail that its owner gets tells of it
//	lines saved        nobody: the other must not learn of it
//	draw offered       the other: draw offered, or with a move his turn, which tells of it
//	draw declined      the other: draw declined, or by a move his turn, which tells of it
//	ended              both: over
//	called off         both: aborted
//	links renewed      who asked: new links, which no page shows
//	readdressed        who has another address, there: new links, if the match goes on
//	left               who stays, of what it ended; who leaves: nothing more
//	came back          as readdressed
//	forgotten          nobody
//	published          nobody: the other's page says so
//	language chosen    nobody: his next mail is in it
//	said               the other: message, unless he has muted the writer
//	muted              nobody: the other must not learn of it
//	nudged             the other: nudge, unless he has muted who nudges
//	turn asked         who asked: turn again
//	reminded           who is awaited: reminder
//	vacation taken     the other, if he sits: away
//	vacation ended     the other, if he sits: back
//	time given         the other: time given
//
// A match whose creator had confirmed before is created and confirmed by one
// command, and a rematch is one of those. Where one command did more than one thing, a later event's mail for a seat
// takes the place of an earlier one's: who is told that the game is over is not
// told that it is his turn.
func Letters(m match.Match) []mail.Letter {
	var owed engine.Both[mail.Kind]
	tell := func(c engine.Color, k mail.Kind) { // what the other has to say
		if !*m.Mutes.Of(c) {
			*owed.Of(c) = k
		}
	}
	for _, e := range m.Events {
		both := func(k mail.Kind) { owed.Red, owed.Blue = k, k }
		switch e.Kind {
		case match.Created:
			*owed.Of(e.Seat) = mail.Confirm
		case match.Confirmed:
			*owed.Of(e.Seat) = mail.SetUp
			if !m.Vacant() {
				*owed.Of(e.Seat.Other()) = mail.Invite
			}
		case match.Resent, match.Redirected:
			*owed.Of(e.Seat.Other()) = mail.Invite
		case match.Refused:
			*owed.Of(e.Seat.Other()) = mail.Declined
		case match.Lapsed:
			*owed.Of(m.Creator) = mail.Expired
		case match.Accepted:
			*owed.Of(e.Seat), *owed.Of(e.Seat.Other()) = mail.SetUp, mail.Accepted
		case match.SetupSubmitted:
			if m.Seated(e.Seat.Other()) {
				*owed.Of(e.Seat.Other()) = mail.Waiting
			}
		case match.Started:
			both(mail.GameOn)
		case match.Moved:
			*owed.Of(e.Seat.Other()) = mail.YourTurn
		case match.LinePlayed:
			*owed.Of(e.Seat) = mail.LinePlayed
		case match.DrawOffered:
			if theirs := owed.Of(e.Seat.Other()); *theirs == mail.NoKind {
				*theirs = mail.DrawOffered
			}
		case match.DrawDeclined:
			*owed.Of(e.Seat.Other()) = mail.DrawDeclined
		case match.Ended:
			both(mail.Over)
		case match.CalledOff:
			both(mail.Aborted)
		case match.LinksRenewed:
			*owed.Of(e.Seat) = mail.NewLinks
		case match.Said:
			tell(e.Seat.Other(), mail.Said)
		case match.Nudged:
			tell(e.Seat.Other(), mail.Nudged)
		case match.TurnAsked:
			*owed.Of(e.Seat) = mail.TurnAgain
		case match.Reminded:
			*owed.Of(e.Seat) = mail.Reminder
		case match.VacationTaken, match.VacationEnded:
			if other := e.Seat.Other(); m.Seated(other) {
				*owed.Of(other) = mail.Away
				if e.Kind == match.VacationEnded {
					*owed.Of(other) = mail.Back
				}
			}
		case match.TimeGiven:
			*owed.Of(e.Seat.Other()) = mail.TimeGiven
		case match.Readdressed:
			if !m.Ended() {
				*owed.Of(e.Seat) = mail.NewLinks
			}
		case match.Left: // no link of his works any more
			*owed.Of(e.Seat) = mail.NoKind
		}
	}
	var letters []mail.Letter
	for _, seat := range []engine.Color{engine.Red, engine.Blue} {
		if kind := *owed.Of(seat); kind != mail.NoKind {
			letters = append(letters, mail.Letter{Kind: kind, Seat: seat})
		}
	}
	return letters
}

// bound reports whether a mail of kind k speaks of what may have passed when it
// is sent: a position, or an invitation. Every other mail is sent however late.
func bound(k mail.Kind) bool {
	switch k {
	case mail.YourTurn, mail.DrawOffered, mail.Invite, mail.Nudged, mail.TurnAgain, mail.Reminder:
		return true
	}
	return false
}

// passed reports whether what l says of a match as it was then holds no more, or
// its links are cancelled, now: a ply was played since or the game is over, the
// offer is answered, the setup is in, the invitation is answered, taken back or sent to
// somebody else; or the time of who is reminded is another since, by a gift or his
// vacation. Whoever has had his links cancelled gets another mail with all that.
func passed(l mail.Letter, then, now match.Match) bool {
	if now.Seat(l.Seat).Epoch != then.Seat(l.Seat).Epoch {
		return true
	}
	switch l.Kind {
	case mail.Invite:
		return now.State != match.Invited
	case mail.DrawOffered:
		if now.Offer != then.Offer {
			return true
		}
	case mail.Nudged, mail.TurnAgain, mail.Reminder:
		if !now.Awaits(l.Seat) || now.Begun() != then.Begun() || l.Kind == mail.Reminder && retimed(l.Seat, then, now) {
			return true
		}
	}
	return now.Ended() || now.Game.Ply() != then.Game.Ply()
}

// retimed reports whether the deadline of c's player is another now by a gift, or by a
// vacation of his: he knows. A vacation that begins later leaves it as it was, and an
// outage takes no reminder back.
func retimed(c engine.Color, then, now match.Match) bool {
	rests := !slices.Equal(*now.Vacations.Of(c), *then.Vacations.Of(c))
	return now.GivenTo(c) != then.GivenTo(c) || rests && !now.Until(c).Equal(then.Until(c))
}
