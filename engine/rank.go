package engine

import (
	"fmt"
	"strings"
)

// Rank is a military rank. Its number is its strength from Spy (1) to Marshal
// (10); Bomb and Flag come after. The zero value is no rank, and in a View a
// rank that the viewer may not know.
type Rank uint8

// The twelve ranks (rules.md 1).
const (
	NoRank Rank = iota
	Spy
	Scout
	Miner
	Sergeant
	Lieutenant
	Captain
	Major
	Colonel
	General
	Marshal
	Bomb
	Flag
	rankEnd
)

const rankSymbols = "?S23456789MBF"

// Symbol returns the letter or digit of r: S 2 3 4 5 6 7 8 9 M B F, and ? for
// no rank.
func (r Rank) Symbol() byte {
	if r >= rankEnd {
		return '?'
	}
	return rankSymbols[r]
}

// String returns the symbol of r.
func (r Rank) String() string { return string(r.Symbol()) }

// ParseRank reads a piece as rules.md 11 spells it, in either case: F, B, S or
// 1 (the spy), 2…9, and M, X or 10 (the marshal).
func ParseRank(s string) (Rank, error) {
	switch strings.ToUpper(s) {
	case "1":
		return Spy, nil
	case "X", "10":
		return Marshal, nil
	case "", "?":
	default:
		if len(s) == 1 {
			if i := strings.IndexByte(rankSymbols, strings.ToUpper(s)[0]); i > 0 {
				return Rank(i), nil
			}
		}
	}
	return NoRank, fmt.Errorf("%q is no piece: F, B, S, 2 to 9 or M", shorten(s))
}

// Ranks lists all ranks as trays and armies do, strongest first: M 9 … 2 S B F.
var Ranks = [...]Rank{
	Marshal, General, Colonel, Major, Captain, Lieutenant,
	Sergeant, Miner, Scout, Spy, Bomb, Flag,
}
