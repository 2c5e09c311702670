package trust

import (
	"bytes"
	"context"
	"errors"
	"net"
	"net/netip"

	"blitiri.com.ar/go/spf"
	"github.com/emersion/go-msgauth/dkim"
	"github.com/emersion/go-msgauth/dmarc"
)

// mostSignatures are looked at of a mail, the first.
const mostSignatures = 5

// Mail is one that has come in by SMTP.
type Mail struct {
	Raw    []byte
	Sender string     // the envelope's, "" for none
	Peer   netip.Addr // the client's address; the zero value is one that no SPF knows
}

// Look looks at a mail. It takes as long as the DNS, or until ctx ends.
func Look(ctx context.Context, dns Resolver, m Mail) Result {
	from, ok := From(m.Raw)
	if !ok {
		return Result{}
	}
	r := Result{From: true}
	asked := &bounded{Resolver: dns}
	policy := policyOf(ctx, asked, from)
	if r.DKIM = lookDKIM(ctx, asked, m.Raw, from, policy); r.DKIM != Passed {
		r.SPF = lookSPF(ctx, asked, m, from, policy)
	}
	return r
}

// policy is how strictly a domain wants the checks to show it.
type policy struct {
	dkim, spf bool // only by its very name
	unknown   bool // it was not heard; it may be strict
}

// policyOf asks for the DMARC record of a domain, or else of its organisation. One
// that cannot be read is none (RFC 7489, 6.6.3).
func policyOf(ctx context.Context, dns *bounded, from string) policy {
	lookup := &dmarc.LookupOptions{LookupTXT: func(name string) ([]string, error) { return dns.LookupTXT(ctx, name) }}
	record, err := dmarc.LookupWithOptions(from, lookup)
	if org := organisation(from); errors.Is(err, dmarc.ErrNoPolicy) && org != "" && org != from {
		record, err = dmarc.LookupWithOptions(org, lookup)
	}
	switch {
	case dns.doubt():
		return policy{dkim: true, spf: true, unknown: true}
	case err != nil:
		return policy{}
	}
	return policy{dkim: record.DKIMAlignment == dmarc.AlignmentStrict, spf: record.SPFAlignment == dmarc.AlignmentStrict}
}

// stands is the finding of a check that has shown a domain.
func (p policy) stands(shown, from string, strict bool) Finding {
	switch {
	case aligned(shown, from, strict):
		return Passed
	case p.unknown && aligned(shown, from, false):
		return Unknown
	}
	return Foreign
}

func lookDKIM(ctx context.Context, dns *bounded, raw []byte, from string, p policy) Finding {
	found, err := dkim.VerifyWithOptions(bytes.NewReader(raw), &dkim.VerifyOptions{
		LookupTXT:        func(name string) ([]string, error) { return dns.LookupTXT(ctx, name) },
		MaxVerifications: mostSignatures,
	})
	best := Missing
	if len(found) > 0 || err != nil {
		best = Failed
	}
	for _, v := range found {
		if v == nil || v.Err != nil {
			continue
		}
		best = better(best, p.stands(v.Domain, from, p.dkim))
	}
	if dns.doubt() {
		best = better(best, Unknown)
	}
	return best
}

func lookSPF(ctx context.Context, dns *bounded, m Mail, from string, p policy) Finding {
	sender, ok := domainOf(m.Sender)
	if !ok || !m.Peer.IsValid() {
		return Missing
	}
	result, _ := spf.CheckHostWithSender(net.IP(m.Peer.AsSlice()), sender, m.Sender, spf.WithContext(ctx), spf.WithResolver(dns))
	doubt := dns.doubt()
	switch {
	case result == spf.Pass:
		return p.stands(sender, from, p.spf)
	case doubt || result == spf.TempError:
		return Unknown
	case result == spf.None:
		return Missing
	}
	return Failed
}
