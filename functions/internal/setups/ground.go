package setups

import (
	"math/rand/v2"
	"slices"

	"fieldpost/engine"
)

// ground is the shape of a side's own rows.
type ground struct{ rows, size int }

func groundOf(b *engine.Board) ground { return ground{b.SetupRows, b.Size} }

func (g ground) at(row, file int) int { return row*g.size + file }

// cells returns how many squares of a setup are used.
func (g ground) cells() int { return g.rows * g.size }

// Mirror returns s with left and right exchanged. The mirror of the mirror is s.
func Mirror(b *engine.Board, s engine.Setup) engine.Setup {
	g := groundOf(b)
	for row := range g.rows {
		slices.Reverse(s[g.at(row, 0):g.at(row+1, 0)])
	}
	return s
}

// guard returns the first and the last file of the flag and its two neighbours.
// The flag must stand in the back row.
func (g ground) guard(s *engine.Setup) (first, last int) {
	back := s[g.at(g.rows-1, 0):g.cells()]
	flag := slices.Index(back, engine.Flag)
	return max(flag-1, 0), min(flag+1, g.size-1)
}

// shift moves the files of the guard, whole, to any other place: it takes a file
// from one side of them to the other, as often as the lot says.
func (g ground) shift(s *engine.Setup, lot *rand.Rand) {
	first, last := g.guard(s)
	for to := lot.IntN(g.size - (last - first)); first != to; {
		if first < to {
			g.carry(s, last+1, first)
			first, last = first+1, last+1
		} else {
			g.carry(s, first-1, last)
			first, last = first-1, last-1
		}
	}
}

// carry takes a file out and puts it in again as file to; those between close up.
func (g ground) carry(s *engine.Setup, from, to int) {
	for row := range g.rows {
		line := s[g.at(row, 0):g.at(row+1, 0)]
		rank := line[from]
		if from < to {
			copy(line[from:to], line[from+1:to+1])
		} else {
			copy(line[to+1:from+1], line[to:from])
		}
		line[to] = rank
	}
}

// open reports whether no piece of its own stands before the flag in its file, so that
// a scout could run down to it with his first move.
func (g ground) open(s *engine.Setup) bool {
	for i := slices.Index(s[:g.cells()], engine.Flag) - g.size; i >= 0; i -= g.size {
		if s[i] != engine.NoRank {
			return false
		}
	}
	return true
}

// loosen lets some squares change places with others at most two files and one
// row away. The flag stays, and so do the bombs beside it and before it; other
// bombs stay in their row. The flag's file stays closed.
func (g ground) loosen(s *engine.Setup, lot *rand.Rand) {
	flag := slices.Index(s[:g.cells()], engine.Flag)
	stays := func(i int) bool {
		if i == flag {
			return true
		}
		rows, files := abs(i/g.size-flag/g.size), abs(i%g.size-flag%g.size)
		return s[i] == engine.Bomb && rows+files == 1
	}
	left := g.cells() / 6
	for tries := 10 * g.cells(); left > 0 && tries > 0; tries-- {
		i := lot.IntN(g.cells())
		row, file := i/g.size+lot.IntN(3)-1, i%g.size+lot.IntN(5)-2
		if row < 0 || row >= g.rows || file < 0 || file >= g.size {
			continue
		}
		j := g.at(row, file)
		bomb := s[i] == engine.Bomb || s[j] == engine.Bomb
		if s[i] == s[j] || stays(i) || stays(j) || bomb && row != i/g.size {
			continue
		}
		s[i], s[j] = s[j], s[i]
		if g.open(s) {
			s[i], s[j] = s[j], s[i]
			continue
		}
		left--
	}
}

func abs(n int) int { return max(n, -n) }
