// Package feedback reads what SES tells of mails that came back or were complained
// of, and changes the health of the addresses that it is about.
//
//	detail of the event → Report → what it means → the profile of each address
//
// A report means something or nothing by itself, whatever was told before. SES
// tells everything at least once and in any order; the profiles keep only the
// newest sign of each kind, so that neither does harm.
//
// Where mails go out by SMTP it reads the delivery reports that servers send to the
// address on their envelopes, and does the same:
//
//	bounce+TOKEN@… → to whom, and when; report → for good? → his profile
//
// No address leaves this package, in no error and no other text.
//
// Source: product.md "Correspondence life", bounces.
package feedback

import (
	"encoding/json"
	"errors"
	"regexp"
	"slices"
	"strings"
	"time"

	"fieldpost/engine"
	"fieldpost/engine/match"
)

// ErrShape is what is neither a bounce nor a complaint. It quotes nothing:
// addresses are secrets.
var ErrShape = errors.New("the event is no bounce and no complaint of SES")

// Report is what SES tells of one mail.
type Report struct {
	Kind   string // "bounce" or "complaint"
	Mail   string // what SES calls the mail; letters, digits and -
	Class  string // "Permanent", "Transient", "abuse"; "" if it is not told; anything, an address too
	Detail string // "General", "MailboxFull"; likewise
	Named  int    // how many recipients it names

	sent  time.Time // when SES took the mail
	told  time.Time // when the other side reported
	about []string  // the addresses that the mail went to and the report is about
	game  match.ID  // of which the mail was; zero for none
	seat  engine.Color
}

// String hides the report.
func (Report) String() string { return "report on a mail" }

// meaning is what follows for the addresses of a report.
type meaning uint8

const (
	nothing  meaning = iota // an absence, a full mailbox, a failure that passes
	gone                    // nothing reaches this address
	unwanted                // its reader wants no mails from here
)

// means says what follows from r. Of all bounces SES itself calls those Permanent
// after which nothing is to be sent; an out-of-office is Transient or Undetermined.
// A complaint is whatever came by a feedback loop, but the report of one who finds
// that a mail is no spam, and that of a server which could not verify a signature.
func (r Report) means() meaning {
	switch {
	case r.Kind == "bounce" && r.Class == "Permanent":
		return gone
	case r.Kind == "complaint" && r.Class != "not-spam" && r.Class != "auth-failure":
		return unwanted
	}
	return nothing
}

// Unwanted reports whether r is a complaint that means one: its reader wants no mails.
func (r Report) Unwanted() bool { return r.means() == unwanted }

// event is the part of SES's record that is read.
type event struct {
	EventType string
	Mail      struct {
		Timestamp   time.Time
		MessageID   string
		Destination []string
		Headers     []struct{ Name, Value string }
	}
	Bounce struct {
		BounceType, BounceSubType string
		BouncedRecipients         recipients
		Timestamp                 time.Time
	}
	Complaint struct {
		ComplaintFeedbackType, ComplaintSubType string
		ComplainedRecipients                    recipients
		Timestamp                               time.Time
	}
}

type recipients []struct{ EmailAddress string }

var plain = regexp.MustCompile(`^[A-Za-z0-9-]{1,128}$`)

// Read reads the detail of an event of SES, or fails with ErrShape. An
// out-of-office may name nobody.
func Read(detail []byte) (Report, error) {
	var e event
	if json.Unmarshal(detail, &e) != nil {
		return Report{}, ErrShape
	}
	r := Report{Mail: e.Mail.MessageID, sent: e.Mail.Timestamp}
	var named recipients
	switch b, c := e.Bounce, e.Complaint; e.EventType {
	case "Bounce":
		r.Kind, r.Class, r.Detail, r.told, named = "bounce", b.BounceType, b.BounceSubType, b.Timestamp, b.BouncedRecipients
	case "Complaint":
		r.Kind, r.Class, r.Detail, r.told, named = "complaint", c.ComplaintFeedbackType, c.ComplaintSubType, c.Timestamp, c.ComplainedRecipients
	}
	r.Named = len(named)
	switch {
	case r.Kind == "", r.Kind == "bounce" && r.Class == "", !plain.MatchString(r.Mail):
		return Report{}, ErrShape
	case r.means() == nothing:
		return r, nil
	case r.sent.IsZero() || r.told.IsZero() || len(named) == 0 || len(e.Mail.Destination) == 0:
		return Report{}, ErrShape
	}
	r.about = about(e.Mail.Destination, named)
	for _, h := range e.Mail.Headers {
		if strings.EqualFold(h.Name, "References") {
			r.game, r.seat = thread(h.Value)
		}
	}
	return r, nil
}

// about returns the addresses that the mail went to and the report names. A server
// that passes mails on names the address to which it did, and a malicious one
// whom it likes: of a mail to one address the report is about that one.
func about(to []string, named recipients) []string {
	if len(to) == 1 {
		return to
	}
	var list []string
	for _, address := range to {
		if slices.ContainsFunc(named, func(n struct{ EmailAddress string }) bool { return strings.EqualFold(n.EmailAddress, address) }) {
			list = append(list, address)
		}
	}
	return list
}

// thread reads the root of a seat's mails, <GAME.SEAT@HOST>, as package mail writes
// it, or returns zeros.
func thread(root string) (match.ID, engine.Color) {
	local, _, _ := strings.Cut(strings.TrimPrefix(strings.TrimSpace(root), "<"), "@")
	id, color, _ := strings.Cut(local, ".")
	game, err := match.ParseID(id)
	seat, wrong := engine.ParseColor(color)
	if err != nil || wrong != nil {
		return match.ID{}, engine.NoColor
	}
	return game, seat
}
