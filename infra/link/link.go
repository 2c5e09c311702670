package link

import (
	"errors"
	"time"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/engine/player"
)

// ErrBad is a token that nobody here has made, or made for another purpose, or
// signed with a key that no longer counts. Its text never quotes the token: a
// token with one letter wrong may still be guessed from it.
var ErrBad = errors.New("this is not a valid link")

// ErrExpired is a genuine token whose life is over.
var ErrExpired = errors.New("this link has expired")

// Link is what a token says. Which fields count depends on the purpose (package
// comment); sealing leaves the others out, and opening leaves them zero.
type Link struct {
	Purpose Purpose
	Game    match.ID     // all but player, unsubscribe, bounce, feed, readdress and undo
	Seat    engine.Color // likewise: Red or Blue
	Player  player.Key   // player, unsubscribe, bounce, feed: not nobody's
	Epoch   uint8        // of the seat, or of the player's profile, when the link was made; the caller compares

	// Candidate is the id of somebody who wants a vacant seat; zero in a
	// confirm link of the creator.
	Candidate match.CandidateID

	// Change is the id of a person's change of his address: readdress, undo; not zero.
	Change match.ChangeID

	Issued time.Time    // confirm, join, board, player, bounce, readdress, undo: from 2020 on; kept to the minute, UTC
	Ply    int          // move, act: plies played before it, 0 … 2³¹−1; reply: 0 … 2²⁴−1
	Move   engine.Move  // move: From and To set
	Action match.Action // act
	Shown  int          // reply: version of the view that the mail showed, 0 … 2²⁴−1
}

// Life returns how long l counts from its Issued on, or 0 if it does so for as
// long as its epoch, and a move's or an action's ply, stand; an unsubscribe link
// does for ever. Issued itself need not be set.
func (l Link) Life() time.Duration {
	switch row := l.Purpose.row(); {
	case row == nil:
		return 0
	case row.longer != nil && row.longer(&l):
		return row.longerLife
	default:
		return row.life
	}
}

// Expires returns the moment from which l no longer counts, or the zero time if
// it has no life of its own.
func (l Link) Expires() time.Time {
	life := l.Life()
	if life == 0 {
		return time.Time{}
	}
	return l.Issued.Truncate(time.Minute).Add(life + time.Minute).UTC()
}
