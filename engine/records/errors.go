package records

import (
	"errors"
	"fmt"

	"fieldpost/engine"
)

// Errors that are the same for every text.
var (
	ErrRunning  = errors.New("the game is not over: its setups are secret")
	ErrNoSetups = errors.New("there are no setups to play from")
	ErrNoProof  = errors.New("the record has no proof: its game and salts are not in it")
)

// BrokenPromiseError is a setup that is not the one to which its side was
// committed when the game began: one of setup, salt, game and commitment is
// another.
type BrokenPromiseError struct{ Side engine.Color }

func (e *BrokenPromiseError) Error() string {
	return fmt.Sprintf("the setup of %v is not the one that was promised", e.Side)
}

// MalformedError is text that is not of its format. It quotes the part that is
// wrong and never the whole, which may be somebody's setup.
type MalformedError struct {
	Format string // "setup letters", "field", "gravon game", "record"
	At     string // where, as in "letter 7" or "line 3"; empty for the whole
	Text   string // the offending part
	Want   string // what would be read there
}

func (e *MalformedError) Error() string {
	where := e.Format
	if e.At != "" {
		where += ", " + e.At
	}
	return fmt.Sprintf("%s: %q is not %s", where, shorten(e.Text), e.Want)
}

// VersionError is a record of a version that this program does not know.
type VersionError struct{ Version string }

func (e *VersionError) Error() string {
	return fmt.Sprintf("a record of version %q, newer than %s", shorten(e.Version), recordVersion)
}

// UnsupportedError is a game that a foreign format has no words for.
type UnsupportedError struct {
	Format string
	What   string // "the skirmish army", "the path of a captain"
	Lack   Lack   // the same in kind
}

func (e *UnsupportedError) Error() string {
	return fmt.Sprintf("a %s cannot hold %s", e.Format, e.What)
}

// ReplayError is a well-formed game that does not follow its rules. It wraps
// what the engine says, if it says anything.
type ReplayError struct {
	Ply  int    // from 1; 0 for the setups, one more than the last for the ending
	Text string // the move, the setup's color or the ending
	Want string // what the rules make of it, where they allow it but differ
	Err  error  // *engine.Refusal, *engine.SetupError, engine.ErrOver, …
}

func (e *ReplayError) Error() string {
	s := fmt.Sprintf("ply %d, %q", e.Ply, shorten(e.Text))
	if e.Want != "" {
		s += fmt.Sprintf(": it should read %q", e.Want)
	}
	if e.Err != nil {
		s += ": " + e.Err.Error()
	}
	return s
}

// Unwrap returns what the engine said.
func (e *ReplayError) Unwrap() error { return e.Err }

func shorten(s string) string {
	const most = 60
	if r := []rune(s); len(r) > most {
		return string(r[:most]) + "…"
	}
	return s
}
