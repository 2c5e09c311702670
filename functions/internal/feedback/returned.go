package feedback

import (
	"context"
	"errors"
	"strings"
	"time"

	"fieldpost/infra/link"
)

// Returned takes the mails that come to the addresses which stand on the envelopes of
// ours, bounce+TOKEN@…. The token says to whom a mail went and when; of the report
// only whether he can be reached counts, and no address in it. All fields must be set.
type Returned struct {
	Links  *link.Keys
	People People
}

// Fate is what becomes of a mail that was returned.
type Fate uint8

// The fates.
const (
	NotOurs  Fate = iota + 1 // the token is none, or too old
	NoReport                 // an out-of-office, or whatever else servers write
	Passing                  // a report that says nothing of the address
	Gone                     // nothing reaches the address, and it is noted
)

// String returns the words that logs have.
func (f Fate) String() string {
	switch f {
	case NotOurs:
		return "not ours"
	case NoReport:
		return "no delivery report"
	case Passing:
		return "passing"
	case Gone:
		return "gone"
	}
	return "none"
}

// Take does what follows from a mail that has come to the address of a token at now.
// It fails if that cannot be noted; to take the mail again does no harm.
func (r *Returned) Take(ctx context.Context, token string, raw []byte, now time.Time) (Fate, error) {
	l, err := r.Links.Open(link.Bounce, strings.ToLower(token), now)
	if err != nil {
		return NotOurs, nil //nolint:nilerr // it is for nobody, at any later time too
	}
	switch means, err := readStatus(raw); {
	case errors.Is(err, errNoReport):
		return NoReport, nil
	case means != gone:
		return Passing, nil
	}
	return Gone, r.People.Bounced(ctx, l.Player, l.Issued)
}
