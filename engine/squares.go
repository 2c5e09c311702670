package engine

import "math/bits"

// squares is a set of squares in two words of 50 bits: rows 1–5 and rows 6–10.
type squares struct{ lo, hi uint64 }

const (
	half     = 50
	halfMask = 1<<half - 1
	fileA    = 1 | 1<<10 | 1<<20 | 1<<30 | 1<<40
	fileJ    = fileA << 9
)

// bitOf is the set of one square, neighbours the squares one step away from it.
var bitOf, neighbours = func() (one, near [squareEnd]squares) {
	for s := Square(1); s < squareEnd; s++ {
		if i := int(s - 1); i < half {
			one[s].lo = 1 << i
		} else {
			one[s].hi = 1 << (i - half)
		}
		near[s] = one[s].around()
	}
	return one, near
}()

func (b squares) or(c squares) squares      { return squares{b.lo | c.lo, b.hi | c.hi} }
func (b squares) and(c squares) squares     { return squares{b.lo & c.lo, b.hi & c.hi} }
func (b squares) without(c squares) squares { return squares{b.lo &^ c.lo, b.hi &^ c.hi} }
func (b squares) empty() bool               { return b.lo|b.hi == 0 }
func (b squares) has(s Square) bool         { return s < squareEnd && !b.and(bitOf[s]).empty() }
func (b squares) count() int                { return bits.OnesCount64(b.lo) + bits.OnesCount64(b.hi) }

// pop removes the lowest square of b, which must not be empty.
func (b *squares) pop() Square {
	if b.lo != 0 {
		s := Square(bits.TrailingZeros64(b.lo) + 1)
		b.lo &= b.lo - 1
		return s
	}
	s := Square(bits.TrailingZeros64(b.hi) + 1 + half)
	b.hi &= b.hi - 1
	return s
}

// direction is one of the four ways to step; d ^ 2 is the way back.
type direction uint8

const (
	north direction = iota
	east
	south
	west
)

var offset = [4]int8{north: files, east: 1, south: -files, west: -1}

// shift moves every square one step in direction d; what leaves the board is
// dropped.
func (b squares) shift(d direction) squares {
	switch d {
	case north:
		return squares{b.lo << 10 & halfMask, (b.hi<<10 | b.lo>>40) & halfMask}
	case east:
		return squares{(b.lo &^ fileJ) << 1, (b.hi &^ fileJ) << 1}
	case south:
		return squares{b.lo>>10 | b.hi<<40&halfMask, b.hi >> 10}
	}
	return squares{(b.lo &^ fileA) >> 1, (b.hi &^ fileA) >> 1}
}

// around returns the squares one step from a square of b.
func (b squares) around() squares {
	return b.shift(north).or(b.shift(east)).or(b.shift(south)).or(b.shift(west))
}

// meets reports whether a step from b can end in target.
func (b squares) meets(target squares) bool {
	return !b.shift(north).and(target).empty() || !b.shift(south).and(target).empty() ||
		!b.shift(east).and(target).empty() || !b.shift(west).and(target).empty()
}
