package words

import (
	"math"
	"time"

	"fieldpost/engine"
)

// likelyPlies is how many plies a game between people is likely to have, to ten:
// 380 for the original army (rules.md 12), for the others in proportion to what
// games by lot last, see docs/decisions/0010-likely-lengths.md. The length of a
// custom army's games hangs on what it is made of: it has none.
var likelyPlies = map[engine.Army]int{
	engine.Original: 380, engine.Barrage: 100, engine.Duel: 130, engine.Lightning: 250,
	engine.Skirmish: 70, engine.Skirmish16: 120,
}

// quick is the time for a move of two who play every day.
const quick = 24 * time.Hour

// Likely says in one sentence how many moves a game of a is likely to have, and
// how long that takes when there is a time of move for each: at a day a move,
// and when both always take the whole time. It is empty for a custom army.
func (w Words) Likely(a engine.Army, move time.Duration) string {
	plies := likelyPlies[a]
	if plies == 0 || move <= 0 {
		return ""
	}
	args := Args{"Moves": plies / 2, "Most": w.about(move, plies), "Pace": w.Span(move)}
	if move <= quick {
		return w.T("likely.at_most", args)
	}
	args["Quick"] = w.about(quick, plies)
	return w.T("likely.both", args)
}

// Brief is Likely in few words, for a list of armies: it leaves out at which pace
// each of the two lengths is.
func (w Words) Brief(a engine.Army, move time.Duration) string {
	plies := likelyPlies[a]
	if plies == 0 || move <= 0 {
		return ""
	}
	args := Args{"Moves": plies / 2, "Most": w.about(move, plies)}
	if move <= quick {
		return w.T("likely.brief_most", args)
	}
	args["Quick"] = w.about(quick, plies)
	return w.T("likely.brief", args)
}

// about returns n times d in one rough unit: "5 weeks", "a year".
func (w Words) about(d time.Duration, n int) string {
	const month, year = 365.25 / 12, 365.25
	days := d.Hours() / 24 * float64(n)
	count := func(unit float64) int { return int(math.Round(days / unit)) }
	switch {
	case days < 50:
		return w.N("likely.weeks", max(count(7), 1))
	case days < 11*month:
		return w.N("likely.months", count(month))
	case days < 400, days >= 2*year:
		return w.N("likely.years", count(year))
	}
	return w.N("likely.months", count(month)) // of a year and a half
}
