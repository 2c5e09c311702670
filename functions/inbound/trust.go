package main

import (
	"bytes"
	"net/mail"
	"strings"

	"github.com/aws/aws-lambda-go/events"

	"fieldpost/functions/internal/inbound"
)

// authority is what SES calls itself in the Authentication-Results that it puts on
// top of a mail (RFC 8601). Those below may be anybody's.
const authority = "amazonses.com"

// trust is what SES has found of the domain in the mail's From: DMARC passes, or SPF
// for an envelope sender of that domain, or DKIM with a signature of it. The verdict
// on DKIM alone does not say of whom the signature is.
func trust(r events.SimpleEmailRecord, raw []byte) inbound.Trust {
	read, err := mail.ReadMessage(bytes.NewReader(raw))
	if err != nil || len(read.Header["From"]) != 1 {
		return inbound.Unaligned
	}
	from, err := mail.ParseAddressList(read.Header.Get("From"))
	if err != nil || len(from) != 1 {
		return inbound.Unaligned
	}
	domain, receipt := domainOf(from[0].Address), r.SES.Receipt
	switch {
	case receipt.DMARCVerdict.Status == "PASS":
		return inbound.Aligned
	case receipt.SPFVerdict.Status == "PASS" && aligned(domain, domainOf(r.SES.Mail.Source)):
		return inbound.Aligned
	}
	if results := read.Header["Authentication-Results"]; len(results) > 0 {
		for _, signer := range signers(results[0]) {
			if aligned(domain, signer) {
				return inbound.Aligned
			}
		}
	}
	return inbound.Unaligned
}

// aligned reports whether a domain that has shown itself vouches for mail from
// another: it is that one, or one above it that is more than a top-level domain.
func aligned(from, shown string) bool {
	return from != "" && (from == shown || strings.Contains(shown, ".") && strings.HasSuffix(from, "."+shown))
}

// signers are the domains whose DKIM signatures are good by a field of
// Authentication-Results, if it is SES's own.
func signers(field string) []string {
	parts := strings.Split(uncommented(field), ";")
	if id := strings.Fields(parts[0]); len(id) == 0 || strings.ToLower(id[0]) != authority {
		return nil
	}
	var list []string
	for _, part := range parts[1:] {
		words := strings.Fields(part)
		if len(words) == 0 || strings.ToLower(words[0]) != "dkim=pass" {
			continue
		}
		for _, word := range words[1:] {
			name, value, _ := strings.Cut(strings.ToLower(word), "=")
			switch name {
			case "header.d":
				list = append(list, strings.Trim(value, `"`))
			case "header.i":
				list = append(list, domainOf(strings.Trim(value, `"`)))
			}
		}
	}
	return list
}

// uncommented is a structured field without what stands in round brackets.
func uncommented(field string) string {
	var out strings.Builder
	depth := 0
	for _, r := range field {
		switch {
		case r == '(':
			depth++
		case r == ')' && depth > 0:
			depth--
		case depth == 0:
			out.WriteRune(r)
		}
	}
	return out.String()
}

// domainOf is what stands behind the last @ of an address, in lower case.
func domainOf(address string) string {
	address = strings.ToLower(strings.Trim(address, "<> "))
	return address[strings.LastIndexByte(address, '@')+1:]
}
