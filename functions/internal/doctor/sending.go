package doctor

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Coded is an error that names what went wrong without the text of others: "AUTH
// 535 5.7.8", "AccessDeniedException".
type Coded interface {
	error
	Code() string
}

// code returns what of an error may be told.
func code(err error) string {
	if c, ok := errors.AsType[Coded](err); ok {
		return c.Code()
	}
	return fmt.Sprintf("%T", err)
}

// Relay is a mail server.
type Relay interface {
	// Check talks to it up to the point where it would take a mail from an
	// address, and sends none. It fails with a Coded error.
	Check(ctx context.Context, from string) error
}

// SMTP checks that a mail server takes mails from an address. Name is the server's,
// without its account.
func SMTP(ctx context.Context, server Relay, name, from string) Finding {
	err := server.Check(ctx, from)
	if err == nil {
		return fine("mail server %s: it takes mails from this sender", name)
	}
	said := code(err)
	step, _, _ := strings.Cut(said, " ")
	do := "see that host and port are right, and that nothing forbids the way there"
	switch step {
	case "STARTTLS":
		do = "use smtps://…:465, or a server that offers STARTTLS"
	case "AUTH":
		do = "see that user and password are right, and that the account may send by programs"
	case "MAIL":
		do = "let the account send as -mail-from"
	}
	return wrong(do, "mail server %s: %s", name, said)
}

// ErrNotFound is that something was never made.
var ErrNotFound = errors.New("not found")

// Account is what SES says of an account in a region.
type Account struct {
	Sending    bool   // it may send
	Production bool   // to everybody; else to verified addresses alone
	Standing   string // "HEALTHY", "PROBATION", "SHUTDOWN"
	Quota      float64
	Sent       float64 // mails in 24 hours; the quota is negative if there is none
	Rate       float64 // mails a second
}

// Identity is what SES says of a domain that it sends for.
type Identity struct {
	Verified bool
	Signs    bool   // by DKIM
	DKIM     string // "SUCCESS", "PENDING", "FAILED", …
	Tokens   []string
	MailFrom string // domain of the envelope's sender; "": SES's own
	Bounces  string // how it stands with MailFrom: "SUCCESS", "PENDING", "FAILED"
}

// SES is what Amazon says. Its errors are Coded, or ErrNotFound.
type SES interface {
	Account(ctx context.Context) (Account, error)
	Identity(ctx context.Context, domain string) (Identity, error)
	// ActiveRules returns the name of the receipt rule set that is active, "" if none
	// is, and the recipients of each rule of it that is enabled: domains and
	// addresses; none: all.
	ActiveRules(ctx context.Context) (name string, recipients [][]string, err error)
}

// looked is a finding about an answer that did not come.
func looked(what string, err error) Finding {
	return wrong("see that the AWS command line has credentials, a region, and the right to ask", "%s: %s", what, code(err))
}

// nearly is the part of a quota from which on it is told.
const nearly = 0.8

// SESAccount checks whether an account may send, to whom and how much.
func SESAccount(ctx context.Context, ses SES) []Finding {
	a, err := ses.Account(ctx)
	if err != nil {
		return []Finding{looked("SES account", err)}
	}
	var findings []Finding
	switch {
	case !a.Sending:
		findings = append(findings, wrong("read what AWS has written to the account's owner", "SES account: sending is paused"))
	case a.Standing != "" && a.Standing != "HEALTHY":
		findings = append(findings, wrong("read what AWS has written to the account's owner, and look at bounces and complaints", "SES account: %s", a.Standing))
	}
	if a.Production {
		findings = append(findings, fine("SES account: it sends to everybody"))
	} else {
		findings = append(findings, missing("ask for it: aws sesv2 put-account-details --production-access-enabled …, see docs/deploy.md", "SES production access: until then mails go to verified addresses alone"))
	}
	const used = "SES quota: %.0f of %.0f mails sent in 24 hours, %g a second"
	switch {
	case a.Quota < 0:
		findings = append(findings, fine("SES quota: none, %g mails a second", a.Rate))
	case a.Sent >= nearly*a.Quota:
		findings = append(findings, wrong("ask for a higher quota: mails beyond it wait", used, a.Sent, a.Quota, a.Rate))
	default:
		findings = append(findings, fine(used, a.Sent, a.Quota, a.Rate))
	}
	return findings
}

