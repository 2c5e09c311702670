package mail

import (
	"strings"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/functions/internal/words"
)

// mostEntries is how many plies of the record a mail gives. At some 12 bytes an
// entry more would be cut off in many an inbox.
const mostEntries = 4000

func (d *draft) over() {
	w, r := d.words, d.reader
	if d.left() {
		d.sheet.add(lead{w.T("left.resigned", words.Args{"Name": d.other()})})
	} else {
		d.sheet.add(lead{w.Ended(r.View, d.names)})
	}
	d.outage()
	if !d.match.Begun() {
		late := r.View.Outcome.Winner() != d.seat
		d.sheet.add(paragraph{w.Unset(late, d.other())})
		if late {
			d.draftLost()
		}
		d.board()
		d.acts()
		d.seatNote()
		return
	}
	if last := w.LastMove(r.View, d.names); last != "" {
		d.sheet.add(paragraph{last})
	}
	d.ownLine()
	d.position(w.T("mail.over.board_title"))
	d.sheet.add(list{w.T("mail.over.lost_title"), r.Trays()})
	d.legend()
	d.board()
	d.acts()
	d.setups()
	d.record(r.View.Record)
	d.proof()
	d.sheet.add(paragraph{w.T("mail.over.thanks")})
	d.seatNote()
}

// left reports whether the match has ended because the other leaves for good.
func (d *draft) left() bool { return d.happened(match.Left, d.seat.Other()) }

func (d *draft) record(plies []engine.Ply) {
	if len(plies) == 0 {
		return
	}
	b := record{Title: d.words.N("mail.over.record", len(plies))}
	if cut := len(plies) - mostEntries; cut > 0 {
		d.sheet.add(paragraph{d.words.N("mail.over.record_cut", cut)})
		plies = plies[cut:]
	}
	for _, p := range plies {
		b.Entries = append(b.Entries, p.String())
	}
	d.sheet.add(b)
}

// HTML returns the entries as one text, in which no line may end within one.
func (b record) HTML() string {
	list := make([]string, len(b.Entries))
	for i, e := range b.Entries {
		list[i] = strings.ReplaceAll(e, " ", "\u00a0")
	}
	return strings.Join(list, "\u00a0 ")
}
