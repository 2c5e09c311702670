package present

import (
	"fieldpost/engine"
	"fieldpost/functions/internal/words"
)

// Board is the drawn board as a table, from the viewer's side: the first row is
// the farthest, the first file his left.
type Board struct {
	Files []string // labels of the columns: "a" … "j"
	Rows  []Row
}

// Row is a row of the board with its number.
type Row struct {
	Label string // "10"
	Cells []Cell
}

// Cell is a square with what the viewer knows of it. The zero Color is a square
// without a piece.
type Cell struct {
	Square engine.Square
	Color  engine.Color
	Rank   engine.Rank // NoRank: hidden, or no piece
	Lake   bool
	Own    bool // the viewer's piece
	Moved  bool // hidden, and has moved
	Known  bool // the viewer's own, and the opponent has seen its rank
	Last   bool // the last move began here, went by here or went for here

	Heading Heading // where the last move went on from here
	Gone    bool    // the last move ended here, and neither piece is left
}

// Heading is a direction as the viewer sees the board. The zero value is none.
type Heading string

// The headings.
const (
	Up    Heading = "up"
	Down  Heading = "down"
	Left  Heading = "left"
	Right Heading = "right"
)

// BoardOf lays out what v shows.
func BoardOf(v *engine.View) Board {
	ground := v.Rules.Army.Board()
	size := ground.Size
	pieces := make(map[engine.Square]engine.Seen, len(v.Pieces))
	for _, p := range v.Pieces {
		pieces[p.Square] = p
	}
	var ply engine.Ply
	if n := len(v.Record); n > 0 {
		ply = v.Record[n-1]
	}
	last := ply.Move
	running := v.Outcome == engine.Undecided
	b := Board{Files: make([]string, size), Rows: make([]Row, size)}
	for i := range size {
		for j := range size {
			at := seat(v.Viewer, size, j+1, size-i)
			p := pieces[at]
			c := Cell{
				Square: at, Color: p.Color, Rank: p.Rank, Lake: ground.Lake(at),
				Own:   p.Color != engine.NoColor && p.Color == v.Viewer,
				Moved: p.Rank == engine.NoRank && p.Moved,
				Last:  at == last.From || at == last.To || at == last.Via,
			}
			c.Known = running && c.Own && p.Revealed
			c.Gone = at == last.To && ply.Attack.Result == engine.BothLose
			switch {
			case !c.Last || at == last.To:
			case at == last.From && last.Via != 0:
				c.Heading = heading(v.Viewer, at, last.Via)
			default:
				c.Heading = heading(v.Viewer, at, last.To)
			}
			b.Files[j] = at.String()[:1]
			b.Rows[i].Label = at.String()[1:]
			b.Rows[i].Cells = append(b.Rows[i].Cells, c)
		}
	}
	return b
}

// heading is the way from one square to another in a line with it.
func heading(viewer engine.Color, from, to engine.Square) Heading {
	way := [4]Heading{Up, Down, Right, Left}
	if viewer == engine.Blue {
		way = [4]Heading{Down, Up, Left, Right}
	}
	switch {
	case to.Row() > from.Row():
		return way[0]
	case to.Row() < from.Row():
		return way[1]
	case to.File() > from.File():
		return way[2]
	}
	return way[3]
}

// seat returns the square which lies column from the viewer's left and row from
// his side, both from 1.
func seat(viewer engine.Color, size, column, row int) engine.Square {
	if viewer == engine.Blue {
		return engine.At(size+1-column, size+1-row)
	}
	return engine.At(column, row)
}

// Sign returns the cell in one to three characters, as in the board that is drawn
// as text: "r5", "bM", "b?'", "~~", ".". It is the same in all languages.
func (c Cell) Sign() string { return c.sign(c.Rank.String()) }

// SignIn returns the cell in one to four characters, with what stands on a piece
// for readers of w: "b10!", "rE".
func (c Cell) SignIn(w words.Words) string { return c.sign(w.Sign(c.Rank)) }

func (c Cell) sign(rank string) string {
	switch {
	case c.Lake:
		return "~~"
	case c.Color == engine.NoColor:
		return "."
	}
	sign := c.Color.String()[:1] + rank
	switch {
	case c.Moved:
		sign += "'"
	case c.Known:
		sign += "!"
	}
	return sign
}
