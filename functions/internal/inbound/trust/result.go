package trust

// Finding is what one check has found. The zero value is that there was nothing to
// look at.
type Finding uint8

// The findings.
const (
	Missing Finding = iota // no signature; no SPF record; no sender on the envelope
	Passed                 // for the domain of From
	Foreign                // for another domain only
	Failed                 // for none
	Unknown                // the DNS did not answer, or there was too much to ask it
)

// String returns the words that logs have.
func (f Finding) String() string {
	switch f {
	case Passed:
		return "passed"
	case Foreign:
		return "foreign"
	case Failed:
		return "failed"
	case Unknown:
		return "unknown"
	}
	return "missing"
}

// Result is what the checks have found. The zero value is of a mail without a From
// that could be looked at.
type Result struct {
	From bool // there is one From with one address; without it nothing else is set
	DKIM Finding
	SPF  Finding // Missing where DKIM has passed: then nobody asks
}

// Aligned reports whether the mail comes from the domain of its From.
func (r Result) Aligned() bool { return r.From && (r.DKIM == Passed || r.SPF == Passed) }

// Check is one that a mail has to pass.
type Check uint8

// The checks.
const (
	NoCheck   Check = iota
	FromCheck       // one From, with one address
	DKIMCheck       // a signature of that domain
	SPFCheck        // a server of that domain
)

// String returns "From", "DKIM", "SPF" or "none".
func (c Check) String() string {
	switch c {
	case FromCheck:
		return "From"
	case DKIMCheck:
		return "DKIM"
	case SPFCheck:
		return "SPF"
	}
	return "none"
}

// Lacks returns the check to tell the sender of, none if the mail is aligned. That is
// SPF where only SPF has something to say, and DKIM else: it holds also where mails
// are passed on.
func (r Result) Lacks() Check {
	switch {
	case !r.From:
		return FromCheck
	case r.Aligned():
		return NoCheck
	case r.DKIM == Missing && r.SPF != Missing:
		return SPFCheck
	}
	return DKIMCheck
}
