package mail

import (
	"fieldpost/functions/internal/words"
	"fieldpost/infra/link"
)

// The mails before the game.

func (d *draft) confirm() {
	d.public = true
	w, l := d.words, link.Link{Purpose: link.Confirm}
	d.sheet.add(
		lead{w.T("mail.confirm.lead")},
		paragraph{w.T("mail.confirm.why", words.Args{"Site": words.Name(d.SiteName)})},
		list{w.T("mail.army_title"), []string{d.army()}},
		paragraph{w.T("mail.confirm.do")},
		button{ID: "confirm", URL: d.url(l), Label: w.T("mail.confirm.link")},
		paragraph{w.N("mail.confirm.life", days(l.Life()))},
	)
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
	d.sheet.add(lead{w.T("mail.waiting.lead", words.Args{"Name": d.other()})}, paragraph{w.T("mail.waiting.do")})
	d.unanswered()
	d.awaited()
}

// awaited is what the reader needs, for whom the other waits, to set up.
func (d *draft) awaited() {
	d.ownDraft()
	d.deadline()
	d.board()
	d.sheet.add(list{d.words.T("mail.army_title"), []string{d.army()}})
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
