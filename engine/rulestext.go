package engine

import (
	"fmt"
	"strconv"
	"strings"
)

// options are the switches of Rules under their words, in canonical order.
func (r *Rules) options() []struct {
	word string
	on   *bool
} {
	return []struct {
		word string
		on   *bool
	}{
		{"attacker-advantage", &r.AttackerAdvantage},
		{"exploding-bombs", &r.ExplodingBombs},
		{"moving-bombs", &r.MovingBombs},
		{"moving-flag", &r.MovingFlag},
		{"reconquest", &r.Reconquest},
		{"silent-defence", &r.SilentDefence},
		{"scout-reveal", &r.ScoutReveal},
		{"memory", &r.Memory},
	}
}

// String returns the canonical text: the army (`custom:M9F` with its pieces), the
// limits, and the options that are on, as in
// `original two-squares:3 chase:isf quiet-claim:200 quiet-draw:400 max-plies:4000 scout-reveal`.
func (r Rules) String() string {
	var b strings.Builder
	b.WriteString(r.Army.String())
	if r.Army == CustomArmy {
		b.WriteString(":" + strings.ReplaceAll(r.Troops.String(), " ", ""))
	}
	fmt.Fprintf(&b, " two-squares:%d chase:%v quiet-claim:%d quiet-draw:%d max-plies:%d",
		r.TwoSquares, r.Chase, r.QuietClaim, r.QuietDraw, r.MaxPlies)
	for _, o := range r.options() {
		if *o.on {
			b.WriteString(" " + o.word)
		}
	}
	return b.String()
}

// ParseRules reads what String writes for checked rules, and nothing else. It
// fails with *MalformedError.
func ParseRules(text string) (Rules, error) {
	r, ok := parseRules(text)
	if ok {
		if checked, err := r.Check(); err == nil && checked == r && r.String() == text {
			return r, nil
		}
	}
	return Rules{}, &MalformedError{What: "rules", Text: text, Hint: "as in " + StandardRules(Barrage).String()}
}

func parseRules(text string) (r Rules, ok bool) {
	words := strings.Split(text, " ")
	if len(words) < 6 {
		return r, false
	}
	name, pieces, _ := strings.Cut(words[0], ":")
	army, err := ParseArmy(name)
	if err != nil {
		return r, false
	}
	r.Army, r.Troops = army, armyTroops[army]
	if army == CustomArmy {
		if r.Troops, err = ParseTroops(strings.Join(strings.Split(pieces, ""), " ")); err != nil {
			return r, false
		}
	}
	for i, limit := range []struct {
		word string
		n    *int
	}{
		{"two-squares", &r.TwoSquares},
		{"chase", nil},
		{"quiet-claim", &r.QuietClaim},
		{"quiet-draw", &r.QuietDraw},
		{"max-plies", &r.MaxPlies},
	} {
		word, value, _ := strings.Cut(words[i+1], ":")
		if word != limit.word {
			return r, false
		}
		if limit.n == nil {
			r.Chase, err = ParseChase(value)
		} else {
			*limit.n, err = strconv.Atoi(value)
		}
		if err != nil {
			return r, false
		}
	}
	for _, word := range words[6:] {
		known := false
		for _, o := range r.options() {
			if o.word == word {
				*o.on, known = true, true
			}
		}
		if !known {
			return r, false
		}
	}
	return r, true
}
