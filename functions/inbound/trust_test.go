package main

import (
	"strings"
	"testing"

	"fieldpost/functions/internal/inbound"
)

// Taken for proved, a forged mail plays somebody's move; not taken for it, an honest
// player gets a link instead of his move.
func TestTrust(t *testing.T) {
	const results = "Authentication-Results: amazonses.com; spf=fail client-ip=192.0.2.1; envelope-from=x@y.example; "
	for _, c := range []struct {
		name, header, from, source, spf, dmarc string
		want                                   inbound.Trust
	}{
		{"DMARC", "", "bob@example.org", "x@y.example", "FAIL", "PASS", inbound.Aligned},
		{"SPF of the domain", "", "Bob <bob@Example.org>", "bounce@example.org", "PASS", "GRAY", inbound.Aligned},
		{"SPF of a domain above", "", "bob@mail.example.org", "bounce@example.org", "PASS", "GRAY", inbound.Aligned},
		{"SPF of another domain", "", "bob@example.org", "eve@example.com", "PASS", "FAIL", inbound.Unaligned},
		{"SPF of a domain that ends alike", "", "bob@example.org", "eve@ample.org", "PASS", "FAIL", inbound.Unaligned},
		{"SPF of a domain below", "", "bob@example.org", "eve@eve.example.org", "PASS", "FAIL", inbound.Unaligned},
		{"SPF of a top-level domain", "", "bob@example.org", "eve@org", "PASS", "FAIL", inbound.Unaligned},
		{"SPF of nobody", "", "bob@example.org", "", "PASS", "FAIL", inbound.Unaligned},
		{"no SPF", "", "bob@example.org", "bob@example.org", "FAIL", "FAIL", inbound.Unaligned},
		{"DKIM", results + "dkim=pass header.i=@example.org;", "bob@example.org", "x@y.example", "FAIL", "FAIL", inbound.Aligned},
		{"DKIM, spelled otherwise", results + "DKIM=pass (good; \\; dkim=fail) header.d=EXAMPLE.org", "bob@example.org", "x@y.example", "FAIL", "FAIL", inbound.Aligned},
		{"the second of two", results + "dkim=fail header.i=@a.example; dkim=pass header.i=bob@example.org", "bob@example.org", "x@y.example", "FAIL", "FAIL", inbound.Aligned},
		{"DKIM of another domain", results + "dkim=pass header.i=@example.com", "bob@example.org", "x@y.example", "FAIL", "FAIL", inbound.Unaligned},
		{"DKIM in a remark", results + "dkim=fail (dkim=pass header.i=@example.org; dkim=pass header.i=@example.org)", "bob@example.org", "x@y.example", "FAIL", "FAIL", inbound.Unaligned},
		{"bad DKIM", results + "dkim=fail header.i=@example.org", "bob@example.org", "x@y.example", "FAIL", "FAIL", inbound.Unaligned},
		{
			"DKIM on the envelope", `Authentication-Results: amazonses.com; spf=pass envelope-from="x; dkim=pass header.i=@example.org; x"@y.example;`,
			"bob@example.org", "x@y.example", "PASS", "FAIL", inbound.Unaligned,
		},
		{"DMARC, by a signature of less", "DKIM-Signature: v=1; d=example.org; h=from; l=0", "bob@example.org", "x@y.example", "FAIL", "PASS", inbound.Unaligned},
		{"SPF beside a signature of less", "DKIM-Signature: v=1; d=example.org; h=from; l=0", "bob@example.org", "bob@example.org", "PASS", "PASS", inbound.Aligned},
		{"DKIM of less", results + "dkim=pass header.i=@example.org\nDKIM-Signature: v=1; d=example.org; h=from; l=0", "bob@example.org", "x@y.example", "FAIL", "FAIL", inbound.Unaligned},
		{"DKIM that was good until yesterday", results + "dkim=pass header.i=@example.org\nDKIM-Signature: v=1; d=example.org; h=from; x=1700000000", "bob@example.org", "x@y.example", "FAIL", "FAIL", inbound.Unaligned},
		{"DKIM of a public suffix", results + "dkim=pass header.d=co.uk", "bob@bob.co.uk", "x@y.example", "FAIL", "FAIL", inbound.Unaligned},
		{"the words of somebody else", "Authentication-Results: mx.example.com; dkim=pass header.i=@example.org", "bob@example.org", "x@y.example", "FAIL", "FAIL", inbound.Unaligned},
		{"ours below somebody else's", "Authentication-Results: mx.example.com; dkim=none\n" + results + "dkim=pass header.i=@example.org", "bob@example.org", "x@y.example", "FAIL", "FAIL", inbound.Unaligned},
		{"somebody else's below ours", results + "dkim=none\nAuthentication-Results: amazonses.com; dkim=pass header.i=@example.org", "bob@example.org", "x@y.example", "FAIL", "FAIL", inbound.Unaligned},
		{"two in From", "", "bob@example.org, eve@example.com", "eve@example.com", "PASS", "PASS", inbound.Unaligned},
		{"two From", "From: eve@example.com", "bob@example.org", "bob@example.org", "PASS", "PASS", inbound.Unaligned},
		{"two From, one with a space behind it", "From : eve@example.com", "bob@example.org", "eve@example.com", "PASS", "PASS", inbound.Unaligned},
		{"no address", "", "bob", "bob@example.org", "PASS", "PASS", inbound.Unaligned},
	} {
		text := sample(t)
		for was, is := range map[string]string{
			`"source": "bob@example.org"`:        `"source": "` + c.source + `"`,
			`"spfVerdict": {"status": "PASS"}`:   `"spfVerdict": {"status": "` + c.spf + `"}`,
			`"dmarcVerdict": {"status": "GRAY"}`: `"dmarcVerdict": {"status": "` + c.dmarc + `"}`,
		} {
			text = strings.Replace(text, was, is, 1)
		}
		records, err := readEvent([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		raw := "From: " + c.from + "\n" + c.header + "\n\nb4-b5\n"
		if c.header == "" {
			raw = "From: " + c.from + "\n\nb4-b5\n"
		}
		if got := trusted(records[0], []byte(raw)); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}
