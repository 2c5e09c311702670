package mail

import (
	"strings"

	"fieldpost/engine/match"
	"fieldpost/functions/internal/words"
)

// The mails of what one player says to the other beside the game.

// quote is what somebody has written. In plain text the sign > before each of its lines
// marks it: in an answer that quotes the mail without a mark of its own nothing of it is
// a command.
type quote struct{ Lines []string }

func (quote) template() string { return "quote" }

func (b quote) text(p *page) {
	for _, line := range b.Lines {
		p.wrap("> "+line, "> ")
	}
}

// message brings the reader what the other has written to him.
func (d *draft) message() {
	said := d.match.Heard(d.seat)
	d.sheet.add(lead{d.wrote(said)})
	d.quote(said)
	d.offer()
	d.deadline()
	d.board()
	if d.replyTo() != "" {
		d.sheet.add(paragraph{d.words.T("talk.mail_reply", words.Args{"Name": d.other()})})
	}
	d.whose()
}

// unanswered quotes what the other has written since the reader's last move: whoever has
// missed its own mail finds it in those that bring or ask for his turn. Those about
// something else do without, or he would read the same words in each.
func (d *draft) unanswered() {
	if said := d.match.Unanswered(d.seat); said.Text != "" {
		d.sheet.add(paragraph{d.wrote(said)})
		d.quote(said)
	}
}

// wrote says who has written, and when. As in a mail that quotes another it ends in a
// colon.
func (d *draft) wrote(said match.Message) string {
	return d.words.T("talk.they_wrote", words.Args{"Name": d.other(), "At": d.words.Moment(said.At, d.match.Seat(d.seat).Zone)})
}

// quote adds a message, or where to read it: no player has a link mailed to the other.
func (d *draft) quote(said match.Message) {
	if said.Linked() {
		d.sheet.add(paragraph{d.words.T("talk.mail_link")})
		return
	}
	d.sheet.add(quote{strings.Split(said.Text, "\n")})
}

// nudge is the mail of the reader's turn, or that the other waits for his setup, with the
// other's request first.
func (d *draft) nudge() {
	if !d.match.Begun() {
		d.sheet.add(lead{d.words.T("talk.mail_nudge_setup", words.Args{"Name": d.other()})}, paragraph{d.words.T("mail.waiting.do")})
		d.awaited()
		return
	}
	d.sheet.add(lead{d.words.T("talk.mail_nudge", words.Args{"Name": d.other()})}, paragraph(d.turnLead()))
	d.meanwhile()
	d.chooseMove()
}

// turnAgain is the mail of the reader's turn, or of his setup.
func (d *draft) turnAgain() {
	if d.match.Begun() {
		d.yourTurn()
		return
	}
	d.setUp()
}
