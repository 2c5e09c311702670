package main

import (
	"strings"

	"github.com/aws/aws-lambda-go/events"

	"fieldpost/functions/internal/inbound"
	"fieldpost/functions/internal/inbound/trust"
)

// trusted is what SES has found of the domain in the mail's From: DMARC passes, or SPF
// for an envelope sender of that domain, or DKIM with a signature of it. The verdict
// on DKIM alone does not say of whom the signature is; and neither it nor that on DMARC
// whether the signature is of the whole mail.
func trusted(r events.SimpleEmailRecord, raw []byte) inbound.Trust {
	domain, ok := trust.From(raw)
	if !ok {
		return inbound.Unaligned
	}
	receipt := r.SES.Receipt
	switch {
	case receipt.DMARCVerdict.Status == "PASS" && trust.Whole(raw, receipt.Timestamp):
		return inbound.Aligned
	case receipt.SPFVerdict.Status == "PASS" && aligned(domain, domainOf(r.SES.Mail.Source)):
		return inbound.Aligned
	}
	if trust.SES(raw, receipt.Timestamp).DKIM == trust.Passed {
		return inbound.Aligned
	}
	return inbound.Unaligned
}

// aligned reports whether a domain that has shown itself vouches for mail from
// another: it is that one, or one above it that is more than a top-level domain.
func aligned(from, shown string) bool {
	return from != "" && (from == shown || strings.Contains(shown, ".") && strings.HasSuffix(from, "."+shown))
}

// domainOf is what stands behind the last @ of an address, in lower case.
func domainOf(address string) string {
	address = strings.ToLower(strings.Trim(address, "<> "))
	return address[strings.LastIndexByte(address, '@')+1:]
}
