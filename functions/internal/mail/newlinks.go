package mail

import (
	"fieldpost/engine/match"
	"fieldpost/functions/internal/words"
)

// newLinks brings a player whose links are cancelled the new ones: to his board,
// and whatever he could do by a link of the mails before.
func (d *draft) newLinks() {
	switch {
	case d.happened(match.CameBack, d.seat):
		d.sheet.add(
			lead{d.words.T("mail.came_back.lead", words.Args{"Name": d.other()})},
			paragraph{d.words.T("mail.came_back.why")},
		)
	case d.happened(match.Readdressed, d.seat):
		d.sheet.add(
			lead{d.words.T("mail.moved.lead", words.Args{"Name": d.other()})},
			paragraph{d.words.T("mail.moved.why")},
		)
	default:
		d.sheet.add(
			lead{d.words.T("mail.renewed.lead", words.Args{"Name": d.other()})},
			paragraph{d.words.T("mail.renewed.why")},
		)
	}
	if d.match.Awaits(d.seat) {
		d.unanswered()
	}
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
