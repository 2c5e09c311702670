package match

import (
	"errors"
	"fmt"
)

// What every store and every user of one says in the same words.
var (
	// ErrNotFound means that there is no such match.
	ErrNotFound = errors.New("no such game")
	// ErrExists means that a match of that id is stored already.
	ErrExists = errors.New("a game of that id exists already")
	// ErrConflict means that another command was stored in between.
	ErrConflict = errors.New("the game has changed in the meantime")
	// ErrHeld means that somebody else holds a live claim; it runs out or is
	// settled, so try again later.
	ErrHeld = errors.New("somebody else is at it")
)

// ErrRepeated means that a command was carried out before: the same player gave
// the same one, and the match already shows its effect. Nothing is to be
// written, and the caller answers as to a success.
var ErrRepeated = errors.New("already done")

// ErrStale means a command for a ply that the game has left behind, or has not
// reached. The engine's ErrOver and ErrNotYourTurn are returned as they are.
var ErrStale = errors.New("the game is not at that ply")

// ErrLate means that the deadline has passed before the command came.
var ErrLate = errors.New("the time is up")

// ErrEarly means that no deadline has passed which TimeOut could apply.
var ErrEarly = errors.New("no deadline has passed")

// ErrOffered means that the opponent offers a draw, which the player has not
// been shown, or which he must answer before he offers one himself.
var ErrOffered = errors.New("the opponent offers a draw")

// ErrNoOffer means that there is no offer of a draw to answer.
var ErrNoOffer = errors.New("no draw is offered")

// OfferError says that a player has offered a draw not long ago.
type OfferError struct {
	Moves int // that he must make before he may offer again; from 1
}

func (e *OfferError) Error() string {
	return fmt.Sprintf("a draw was offered not long ago: make %d more moves first", e.Moves)
}

// ErrTaken means that somebody else sits where a player wants to sit, or is to.
var ErrTaken = errors.New("the seat is taken")

// ErrCancelled means that a command came by a link that counts no more.
var ErrCancelled = errors.New("the link was cancelled")

// ErrResent means that an invitation was mailed anew as often as it may be.
var ErrResent = errors.New("the invitation was sent again often enough")

// ErrSubmitted means that a draft comes from a player whose setup is in. He may
// submit another setup in its place.
var ErrSubmitted = errors.New("the setup is submitted already")

// ErrBlocked is a warning, given once: the setup is legal, but its owner could
// not make a move with it. The command with Sure set takes it.
var ErrBlocked = errors.New("with this setup you could not make a single move")

// StateError says that a match is not in a state in which the command can be
// given, or not by that seat.
type StateError struct {
	Command string // what was tried: "accept", "set up", …
	State   State  // where the match stands
}

func (e *StateError) Error() string {
	return fmt.Sprintf("cannot %s: the game is at %q", e.Command, e.State)
}

// CorruptError says that an image is none that Seal made.
type CorruptError struct {
	What string // what is wrong; never content of the match
}

func (e *CorruptError) Error() string { return "corrupt image of a game: " + e.What }

// VersionError says that an image was made by a newer program.
type VersionError struct {
	Version int // of the image's form, or of the packed game's in it
}

func (e *VersionError) Error() string {
	return fmt.Sprintf("image of a game in form %d, newer than this program", e.Version)
}
