package engine_test

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"fieldpost/engine"
)

// refRandomRules draws an army and every option.
func refRandomRules(rng *rand.Rand) engine.Rules {
	coin := func() bool { return rng.IntN(2) == 0 }
	oneOf := func(list ...int) int { return list[rng.IntN(len(list))] }
	for {
		r := engine.StandardRules(engine.Armies[rng.IntN(len(engine.Armies))])
		r.TwoSquares = oneOf(0, 3, 3, 4, 5)
		r.Chase = engine.Chase(oneOf(int(engine.ChaseISF), int(engine.ChaseISF), int(engine.ChaseStrategus), int(engine.ChaseOff)))
		r.AttackerAdvantage, r.ExplodingBombs, r.MovingBombs, r.MovingFlag = coin(), coin(), coin(), coin()
		r.Reconquest, r.SilentDefence, r.ScoutReveal, r.Memory = coin(), coin(), coin(), coin()
		r.QuietClaim = oneOf(0, 4, 15, 30)
		r.QuietDraw = oneOf(0, 0, 30, 60, 100)
		r.MaxPlies = oneOf(0, 0, 0, 120, 200)
		if r.Army == engine.CustomArmy {
			r.Troops = refRandomTroops(rng)
		}
		if checked, err := r.Check(); err == nil {
			return checked
		}
	}
}

// refRandomTroops draws a custom army of a few ranks, not always a sensible one.
func refRandomTroops(rng *rand.Rand) (t engine.Troops) {
	t[engine.Flag] = 1
	var ranks []engine.Rank
	for range 1 + rng.IntN(6) {
		ranks = append(ranks, engine.Ranks[rng.IntN(len(engine.Ranks)-1)])
	}
	for range 1 + rng.IntN(1+rng.IntN(39)) {
		t[ranks[rng.IntN(len(ranks))]]++
	}
	return t
}

// refRandomSetup places the army anywhere on its own rows.
func refRandomSetup(rng *rand.Rand, rules engine.Rules) (s engine.Setup) {
	size, rows := refSize(rules.Army)
	where := rng.Perm(size * rows)
	for i, rank := range rules.Troops.List() {
		s[where[i]] = rank
	}
	return s
}

// refRandomStart draws a position from the middle or end of a game: a part of
// both armies, flags at home, the rest in the trays. Beside the flag a side has
// at most so many pieces, all within some squares of each other.
func refRandomStart(rng *rand.Rand, rules engine.Rules, pieces, within int) refStart {
	start := refStart{rules: rules, pieces: map[engine.Square]refPiece{}, toMove: engine.Red}
	if rng.IntN(2) == 0 {
		start.toMove = engine.Blue
	}
	few := &reference{rules: rules}
	left, low := 1+rng.IntN(9), 1+rng.IntN(9)
	free := func(where func(engine.Square) bool) engine.Square {
		for {
			s := engine.At(1+rng.IntN(10), 1+rng.IntN(10))
			if _, taken := start.pieces[s]; !taken && few.onBoard(s) && !few.lake(s) && where(s) {
				return s
			}
		}
	}
	for _, c := range []engine.Color{engine.Red, engine.Blue} {
		list := rules.Troops.List()
		rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
		if pieces <= 4 { // what can move first, or there is nothing to see
			slices.SortStableFunc(list, func(a, b engine.Rank) int { return cmp.Compare(a/engine.Bomb, b/engine.Bomb) })
		}
		most, on := 1+rng.IntN(1+rng.IntN(pieces)), 0
		for _, rank := range list {
			p := refPiece{color: c, rank: rank, shown: refNever}
			if rules.Reconquest && *start.used.Of(c) < 2 && rank != engine.Scout && rank != engine.Flag && few.movable(rank) && rng.IntN(20) == 0 {
				p.marked = true
				*start.used.Of(c)++
			}
			switch {
			case rank == engine.Flag:
				p.moved = rules.MovingFlag && rng.IntN(4) == 0
				start.pieces[free(func(s engine.Square) bool { return few.home(c, s) })] = p
			case on < most:
				on++
				p.moved = few.movable(rank) && rng.IntN(2) == 0
				if rng.IntN(5) == 0 {
					p.shown = refEarlier
				}
				start.pieces[free(func(s engine.Square) bool {
					return rng.IntN(100) == 0 || s.File() >= left && s.File() < left+within && s.Row() >= low && s.Row() < low+within
				})] = p
			default:
				*start.trays.Of(c) = append(*start.trays.Of(c), p)
			}
		}
	}
	return start
}

