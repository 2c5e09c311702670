package mail

import (
	"fieldpost/engine/player"
	"fieldpost/functions/internal/words"
	"fieldpost/infra/link"
)

// seatNote says how to answer this mail, and whose it is.
func (d *draft) seatNote() {
	d.answering()
	d.whose()
}

// whose says whose this mail is.
func (d *draft) whose() {
	d.sheet.add(small{d.words.T("mail.seat", words.Args{"Name": d.own()})})
}

// foot ends every mail: how to have no more of them, who hosts the site, and
// whose the game is.
func (d *draft) foot() {
	w, site := d.words, words.Name(d.SiteName)
	if d.to.Key != (player.Key{}) && !d.public && d.match.Seated(d.seat) {
		at := d.address(link.Link{Purpose: link.Player, Player: d.to.Key, Epoch: d.to.Epoch})
		d.sheet.add(footnote{ID: "player", URL: at, Label: w.T("mail.games")})
	}
	if at := d.stop(); at != "" {
		label := w.T("mail.stop", words.Args{"Site": site})
		if !d.public {
			label = w.T("mail.stop_seat", words.Args{"Site": site, "Name": d.own()})
		}
		d.sheet.add(footnote{ID: "unsubscribe", URL: at, Label: label})
	}
	if d.Contact != "" {
		d.sheet.add(small{w.T("mail.contact", words.Args{"Site": site, "Contact": d.Contact})})
	}
	d.sheet.add(small{w.T("mail.footer", words.Args{"Site": site})})
}

// stop is the address of the page by which the reader has no more mail, and can
// say that he is not whom it is for; "" if his key is not known.
func (d *draft) stop() string {
	if d.to.Key == (player.Key{}) {
		return ""
	}
	return d.address(link.Link{Purpose: link.Unsubscribe, Player: d.to.Key})
}
