package engine

import "fmt"

// Rule names what refuses a move, in the order in which refusals are tested
// (rules.md 11). The zero value is none.
type Rule uint8

// The rules.
const (
	NoRule Rule = iota
	OffBoard
	EmptySquare
	NotYours
	Immovable
	NotALine
	TooFar
	InLake
	InTheWay
	OwnPiece
	NoAttack
	TwoSquares
	MoreSquares
	AmbiguousPath
	NoRescue
	BadSetup
	ruleEnd
)

var ruleNames = [ruleEnd]string{
	"none", "off-board", "empty-square", "not-yours", "immovable", "not-a-line", "too-far", "lake", "blocked",
	"own-piece", "no-attack", "two-squares", "more-squares", "ambiguous-path", "rescue", "setup",
}

// String returns the word of rules.md 11.
func (r Rule) String() string {
	if r >= ruleEnd {
		return "none"
	}
	return ruleNames[r]
}

// Refusal says why a move is not legal. It depends only on what the mover may
// know.
type Refusal struct {
	Rule    Rule
	Move    Move
	Because []Ply  // the moves that set a repetition rule off, oldest first, without ranks
	Paths   []Move // the legal paths, for AmbiguousPath
}

func (r *Refusal) Error() string { return fmt.Sprintf("%q is refused: %v", r.Move, r.Rule) }
