// Package doctor looks at a site from outside, as players and mail servers do, and
// says what is missing: the address that links begin with, the DNS of the domains of
// its mails, the account that sends them, and on AWS what SES has been told. It
// changes nothing and sends no mail.
//
// Each check is a function of what it is given and of a port: the DNS, the web, a
// mail server, SES. Its Findings are for the host. They name domains, records and
// codes; no password, no address of a person and no text of a server is in them.
//
// Sources: RFC 7208 (SPF), RFC 6376 (DKIM), RFC 7489 (DMARC), RFC 7505 (null MX).
package doctor

import (
	"fmt"
	"io"
)

// Verdict is what a check comes to.
type Verdict uint8

// The verdicts.
const (
	OK      Verdict = iota
	Missing         // it is not there, or not yet
	Wrong           // it is there, and not as it must be; or it could not be looked at
)

func (v Verdict) String() string { return [...]string{"ok", "missing", "wrong"}[v] }

// Finding is one thing that was looked at.
type Finding struct {
	Verdict Verdict
	What    string // "DMARC of fieldpost.example: none"
	Do      string // what to do about it; "" if it is OK
}

// String returns a finding as one line.
func (f Finding) String() string {
	if f.Do == "" {
		return fmt.Sprintf("%-7s %s", f.Verdict, f.What)
	}
	return fmt.Sprintf("%-7s %s — %s", f.Verdict, f.What, f.Do)
}

func fine(what string, a ...any) Finding {
	return Finding{OK, fmt.Sprintf(what, a...), ""}
}

func missing(do, what string, a ...any) Finding {
	return Finding{Missing, fmt.Sprintf(what, a...), do}
}

func wrong(do, what string, a ...any) Finding {
	return Finding{Wrong, fmt.Sprintf(what, a...), do}
}

// Write writes findings, one a line, and reports whether all of them are OK.
func Write(w io.Writer, findings []Finding) (healthy bool, err error) {
	healthy = true
	for _, f := range findings {
		healthy = healthy && f.Verdict == OK
		if _, err := fmt.Fprintln(w, f); err != nil {
			return false, err
		}
	}
	return healthy, nil
}
