package trust

import (
	"bytes"
	"net/mail"
	"strings"

	"golang.org/x/net/idna"
	"golang.org/x/net/publicsuffix"
)

// From returns the domain in the only From of a mail, in the form of the DNS, and
// false if there is not exactly one From with one address: who reads another one than
// who checks is betrayed.
func From(raw []byte) (domain string, ok bool) {
	m, err := mail.ReadMessage(bytes.NewReader(raw))
	if err != nil {
		return "", false
	}
	var froms []string
	for name, values := range m.Header {
		if strings.EqualFold(strings.TrimSpace(name), "From") { // also to who checks a signature (RFC 5322, 4.5)
			froms = append(froms, values...)
		}
	}
	if len(froms) != 1 {
		return "", false
	}
	list, err := mail.ParseAddressList(froms[0])
	if err != nil || len(list) != 1 {
		return "", false
	}
	return domainOf(list[0].Address)
}

// domainOf returns the domain of an address, in the form of the DNS.
func domainOf(address string) (domain string, ok bool) {
	domain, err := idna.Lookup.ToASCII(address[strings.LastIndexByte(address, '@')+1:])
	domain = strings.TrimSuffix(strings.ToLower(domain), ".")
	return domain, err == nil && strings.Contains(domain, ".")
}

// aligned reports whether a domain that a check has shown stands for that of From:
// strictly the same, or of the same organisation.
func aligned(shown, from string, strict bool) bool {
	shown = strings.TrimSuffix(strings.ToLower(shown), ".")
	return shown == from || !strict && organisation(from) != "" && organisation(shown) == organisation(from)
}

// organisation returns the organisational domain, "" for a public suffix.
func organisation(domain string) string {
	org, err := publicsuffix.EffectiveTLDPlusOne(domain)
	if err != nil {
		return ""
	}
	return org
}
