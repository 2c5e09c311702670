package site

import (
	"strings"

	"fieldpost/engine"
	"fieldpost/functions/internal/present"
	"fieldpost/functions/internal/words"
	"fieldpost/infra/link"
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
// square and Blue's round, what is marked has a frame, and Say tells it all.
type cell struct {
	At    string // "e4"
	Class string // "", "lake", "last", "from", "to": how the square is marked
	Piece string // the class of what stands on it: "piece red own"; "" for nothing
	Sign  string // "5", "?"
	Mark  string // beside the sign: "•" has moved, "!" is known
	Say   string // "e4, your Lieutenant"
	Jump  string // to the moves of this piece, on the same page
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
		key = append(key, w.T("page.board.key_hidden"), w.T("page.board.key_shown", words.Args{"Name": v.other()}))
	}
	return append(key, w.T("page.board.key_last"), r.Legend())
}

func drawCell(r present.Reader, c present.Cell, marked engine.Move) cell {
	d := cell{At: c.Square.String(), Say: r.Say(c)}
	switch {
	case marked.From != 0 && c.Square == marked.From:
		d.Class = "from"
	case marked.To != 0 && c.Square == marked.To:
		d.Class = "to"
	case c.Lake:
		d.Class = "lake"
	case c.Last && marked.From == 0:
		d.Class = "last"
	}
	if c.Color == engine.NoColor {
		return d
	}
	d.Piece, d.Sign = "piece "+c.Color.String(), c.Rank.String()
	if c.Own {
		d.Piece += " own"
	}
	switch {
	case c.Moved:
		d.Mark = "•"
	case c.Known:
		d.Mark = "!"
	}
	return d
}

// moveList is the reader's legal moves, a link each, by piece.
type moveList struct {
	Title  string
	Groups []moveGroup
	Notes  []string
}

type moveGroup struct {
	ID    string // "from-e4"
	Moves []anchor
}

// offer returns the legal moves of view as links, and makes the pieces on b lead
// to them.
func (v *visit) offer(view *engine.View, b *board) *moveList {
	r := present.Reader{View: view, Words: v.words, Names: v.names}
	groups := r.Moves()
	if len(groups) == 0 {
		return nil
	}
	list := &moveList{
		Title: v.words.N("page.board.moves", present.MoveCount(groups)),
		Notes: r.MoveNotes(groups),
	}
	jumps := map[string]string{}
	for _, g := range groups {
		from := g.From.String()
		group := moveGroup{ID: "from-" + from}
		jumps[from] = "#" + group.ID
		for _, c := range g.Choices {
			l := v.to(link.Link{Purpose: link.Move, Ply: view.Ply, Move: engine.Move{From: c.From, To: c.To}})
			group.Moves = append(group.Moves, anchor{c.Words, l})
		}
		list.Groups = append(list.Groups, group)
	}
	for i := range b.Rows {
		for j := range b.Rows[i].Cells {
			c := &b.Rows[i].Cells[j]
			c.Jump = jumps[c.At]
		}
	}
	return list
}

// to returns the address of a link of the visitor's own seat.
func (v *visit) to(l link.Link) string {
	l.Game, l.Seat, l.Epoch = v.link.Game, v.link.Seat, v.link.Epoch
	return v.BaseURL + "/" + l.Purpose.Route() + "/" + v.Keys.Seal(l)
}

// losses is what lies in the trays and what is still hidden.
type losses struct {
	Title string
	Lines []string
}

func (v *visit) lost(view *engine.View) *losses {
	r := present.Reader{View: view, Words: v.words, Names: v.names}
	l := &losses{v.words.T("page.board.losses"), append(r.Trays(), r.Hidden()...)}
	if view.Outcome != engine.Undecided {
		l.Title = v.words.T("page.board.lost")
	}
	return l
}

// record returns the plies of view, a line each.
func record(view *engine.View) string {
	var t strings.Builder
	for _, p := range view.Record {
		t.WriteString(p.String() + "\n")
	}
	return t.String()
}
