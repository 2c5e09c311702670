package match

import (
	"errors"
	"slices"
	"time"

	"fieldpost/engine"
)

// Command is what a player asks of a match. The commands are the exported
// structs of this package with an imperative name, each in a file of its own:
// Confirm, Withdraw, Resend, CorrectAddress, Accept, Join, Decline, SaveDraft,
// SetUp, PlayMove, OfferDraw, AcceptDraw, DeclineDraw, ClaimDraw, Resign, Abort,
// SetLines, Publish, RenewLinks, Speak, Say, Mute, Nudge, MailAgain, TakeVacation,
// EndVacation, GiveTime, Readdress, Forget, and the clock's TimeOut and Remind; ByLink is any of them that
// came by a link. Creating a match is no command, see New; nor is a rematch, see
// Rematch.
//
// In decide the match's Changed is the present.
type Command interface {
	// decide carries the command out on m, which is the caller's own copy, and
	// returns what it did. It may leave m half changed when it fails.
	decide(m *Match) ([]Event, error)
}

// Decide returns m after c, given at now, with its version one higher, and what
// happened, which is also the new match's Events. It never changes m. When it
// fails it returns m itself and no events.
//
// It fails with ErrRepeated when c has had its effect before (an answer that
// later commands of the same match do not change); with *StateError, ErrTaken,
// ErrCancelled, ErrResent, ErrLinksSpent, *InputError, ErrSubmitted, ErrStale,
// ErrOffered, ErrNoOffer, ErrYourTurn, *OfferError, *TooSoonError, *AwayError, *VacationError, ErrEarly, engine.ErrNoClaim,
// engine.ErrNotYourTurn or engine.ErrOver when c does not fit where the match
// stands; with *engine.SetupError, ErrBlocked, *LineError or *engine.Refusal when the rules
// forbid it; and with ErrLate when it would do all that, but for a deadline that
// has passed: TimeOut is to be given first.
//
// What may be done several times, and names nothing by which one could tell which time is
// meant, has had its effect if it was the last thing that happened, within Again.
func Decide(m Match, c Command, now time.Time) (Match, []Event, error) {
	next := m.next(now)
	_, clock := c.(TimeOut)
	late := !clock && next.Late(next.Changed)
	events, err := c.decide(&next)
	if (err == nil || errors.Is(err, ErrResent)) && next.again(m, c) {
		err = ErrRepeated
	}
	if err == nil && late {
		err = ErrLate
	}
	if err != nil {
		return m, nil, err
	}
	next.Events = events
	if next.Deadline.IsZero() {
		next.stop()
	}
	if next.State != Playing {
		next.Plans = engine.Both[Plan]{}
	}
	if next.closed() && !m.closed() {
		next.Closed = next.Changed
	}
	next.Shown += shown(events)
	next.Talks += talks(events)
	next.arm()
	return next, events, nil
}

// Again is how soon after an invitation was sent again, or links were renewed, the same
// command is taken for the same press: a double one, or a request whose answer was lost.
const Again = time.Minute

// again reports whether c is the press that has made before what it is: m is what becomes
// of before now.
func (m *Match) again(before Match, c Command) bool {
	if l, by := c.(ByLink); by {
		c = l.Command
	}
	var did Event
	switch c := c.(type) {
	case Resend:
		did = Event{Resent, c.By}
	case RenewLinks:
		did = Event{LinksRenewed, c.By}
	default:
		return false
	}
	return slices.Equal(before.Events, []Event{did}) && m.Changed.Sub(before.Changed) < Again
}
