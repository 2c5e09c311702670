package records

import (
	"fmt"

	"fieldpost/engine"
)

// Field is what stands where on the 10×10 board, colors and ranks only. The zero
// value is an empty board. It may serve as engine.Position.Pieces.
type Field map[engine.Square]engine.Piece

const (
	fieldFormat = "field"
	fieldSize   = 100
	lake        = '_'
	blueShift   = 'N' - 'B' // from Red's letter to Blue's
)

// ParseField reads exactly 100 letters from a1 row by row. It fails with
// *MalformedError.
func ParseField(text string) (Field, error) {
	if len(text) != fieldSize {
		return nil, &MalformedError{Format: fieldFormat, Text: fmt.Sprint(len(text), " bytes"), Want: "100 letters"}
	}
	board := engine.Original.Board()
	f := make(Field)
	for i := range fieldSize {
		at := engine.Square(i + 1)
		bad := func(want string) error {
			return &MalformedError{Format: fieldFormat, At: at.String(), Text: text[i : i+1], Want: want}
		}
		switch letter := text[i]; {
		case board.Lake(at) != (letter == lake):
			if letter == lake {
				return nil, bad("A to Y, for this is no lake")
			}
			return nil, bad("_, for this is a lake")
		case letter == lake || letter == 'A':
		case letter >= 'B' && letter <= 'M':
			rank, _ := rankOf(letter)
			f[at] = engine.Piece{Color: engine.Red, Rank: rank}
		case letter >= 'N' && letter <= 'Y':
			rank, _ := rankOf(letter - blueShift)
			f[at] = engine.Piece{Color: engine.Blue, Rank: rank}
		default:
			return nil, bad("A to Y")
		}
	}
	return f, nil
}

// FieldOf returns the field on which the two setups stand.
func FieldOf(setups engine.Both[engine.Setup]) Field {
	board := engine.Original.Board()
	f := make(Field)
	for _, c := range []engine.Color{engine.Red, engine.Blue} {
		for i, rank := range setups.Of(c) {
			if rank != engine.NoRank {
				f[board.HomeSquare(c, i)] = engine.Piece{Color: c, Rank: rank}
			}
		}
	}
	return f
}

// Text writes f in 100 letters. It fails with *UnsupportedError where a piece
// stands on a lake or off the board, or is none.
func (f Field) Text() (string, error) {
	board := engine.Original.Board()
	var text [fieldSize]byte
	for i := range text {
		text[i] = 'A'
		if board.Lake(engine.Square(i + 1)) {
			text[i] = lake
		}
	}
	for at, p := range f {
		letter := letterOf(p.Rank)
		if !board.Holds(at) || board.Lake(at) || letter < 'B' || letter > 'M' || p.Color != engine.Red && p.Color != engine.Blue {
			return "", &UnsupportedError{Format: fieldFormat, What: fmt.Sprintf("a %v %v on %v", p.Color, p.Rank, at)}
		}
		if p.Color == engine.Blue {
			letter += blueShift
		}
		text[at-1] = letter
	}
	return string(text[:]), nil
}

// Setups returns the two setups of a field on which nobody has moved. It fails
// with *MalformedError where a piece stands outside its side's rows.
func (f Field) Setups() (engine.Both[engine.Setup], error) {
	board := engine.Original.Board()
	var setups engine.Both[engine.Setup]
	placed := 0
	for _, c := range []engine.Color{engine.Red, engine.Blue} {
		s := setups.Of(c)
		for i := range s {
			if p := f[board.HomeSquare(c, i)]; p.Color == c {
				s[i] = p.Rank
				placed++
			}
		}
	}
	if placed == len(f) {
		return setups, nil
	}
	for at := engine.Square(1); at <= fieldSize; at++ {
		if p, ok := f[at]; ok && !board.Home(p.Color, at) {
			return engine.Both[engine.Setup]{}, &MalformedError{
				Format: fieldFormat, At: at.String(), Text: p.Color.String() + " piece", Want: "on its own rows",
			}
		}
	}
	return engine.Both[engine.Setup]{}, &MalformedError{Format: fieldFormat, Text: "a piece off the board", Want: "on its own rows"}
}
