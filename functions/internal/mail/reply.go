package mail

import (
	"fieldpost/engine/match"
	"fieldpost/functions/internal/setups"
	"fieldpost/functions/internal/words"
	"fieldpost/infra/link"
)

// replyTo is the address to which the reader answers this mail, and by which we
// know what it has shown him; "" of a site that takes no answers, and of mails to
// whom may be nobody's player.
func (d *draft) replyTo() string {
	if d.ReplyDomain == "" || d.public {
		return ""
	}
	token := d.Links.Seal(link.Link{
		Purpose: link.Reply, Game: d.match.ID, Seat: d.seat, Epoch: d.match.Seat(d.seat).Epoch,
		Shown: d.match.Standing(), Ply: d.match.Game.Ply(),
	})
	return link.ReplyPrefix + token + "@" + d.ReplyDomain
}

// answering tells how to answer by mail, with what the reader could write now. No
// line of it is a command itself, wherever it breaks: it may be quoted without a
// mark.
func (d *draft) answering() {
	if d.replyTo() == "" || d.match.Refused() || d.match.State == match.Aborted {
		return
	}
	d.sheet.add(paragraph{d.howToAnswer()})
}

func (d *draft) howToAnswer() string {
	w, m := d.words, d.match
	move := ""
	if m.State == match.Playing && len(d.reader.View.Legal) > 0 {
		move = d.reader.Moves()[0].Choices[0].Text
	}
	offered := m.State == match.Playing && m.Offer == d.seat.Other()
	switch {
	case offered && move != "":
		return w.T("mail.reply.offered_move", words.Args{"Move": move})
	case move != "" && m.OfferAt(d.seat, m.Game.Ply()+1) != nil:
		return w.T("mail.reply.move_alone", words.Args{"Move": move})
	case move != "":
		return w.T("mail.reply.move", words.Args{"Move": move})
	case offered, m.State == match.Invited && d.seat == m.Opponent():
		return w.T("mail.reply.offered")
	case d.toSetUp() && setups.HasPresets(m.Rules.Army):
		return w.T("mail.reply.presets")
	case d.toSetUp():
		return w.T("mail.reply.setup")
	case m.State == match.Over && m.Begun():
		return w.T("mail.reply.rematch")
	}
	return w.T("mail.reply.any")
}

// toSetUp reports whether the reader's own setup is awaited.
func (d *draft) toSetUp() bool {
	m := d.match
	return (m.State == match.Invited || m.State == match.SettingUp) && m.Seated(d.seat) && !m.Seat(d.seat).Submitted
}
