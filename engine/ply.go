package engine

import (
	"fmt"
	"strconv"
)

// Ply is one line of the record: what was done, with exactly the ranks that
// were shown (rules.md 8, 11). It is the same for every viewer of a running
// game. The zero value is no ply.
type Ply struct {
	Number int    // from 1; Red's are odd in a game that began from setups
	Color  Color  // who moved
	Move   Move   // the full path; the rescue only if it happened
	Shown  Rank   // the mover's rank where a long move showed it; else NoRank
	Attack Attack // zero for a move to an empty square
}

// Attack is a fight as it was named. A zero rank was not named, or has been
// forgotten (option memory).
type Attack struct {
	Attacker, Defender Rank
	Result             Result
}

// Result is how a fight ended for the attacker. The zero value is no fight.
type Result uint8

// The results; their signs are those of the record.
const (
	NoResult Result = iota
	Wins            // `>`: the defender is removed
	Loses           // `<`: the attacker is removed
	BothLose        // `=`: both are removed
)

var resultNames = [...]string{"none", "wins", "loses", "both"}

// String returns "wins", "loses", "both" or "none".
func (r Result) String() string {
	if int(r) >= len(resultNames) {
		return "none"
	}
	return resultNames[r]
}

// ParseResult reads a word that String gives of a fight.
func ParseResult(word string) (Result, error) {
	for r := Wins; r <= BothLose; r++ {
		if r.String() == word {
			return r, nil
		}
	}
	return NoResult, fmt.Errorf("%q is no result: wins, loses or both", shorten(word))
}

// Sign returns `>`, `<`, `=`, or "" for no fight.
func (r Result) Sign() string {
	if r == NoResult || r > BothLose {
		return ""
	}
	return "><="[r-1 : r]
}

// String returns the line with its number: `13. e4xe5 5>3`.
func (p Ply) String() string { return strconv.Itoa(p.Number) + ". " + p.Text() }

// Text returns the line without its number: `e4-e5`, `a4-a8 (2)`, `e4xe5 5>3`,
// `e4-e5xf5 6>5`, `e4xe5 5<?`, `g9-g10 +5@c2`; forgotten ranks leave `e4xe5 >`
// and `g9-g10 +?@c2`.
func (p Ply) Text() string {
	m := p.Move
	m.Rescue = Rescue{}
	s := m.text(p.Attack.Result != NoResult)
	switch a := p.Attack; {
	case a.Result == NoResult:
		if p.Shown != NoRank {
			s += fmt.Sprintf(" (%v)", p.Shown)
		}
	case a.Attacker == NoRank:
		s += " " + a.Result.Sign()
	default:
		s += fmt.Sprintf(" %v%s%v", a.Attacker, a.Result.Sign(), a.Defender)
	}
	if p.Move.Rescue != (Rescue{}) {
		s += " " + p.Move.Rescue.String()
	}
	return s
}
