package players

import (
	"context"
	"encoding/hex"
	"fmt"
	"time"

	"fieldpost/engine/player"
)

// Limit is one of the things of which there may be only so many. The zero value
// is none.
type Limit uint8

// The limits (product.md "Life of a game" 1, "Links and pages").
const (
	NoLimit         Limit = iota
	ConfirmMails          // to an address, from all senders together
	InvitationsTo         // an address, from all senders together
	InvitationsFrom       // an address
	Unanswered            // invitations of an address, at once
	RunningGames          // of an address, with those that it has asked for
	OpenChallenges        // of an address
	LostMails             // links to all games, mailed to an address
	LostRequests          // for such a mail, of a client
	JoinRequests          // for a vacant seat, of a client
	HelpMails             // to an address whose mails came to nothing
	DoubtMails            // of those, after mails that may be another's
	LinkMails             // for a turn of a seat, to do oneself what such a mail has asked for
	AnswerMails           // to an address that writes to us, those included
	Messages              // of a seat to the other
	Vacations             // taken by a seat, of which the other is told each time
	limitEnd
)

// What the limits are: how many within a window, or, without one, at once.
const (
	MostConfirmMails    = 5
	MostInvitationsTo   = 3
	MostInvitationsFrom = 20
	MostUnanswered      = 10
	MostRunningGames    = 100
	MostOpenChallenges  = 3
	MostLostMails       = 3
	MostLostRequests    = 10
	MostJoinRequests    = 20
	MostHelpMails       = 3
	MostDoubtMails      = 1
	MostLinkMails       = 3
	MostAnswerMails     = 400
	MostMessages        = 30
	MostVacations       = 6

	// Day is the window of what is counted by the day.
	Day = 24 * time.Hour
)

var limits = [limitEnd]struct {
	name   string // of its counters too
	most   int
	window time.Duration
}{
	NoLimit:         {name: "none"},
	ConfirmMails:    {"confirm-mails", MostConfirmMails, Day},
	InvitationsTo:   {"invitations-to", MostInvitationsTo, Day},
	InvitationsFrom: {"invitations-from", MostInvitationsFrom, Day},
	Unanswered:      {"unanswered", MostUnanswered, 0},
	RunningGames:    {"running-games", MostRunningGames, 0},
	OpenChallenges:  {"open-challenges", MostOpenChallenges, 0},
	LostMails:       {"lost-mails", MostLostMails, Day},
	LostRequests:    {"lost-requests", MostLostRequests, time.Hour},
	JoinRequests:    {"join-requests", MostJoinRequests, time.Hour},
	HelpMails:       {"help-mails", MostHelpMails, Day},
	DoubtMails:      {"doubt-mails", MostDoubtMails, Day},
	LinkMails:       {"link-mails", MostLinkMails, Day},
	AnswerMails:     {"answer-mails", MostAnswerMails, Day},
	Messages:        {"messages", MostMessages, Day},
	Vacations:       {"vacations", MostVacations, Day},
}

// String returns "confirm-mails", "invitations-to", … or "none".
func (l Limit) String() string {
	if l >= limitEnd {
		l = NoLimit
	}
	return limits[l].name
}

// LimitError says that there are as many of something as there may be. Nothing
// was done, and the same may be asked again.
type LimitError struct {
	What Limit
	Most int
	Wait time.Duration // until more are allowed; 0: until one of them comes to its end
}

func (e *LimitError) Error() string {
	return fmt.Sprintf("%v: no more than %d; wait %v", e.What, e.Most, e.Wait)
}

// Rule is the word of the log for what was refused.
func (e *LimitError) Rule() string { return "limit-" + e.What.String() }

// over returns the error of a limit that n have reached, or nil.
func over(l Limit, n int) error {
	if most := limits[l].most; n >= most {
		return &LimitError{What: l, Most: most}
	}
	return nil
}

// Take counts one more for who, or fails with *LimitError and counts nothing.
func (p *Players) Take(ctx context.Context, l Limit, who string) error {
	now, row := p.real(), limits[l]
	ok, err := p.Limits.Take(ctx, row.name+" "+who, row.most, row.window, now)
	if err != nil || ok {
		return err
	}
	into := time.Duration(now.UnixNano() % int64(row.window))
	return &LimitError{What: l, Most: row.most, Wait: row.window - into}
}

// real is the world's time.
func (p *Players) real() time.Time {
	if p.Real != nil {
		return p.Real()
	}
	return p.Now()
}

// Person names a person for Take.
func Person(key player.Key) string { return hex.EncodeToString(key[:]) }
