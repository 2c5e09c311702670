package mail

import (
	"slices"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/functions/internal/words"
)

// linePlayed tells the reader that his line has answered for him.
func (d *draft) linePlayed() {
	w, record := d.words, d.reader.View.Record
	reply, answer := record[len(record)-2], record[len(record)-1]
	d.sheet.add(lead{w.T("mail.line.lead", words.Args{"Reply": d.toldAt(reply), "Answer": d.toldAt(answer)})})
	d.movedOn()
	d.lineDropped()
	d.unanswered()
	if lines := d.match.Plans.Of(d.seat).Lines; len(lines) > 0 {
		block := list{Title: w.T("mail.line.rest")}
		for _, l := range lines {
			block.Lines = append(block.Lines, w.Line(l, d.other())...)
		}
		d.sheet.add(block)
	}
	d.sheet.add(paragraph{w.T("mail.line.turn", words.Args{"Name": d.other()})})
	d.deadline()
	d.position(d.reader.Caption())
	d.board()
	d.acts()
	d.legend()
	d.seatNote()
}

// happened reports whether the last command did that for a seat.
func (d *draft) happened(k match.EventKind, seat engine.Color) bool {
	return slices.Contains(d.match.Events, match.Event{Kind: k, Seat: seat})
}

// lineDropped tells the reader that his lines were put aside by what the mail is about.
func (d *draft) lineDropped() {
	if d.happened(match.LineDropped, d.seat) {
		d.sheet.add(paragraph{d.words.LineDropped(d.match, d.seat, d.other())})
	}
}

// ownMove tells the reader of his own move, where the other has answered it in the
// same moment.
func (d *draft) ownMove() {
	record := d.reader.View.Record
	if d.happened(match.Moved, d.seat) && len(record) > 1 {
		own := d.toldAt(record[len(record)-2])
		d.sheet.add(paragraph{d.words.T("mail.line.at_once", words.Args{"Name": d.other(), "Own": own})})
	}
}

// ownLine says that the reader's last move was not made by hand.
func (d *draft) ownLine() {
	if d.happened(match.LinePlayed, d.seat) {
		d.sheet.add(paragraph{d.words.T("mail.line.over")})
	}
}

// toldAt tells a ply as its reader knew it then.
func (d *draft) toldAt(p engine.Ply) string {
	view, ok := engine.Recall(d.match.Game, d.seat, p.Number)
	if !ok {
		return ""
	}
	return d.words.LastMove(&view, d.names)
}

// movedOn says that the other's move has declined the reader's offer of a draw.
func (d *draft) movedOn() {
	if d.happened(match.DrawDeclined, d.seat.Other()) {
		d.sheet.add(paragraph{d.words.T("mail.turn.moved_on", words.Args{"Name": d.other()})})
	}
}
