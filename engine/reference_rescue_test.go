package engine_test

import (
	"slices"

	"fieldpost/engine"
)

// mayRescue judges the wish of an otherwise legal move, before the fight, by
// trays and squares only (rules.md 7, reconquest).
func (r *reference) mayRescue(m engine.Move) bool {
	mover := r.pieces[r.board[m.From]]
	_, occupied := r.board[m.Rescue.Square]
	return r.arrivesToRescue(m) &&
		m.Rescue.Rank != engine.Bomb && m.Rescue.Rank != engine.Flag &&
		slices.ContainsFunc(*r.trays.Of(mover.color), func(id int) bool { return r.pieces[id].rank == m.Rescue.Rank }) &&
		r.onBoard(m.Rescue.Square) && r.home(mover.color, m.Rescue.Square) && !occupied
}

// arrivesToRescue reports whether the mover comes to the last row from another
// one and has the right to rescue there.
func (r *reference) arrivesToRescue(m engine.Move) bool {
	mover := r.pieces[r.board[m.From]]
	last := r.lastRow(mover.color)
	return r.rules.Reconquest && m.To.Row() == last && m.From.Row() != last &&
		mover.rank != engine.Scout && !mover.marked && *r.used.Of(mover.color) < 2
}

// rescues says which legal moves may carry a rescue, of which ranks to which
// squares; nil when none may.
func (r *reference) rescues() *engine.Rescues {
	var list engine.Rescues
	for _, m := range r.legal() {
		if r.arrivesToRescue(m) {
			list.Moves = append(list.Moves, m)
		}
	}
	for _, rank := range refStrongestFirst {
		if rank != engine.Bomb && rank != engine.Flag &&
			slices.ContainsFunc(*r.trays.Of(r.toMove), func(id int) bool { return r.pieces[id].rank == rank }) {
			list.Ranks = append(list.Ranks, rank)
		}
	}
	for w := 1; w <= 10; w++ {
		for f := 1; f <= 10; f++ {
			s := engine.At(f, w)
			if _, occupied := r.board[s]; !occupied && r.onBoard(s) && r.home(r.toMove, s) {
				list.Squares = append(list.Squares, s)
			}
		}
	}
	if len(list.Moves) == 0 || len(list.Ranks) == 0 || len(list.Squares) == 0 {
		return nil
	}
	return &list
}

// rescue brings back what the mover of ply wished for and reports it, unless the
// game is over: then the wish lapses. Of equal ranks one without the mark returns
// first; the returned piece is public and counts as not moved (rules.md 7).
func (r *reference) rescue(ply *refPly, wish engine.Rescue, number int) bool {
	if r.outcome != engine.Undecided {
		return false
	}
	tray := r.trays.Of(ply.color)
	at := slices.IndexFunc(*tray, func(id int) bool { return r.pieces[id].rank == wish.Rank && !r.pieces[id].marked })
	if at < 0 {
		at = slices.IndexFunc(*tray, func(id int) bool { return r.pieces[id].rank == wish.Rank })
	}
	id := (*tray)[at]
	*tray = slices.Delete(*tray, at, at+1)
	r.board[wish.Square] = id
	r.pieces[id].moved = false
	r.pieces[id].shown = number
	*r.used.Of(ply.color)++
	r.pieces[ply.piece].marked = true
	ply.rescued, ply.move.Rescue = true, wish
	return true
}
