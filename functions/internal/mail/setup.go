package mail

import (
	"fieldpost/engine/match"
	"fieldpost/functions/internal/words"
)

// setUp brings a player who now sits the link to his board.
func (d *draft) setUp() {
	w, m := d.words, d.match
	d.sheet.add(d.setUpLead())
	if m.State == match.Invited && m.Vacant() {
		d.sheet.add(d.vacancy())
	}
	d.sheet.add(paragraph{w.T("mail.setup.do", words.Args{"Name": d.other()})})
	if m.State == match.Invited {
		d.sheet.add(paragraph{w.T("mail.setup.time", words.Args{"Name": d.other(), "Span": w.Span(m.Pace.Setup)})})
	}
	d.unanswered()
	d.placing()
}

// placing is what a player needs to set up.
func (d *draft) placing() {
	d.ownDraft()
	d.deadline()
	d.board()
	d.sheet.add(list{d.words.T("mail.army_title"), []string{d.army()}})
	d.options()
	d.seatNote()
}

func (d *draft) setUpLead() lead {
	w, m := d.words, d.match
	switch {
	case d.seat != m.Creator:
		return lead{w.T("mail.setup.lead_opponent", words.Args{"Name": d.other(), "Color": d.color()})}
	case m.Vacant():
		return lead{w.T("mail.setup.lead_vacant", words.Args{"Color": d.color()})}
	case m.Again:
		return lead{w.T("mail.setup.lead_again", words.Args{"Name": d.other(), "Color": d.color()})}
	}
	return lead{w.T("mail.setup.lead_named", words.Args{"Name": d.other(), "Color": d.color()})}
}

// vacancy tells how an opponent comes to the vacant seat. The link for him is on
// the creator's page, not here: this mail is a seat, and not to be passed on.
func (d *draft) vacancy() paragraph {
	if d.match.Open {
		return paragraph{d.words.N("mail.setup.open", days(match.InvitationLife), words.Args{"Site": words.Name(d.SiteName)})}
	}
	return paragraph{d.words.T("mail.setup.pass_on")}
}