// refPocketStart draws a few pieces in a small pocket between bombs, where
// chases soon come round: placements return, two evaders change places, chasers
// die, bring pieces back or are bombs. The army is what stands there, of few
// ranks.
func refPocketStart(rng *rand.Rand, rules engine.Rules) refStart {
	rules.Army, rules.QuietClaim, rules.QuietDraw, rules.MaxPlies = engine.CustomArmy, 0, 0, 0
	start := refStart{rules: rules, pieces: map[engine.Square]refPiece{}, toMove: engine.Red}
	if rng.IntN(2) == 0 {
		start.toMove = engine.Blue
	}
	few := &reference{rules: rules}
	put := func(s engine.Square, c engine.Color, rank engine.Rank) {
		if _, taken := start.pieces[s]; !taken && few.onBoard(s) && !few.lake(s) {
			start.pieces[s] = refPiece{color: c, rank: rank, shown: refNever}
		}
	}
	either := func() engine.Color { return []engine.Color{engine.Red, engine.Blue}[rng.IntN(2)] }
	wide, high := 2+rng.IntN(3), 2+rng.IntN(3)
	left, low := 1+rng.IntN(11-wide), 1+rng.IntN(11-high)
	put(engine.At(1+9*rng.IntN(2), 1), engine.Red, engine.Flag)
	put(engine.At(1+9*rng.IntN(2), 10), engine.Blue, engine.Flag)
	walls := either()
	for f := left - 1; f <= left+wide; f++ {
		for w := low - 1; w <= low+high; w++ {
			if inside := f >= left && f < left+wide && w >= low && w < low+high; !inside && !rules.MovingBombs {
				if rng.IntN(8) == 0 {
					walls = either()
				}
				put(engine.At(f, w), walls, engine.Bomb)
			}
		}
	}
	ranks := []engine.Rank{engine.Rank(1 + rng.IntN(10)), engine.Rank(1 + rng.IntN(10)), engine.Rank(1 + rng.IntN(10))}
	if rules.MovingBombs {
		ranks[2] = engine.Bomb
	}
	for _, c := range []engine.Color{engine.Red, engine.Blue} {
		for range 1 + rng.IntN(3) {
			put(engine.At(left+rng.IntN(wide), low+rng.IntN(high)), c, ranks[rng.IntN(1+rng.IntN(3))])
		}
	}
	refFillArmy(rng, &start)
	return start
}

// refFillArmy makes what stands on the board a custom army that both sides have:
// what one of them lacks lies in his tray, with a piece more now and then.
func refFillArmy(rng *rand.Rand, start *refStart) {
	var on engine.Both[engine.Troops]
	for _, p := range start.pieces {
		on.Of(p.color)[p.rank]++
	}
	for rank := range on.Red {
		start.rules.Troops[rank] = max(on.Red[rank], on.Blue[rank])
	}
	start.rules.Troops[engine.Rank(1+rng.IntN(10))]++
	start.rules.Troops[engine.Flag] = 1
	for _, c := range []engine.Color{engine.Red, engine.Blue} {
		for _, rank := range start.rules.Troops.List() {
			if on.Of(c)[rank] > 0 {
				on.Of(c)[rank]--
				continue
			}
			*start.trays.Of(c) = append(*start.trays.Of(c), refPiece{color: c, rank: rank, shown: refNever})
		}
	}
}
