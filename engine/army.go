package engine

import (
	"fmt"
	"strings"
)

// Army names which pieces each side has and on which board they stand. The
// zero value is no army.
type Army uint8

// The armies of rules.md 7.
const (
	NoArmy     Army = iota
	Original        // 40 pieces
	Barrage         // 8
	Duel            // 10
	Lightning       // 20, with captains that take two steps
	Skirmish        // 10 on 8×8
	Skirmish16      // 16 on 8×8
	CustomArmy      // Rules.Troops, on 10×10
	armyEnd
)

var armies = [armyEnd]struct{ name, troops string }{
	Original:   {"original", "M 9 8 8 7 7 7 6 6 6 6 5 5 5 5 4 4 4 4 3 3 3 3 3 2 2 2 2 2 2 2 2 S B B B B B B F"},
	Barrage:    {"barrage", "M 9 3 2 2 S B F"},
	Duel:       {"duel", "M 9 3 3 2 2 S B B F"},
	Lightning:  {"lightning", "M 9 8 7 6 6 5 5 4 4 3 3 2 2 2 2 S B B F"},
	Skirmish:   {"skirmish", "M 9 3 3 2 2 S B B F"},
	Skirmish16: {"skirmish16", "M 9 8 7 6 5 4 3 3 2 2 2 S B B F"},
	CustomArmy: {"custom", ""},
}

// Armies lists every army, the ordinary one first.
var Armies = [...]Army{Original, Barrage, Duel, Lightning, Skirmish, Skirmish16, CustomArmy}

// String returns the name of a as the JSON API spells it: "original" … "custom".
func (a Army) String() string {
	if a == NoArmy || a >= armyEnd {
		return "none"
	}
	return armies[a].name
}

// ParseArmy reads a name that String gives.
func ParseArmy(name string) (Army, error) {
	for _, a := range Armies {
		if armies[a].name == name {
			return a, nil
		}
	}
	return NoArmy, fmt.Errorf("%q is no army", shorten(name))
}

// Troops counts pieces by rank. The zero value is no pieces.
type Troops [rankEnd]uint8

// Total returns how many pieces t counts.
func (t Troops) Total() int {
	n := 0
	for _, c := range t {
		n += int(c)
	}
	return n
}

// List returns the pieces one by one, strongest first: M 9 … 2 S B F.
func (t Troops) List() []Rank {
	list := make([]Rank, 0, t.Total())
	for _, r := range Ranks {
		for range t[r] {
			list = append(list, r)
		}
	}
	return list
}

// String returns the canonical text: symbols strongest first, spaces between.
func (t Troops) String() string {
	var b strings.Builder
	for i, r := range t.List() {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteByte(r.Symbol())
	}
	return b.String()
}

// ParseTroops reads symbols in any order with spaces between. It fails with
// *MalformedError.
func ParseTroops(text string) (Troops, error) {
	var t Troops
	for _, word := range strings.Fields(text) {
		r, err := ParseRank(word)
		if err != nil || t.Total() >= 2*files*rows {
			return Troops{}, &MalformedError{What: "army", Text: text, Hint: "piece symbols with spaces between, as in M 9 3 2 S B F"}
		}
		t[r]++
	}
	return t, nil
}

var armyTroops = func() (all [armyEnd]Troops) {
	for a, spec := range armies {
		t, err := ParseTroops(spec.troops)
		if err != nil {
			panic(err)
		}
		all[a] = t
	}
	return all
}()
