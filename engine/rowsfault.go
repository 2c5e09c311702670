package engine

import "fmt"

// RowsFaultKind is why the rows of a setup cannot be read. The zero value is no
// reason.
type RowsFaultKind uint8

// The kinds.
const (
	NoRowsFault RowsFaultKind = iota
	UnknownSymbol
	RowWidth  // a row of another number of squares
	TooMany   // more squares than the rows have
	TooFew    // fewer
	OtherRows // rows for another board
	rowsFaultEnd
)

var rowsFaultNames = [rowsFaultEnd]string{"none", "unknown-symbol", "row-width", "too-many", "too-few", "other-rows"}

// String returns a word: "unknown-symbol", "row-width", …
func (k RowsFaultKind) String() string {
	if k >= rowsFaultEnd {
		return "none"
	}
	return rowsFaultNames[k]
}

// RowsFault is why the rows of a setup cannot be read.
type RowsFault struct {
	Kind   RowsFaultKind
	Symbol string // of UnknownSymbol: one character
	Row    int    // of RowWidth, from 1
	Got    int    // squares, of RowWidth in that row and of TooFew in all
	Rows   int    // that a setup has
	Size   int    // squares of each
}

// String says it in a few words.
func (f RowsFault) String() string {
	switch f.Kind {
	case UnknownSymbol:
		return fmt.Sprintf("%q is no piece: F, B, S, 2 to 9, M, or . for an empty square", f.Symbol)
	case RowWidth:
		return fmt.Sprintf("row %d has %d squares, not %d", f.Row, f.Got, f.Size)
	case TooMany:
		return fmt.Sprintf("it has more than %d rows of %d squares", f.Rows, f.Size)
	case TooFew:
		return fmt.Sprintf("it has %d squares, not %d rows of %d", f.Got, f.Rows, f.Size)
	case OtherRows:
		return "it is for another board"
	}
	return ""
}
