package engine

// Board is the ground that an army plays on: its size, lakes and rows. It is
// the same for both sides (rules.md 1, 7).
type Board struct {
	Size      int // files and rows: 10, or 8 for the skirmish armies
	SetupRows int // rows on which each side sets up: 4, or 3
	lakes     squares
	ground    squares // all squares that a piece may stand on
}

var (
	board10 = newBoard(10, 4, "c5", "d5", "c6", "d6", "g5", "h5", "g6", "h6")
	board8  = newBoard(8, 3, "c4", "c5", "f4", "f5")
)

func newBoard(size, setupRows int, lakes ...string) *Board {
	b := &Board{Size: size, SetupRows: setupRows}
	for _, text := range lakes {
		s, err := ParseSquare(text)
		if err != nil {
			panic(err)
		}
		b.lakes = b.lakes.or(bitOf[s])
	}
	for row := 1; row <= size; row++ {
		for file := 1; file <= size; file++ {
			b.ground = b.ground.or(bitOf[At(file, row)])
		}
	}
	b.ground = b.ground.without(b.lakes)
	return b
}

// Board returns the ground of a: 8×8 for the skirmish armies, else 10×10.
func (a Army) Board() *Board {
	if a == Skirmish || a == Skirmish16 {
		return board8
	}
	return board10
}

// Lake reports whether s is water.
func (b *Board) Lake(s Square) bool { return b.lakes.has(s) }

// Holds reports whether s lies on the board, water included.
func (b *Board) Holds(s Square) bool {
	return s != 0 && s < squareEnd && s.File() <= b.Size && s.Row() <= b.Size
}

// Home reports whether s is one of c's setup rows.
func (b *Board) Home(c Color, s Square) bool {
	if !b.Holds(s) {
		return false
	}
	if c == Red {
		return s.Row() <= b.SetupRows
	}
	return s.Row() > b.Size-b.SetupRows
}

// LastRow returns the row that is c's opponent's own back row.
func (b *Board) LastRow(c Color) int {
	if c == Red {
		return b.Size
	}
	return 1
}

// HomeSquare returns the i-th square (from 0) of c's setup rows as c sees them:
// own front row first, each row from his left (rules.md 11).
func (b *Board) HomeSquare(c Color, i int) Square {
	file, row := i%b.Size+1, b.SetupRows-i/b.Size
	if c == Red {
		return At(file, row)
	}
	return At(b.Size+1-file, b.Size+1-row)
}
