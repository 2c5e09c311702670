package doctor

import (
	"context"
	"errors"
	"net"
	"strings"
)

// Resolver asks the DNS; *net.Resolver is one. A name or a record that is not there
// is a *net.DNSError with IsNotFound.
type Resolver interface {
	// LookupTXT returns the texts of a name, each with its strings joined.
	LookupTXT(ctx context.Context, name string) ([]string, error)
	// LookupMX returns the mail servers of a name, the preferred one first.
	LookupMX(ctx context.Context, name string) ([]*net.MX, error)
}

// texts returns the texts of name that begin with a version, "v=spf1", as a word of
// its own. None is no error.
func texts(ctx context.Context, dns Resolver, name, version string) ([]string, error) {
	all, err := dns.LookupTXT(ctx, rooted(name))
	if err != nil && !absent(err) {
		return nil, err
	}
	var found []string
	for _, text := range all {
		rest, ok := cutPrefixFold(strings.TrimSpace(text), version)
		if ok && (rest == "" || strings.ContainsRune(" ;\t", rune(rest[0]))) {
			found = append(found, strings.TrimSpace(text))
		}
	}
	return found, nil
}

// rooted keeps the search list of the machine out of the question.
func rooted(name string) string { return strings.TrimSuffix(name, ".") + "." }

func absent(err error) bool {
	d, ok := errors.AsType[*net.DNSError](err)
	return ok && d.IsNotFound
}

func cutPrefixFold(s, prefix string) (rest string, ok bool) {
	if len(s) < len(prefix) || !strings.EqualFold(s[:len(prefix)], prefix) {
		return s, false
	}
	return s[len(prefix):], true
}

// unasked is the finding of a question that the DNS did not answer.
func unasked(what string, err error) Finding {
	class := "no answer"
	if d, ok := errors.AsType[*net.DNSError](err); ok && d.IsTimeout {
		class = "timeout"
	}
	return wrong("try again, or from another network", "%s: the DNS could not be asked (%s)", what, class)
}

// parents returns a domain and those above it that have at least two labels.
func parents(domain string) []string {
	var all []string
	for strings.Contains(domain, ".") {
		all = append(all, domain)
		_, domain, _ = strings.Cut(domain, ".")
	}
	return all
}

// MX checks that mails to a domain come to a server. Why says which they are, in the
// plural: "failure reports".
func MX(ctx context.Context, dns Resolver, domain, why string) Finding {
	servers, err := dns.LookupMX(ctx, rooted(domain))
	switch {
	case err != nil && !absent(err):
		return unasked("MX of "+domain, err)
	case len(servers) == 0:
		return missing("add the record MX with the name of the server that takes its mails", "MX of %s: none, so that %s are lost", domain, why)
	case null(servers):
		return wrong("replace it by the name of the server that takes its mails", "MX of %s: it says that the domain takes no mail, so that %s are lost", domain, why)
	}
	return fine("MX of %s: %s", domain, bare(servers[0].Host))
}

// SESMX checks that mails to a domain come to SES. Region may be unknown, "".
func SESMX(ctx context.Context, dns Resolver, domain, region string) Finding {
	place := region
	if place == "" {
		place = "REGION"
	}
	do := "add the record MX 10 inbound-smtp." + place + ".amazonaws.com, and no other"
	servers, err := dns.LookupMX(ctx, rooted(domain))
	switch {
	case err != nil && !absent(err):
		return unasked("MX of "+domain, err)
	case len(servers) == 0:
		return missing(do, "MX of %s: none, so that answers by mail are lost", domain)
	}
	for _, s := range servers {
		at, ok := strings.CutPrefix(bare(s.Host), "inbound-smtp.")
		at, amazon := strings.CutSuffix(at, ".amazonaws.com")
		if !ok || !amazon || region != "" && at != region {
			return wrong(do, "MX of %s: %s is not where SES takes mails", domain, bare(s.Host))
		}
	}
	return fine("MX of %s: %s", domain, bare(servers[0].Host))
}

// null reports a null MX (RFC 7505).
func null(servers []*net.MX) bool { return len(servers) == 1 && bare(servers[0].Host) == "" }

func bare(host string) string { return strings.ToLower(strings.TrimSuffix(host, ".")) }

// SPF checks that a domain says which servers may send for it. Whether yours is one
// of them, only its owner knows.
func SPF(ctx context.Context, dns Resolver, domain string) Finding {
	do := `add a TXT record, as in "v=spf1 include:provider.example -all": your provider tells which`
	found, err := texts(ctx, dns, domain, "v=spf1")
	switch {
	case err != nil:
		return unasked("SPF of "+domain, err)
	case len(found) == 0:
		return missing(do, "SPF of %s: no TXT record begins with v=spf1", domain)
	case len(found) > 1:
		return wrong("make one of them (RFC 7208, 4.5)", "SPF of %s: %d records, so that none counts", domain, len(found))
	}
	var names bool // somebody who may send
	end := ""
	for _, term := range strings.Fields(strings.ToLower(found[0]))[1:] {
		switch {
		case term == "all" || strings.HasSuffix(term, "all") && len(term) == 4:
			end = term
		case strings.HasPrefix(term, "redirect="):
			return fine("SPF of %s: %s", domain, term)
		case !strings.Contains(term, "=") && !strings.HasPrefix(term, "-"):
			names = true
		}
	}
	switch {
	case end == "all" || end == "+all":
		return wrong(`end it with "-all"`, "SPF of %s: it lets everybody send", domain)
	case end == "" || end == "?all":
		return wrong(`end it with "-all"`, "SPF of %s: it forbids nobody to send", domain)
	case !names:
		return wrong("name the servers of your provider in it", "SPF of %s: it lets nobody send", domain)
	}
	return fine("SPF of %s: one record, which ends with %s", domain, end)
}

// DMARC checks that a domain, or one above it, says what to do with mails that are
// not its own.
func DMARC(ctx context.Context, dns Resolver, domain string) Finding {
	do := `add a TXT record _dmarc.` + domain + ` with "v=DMARC1; p=quarantine"`
	for _, name := range parents(domain) {
		found, err := texts(ctx, dns, "_dmarc."+name, "v=DMARC1")
		switch {
		case err != nil:
			return unasked("DMARC of "+name, err)
		case len(found) == 0:
			continue
		case len(found) > 1:
			return wrong("keep one of them (RFC 7489, 6.6.3)", "DMARC of %s: %d records, so that none counts", name, len(found))
		}
		all := tags(found[0])
		policy := all["p"]
		if special, ok := all["sp"]; ok && name != domain {
			policy = special
		}
		switch policy = strings.ToLower(policy); policy {
		case "none", "quarantine", "reject":
			return fine("DMARC of %s: %s", name, policy)
		}
		return wrong(`let it be "v=DMARC1; p=quarantine"`, "DMARC of %s: the record has no policy that is one", name)
	}
	return missing(do, "DMARC of %s: none", domain)
}

// tags reads "v=DKIM1; k=rsa; p=…" (RFC 6376, 3.2): names in lower case, values
// without spaces.
func tags(text string) map[string]string {
	all := map[string]string{}
	for part := range strings.SplitSeq(text, ";") {
		name, value, ok := strings.Cut(part, "=")
		if ok {
			all[strings.ToLower(strings.TrimSpace(name))] = strings.Join(strings.Fields(value), "")
		}
	}
	return all
}
