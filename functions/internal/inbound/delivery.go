package inbound

import (
	"context"
	"time"
)

// Delivery is a mail as whoever took it in hands it on: with its envelope and what
// the checks of its sender have found.
type Delivery struct {
	From string   // envelope sender, as it is spelled; empty of a delivery report
	To   []string // envelope recipients, at least one
	Raw  []byte   // the whole mail, or its first MaxSize+1 bytes and perhaps more

	Trust    Trust
	Infected bool      // a virus was found in it
	At       time.Time // when it was taken in
}

// Trust is what the checks have found of the domain in a mail's From. The zero value
// is of a mail of which nobody has looked.
type Trust int

// The findings.
const (
	Unchecked Trust = iota
	Aligned         // DMARC passes, or DKIM or SPF passes for that domain
	Unaligned       // neither does
)

// String returns the words that logs have.
func (t Trust) String() string {
	switch t {
	case Aligned:
		return "aligned"
	case Unaligned:
		return "unaligned"
	}
	return "unchecked"
}

// Taker takes the mails that come in.
type Taker interface {
	// Take does what a mail asks for, and answers it. It returns nil if the mail is
	// done with, whether it was followed, answered, dropped or seen before. An error
	// means that the same mail may go better later: it may be taken again, for it
	// counts once. The error quotes nothing of the mail.
	Take(ctx context.Context, d Delivery) error
}
