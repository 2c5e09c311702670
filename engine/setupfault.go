package engine

import (
	"fmt"
	"strings"
)

// SetupFaultKind is what can be wrong with a setup. The zero value is nothing.
type SetupFaultKind uint8

// The kinds.
const (
	NoSetupFault SetupFaultKind = iota
	MissingPieces
	ExtraPieces
	NotOwnRow   // a piece on a square that is not of its owner's rows
	NoSuchPiece // a rank that there is not
	OffGround   // a piece beyond the rows of the board
	setupFaultEnd
)

var setupFaultNames = [setupFaultEnd]string{"none", "missing", "extra", "not-own-row", "no-such-piece", "off-ground"}

// String returns a word: "missing", "extra", …
func (k SetupFaultKind) String() string {
	if k >= setupFaultEnd {
		return "none"
	}
	return setupFaultNames[k]
}

// SetupFault is one thing that is wrong with a setup.
type SetupFault struct {
	Kind   SetupFaultKind
	Rank   Rank   // of the pieces; NoRank for NotOwnRow
	Count  int    // of the pieces, for MissingPieces and ExtraPieces
	Square Square // for NotOwnRow
}

// String reads "missing S x1", "extra B x1", "a5 is not one of your rows".
func (f SetupFault) String() string {
	switch f.Kind {
	case MissingPieces, ExtraPieces:
		return fmt.Sprintf("%v %v x%d", f.Kind, f.Rank, f.Count)
	case NotOwnRow:
		return fmt.Sprintf("%v is not one of your rows", f.Square)
	case NoSuchPiece:
		return fmt.Sprintf("rank %d is no piece", f.Rank)
	case OffGround:
		return fmt.Sprintf("%v is off the board", f.Rank)
	}
	return "no fault"
}

// SetupError names everything that is wrong with a setup.
type SetupError struct {
	Faults   []SetupFault
	American bool // the numbers seem to run the other way round, 1 being the strongest
}

func (e *SetupError) Error() string {
	s := "the setup is not the army: " + joined(e.Faults, ", ")
	if e.American {
		s += " (the numbers seem to run the American way: here 10 or M is the marshal, the strongest, 2 the scout, S the spy)"
	}
	return s
}

// joined returns the texts of faults.
func joined[F fmt.Stringer](faults []F, between string) string {
	texts := make([]string, len(faults))
	for i, f := range faults {
		texts[i] = f.String()
	}
	return strings.Join(texts, between)
}
