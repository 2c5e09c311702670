package mail

import (
	"bytes"
	"fmt"
	netmail "net/mail"
	"strings"

	gomail "github.com/wneessen/go-mail"

	"fieldpost/functions/internal/words"
)

// envelope puts both parts, or the text alone where html is "", under the headers of
// the mail.
func (d *draft) envelope(key, text, html string) (Message, error) {
	_, host, ok := strings.Cut(d.Sender, "@")
	if !ok {
		return Message{}, fmt.Errorf("%q is no address to send from", d.Sender)
	}
	from := netmail.Address{Name: displayName(d.SiteName), Address: d.Sender}
	to := netmail.Address{Address: d.to.Address}
	root := fmt.Sprintf("<%v.%v@%s>", d.match.ID, d.seat, host)
	msg := gomail.NewMsg(
		gomail.WithNoDefaultUserAgent(),
		gomail.WithCharset(gomail.CharsetUTF8),
		gomail.WithEncoding(gomail.EncodingQP),
		gomail.WithBoundary("fieldpost-"+d.mac("boundary", key)),
	)
	if !d.public {
		if other := d.match.Seat(d.seat.Other()); other.Name != "" || other.Forgotten {
			from.Name = displayName(d.words.T("mail.sender", words.Args{"Name": d.other(), "Site": d.SiteName}))
		}
		to.Name = displayName(d.own())
		before := root
		if id := tidy(d.answers); id != "" {
			before = id
			root += " " + id
		}
		msg.SetGenHeader(gomail.HeaderReferences, root)
		msg.SetGenHeader(gomail.HeaderInReplyTo, before)
	}
	if at := d.replyTo(); at != "" {
		msg.ReplyToMailAddress(&netmail.Address{Address: at})
	}
	msg.FromMailAddress(&from)
	msg.ToMailAddress(&to)
	msg.Subject(d.sheet.Subject)
	msg.SetDateWithValue(d.date.UTC())
	msg.SetMessageIDWithValue(d.mac("message", key) + "@" + host)
	msg.SetGenHeader("List-Id", "<games."+host+">")
	said := "auto-generated"
	if d.replies {
		said = "auto-replied"
	}
	msg.SetGenHeader("Auto-Submitted", said) // RFC 3834
	if at := d.stop(); at != "" {            // RFC 8058
		msg.SetGenHeader(gomail.HeaderListUnsubscribe, "<"+at+">")
		msg.SetGenHeader(gomail.HeaderListUnsubscribePost, "List-Unsubscribe=One-Click")
	}
	msg.SetBodyString(gomail.TypeTextPlain, text)
	if html != "" {
		msg.AddAlternativeString(gomail.TypeTextHTML, html)
	}
	var raw bytes.Buffer
	if _, err := msg.WriteTo(&raw); err != nil {
		return Message{}, fmt.Errorf("write a mail: %w", err)
	}
	return Message{From: d.Sender, To: to.Address, Raw: raw.Bytes(), Kind: d.kind, Game: d.match.ID, Seat: d.seat}, nil
}

// displayName makes a name fit for an address header. Some readers decode what
// looks like an encoded word (RFC 2047) even where it stands in quotes: a
// zero-width space takes that look away.
func displayName(name string) string {
	return strings.ReplaceAll(words.Name(name), "=?", "=\u200b?")
}
