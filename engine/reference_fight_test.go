package engine_test

import "fieldpost/engine"

// attack resolves the fight of the piece that has left its square against the
// one on its target. Both ranks are shown (3), unless the defence is silent (7).
func (r *reference) attack(ply *refPly, id, other, number int) (alive, flag bool) {
	attacker, defender := &r.pieces[id], &r.pieces[other]
	result := r.fight(attacker.rank, defender.rank)
	ply.attack = engine.Attack{Attacker: attacker.rank, Defender: defender.rank, Result: result}
	ply.unnamed = r.rules.SilentDefence && result == engine.Loses && attacker.rank != engine.Scout
	attacker.shown = number
	if !ply.unnamed {
		defender.shown = number
	}
	to := ply.move.To
	delete(r.board, to)
	switch result {
	case engine.Wins:
		r.board[to] = id
		r.lose(other)
	case engine.Loses:
		r.board[to] = other
		r.lose(id)
	case engine.BothLose:
		r.lose(id)
		r.lose(other)
	}
	return result == engine.Wins, result == engine.Wins && defender.rank == engine.Flag
}

// fight is rules.md 3 with attacker advantage and exploding bombs of 7.
func (r *reference) fight(attacker, defender engine.Rank) engine.Result {
	switch {
	case defender == engine.Flag:
		return engine.Wins // any movable piece captures the flag
	case defender == engine.Bomb && attacker == engine.Miner:
		return engine.Wins
	case defender == engine.Bomb && (r.rules.ExplodingBombs || r.rules.MovingBombs):
		return engine.BothLose
	case defender == engine.Bomb:
		return engine.Loses
	case attacker == engine.Spy && defender == engine.Marshal:
		return engine.Wins
	case attacker == defender && r.rules.AttackerAdvantage:
		return engine.Wins
	case attacker == defender:
		return engine.BothLose
	case attacker > defender:
		return engine.Wins
	}
	return engine.Loses
}

func (r *reference) lose(id int) {
	tray := r.trays.Of(r.pieces[id].color)
	*tray = append(*tray, id)
}
