package engine

import "fmt"

// RulesFaultKind is what can be senseless about rules. The zero value is nothing.
type RulesFaultKind uint8

// The kinds. An army's are tested before the limits'.
const (
	NoRulesFault RulesFaultKind = iota
	NoSuchArmy
	OwnPieces      // pieces given for an army that has its own
	PieceOfNoRank  // in a custom army
	NotOneFlag     // N flags in a custom army
	NothingMoves   // in a custom army
	TooManyPieces  // N pieces in a custom army, which has at most Most
	BadTwoSquares  // N is neither 0, 3, 4 nor 5
	NoSuchChase    // profile
	BadQuietClaim  // N is not from 0 to Most
	BadQuietDraw   // N is not from 0 to Most
	BadMaxPlies    // N is not from 0 to Most
	ClaimAfterDraw // claimed from N quiet plies, when it is drawn from Most
	rulesFaultEnd
)

var rulesFaultNames = [rulesFaultEnd]string{
	"none", "no-such-army", "own-pieces", "piece-of-no-rank", "not-one-flag", "nothing-moves", "too-many-pieces",
	"bad-two-squares", "no-such-chase", "bad-quiet-claim", "bad-quiet-draw", "bad-max-plies", "claim-after-draw",
}

// String returns a word: "no-such-army", "own-pieces", …
func (k RulesFaultKind) String() string {
	if k >= rulesFaultEnd {
		return "none"
	}
	return rulesFaultNames[k]
}

// RulesFault is one thing that is senseless about rules.
type RulesFault struct {
	Kind RulesFaultKind
	Army Army // of OwnPieces
	N    int  // what was asked for, where the kind is about a number
	Most int  // of what N counts
}

// String says it in a few words.
func (f RulesFault) String() string {
	limit := func(name string) string {
		return fmt.Sprintf("the %s is %d: it must be 0 (never) to %d plies", name, f.N, f.Most)
	}
	switch f.Kind {
	case NoSuchArmy:
		return "no such army"
	case OwnPieces:
		return fmt.Sprintf("the %v army has its own pieces: %v", f.Army, armyTroops[f.Army])
	case PieceOfNoRank:
		return "a custom army has a piece of no rank"
	case NotOneFlag:
		return fmt.Sprintf("a custom army has one flag, not %d", f.N)
	case NothingMoves:
		return "a custom army needs at least one piece that can move"
	case TooManyPieces:
		return fmt.Sprintf("a custom army has at most %d pieces, not %d", f.Most, f.N)
	case BadTwoSquares:
		return fmt.Sprintf("the two-squares limit is %d: it must be 3, 4 or 5, or 0 for none", f.N)
	case NoSuchChase:
		return "no such chase profile"
	case BadQuietClaim:
		return limit("quiet claim")
	case BadQuietDraw:
		return limit("quiet limit")
	case BadMaxPlies:
		return limit("length limit")
	case ClaimAfterDraw:
		return fmt.Sprintf("a draw could be claimed from %d quiet plies, but at %d the game is drawn already", f.N, f.Most)
	}
	return "no fault"
}

// RulesError names everything that is senseless about rules.
type RulesError struct{ Faults []RulesFault }

func (e *RulesError) Error() string { return joined(e.Faults, "\n") }
