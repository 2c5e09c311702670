// Package rights carries out what a person may ask for himself in all his games at
// once: to be written to at another address, and to be forgotten. Both are done match
// by match, by commands of package match, and may be cut off at any point: to ask for
// the same again does what is left, and nothing twice.
//
// It knows no page and no link, and keeps no state.
//
// Source: product.md "Correspondence life", address change and erasure.
package rights

import (
	"context"
	"errors"
	"time"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/engine/player"
	"fieldpost/functions/internal/players"
)

// Games is what is asked of the matches.
type Games interface {
	// Reload returns a match as it is now, or match.ErrNotFound.
	Reload(ctx context.Context, id match.ID) (match.Match, error)
	// DoOn carries out a command on a match that was loaded a moment ago, and
	// returns the match as it stands then, also beside an error that the match
	// itself gave.
	DoOn(ctx context.Context, m match.Match, c match.Command) (match.Match, error)
}

// Changes keeps changes of addresses, each until it is over.
type Changes interface {
	// LoadChange returns the change last stored, or match.ErrNotFound.
	LoadChange(ctx context.Context, id match.ChangeID) (match.AddressChange, error)
	// SaveChange stores c if and only if the stored version is the one before c's,
	// none before 1, or fails with match.ErrConflict. After any other error it may
	// be stored or not.
	SaveChange(ctx context.Context, c match.AddressChange) error
}

// Notes keeps what players write for themselves.
type Notes interface {
	// SaveNotes puts n in the place of what is kept of a seat, nothing if it is zero.
	SaveNotes(ctx context.Context, id match.ID, seat engine.Color, n match.Notes) error
}

// Post sends the mails of a change, each once, however often it is asked to.
type Post interface {
	// AskMove mails the new address the link that confirms it.
	AskMove(ctx context.Context, c match.AddressChange) error
	// TellMoved mails the old address that its games have left, and how they come
	// back. An error with the method Permanent() bool that returns true says that
	// nothing ever reaches it.
	TellMoved(ctx context.Context, c match.AddressChange) error
	// TellUndone mails the new address that its games have gone back.
	TellUndone(ctx context.Context, c match.AddressChange, now time.Time) error
}

// Rights carries them out. All fields must be set.
type Rights struct {
	Games   Games
	People  *players.Players
	Changes Changes
	Notes   Notes
	Post    Post
}

// What a person is told who asks for what cannot be.
var (
	// ErrNoGames means that nothing is kept that could be moved.
	ErrNoGames = errors.New("no games of that address")
	// ErrJustMoved means that the games have come to an address that the one before
	// may still take back: until then they stay. So they do where too many changes of an
	// address are not over.
	ErrJustMoved = errors.New("the address was changed not long ago")
	// ErrUntold means that the present address wants no mail of any kind: nobody there
	// would learn that its games have gone, so that they stay.
	ErrUntold = errors.New("the present address gets no mail")
	// ErrSuperseded means that another change was asked for after this one.
	ErrSuperseded = errors.New("a later change of the address was asked for")
	// ErrOver means that a change was undone, or is over.
	ErrOver = errors.New("the change of the address is over")
	// ErrPlaying means that a person plays, or has invited somebody, and has not said
	// that he gives that up.
	ErrPlaying = errors.New("a game is running")
)

// plays reports whether the player of a seat has a game before him, or has invited
// somebody to one.
func plays(m match.Match, key player.Key) bool {
	seat := players.SeatOf(m, key)
	return m.Seated(seat) && !m.Ended()
}

func permanent(err error) bool {
	p, ok := errors.AsType[interface {
		error
		Permanent() bool
	}](err)
	return ok && p.Permanent()
}
