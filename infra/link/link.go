package link

import (
	"errors"
	"time"

	"fieldpost/engine"
	"fieldpost/engine/match"
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
	Game    match.ID
	Seat    engine.Color // Red or Blue
	Epoch   uint8        // of the seat when the link was made; the caller compares

	Issued time.Time    // confirm, join, board: from 2020 on; kept to the minute, UTC
	Ply    int          // move, act: plies played before it, 0 … 2³¹−1
	Move   engine.Move  // move: From and To set
	Action match.Action // act
}

// Expires returns the moment from which l no longer counts, or the zero time if
// its purpose has no life of its own.
func (l Link) Expires() time.Time {
	life := l.Purpose.Life()
	if life == 0 {
		return time.Time{}
	}
	return l.Issued.Truncate(time.Minute).Add(life + time.Minute).UTC()
}
