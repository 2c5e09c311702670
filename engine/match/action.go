package match

import (
	"fmt"
	"time"

	"fieldpost/engine"
)

// Action names something of which nothing need be said but who asks for it and
// at which ply: what a link of its own may ask for. The zero value is none.
// Its numbers stand in links and never change.
type Action uint8

// The actions.
const (
	NoAction Action = iota
	Resigning
	OfferingDraw
	AcceptingDraw
	DecliningDraw
	ClaimingDraw
	Aborting
	Rematching // no command: it makes another match, see Rematch
	Withdrawing
	Resending
	RenewingLinks
	Publishing
	Accepting
	Declining
	Nudging
	MailingAgain
	GivingTime
	actionEnd
)

// Actions lists all that a seat may come to, in the order in which they are
// offered: all but the two answers to an invitation, which come before it, and what has a
// place of its own on the board's page.
var Actions = []Action{
	AcceptingDraw, DecliningDraw, OfferingDraw, ClaimingDraw, Rematching, Resending, Withdrawing,
	Nudging, MailingAgain, Aborting, Resigning, Publishing, RenewingLinks,
}

var actionNames = [actionEnd]string{
	"none", "resign", "offer-draw", "accept-draw", "decline-draw", "claim-draw", "abort",
	"rematch", "withdraw", "resend", "new-links", "public", "accept", "decline", "nudge", "mail-again",
	"give-time",
}

// String returns the word by which forms and the JSON API ask for a: "resign",
// "offer-draw", "accept-draw", "decline-draw", "claim-draw", "abort", "rematch",
// "withdraw", "resend", "new-links", "public", "accept", "decline", "nudge", "mail-again",
// "give-time"; or "none".
func (a Action) String() string {
	if a >= actionEnd {
		return actionNames[NoAction]
	}
	return actionNames[a]
}

// ParseAction reads a word that String gives.
func ParseAction(word string) (Action, error) {
	for a := NoAction + 1; a < actionEnd; a++ {
		if actionNames[a] == word {
			return a, nil
		}
	}
	return NoAction, fmt.Errorf("%.80q is no action", word)
}

// NeedsPly reports whether the command of a must name its ply: it answers, or
// claims, what stands at that ply alone, or is for the deadline there.
func (a Action) NeedsPly() bool {
	return a == AcceptingDraw || a == DecliningDraw || a == ClaimingDraw || a == GivingTime
}

// InGame reports whether a is done in a game that runs, at one ply of it.
func (a Action) InGame() bool { return a >= Resigning && a <= Aborting }

// Command returns the command of a, given by a player at a ply, which may be
// AnyPly unless NeedsPly. Time it gives once. It returns nil if a is none, or Rematching.
func (a Action) Command(by engine.Color, ply int) Command {
	switch a {
	case Resigning:
		return Resign{By: by, Ply: ply}
	case OfferingDraw:
		return OfferDraw{by, ply}
	case AcceptingDraw:
		return AcceptDraw{by, ply}
	case DecliningDraw:
		return DeclineDraw{by, ply}
	case ClaimingDraw:
		return ClaimDraw{by, ply}
	case Aborting:
		return Abort{by, ply}
	case Withdrawing:
		return Withdraw{by}
	case Resending:
		return Resend{by}
	case RenewingLinks:
		return RenewLinks{by}
	case Publishing:
		return Publish{by}
	case Accepting:
		return Accept{By: by}
	case Declining:
		return Decline{by}
	case Nudging:
		return Nudge{by}
	case MailingAgain:
		return MailAgain{by}
	case GivingTime:
		return GiveTime{By: by, Ply: ply}
	}
	return nil
}

// Choices returns the actions that by could do when m was changed, in the order of
// Actions.
func (m Match) Choices(by engine.Color) []Action { return m.ChoicesAt(by, m.Changed) }

// ChoicesAt returns the actions that by could do at now, in the order of Actions.
func (m Match) ChoicesAt(by engine.Color, now time.Time) []Action {
	var list []Action
	for _, a := range Actions {
		if m.allows(a, by, now) {
			list = append(list, a)
		}
	}
	return list
}

func (m Match) allows(a Action, by engine.Color, now time.Time) bool {
	if a == Rematching {
		_, err := Rematch(m, by, engine.Both[[16]byte]{})
		return err == nil
	}
	_, _, err := Decide(m, a.Command(by, m.Game.Ply()), now)
	return err == nil
}
