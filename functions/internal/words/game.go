package words

import (
	"strings"

	"fieldpost/engine"
)

// Keys that are made of a word of the engine. The test of this package asks
// these functions for every value of the engine, so that none is forgotten.
func rankKey(r engine.Rank) string   { return "rank." + r.String() }
func armyKey(a engine.Army) string   { return "army." + a.String() }
func colorKey(c engine.Color) string { return "color." + c.String() }
func chaseKey(c engine.Chase) string { return "option.chase." + c.String() }

// Rank returns the name of r for one piece: "Marshal", "Bomb".
func (w Words) Rank(r engine.Rank) string { return w.N(rankKey(r), 1) }

// Ranks returns the name of r for n pieces, without the number: "Miners".
func (w Words) Ranks(r engine.Rank, n int) string { return w.N(rankKey(r), n) }

// Strength returns r as a fight names it, which is short: "5", "Marshal",
// "Bomb", and "?" for no rank.
func (w Words) Strength(r engine.Rank) string {
	if r == engine.NoRank || r >= engine.Scout && r <= engine.General {
		return r.String()
	}
	return w.Rank(r)
}

// Army returns the name of a: "Original", "Ultimate Lightning".
func (w Words) Army(a engine.Army) string { return w.T(armyKey(a)) }

// Color returns the name of a side: "Red", "Blue".
func (w Words) Color(c engine.Color) string { return w.T(colorKey(c)) }

// Troops lists pieces by rank, strongest first: "Marshal, 2 Colonels, Flag".
// It is empty for none.
func (w Words) Troops(t engine.Troops) string {
	var list []string
	for _, r := range engine.Ranks {
		if n := int(t[r]); n > 0 {
			list = append(list, w.N("pieces.count", n, Args{"Ranks": w.Ranks(r, n)}))
		}
	}
	return strings.Join(list, ", ")
}

// Options returns a sentence for each point in which r differs from the usual
// rules of its army, in a fixed order; none for the usual rules.
func (w Words) Options(r engine.Rules) []string {
	var list []string
	say := func(differs bool, sentence func() string) {
		if differs {
			list = append(list, sentence())
		}
	}
	usual := engine.StandardRules(r.Army)
	say(r.AttackerAdvantage, func() string { return w.T("option.attacker_advantage") })
	say(r.ExplodingBombs, func() string { return w.T("option.exploding_bombs") })
	say(r.MovingBombs, func() string { return w.T("option.moving_bombs") })
	say(r.MovingFlag, func() string { return w.T("option.moving_flag") })
	say(r.Reconquest, func() string { return w.T("option.reconquest") })
	say(r.SilentDefence, func() string { return w.T("option.silent_defence") })
	say(!r.ScoutReveal, func() string { return w.T("option.scout_reveal_off") })
	say(r.Memory, func() string { return w.T("option.memory") })
	say(r.TwoSquares == 0, func() string { return w.T("option.two_squares_off") })
	say(r.TwoSquares != 0 && r.TwoSquares != usual.TwoSquares,
		func() string { return w.N("option.two_squares", r.TwoSquares) })
	say(r.Chase != usual.Chase, func() string { return w.T(chaseKey(r.Chase)) })
	say(r.QuietClaim != usual.QuietClaim, func() string { return w.limit("option.quiet_claim", r.QuietClaim) })
	say(r.QuietDraw != usual.QuietDraw, func() string { return w.limit("option.quiet_draw", r.QuietDraw) })
	say(r.MaxPlies != usual.MaxPlies, func() string { return w.limit("option.max_plies", r.MaxPlies) })
	return list
}

// limit is the message key for n plies, or key.off when the limit is off.
func (w Words) limit(key string, n int) string {
	if n == 0 {
		return w.T(key + ".off")
	}
	return w.N(key, n)
}
