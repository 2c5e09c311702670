package mail

import (
	"errors"
	"fmt"
	"time"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/engine/player"
	"fieldpost/functions/internal/words"
	"fieldpost/infra/link"
)

// The mails to whom has typed an address in, which may be another's. They belong
// to no seat, stand outside all threads and hold nobody's words.

// JoinConfirm writes the mail to somebody who wants the vacant seat of m: the
// link by which he shows that the address is his. candidate is the id under which
// his request is kept, now when he made it, key as with Compose. It fails if m
// has no seat to take, or if candidate is zero.
func (c *Composer) JoinConfirm(m match.Match, candidate [8]byte, to Recipient, now time.Time, key string) (Message, error) {
	if m.State != match.Invited || !m.Vacant() {
		return Message{}, fmt.Errorf("there is no seat to take in %v", m)
	}
	if candidate == [8]byte{} {
		return Message{}, errors.New("a candidate without an id")
	}
	d := c.blank("join-confirm", to, now)
	d.match, d.seat, d.public = m, m.Opponent(), true
	w, l := d.words, link.Link{Purpose: link.Confirm, Candidate: candidate}
	d.sheet.add(
		lead{w.T("mail.join.lead")},
		paragraph{w.T("mail.join.why", words.Args{"Site": words.Name(d.SiteName)})},
		list{w.T("mail.army_title"), []string{d.army()}},
		paragraph{w.T("mail.join.do")},
		button{ID: "confirm", URL: d.url(l), Label: w.T("mail.confirm.link")},
		paragraph{w.N("mail.join.life", int(l.Life().Hours()))},
	)
	return d.seal(key)
}

// LostLink writes the mail to somebody who asked for the link to all his games,
// at now. It fails if his key is nobody's.
func (c *Composer) LostLink(to Recipient, now time.Time, key string) (Message, error) {
	if to.Key == (player.Key{}) {
		return Message{}, errors.New("nobody has games")
	}
	d := c.blank("lost-link", to, now)
	d.public = true
	w, site := d.words, words.Name(d.SiteName)
	l := link.Link{Purpose: link.Player, Player: to.Key, Epoch: to.Epoch}
	d.sheet.add(
		lead{w.T("mail.lost.lead", words.Args{"Site": site})},
		button{ID: "player", URL: d.address(l), Label: w.T("mail.lost.link")},
		paragraph{w.N("mail.lost.life", days(l.Life()))},
		paragraph{w.T("mail.lost.why", words.Args{"Site": site})},
	)
	return d.seal(key)
}

// AddressConfirm writes the mail by which the player of a seat of m, whose mails
// came back or were complained of, shows that they reach him: he has asked for it at
// now. It fails if nobody sits there.
func (c *Composer) AddressConfirm(m match.Match, seat engine.Color, now time.Time, key string) (Message, error) {
	if !m.Seated(seat) {
		return Message{}, fmt.Errorf("nobody sits at %v in %v", seat, m)
	}
	he := m.Seat(seat)
	d := c.blank("address-confirm", Recipient{Address: he.Address, Lang: he.Lang, Key: he.Key}, now)
	d.match, d.seat, d.public = m, seat, true
	w, l := d.words, link.Link{Purpose: link.Confirm}
	d.sheet.add(
		lead{w.T("mail.health.lead")},
		paragraph{w.T("mail.health.why", words.Args{"Site": words.Name(d.SiteName)})},
		paragraph{w.T("mail.health.do")},
		button{ID: "confirm", URL: d.url(l), Label: w.T("mail.confirm.link")},
		paragraph{w.N("mail.health.life", days(l.Life()))},
	)
	return d.seal(key)
}
