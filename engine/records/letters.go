package records

import (
	"fmt"

	"fieldpost/engine"
)

// Order says which of the owner's rows a setup in letters gives first. Within a
// row both go from the owner's left to his right.
type Order uint8

// The orders. The zero value is that of rules.md 11 and of stratego_env.
const (
	FrontFirst Order = iota // own front row first
	BackFirst               // own back row first, as pystratego
)

// String returns "front row first" or "back row first".
func (o Order) String() string {
	if o == BackFirst {
		return "back row first"
	}
	return "front row first"
}

const (
	setupFiles = 10
	setupRows  = 4
)

// index returns where the i-th letter lies in an engine.Setup.
func (o Order) index(i int) int {
	if o == BackFirst {
		row, file := i/setupFiles, i%setupFiles
		return (setupRows-1-row)*setupFiles + file
	}
	return i
}

// ParseLetters reads a setup for the 10×10 board from exactly 40 letters. It
// fails with *MalformedError; whether the army is right is a question for
// engine.Rules.CheckSetup.
func ParseLetters(text string, order Order) (engine.Setup, error) {
	const format = "setup letters"
	var s engine.Setup
	if len(text) != len(s) {
		return s, &MalformedError{Format: format, Text: fmt.Sprint(len(text), " bytes"), Want: "40 letters A to M"}
	}
	for i := range s {
		rank, ok := rankOf(text[i])
		if !ok {
			return engine.Setup{}, &MalformedError{
				Format: format, At: fmt.Sprint("letter ", i+1), Text: text[i : i+1], Want: "a letter A to M",
			}
		}
		s[order.index(i)] = rank
	}
	return s, nil
}

// Letters writes a setup of the 10×10 board in 40 letters.
func Letters(s engine.Setup, order Order) string {
	var text [len(s)]byte
	for i := range text {
		text[i] = letterOf(s[order.index(i)])
	}
	return string(text[:])
}

// letterOf returns the letter of rank, A for none.
func letterOf(rank engine.Rank) byte {
	switch rank {
	case engine.NoRank:
		return 'A'
	case engine.Bomb:
		return 'B'
	case engine.Flag:
		return 'M'
	}
	return 'C' + byte(rank-engine.Spy)
}

// rankOf returns the rank of letter, and whether it is one of A to M.
func rankOf(letter byte) (engine.Rank, bool) {
	switch {
	case letter == 'A':
		return engine.NoRank, true
	case letter == 'B':
		return engine.Bomb, true
	case letter == 'M':
		return engine.Flag, true
	case letter >= 'C' && letter <= 'L':
		return engine.Spy + engine.Rank(letter-'C'), true
	}
	return engine.NoRank, false
}
