package awscli

import "context"

// Account is what SES says of an account in a region.
type Account struct {
	Sending    bool
	Production bool
	Standing   string  // "HEALTHY"
	Quota      float64 // mails in 24 hours; negative: any number
	Sent       float64
	Rate       float64 // mails a second
}

// Account asks SES for the account.
func (t Tool) Account(ctx context.Context) (Account, error) {
	var a struct {
		SendingEnabled, ProductionAccessEnabled bool
		EnforcementStatus                       string
		SendQuota                               struct{ Max24HourSend, SentLast24Hours, MaxSendRate float64 }
	}
	err := t.call(ctx, &a, "sesv2", "get-account")
	q := a.SendQuota
	return Account{a.SendingEnabled, a.ProductionAccessEnabled, a.EnforcementStatus, q.Max24HourSend, q.SentLast24Hours, q.MaxSendRate}, err
}

// Identity is what SES says of a domain that it sends for.
type Identity struct {
	Verified bool
	Signs    bool
	DKIM     string // "SUCCESS", "PENDING"
	Tokens   []string
	MailFrom string // "": SES's own
	Bounces  string // how it stands with MailFrom
}

// Identity asks SES for a domain; one that it does not know is an *Error with
// NotFoundException.
func (t Tool) Identity(ctx context.Context, domain string) (Identity, error) {
	var i struct {
		VerifiedForSendingStatus bool
		DkimAttributes           struct {
			SigningEnabled bool
			Status         string
			Tokens         []string
		}
		MailFromAttributes struct{ MailFromDomain, MailFromDomainStatus string }
	}
	err := t.call(ctx, &i, "sesv2", "get-email-identity", "--email-identity", domain)
	d, m := i.DkimAttributes, i.MailFromAttributes
	return Identity{i.VerifiedForSendingStatus, d.SigningEnabled, d.Status, d.Tokens, m.MailFromDomain, m.MailFromDomainStatus}, err
}

// ActiveRules returns the name of the receipt rule set that is active, "" if none
// is, and the recipients of each rule of it that is enabled; a rule without takes
// mails to all.
func (t Tool) ActiveRules(ctx context.Context) (name string, recipients [][]string, err error) {
	var set struct {
		Metadata struct{ Name string }
		Rules    []struct {
			Enabled    bool
			Recipients []string
		}
	}
	err = t.call(ctx, &set, "ses", "describe-active-receipt-rule-set")
	for _, r := range set.Rules {
		if r.Enabled {
			recipients = append(recipients, r.Recipients)
		}
	}
	return set.Metadata.Name, recipients, err
}
