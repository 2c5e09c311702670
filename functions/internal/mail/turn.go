package mail

import (
	"fieldpost/engine/player"
	"fieldpost/functions/internal/present"
	"fieldpost/functions/internal/words"
)

// mostMoves is how many moves a mail lists. With more its HTML would near the
// size at which mail programs cut a mail off (about 102 kB).
const mostMoves = 120

func (d *draft) yourTurn() {
	d.sheet.add(d.turnLead())
	d.meanwhile()
	d.unanswered()
	d.chooseMove()
}

// meanwhile tells of what has happened beside the other's move.
func (d *draft) meanwhile() {
	d.ownMove()
	d.offer()
	d.movedOn()
	d.lineDropped()
}

// chooseMove is the mail of a turn below what has happened.
func (d *draft) chooseMove() {
	d.turn()
	d.board()
	d.acts()
	d.legend()
	d.seatNote()
}

// offer tells of the other's offer of a draw that stands.
func (d *draft) offer() {
	if d.match.Offer == d.seat.Other() {
		d.sheet.add(paragraph{d.words.T("mail.turn.offer", words.Args{"Name": d.other()})})
	}
}

// gameOn is also Red's first turn mail.
func (d *draft) gameOn() {
	w := d.words
	if d.reader.View.ToMove == d.seat {
		d.sheet.add(
			d.turnLead(),
			paragraph{w.T("mail.game_on.both", words.Args{"Name": d.other()})},
		)
		d.unanswered()
		d.turn()
	} else {
		d.sheet.add(
			lead{w.T("mail.game_on.lead", words.Args{"Name": d.other()})},
			paragraph{w.T("mail.game_on.wait")},
		)
		d.deadline()
		d.position(d.reader.Caption())
	}
	d.board()
	d.acts()
	d.legend()
	d.fingerprints()
	d.seatNote()
}

// turn is what a player needs to choose his move, in the order in which he asks
// for it.
func (d *draft) turn() {
	w, r := d.words, d.reader
	groups := r.Moves()
	n := present.MoveCount(groups)
	if n > mostMoves {
		d.sheet.add(paragraph{w.T("mail.turn.do_board", words.Args{"Color": d.color()})})
	} else {
		d.sheet.add(either{
			Plain: w.T("mail.turn.do_text", words.Args{"Color": d.color()}),
			HTML:  w.T("mail.turn.do_html", words.Args{"Color": d.color()}),
		})
	}
	d.deadline()
	if d.to.Prefs.Board == player.Both {
		d.pieces()
	}
	d.position(r.Caption())
	d.sheet.add(list{w.T("mail.turn.lost_title"), append(r.Trays(), r.Hidden()...)})
	d.listMoves(groups)
}

// listMoves lists the reader's moves with their links, unless they are too many.
func (d *draft) listMoves(groups []present.Group) {
	w, n := d.words, present.MoveCount(groups)
	if n > mostMoves {
		d.sheet.add(paragraph{w.N("mail.turn.too_many", n)})
		return
	}
	list := moves{Title: w.N("mail.turn.moves", n), Notes: d.reader.MoveNotes(groups)}
	for _, g := range groups {
		group := moveGroup{Line: g.Line()}
		for _, c := range g.Choices {
			group.Links = append(group.Links, button{ID: c.Text, URL: d.moveURL(c), Label: c.Words})
		}
		list.Groups = append(list.Groups, group)
	}
	d.sheet.add(list)
}

// turnLead is the first line, which says until when as well.
func (d *draft) turnLead() lead {
	until := d.words.Moment(d.match.Deadline, d.match.Seat(d.seat).Zone)
	return lead{d.words.T("mail.turn.lead", words.Args{"Line": d.words.TurnLine(d.reader.View, d.names), "Until": until})}
}

// drawing is the board as the reader sees it.
func (d *draft) drawing(caption string) board {
	r := d.reader
	return board{Caption: caption, Board: present.BoardOf(r.View), Words: d.words, Key: r.Key(), TableKey: r.TableKey()}
}

// legend explains the ranks.
func (d *draft) legend() { d.sheet.add(small{d.reader.Legend()}) }
