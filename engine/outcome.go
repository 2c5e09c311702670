package engine

import "fmt"

// Outcome says who won. The zero value is a game that goes on.
type Outcome uint8

// The outcomes.
const (
	Undecided Outcome = iota
	RedWins
	BlueWins
	Draw
)

var outcomeNames = [...]string{"none", "red", "blue", "draw"}

// String returns "red", "blue", "draw", or "none" while the game goes on.
func (o Outcome) String() string {
	if int(o) >= len(outcomeNames) {
		return "none"
	}
	return outcomeNames[o]
}

// Winner returns the side that won, or NoColor.
func (o Outcome) Winner() Color {
	switch o {
	case RedWins:
		return Red
	case BlueWins:
		return Blue
	}
	return NoColor
}

func wins(c Color) Outcome {
	if c == Blue {
		return BlueWins
	}
	return RedWins
}

// Reason says why a game ended (rules.md 4). The zero value is none.
type Reason uint8

// The reasons.
const (
	NoReason Reason = iota
	ByFlag
	ByNoMove
	ByNoMovablePiece
	ByFlagHome
	ByResignation
	ByAgreement
	ByClaim
	ByQuiet
	ByLength
	ByTime
	reasonEnd
)

var reasonNames = [reasonEnd]string{
	"none", "flag", "no-move", "no-movable-piece", "flag-home", "resigned",
	"agreed", "claimed", "quiet", "length", "time",
}

// String returns the word of rules.md 4, or "none".
func (r Reason) String() string {
	if r >= reasonEnd {
		return "none"
	}
	return reasonNames[r]
}

// ParseReason reads a word that String gives.
func ParseReason(word string) (Reason, error) {
	for r := ByFlag; r < reasonEnd; r++ {
		if reasonNames[r] == word {
			return r, nil
		}
	}
	return NoReason, fmt.Errorf("%q is no reason to end a game", shorten(word))
}
