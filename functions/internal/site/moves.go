package site

import (
	"strings"

	"fieldpost/engine"
	"fieldpost/functions/internal/present"
	"fieldpost/functions/internal/words"
	"fieldpost/infra/link"
)

// moveList is the reader's legal moves, a link each, by piece.
type moveList struct {
	Title  string
	How    string // how to choose one on the board
	Target string // what a script says of a square that the chosen piece can go to: # is the square, ## the move
	Groups []moveGroup
	Notes  []string
}

type moveGroup struct {
	From   string // "e4"
	Chosen bool   // the piece that the reader has chosen
	Moves  []moveLink
}

// moveLink leads to the page on which a move is played.
type moveLink struct {
	Text, To string
	Target   string // "e5"
}

// offer returns the legal moves of view as links. On b each piece that can move
// leads to the same page with that piece chosen, and what it can go to, once it
// is chosen, to the page of that move.
func (v *visit) offer(view *engine.View, b *board) *moveList {
	r := present.Reader{View: view, Words: v.words, Names: v.names}
	groups := r.Moves()
	if len(groups) == 0 {
		return nil
	}
	list := &moveList{
		Title:  v.words.N("page.board.moves", present.MoveCount(groups)),
		How:    v.words.T("page.play.how"),
		Target: v.words.T("page.play.target", words.Args{"Cell": "#", "Move": "##"}),
		Notes:  r.MoveNotes(groups),
	}
	page, chosen := v.boardLink(), v.chosen()
	for _, g := range groups {
		group := moveGroup{From: g.From.String(), Chosen: g.From == chosen}
		from := b.at(g.From)
		from.Jump = page + "?from=" + group.From + "#board"
		if group.Chosen {
			from.Jump = page + "#board"
			from.mark("chosen")
			from.Say = v.words.T("page.play.chosen", words.Args{"Cell": from.Say})
		}
		for _, c := range g.Choices {
			l := v.to(link.Link{Purpose: link.Move, Ply: view.Ply, Move: engine.Move{From: c.From, To: c.To}})
			group.Moves = append(group.Moves, moveLink{c.Words, l, c.To.String()})
			if group.Chosen {
				to := b.at(c.To)
				to.Jump = l
				to.mark("target")
				to.Say = v.words.T("page.play.target", words.Args{"Cell": to.Say, "Move": c.Words})
			}
		}
		list.Groups = append(list.Groups, group)
	}
	return list
}

// mark adds a mark to those of a square.
func (c *cell) mark(class string) { c.Class = strings.TrimSpace(c.Class + " " + class) }

// chosen is the square of the piece that a reader without scripts has chosen, or
// no square.
func (v *visit) chosen() engine.Square {
	at, err := engine.ParseSquare(v.r.URL.Query().Get("from"))
	if err != nil {
		return 0
	}
	return at
}

// boardLink is the address of the visitor's board: the one by which he came, or
// a new one.
func (v *visit) boardLink() string {
	if v.link.Purpose == link.Board {
		return v.to(v.link)
	}
	return v.to(link.Link{Purpose: link.Board, Issued: v.Now()})
}

// to returns the address of a link of the visitor's own seat.
func (v *visit) to(l link.Link) string {
	l.Game, l.Seat, l.Epoch = v.link.Game, v.link.Seat, v.link.Epoch
	return v.BaseURL + "/" + l.Purpose.Route() + "/" + v.Keys.Seal(l)
}
