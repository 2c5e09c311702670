package engine

import "fmt"

// Color is a side of the board. The zero value is no side: nobody's turn, a
// draw, or the public as a viewer.
type Color uint8

// The two sides. Red sits at rows 1–4 and moves first (rules.md 1).
const (
	NoColor Color = iota
	Red
	Blue
)

// Other returns the opponent of c, and NoColor for NoColor.
func (c Color) Other() Color {
	switch c {
	case Red:
		return Blue
	case Blue:
		return Red
	}
	return NoColor
}

// String returns "red", "blue" or "none".
func (c Color) String() string {
	switch c {
	case Red:
		return "red"
	case Blue:
		return "blue"
	}
	return "none"
}

// ParseColor reads "red" or "blue".
func ParseColor(s string) (Color, error) {
	switch s {
	case "red":
		return Red, nil
	case "blue":
		return Blue, nil
	}
	return NoColor, fmt.Errorf("%q is no color: red or blue", shorten(s))
}

// Both holds one T for each side.
type Both[T any] struct{ Red, Blue T }

// Of returns the place of c, which must be Red or Blue.
func (b *Both[T]) Of(c Color) *T {
	if c == Blue {
		return &b.Blue
	}
	return &b.Red
}