// SESIdentity checks that SES may send for a domain and signs for it. A domain that
// was verified speaks for those below it.
func SESIdentity(ctx context.Context, ses SES, domain string) []Finding {
	for _, name := range parents(domain) {
		i, err := ses.Identity(ctx, name)
		if errors.Is(err, ErrNotFound) {
			continue
		}
		if err != nil {
			return []Finding{looked("SES identity "+name, err)}
		}
		return i.findings(name)
	}
	return []Finding{missing("aws sesv2 create-email-identity --email-identity "+domain, "SES identity %s: SES does not know the domain", domain)}
}

func (i Identity) findings(domain string) []Finding {
	var findings []Finding
	if i.Verified {
		findings = append(findings, fine("SES identity %s: verified", domain))
	} else {
		findings = append(findings, missing("add its DKIM records; SES looks for them for three days", "SES identity %s: not verified", domain))
	}
	switch {
	case !i.Signs:
		findings = append(findings, wrong("aws sesv2 put-email-identity-dkim-attributes --signing-enabled --email-identity "+domain, "DKIM of %s: SES does not sign", domain))
	case i.DKIM != "SUCCESS":
		var records []string
		for _, token := range i.Tokens {
			records = append(records, fmt.Sprintf("%s._domainkey.%s CNAME %s.dkim.amazonses.com", token, domain, token))
		}
		findings = append(findings, missing("add "+strings.Join(records, ", "), "DKIM of %s: %s", domain, strings.ToLower(i.DKIM)))
	default:
		findings = append(findings, fine("DKIM of %s: SES signs", domain))
	}
	switch {
	case i.MailFrom == "":
		findings = append(findings, fine("SPF: mails leave in the name of amazonses.com, which has its own"))
	case i.Bounces != "SUCCESS":
		findings = append(findings, missing("add the records MX and TXT that SES names for it", "SPF of %s: %s", i.MailFrom, strings.ToLower(i.Bounces)))
	default:
		findings = append(findings, fine("SPF of %s: SES has found it", i.MailFrom))
	}
	return findings
}

// SESRules checks that SES gives the mails to a domain to a rule.
func SESRules(ctx context.Context, ses SES, domain string) Finding {
	name, recipients, err := ses.ActiveRules(ctx)
	switch {
	case err != nil:
		return looked("SES receipt rule set", err)
	case name == "":
		return missing("aws ses set-active-receipt-rule-set --rule-set-name NAME, with the name among the stack's outputs", "SES receipt rule set: none is active, so that answers by mail are lost")
	case !slices.ContainsFunc(recipients, func(rule []string) bool { return takes(rule, domain) }):
		return wrong("aws ses set-active-receipt-rule-set --rule-set-name NAME, with the name among the stack's outputs; in another set its rule does nothing, see step 6 of docs/deploy.md", "SES receipt rule set %s: no rule of it takes mails to %s", name, domain)
	}
	return fine("SES receipt rule set %s: it takes mails to %s", name, domain)
}

// takes reports whether a rule with these recipients is for all addresses of a
// domain: it names it, or with a dot before it one above, or nothing.
func takes(recipients []string, domain string) bool {
	domain = strings.ToLower(domain)
	return len(recipients) == 0 || slices.ContainsFunc(recipients, func(recipient string) bool {
		recipient = strings.ToLower(recipient)
		return recipient == domain || strings.HasPrefix(recipient, ".") && strings.HasSuffix(domain, recipient)
	})
}
