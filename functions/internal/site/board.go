package site

import (
	"strings"

	"fieldpost/engine"
	"fieldpost/functions/internal/present"
	"fieldpost/functions/internal/words"
)

// board is a board as a table, from the reader's side.
type board struct {
	Caption string
	Files   []string
	Rows    []boardRow
	Key     []string // what the signs mean, a sentence each
}

type boardRow struct {
	Label string
	Cells []cell
}

// cell is a square of the table. Nothing hangs on color alone: Red's pieces are
// square and Blue's round, what is marked has a frame or a sign, and Say tells it
// all.
type cell struct {
	At    string // "e4"
	Class string // "", or some of "lake", "last", "from", "to", "chosen", "target": how the square is marked
	Piece piece
	Art   string // what is drawn on an empty square: "lake", "up" and so on where the last move left it, "gone" where two pieces fell, or ""
	Say   string // "e4, your Lieutenant"
	Jump  string // where the square leads
}

// draw returns the board of v; marked squares are those of a move that waits to
// be played.
func (v *visit) draw(view *engine.View, marked engine.Move) *board {
	return v.drawFrom(view, present.BoardOf(view), marked)
}

// drawFrom is draw for a board that was laid out before.
func (v *visit) drawFrom(view *engine.View, seen present.Board, marked engine.Move) *board {
	r := present.Reader{View: view, Words: v.words, Names: v.names}
	b := &board{Caption: r.Caption(), Files: seen.Files, Key: v.key(r)}
	for _, row := range seen.Rows {
		line := boardRow{Label: row.Label}
		for _, c := range row.Cells {
			line.Cells = append(line.Cells, drawCell(r, c, marked))
		}
		b.Rows = append(b.Rows, line)
	}
	return b
}

// key explains the signs of the board.
func (v *visit) key(r present.Reader) []string {
	w := v.words
	key := []string{w.T("page.board.key_shapes")}
	if r.View.Outcome == engine.Undecided {
		key = append(key, w.T("page.play.key_back"), w.T("page.play.key_seen", words.Args{"Name": v.other()}))
	}
	return append(key, w.T("page.play.key_last"), r.Legend())
}

func drawCell(r present.Reader, c present.Cell, marked engine.Move) cell {
	d := cell{At: c.Square.String(), Say: r.Say(c)}
	switch {
	case marked.From != 0 && c.Square == marked.From:
		d.Class = "from"
	case marked.To != 0 && c.Square == marked.To:
		d.Class = "to"
	case c.Lake:
		d.Class, d.Art = "lake", "lake"
	case c.Last && marked.From == 0:
		d.Class = "last"
	}
	switch {
	case c.Color != engine.NoColor:
		d.Piece = pieceOf(c.Color, c.Rank, c.Own).named(r.Words, c.Rank)
		switch {
		case c.Moved:
			d.Piece.Art = append(d.Piece.Art, "moved")
		case c.Known:
			d.Piece.Art = append(d.Piece.Art, "seen")
		}
	case marked.From != 0: // no other move than that one is marked
	case c.Gone:
		d.Art = "gone"
	case c.Heading != "":
		d.Art = string(c.Heading)
	}
	return d
}

// at returns the cell of a square.
func (b *board) at(s engine.Square) *cell {
	for i := range b.Rows {
		for j := range b.Rows[i].Cells {
			if c := &b.Rows[i].Cells[j]; c.At == s.String() {
				return c
			}
		}
	}
	return &cell{}
}

// record returns the plies of view, a line each.
func record(view *engine.View) string {
	var t strings.Builder
	for _, p := range view.Record {
		t.WriteString(p.String() + "\n")
	}
	return t.String()
}
