package mail

import (
	"errors"
	"time"

	"fieldpost/engine/player"
	"fieldpost/functions/internal/words"
	"fieldpost/infra/link"
)

// WebhookOff writes the mail to somebody whose webhook was turned off at now, after too
// many calls that came to nothing. It does not name the address that was called. It
// fails if his key is nobody's.
func (c *Composer) WebhookOff(to Recipient, now time.Time, key string) (Message, error) {
	if to.Key == (player.Key{}) {
		return Message{}, errors.New("nobody has a webhook")
	}
	d := c.blank("webhook-off", to, now)
	d.public = true
	w, site := d.words, words.Name(d.SiteName)
	d.sheet.Subject = w.T("mail.subject_webhook")
	d.sheet.add(
		lead{w.T("hook.mail_lead", words.Args{"Site": site})},
		paragraph{w.T("hook.mail_why")},
		paragraph{w.T("hook.mail_do")},
		button{ID: "player", URL: d.address(link.Link{Purpose: link.Player, Player: to.Key, Epoch: to.Epoch}), Label: w.T("mail.lost.link")},
	)
	return d.seal(key)
}
