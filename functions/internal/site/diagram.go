package site

import (
	"fmt"
	"slices"
	"strings"

	"fieldpost/engine"
)

// diagram is one small drawing, or a few in a row, that show a rule, with the
// sentence that tells the same.
type diagram struct {
	Caption string
	Frames  []frame
}

// frame is a cut-out of a board. Its lengths are in units of which a square has
// side.
type frame struct {
	Width, Height int
	Grid          string // lines between the squares, as a path
	Lakes         []corner
	Homes         []home
	Tiles         []tile
	Arrows        []string // paths
}

// side is the length of a square's side in a drawing.
const side = 40

// corner is the upper left corner of a square.
type corner struct{ X, Y int }

// home are the rows on which a side sets up.
type home struct {
	Color engine.Color
	Y     int
}

// tile is a piece in a drawing.
type tile struct {
	corner

	Class string // "red own", "blue", "blue hidden"
	Round bool
	Sign  string // of the symbol that is drawn; "" for none
}

// newFrame returns a cut-out of so many squares.
func newFrame(columns, rows int) *frame {
	var grid strings.Builder
	for x := range columns + 1 {
		fmt.Fprintf(&grid, "M%d 0v%d", x*side, rows*side)
	}
	for y := range rows + 1 {
		fmt.Fprintf(&grid, "M0 %dh%d", y*side, columns*side)
	}
	return &frame{Width: columns * side, Height: rows * side, Grid: grid.String()}
}

// BoxWidth is the width with half a line's breadth at both ends.
func (f frame) BoxWidth() int { return f.Width + 2 }

// BoxHeight is the same for the height.
func (f frame) BoxHeight() int { return f.Height + 2 }

// red puts one of Red's pieces, who tells it, on a square: columns and rows from
// 0, from the upper left.
func (f *frame) red(rank engine.Rank, column, row int) *frame {
	f.Tiles = append(f.Tiles, tile{corner: corner{column * side, row * side}, Class: "red own", Sign: rank.String()})
	return f
}

// blue puts one of Blue's pieces there, hidden if it has no rank.
func (f *frame) blue(rank engine.Rank, column, row int) *frame {
	t := tile{corner: corner{column * side, row * side}, Class: "blue", Round: true, Sign: rank.String()}
	if rank == engine.NoRank {
		t.Class, t.Sign = "blue hidden", ""
	}
	f.Tiles = append(f.Tiles, t)
	return f
}

// arrow leads by way of squares, given as column, row, column, row …, to the
// middle of the last one, or short of the piece that stands there.
func (f *frame) arrow(squares ...int) *frame {
	var path strings.Builder
	var x, y, dx, dy int
	last := len(squares)/2 - 1
	for i := 0; i <= last; i++ {
		nx, ny := squares[2*i]*side+side/2, squares[2*i+1]*side+side/2
		dx, dy = sign(nx-x), sign(ny-y)
		x, y = nx, ny
		switch {
		case i == 0: // from the rim of the piece that moves
			sx, sy := sign(squares[2]-squares[0]), sign(squares[3]-squares[1])
			fmt.Fprintf(&path, "M%d %d", x+sx*18, y+sy*18)
		case i < last:
			fmt.Fprintf(&path, "L%d %d", x, y)
		default:
			if slices.ContainsFunc(f.Tiles, func(t tile) bool { return t.corner == corner{x - side/2, y - side/2} }) {
				x, y = x-dx*13, y-dy*13
			}
			fmt.Fprintf(&path, "L%d %dM%d %dL%d %dL%d %d", x, y,
				x-dx*7-dy*6, y-dy*7-dx*6, x, y, x-dx*7+dy*6, y-dy*7+dx*6)
		}
	}
	f.Arrows = append(f.Arrows, path.String())
	return f
}

func sign(n int) int {
	switch {
	case n < 0:
		return -1
	case n > 0:
		return 1
	}
	return 0
}

// wholeBoard is all of b, from Red's side, with its lakes and the rows on which
// both set up.
func wholeBoard(b *engine.Board) *frame {
	f := newFrame(b.Size, b.Size)
	for i := range b.Size {
		y := i * side
		switch row := b.Size - i; {
		case b.Home(engine.Red, engine.At(1, row)):
			f.Homes = append(f.Homes, home{engine.Red, y})
		case b.Home(engine.Blue, engine.At(1, row)):
			f.Homes = append(f.Homes, home{engine.Blue, y})
		}
		for j := range b.Size {
			if b.Lake(engine.At(j+1, b.Size-i)) {
				f.Lakes = append(f.Lakes, corner{j * side, y})
			}
		}
	}
	return f
}
