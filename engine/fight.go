package engine

// fights gives the result of every attack under one set of options.
type fights [rankEnd][rankEnd]Result

// fightTables holds one table for each of the two options that change fights:
// attacker advantage, exploding bombs.
var fightTables = [2][2]*fights{
	{newFights(false, false), newFights(false, true)},
	{newFights(true, false), newFights(true, true)},
}

func newFights(advantage, exploding bool) *fights {
	var f fights
	for a := Spy; a <= Marshal; a++ {
		for d := Spy; d < rankEnd; d++ {
			f[a][d] = fight(a, d, advantage, exploding)
		}
	}
	return &f
}

// fight is rules.md 3 with the options of section 7 that change it.
func fight(attacker, defender Rank, advantage, exploding bool) Result {
	switch {
	case defender == Flag:
		return Wins
	case defender == Bomb && attacker == Miner:
		return Wins
	case defender == Bomb && exploding:
		return BothLose
	case defender == Bomb:
		return Loses
	case attacker == defender && advantage:
		return Wins
	case attacker == defender:
		return BothLose
	case attacker == Spy && defender == Marshal:
		return Wins
	case attacker > defender:
		return Wins
	}
	return Loses
}
