package mail

import (
	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/functions/internal/words"
	"fieldpost/infra/link"
)

// The mails of an invitation and of what becomes of it.

// invite tells a stranger all that he needs to decide (product.md, "Life of a
// game"); who asks for a rematch is none. Nothing of it is the inviter's own
// text but his name and address: what he has written waits on the page.
func (d *draft) invite() {
	w, m, inviter := d.words, d.match, d.match.Seat(d.match.Creator)
	if m.Again {
		d.sheet.add(lead{w.T("mail.invite.again", words.Args{"Name": d.other(), "Address": inviter.Address})})
	} else {
		d.sheet.add(
			lead{w.T("mail.invite.lead", words.Args{"Name": d.other(), "Address": inviter.Address})},
			paragraph{w.T("mail.invite.game")},
			paragraph{w.T("mail.invite.way")},
		)
	}
	d.sheet.add(list{w.T("mail.army_title"), []string{d.army()}})
	d.options()
	if likely := w.Likely(m.Rules.Army, m.Pace.Move); likely != "" {
		d.sheet.add(list{w.T("mail.likely_title"), []string{likely}})
	}
	color := w.T("mail.invite.color_red")
	if d.seat == engine.Blue {
		color = w.T("mail.invite.color_blue", words.Args{"Name": d.other()})
	}
	d.sheet.add(
		list{w.T("mail.pace_title"), w.Pace(m.Pace.Move, m.Pace.Setup)},
		paragraph{color},
	)
	if m.Message != "" {
		d.sheet.add(paragraph{w.T("mail.invite.message", words.Args{"Name": d.other()})})
	}
	d.sheet.add(
		paragraph{w.T("mail.invite.do")},
		button{ID: "join", URL: d.url(link.Link{Purpose: link.Join}), Label: w.T("mail.invite.link")},
	)
	d.deadline()
	if m.Again {
		d.sheet.add(paragraph{w.N("mail.invite.again_source", days(match.UnacceptedLife), words.Args{"Name": d.other()})})
	} else {
		d.sheet.add(paragraph{w.N("mail.invite.source", days(match.UnacceptedLife), words.Args{"Name": d.other()})})
	}
	d.seatNote()
}

func (d *draft) declined() {
	first := d.words.T("mail.refused.lead", words.Args{"Name": d.other()})
	if d.match.Again {
		first = d.words.T("mail.refused.again", words.Args{"Name": d.other()})
	}
	d.cameToNothing(first, d.words.T("mail.refused.next", words.Args{"Site": words.Name(d.SiteName)}))
}

func (d *draft) expired() {
	first := d.words.T("mail.lapsed.lead", words.Args{"Name": d.other()})
	if d.match.Vacant() {
		first = d.words.T("mail.lapsed.vacant")
	}
	d.cameToNothing(first, d.words.T("mail.lapsed.next", words.Args{"Site": words.Name(d.SiteName)}))
}

func (d *draft) cameToNothing(first, next string) {
	d.sheet.add(lead{first}, paragraph{next})
	d.seatNote()
}
