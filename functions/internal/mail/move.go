package mail

import (
	"errors"
	"time"

	"fieldpost/engine/match"
	"fieldpost/functions/internal/words"
	"fieldpost/infra/link"
)

// The mails of a change of address. The first goes to an address that anybody may
// have typed in, and so holds nobody's words; neither address is told the other.

var (
	errNotAsked     = errors.New("no change of an address waits to be confirmed")
	errNotConfirmed = errors.New("no address was changed")
)

// MoveConfirm writes the mail to the new address of c: the link by which somebody
// shows that it is his. It fails if c does not wait for that.
func (c *Composer) MoveConfirm(m match.AddressChange, key string) (Message, error) {
	if m.Stage != match.ChangeAsked {
		return Message{}, errNotAsked
	}
	d := c.blank("move-confirm", Recipient{Address: m.New, Lang: m.Lang, Key: m.To}, m.Asked)
	w, l := d.words, link.Link{Purpose: link.Readdress, Change: m.ID}
	d.public, d.title = true, w.T("mail.subject_move")
	d.sheet.add(
		lead{w.T("mail.move.lead")},
		paragraph{w.T("mail.move.why", words.Args{"Site": words.Name(d.SiteName)})},
		paragraph{w.T("mail.move.do")},
		button{ID: "readdress", URL: d.address(l), Label: w.T("mail.confirm.link")},
		paragraph{w.N("mail.move.life", int(l.Life().Hours()))},
	)
	return d.seal(key)
}

// MoveNotice writes the mail to the old address of c: that the games have left, and
// the link by which they come back. It fails if c is not confirmed.
func (c *Composer) MoveNotice(m match.AddressChange, key string) (Message, error) {
	if m.Stage == match.ChangeAsked {
		return Message{}, errNotConfirmed
	}
	d := c.blank("move-notice", Recipient{Address: m.Old, Lang: m.Lang, Key: m.From}, m.Confirmed)
	w, l := d.words, link.Link{Purpose: link.Undo, Change: m.ID}
	d.public, d.title = true, w.T("mail.subject_notice")
	d.sheet.add(
		lead{w.T("mail.notice.lead", words.Args{"Site": words.Name(d.SiteName)})},
		paragraph{w.T("mail.notice.why")},
		paragraph{w.T("mail.notice.do")},
		button{ID: "undo", URL: d.address(l), Label: w.T("mail.notice.link")},
		paragraph{w.N("mail.notice.life", days(l.Life()))},
	)
	return d.seal(key)
}

// MoveUndone writes the mail to the new address of c that its games have gone back,
// at now. It fails if they have not.
func (c *Composer) MoveUndone(m match.AddressChange, now time.Time, key string) (Message, error) {
	if !m.Undoes() {
		return Message{}, errNotConfirmed
	}
	d := c.blank("move-undone", Recipient{Address: m.New, Lang: m.Lang, Key: m.To}, now)
	w := d.words
	d.public, d.title = true, w.T("mail.subject_undone")
	d.sheet.add(
		lead{w.T("mail.undone.lead", words.Args{"Site": words.Name(d.SiteName)})},
		paragraph{w.T("mail.undone.why")},
	)
	return d.seal(key)
}
