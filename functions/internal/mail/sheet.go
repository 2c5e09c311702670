package mail

import (
	"fieldpost/functions/internal/present"
	"fieldpost/functions/internal/words"
	"fieldpost/infra/link"
)

// sheet is what a mail says, block by block. Its two writers are text and html.
type sheet struct {
	Lang    string
	Subject string
	Blocks  []block
}

func (s *sheet) add(blocks ...block) { s.Blocks = append(s.Blocks, blocks...) }

// block is a part of a sheet: one of the types below.
type block interface {
	// text writes the block as plain text.
	text(p *page)
	// template names the block's template in mail.html.
	template() string
}

type (
	// lead is the first line, which an inbox shows beside the subject.
	lead struct{ Text string }
	// heading stands above what belongs together.
	heading struct{ Text string }
	// paragraph is running text.
	paragraph struct{ Text string }
	// either is a paragraph that the two parts put differently.
	either struct{ Plain, HTML string }
	// list is short lines under a title, which may be empty.
	list struct {
		Title string
		Lines []string
	}
	// button is a link that stands by itself.
	button struct{ ID, URL, Label string }
	// board is the drawn board with the explanation of its signs.
	board struct {
		Caption       string
		Board         present.Board
		Words         words.Words // for the signs of the pieces
		Key, TableKey []string
	}
	// moves is the legal moves by piece, each with the address of its link.
	moves struct {
		Title  string
		Groups []moveGroup
		Notes  []string
	}
	// actions is what else can be done, by links of their own. Plain text has no
	// room for their addresses, and says where to look for them.
	actions struct {
		Plain, HTML string
		Links       []button
	}
	// verbatim is lines that are to be copied letter by letter.
	verbatim struct {
		Title string
		Lines []string
	}
	// record is the moves of a game, one entry each.
	record struct {
		Title   string
		Entries []string
	}
	// footnote is a link that need not be seen twice.
	footnote struct{ ID, URL, Label string }
	// small is what must be said and need not be read twice.
	small struct{ Text string }
)

type moveGroup struct {
	Line  string // "e4: e5 f4"
	Links []button
}

// moveURL returns the address of the link of a choice. Its page asks for the way
// of a captain and for a rescue.
func (d *draft) moveURL(c present.Choice) string {
	l := link.Link{Purpose: link.Move, Ply: d.reader.View.Ply}
	l.Move.From, l.Move.To = c.From, c.To
	return d.url(l)
}
