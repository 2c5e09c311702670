package site

import (
	"cmp"
	"slices"

	"fieldpost/engine"
	"fieldpost/engine/match"
)

// Lines are explained by two that could be saved now: their squares are those of the
// pieces that the reader sees before him, and nothing but his view chooses them.

// samples are a short line and one that goes on. Where no piece that is seen can go
// anywhere they show how lines are written, on squares of no account.
func samples(v *engine.View) (short, long match.Line) {
	short = match.Line{quiet(engine.At(2, 7), engine.At(2, 6)), quiet(engine.At(1, 4), engine.At(1, 5))}
	long = match.Line{
		clash(engine.At(2, 5), engine.At(2, 4), engine.Loses), clash(engine.At(1, 4), engine.At(1, 5), engine.Wins),
		quiet(engine.At(3, 6), engine.At(2, 6)), quiet(engine.At(1, 5), engine.At(1, 6)),
	}
	theirs, own := singles(v, v.Viewer.Other()), singles(v, v.Viewer)
	for _, t := range theirs {
		for _, o := range own {
			l, fits := fitting(v, match.Line{t, o})
			if !fits || l[1].Attack {
				continue
			}
			back := match.Line{t, o, quiet(t.Move.To, t.Move.From), quiet(o.Move.To, o.Move.From)}
			for _, on := range append(encounters(v), back) {
				if on, fits := fitting(v, on); fits {
					return l, on
				}
			}
			return l, l
		}
	}
	return short, long
}

// fitting is l as it would be saved, if it would.
func fitting(v *engine.View, l match.Line) (match.Line, bool) {
	checked, err := match.CheckLines(v, []match.Line{l})
	if err != nil || len(checked) != 1 {
		return nil, false
	}
	return checked[0], true
}

// encounters are lines in which a piece of the other's and one of the viewer's on the same
// file come up to each other, the other's attacks and falls, and the viewer's goes on.
func encounters(v *engine.View) (list []match.Line) {
	down := ahead(v.Viewer.Other())
	for _, t := range front(v, v.Viewer.Other()) {
		for gap := range match.MostLinePlies - 1 {
			if v.At(beside(t.Square, gap*down+down)).Color == v.Viewer && gap%2 == 0 {
				list = append(list, encounter(t.Square, gap, down))
			}
		}
	}
	return list
}

// encounter is the one of a piece on from, before which gap squares are free.
func encounter(from engine.Square, gap, down int) (l match.Line) {
	near, far := from, beside(from, (gap+1)*down)
	for range gap / 2 {
		l = append(l, quiet(near, beside(near, down)), quiet(far, beside(far, -down)))
		near, far = beside(near, down), beside(far, -down)
	}
	return append(l, clash(near, far, engine.Loses), quiet(far, near))
}

// singles are the steps of c's pieces to free squares: those ahead before those aside and
// back, those of front pieces first.
func singles(v *engine.View, c engine.Color) (list []match.Step) {
	for _, way := range [][2]int{{0, ahead(c)}, {1, 0}, {-1, 0}, {0, -ahead(c)}} {
		for _, p := range front(v, c) {
			to := engine.At(p.Square.File()+way[0], p.Square.Row()+way[1])
			if to != 0 && v.At(to).Square == 0 {
				list = append(list, quiet(p.Square, to))
			}
		}
	}
	return list
}

// front are the pieces of c that may be able to move, the foremost first.
func front(v *engine.View, c engine.Color) []engine.Seen {
	pieces := slices.DeleteFunc(slices.Clone(v.Pieces), func(p engine.Seen) bool {
		return p.Color != c || p.Rank == engine.Bomb && !v.Rules.MovingBombs || p.Rank == engine.Flag && !v.Rules.MovingFlag
	})
	slices.SortStableFunc(pieces, func(a, b engine.Seen) int {
		return ahead(c) * cmp.Compare(b.Square.Row(), a.Square.Row())
	})
	return pieces
}

// ahead is by how many rows a step ahead of c's goes up the board.
func ahead(c engine.Color) int {
	if c == engine.Red {
		return 1
	}
	return -1
}

// beside is the square some rows up from s; none if that lies outside.
func beside(s engine.Square, rows int) engine.Square { return engine.At(s.File(), s.Row()+rows) }

func quiet(from, to engine.Square) match.Step {
	return match.Step{Move: engine.Move{From: from, To: to}}
}

func clash(from, to engine.Square, r engine.Result) match.Step {
	return match.Step{Move: engine.Move{From: from, To: to}, Attack: true, Result: r}
}
