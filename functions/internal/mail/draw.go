package mail

import (
	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/functions/internal/words"
	"fieldpost/infra/link"
)

// The mails of what is done beside the moves.

func (d *draft) drawOffered() {
	w, v := d.words, d.reader.View
	whose := w.T("mail.offered.your_move")
	if v.ToMove != d.seat {
		whose = w.T("mail.offered.their_move", words.Args{"Name": d.other()})
	}
	d.sheet.add(
		lead{w.T("mail.offered.lead", words.Args{"Name": d.other(), "Turn": v.Ply + 1})},
		paragraph{w.T("mail.offered.do")},
		d.act(match.AcceptingDraw),
		d.act(match.DecliningDraw),
		paragraph{whose},
	)
	d.lineDropped()
	d.deadline()
	d.position(d.reader.Caption())
	d.board()
	d.legend()
	d.seatNote()
}

func (d *draft) drawDeclined() {
	w := d.words
	d.sheet.add(lead{w.T("mail.declined.lead", words.Args{"Name": d.other(), "Turn": d.reader.View.Ply + 1})})
	d.deadline()
	d.board()
	d.seatNote()
}

func (d *draft) aborted() {
	w, m := d.words, d.match
	if d.left() {
		d.sheet.add(lead{w.T("left.aborted", words.Args{"Name": d.other()})})
	} else {
		d.sheet.add(lead{w.Aborted(d.seat, m.AbortedBy, d.names)})
	}
	if m.Begun() {
		d.sheet.add(paragraph{w.T("mail.aborted.kept")})
	}
	if m.AbortedBy == engine.NoColor {
		d.draftLost()
	}
	d.seatNote()
}

// deadline says whose time runs, and until when, and when either clock stands still.
func (d *draft) deadline() {
	d.clock()
	for _, c := range []engine.Color{d.seat, d.seat.Other()} {
		d.vacation(c)
	}
}

// clock says whose time runs, and until when.
func (d *draft) clock() {
	m := d.match
	if m.Deadline.IsZero() {
		return
	}
	at := words.Deadline{At: m.ClockFor(d.seat).Deadline, Now: d.date, Zone: m.Seat(d.seat).Zone, Setup: !m.Begun(), Invite: m.State == match.Invited, Apart: m.Apart.Seat != engine.NoColor}
	if !m.Awaits(d.seat) {
		at.Name = d.other()
	}
	d.sheet.add(paragraph{d.words.Deadline(at)})
	d.outage()
}

// outage says by how much the deadline, or the last one, was put off.
func (d *draft) outage() {
	if k := d.match.ClockFor(d.seat); k.Extended > 0 {
		d.sheet.add(paragraph{d.words.Outage(k.Extended, d.match.Forgiven.IsZero())})
	}
}

// act is the link to an action at the present ply.
func (d *draft) act(a match.Action) button {
	l := link.Link{Purpose: link.Act, Ply: d.match.Game.Ply(), Action: a}
	return button{ID: a.String(), URL: d.url(l), Label: d.words.Act(a)}
}

// acts offers whatever the reader can do in the game beside moving. What he may
// do about it once stands on his board page alone.
func (d *draft) acts() {
	block := actions{Plain: d.words.T("mail.turn.acts_text"), HTML: d.words.T("mail.turn.acts_html")}
	for _, a := range d.match.Choices(d.seat) {
		if !a.InGame() && (a != match.Rematching || d.left()) {
			continue
		}
		block.Links = append(block.Links, d.act(a))
	}
	if len(block.Links) > 0 {
		d.sheet.add(block)
	}
}
