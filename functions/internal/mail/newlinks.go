package mail

import (
	"slices"

	"fieldpost/engine/match"
	"fieldpost/functions/internal/words"
)

// moved reports whether the seat has come to another address by what has just
// happened.
func (d *draft) moved() bool {
	return slices.Contains(d.match.Events, match.Event{Kind: match.Readdressed, Seat: d.seat})
}

// newLinks brings a player whose links are cancelled the new ones: to his board,
// and whatever he could do by a link of the mails before.
func (d *draft) newLinks() {
	if d.moved() {
		d.sheet.add(
			lead{d.words.T("mail.moved.lead", words.Args{"Name": d.other()})},
			paragraph{d.words.T("mail.moved.why")},
		)
	} else {
		d.sheet.add(
			lead{d.words.T("mail.renewed.lead", words.Args{"Name": d.other()})},
			paragraph{d.words.T("mail.renewed.why")},
		)
	}
	d.unanswered()
	switch v := d.reader.View; {
	case d.match.State == match.Playing && v.ToMove == d.seat:
		d.sheet.add(paragraph(d.turnLead()))
		d.offer()
		d.turn()
		d.board()
		d.acts()
		d.legend()
	case d.match.State == match.Playing:
		d.offer()
		d.deadline()
		d.position(d.reader.Caption())
		d.board()
		d.acts()
		d.legend()
	case d.match.State == match.Over:
		d.board()
		d.acts()
	default:
		d.ownDraft()
		d.deadline()
		d.board()
	}
	d.seatNote()
}
