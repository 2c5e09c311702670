package engine

// ruleset is Rules made ready to play by. It is shared and never changes.
type ruleset struct {
	Rules
	board   *Board
	fights  *fights
	lastRow [2]squares
	home    [2]squares
	classes [rankEnd]class
	timid   bool // some pieces move but do not attack
	captain bool // captains take two steps
}

// class says how a rank moves; each field is all ones or zero, so that it masks
// a set of squares.
type class struct{ step, timid, scout, captain uint64 }

func compile(r Rules) *ruleset {
	rs := &ruleset{Rules: r, board: r.Army.Board()}
	rs.captain = r.Army == Lightning
	rs.timid = r.MovingBombs || r.MovingFlag
	rs.fights = fightTables[one(r.AttackerAdvantage)][one(r.ExplodingBombs)]
	for rank := Spy; rank < rankEnd; rank++ {
		rs.classes[rank] = class{
			step:    mask(attacks(rank)),
			timid:   mask(!attacks(rank) && r.moves(rank)),
			scout:   mask(rank == Scout),
			captain: mask(rank == Captain && rs.captain),
		}
	}
	for s := Square(1); s < squareEnd; s++ {
		for side, c := range []Color{Red, Blue} {
			if rs.board.Holds(s) && s.Row() == rs.board.LastRow(c) {
				rs.lastRow[side] = rs.lastRow[side].or(bitOf[s])
			}
			if rs.board.Home(c, s) {
				rs.home[side] = rs.home[side].or(bitOf[s])
			}
		}
	}
	return rs
}

func one(b bool) int {
	if b {
		return 1
	}
	return 0
}

func mask(b bool) uint64 { return -uint64(one(b)) }
