package mail

import (
	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/functions/internal/words"
)

// The mails of the clock: what is left of a time, and what stops or lengthens one.

// remind is the turn mail, or the one to set up, once more; its first line says what is
// left.
func (d *draft) remind() {
	w, m := d.words, d.match
	in := w.In(m.Until(d.seat), d.date)
	if m.Begun() {
		d.sheet.add(lead{w.T("remind.turn", words.Args{"Turn": d.reader.View.Ply + 1, "Until": d.moment(), "In": in})})
		if last := w.LastMove(d.reader.View, d.names); last != "" {
			d.sheet.add(paragraph{last})
		}
		d.meanwhile()
		d.lastCall()
		d.chooseMove()
		return
	}
	d.sheet.add(
		lead{w.T("remind.setup", words.Args{"Name": d.other(), "Until": d.moment(), "In": in})},
		paragraph{w.T("mail.setup.do", words.Args{"Name": d.other()})},
	)
	d.lastCall()
	d.placing()
}

// lastCall quotes in the last reminder what is unanswered: the first comes too soon after
// the mail of the turn.
func (d *draft) lastCall() {
	if d.match.ClockFor(d.seat).Reminded == match.MostReminders {
		d.unanswered()
	}
}

// moment is the deadline that concerns the reader, for a first line.
func (d *draft) moment() string {
	return d.words.Moment(d.match.ClockFor(d.seat).Deadline, d.match.Seat(d.seat).Zone)
}

// away tells that the other takes a vacation.
func (d *draft) away() {
	w, zone := d.words, d.match.Seat(d.seat).Zone
	v, _ := d.match.Vacation(d.seat.Other(), d.date)
	if v.Runs(d.date) {
		d.sheet.add(lead{w.T("rest.mail_now", words.Args{"Name": d.other(), "Until": w.Moment(v.Until, zone)})})
	} else {
		d.sheet.add(lead{w.Away(words.Away{From: v.From, Until: v.Until, Now: d.date, Zone: zone, Name: d.other()})})
	}
	d.sheet.add(paragraph{w.T("rest.mail_clock", words.Args{"Name": d.other()})})
	if d.match.State == match.Playing && !d.match.Awaits(d.seat) {
		d.sheet.add(paragraph{w.T("rest.mail_why", words.Args{"Name": d.other()})})
	}
	d.offer()
	d.clock()
	d.vacation(d.seat) // the other's is told above
	d.board()
	d.seatNote()
}

// back tells that the other has ended his vacation, or called it off.
func (d *draft) back() {
	w, list := d.words, *d.match.Vacations.Of(d.seat.Other())
	if n := len(list); n > 0 && list[n-1].Until.Equal(d.date) {
		d.sheet.add(lead{w.T("rest.mail_back", words.Args{"Name": d.other()})})
	} else {
		d.sheet.add(lead{w.T("rest.mail_off", words.Args{"Name": d.other()})})
	}
	d.standing()
}

// timeGiven tells who is awaited that the other has given him time.
func (d *draft) timeGiven() {
	w, m := d.words, d.match
	if m.Begun() {
		d.sheet.add(lead{w.T("gift.mail_turn", words.Args{"Name": d.other(), "Span": w.Span(m.Pace.Move), "Turn": d.reader.View.Ply + 1})})
	} else {
		d.sheet.add(lead{w.T("gift.mail_setup", words.Args{"Name": d.other(), "Span": w.Span(m.Pace.Setup)})})
	}
	d.ownDraft()
	d.standing()
}

// standing tells of an offer of a draw, which an answer to this mail could answer, says
// whose time runs, and leads to the board.
func (d *draft) standing() {
	d.offer()
	d.deadline()
	d.board()
	d.seatNote()
}

// vacation tells of one of c's player that is not over.
func (d *draft) vacation(c engine.Color) {
	v, there := d.match.Vacation(c, d.date)
	if !there || d.match.State == match.Invited {
		return
	}
	a := words.Away{From: v.From, Until: v.Until, Now: d.date, Zone: d.match.Seat(d.seat).Zone}
	if c != d.seat {
		a.Name = d.other()
	}
	d.sheet.add(paragraph{d.words.Away(a)})
}
