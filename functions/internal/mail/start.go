package mail

import (
	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/functions/internal/words"
	"fieldpost/infra/link"
)

// The mails before the game.

func (d *draft) confirm() {
	d.public = true
	w := d.words
	d.sheet.add(
		lead{w.T("mail.confirm.lead")},
		paragraph{w.T("mail.confirm.why", words.Args{"Site": words.Name(d.SiteName)})},
		list{w.T("mail.army_title"), []string{d.army()}},
		paragraph{w.T("mail.confirm.do")},
		button{ID: "confirm", URL: d.url(link.Link{Purpose: link.Confirm}), Label: w.T("mail.confirm.link")},
		paragraph{w.N("mail.confirm.life", days(link.Confirm))},
	)
}

func (d *draft) invite() {
	w, inviter := d.words, d.match.Seat(d.match.Creator)
	color := w.T("mail.invite.color_red")
	if d.seat == engine.Blue {
		color = w.T("mail.invite.color_blue", words.Args{"Name": d.other()})
	}
	d.sheet.add(
		lead{w.T("mail.invite.lead", words.Args{"Name": d.other(), "Address": inviter.Address})},
		paragraph{w.T("mail.invite.game")},
		paragraph{w.T("mail.invite.way")},
		list{w.T("mail.army_title"), []string{d.army()}},
	)
	d.options()
	d.sheet.add(
		list{w.T("mail.pace_title"), w.Pace(d.match.Pace.Move, d.match.Pace.Setup)},
		paragraph{color},
		paragraph{w.T("mail.invite.do")},
		button{ID: "join", URL: d.url(link.Link{Purpose: link.Join}), Label: w.T("mail.invite.link")},
		paragraph{w.N("mail.invite.source", days(link.Join), words.Args{"Name": d.other()})},
	)
	d.seatNote()
}

func (d *draft) setUp() {
	w := d.words
	first := w.T("mail.setup.lead_opponent", words.Args{"Name": d.other(), "Color": d.color()})
	if d.seat == d.match.Creator {
		first = w.T("mail.setup.lead_creator", words.Args{"Name": d.other(), "Color": d.color()})
	}
	d.sheet.add(lead{first}, paragraph{w.T("mail.setup.do", words.Args{"Name": d.other()})})
	if d.match.State == match.Invited {
		d.sheet.add(paragraph{w.T("mail.setup.time", words.Args{"Name": d.other(), "Span": w.Span(d.match.Pace.Setup)})})
	}
	d.ownDraft()
	d.deadline()
	d.board()
	d.sheet.add(list{w.T("mail.army_title"), []string{d.army()}})
	d.options()
	d.seatNote()
}

func (d *draft) accepted() {
	w := d.words
	d.sheet.add(lead{w.T("mail.accepted.lead", words.Args{"Name": d.other()})})
	if d.match.Seat(d.seat).Submitted {
		d.sheet.add(paragraph{w.T("mail.accepted.ready", words.Args{"Name": d.other()})})
	} else {
		d.sheet.add(paragraph{w.T("mail.accepted.todo")})
	}
	d.ownDraft()
	d.deadline()
	d.board()
	d.seatNote()
}

func (d *draft) waiting() {
	w := d.words
	d.sheet.add(
		lead{w.T("mail.waiting.lead", words.Args{"Name": d.other()})},
		paragraph{w.T("mail.waiting.do")},
	)
	d.ownDraft()
	d.deadline()
	d.board()
	d.sheet.add(list{w.T("mail.army_title"), []string{d.army()}})
	d.seatNote()
}

// ownDraft warns a player whose draft is saved that it is no setup.
func (d *draft) ownDraft() {
	if d.match.Seat(d.seat).Drafted {
		d.sheet.add(paragraph{d.words.T("mail.draft")})
	}
}

// draftLost tells a player whose time to set up is over that his draft did not
// count.
func (d *draft) draftLost() {
	if d.match.Seat(d.seat).Drafted {
		d.sheet.add(paragraph{d.words.T("unset.draft")})
	}
}

// army says what each side plays with.
func (d *draft) army() string {
	r := d.match.Rules
	return d.words.N("mail.army", r.Troops.Total(),
		words.Args{"Army": d.words.Army(r.Army), "Pieces": d.words.Troops(r.Troops)})
}

// options says in what the rules are not the usual ones.
func (d *draft) options() {
	if lines := d.words.Options(d.match.Rules); len(lines) > 0 {
		d.sheet.add(list{d.words.T("mail.options_title"), lines})
	}
}

// seatNote says whose mail this is.
func (d *draft) seatNote() {
	d.sheet.add(small{d.words.T("mail.seat", words.Args{"Name": d.own()})})
}
