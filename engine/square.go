package engine

import "fmt"

// Square is a square of the board, a1 … j10; a1 is Red's left back corner
// (rules.md intro). The 8×8 board uses a1 … h8 of the same squares. The zero
// value is no square.
type Square uint8

const (
	files      = 10
	rows       = 10
	squareEnd  = Square(files*rows + 1)
	fileLetter = "abcdefghij"
)

// At returns the square at file 1…10 (a…j) and row 1…10, or zero when either
// lies outside.
func At(file, row int) Square {
	if file < 1 || file > files || row < 1 || row > rows {
		return 0
	}
	return Square((row-1)*files + file)
}

// File returns 1…10 for a…j, and 0 for no square.
func (s Square) File() int {
	if s == 0 {
		return 0
	}
	return int(s-1)%files + 1
}

// Row returns 1…10, and 0 for no square.
func (s Square) Row() int {
	if s == 0 {
		return 0
	}
	return int(s-1)/files + 1
}

// String returns "a1" … "j10", and "-" for no square.
func (s Square) String() string {
	if s == 0 || s >= squareEnd {
		return "-"
	}
	return fmt.Sprintf("%c%d", fileLetter[s.File()-1], s.Row())
}

// ParseSquare reads one square in either case; k is read as j (rules.md 11).
func ParseSquare(text string) (Square, error) {
	s, rest := scanSquare(text)
	if s == 0 || rest != "" {
		return 0, fmt.Errorf("%q is no square: a letter a to j and a row 1 to 10", shorten(text))
	}
	return s, nil
}

// scanSquare reads a square at the start of text and returns what follows, or
// zero. Row digits are read greedily, so that a11, a0 and a04 are none.
func scanSquare(text string) (Square, string) {
	if text == "" {
		return 0, text
	}
	file := int(text[0]|0x20) - 'a' + 1
	if file == 11 {
		file = 10
	}
	end, row := 1, 0
	for end < len(text) && text[end] >= '0' && text[end] <= '9' && end < 5 {
		row = row*10 + int(text[end]-'0')
		end++
	}
	if end == 1 || text[1] == '0' {
		return 0, text
	}
	s := At(file, row)
	if s == 0 {
		return 0, text
	}
	return s, text[end:]
}
