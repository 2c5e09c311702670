package trust

import (
	"context"
	"net/netip"
	"strings"
	"testing"

	"github.com/emersion/go-msgauth/dkim"
	"pgregory.net/rapid"
)

const bob = "Bob <bob@example.org>"

var (
	home     = netip.MustParseAddr("192.0.2.7") // whence example.org sends
	stranger = netip.MustParseAddr("198.51.100.1")
)

// world is the DNS of the table.
func world() *zone {
	return &zone{
		txt: map[string]string{
			"s._domainkey.example.org":        record,
			"s._domainkey.mail.example.org":   record,
			"s._domainkey.strict.example":     record,
			"s._domainkey.sub.strict.example": record,
			"s._domainkey.evil.example":       record,
			"s._domainkey.eve.co.uk":          record,
			"s._domainkey.co.uk":              record,
			"s._domainkey.doubt.example":      record,
			"s._domainkey.sub.doubt.example":  record,
			"s._domainkey.away.example":       "fails",
			"_dmarc.example.org":              "v=DMARC1; p=reject",
			"_dmarc.strict.example":           "v=DMARC1; p=reject; adkim=s; aspf=s",
			"_dmarc.odd.example":              "v=DMARC1; adkim=s",
			"_dmarc.doubt.example":            "fails",
			"s._domainkey.sub.odd.example":    record,
			"example.org":                     "v=spf1 ip4:192.0.2.0/24 -all",
			"mail.example.org":                "v=spf1 mx -all",
			"strict.example":                  "v=spf1 ip4:192.0.2.0/24 ~all",
			"sub.strict.example":              "v=spf1 ip4:192.0.2.0/24 ~all",
			"evil.example":                    "v=spf1 +all",
			"away.example":                    "fails",
			"doubt.example":                   "v=spf1 ip4:192.0.2.0/24 -all",
			"loop.example":                    "v=spf1 include:loop.example -all",
			"ptr.example":                     "v=spf1 ptr:example.org -all",
			"wrong.example":                   "v=spf1 ip4:nonsense -all",
			"neutral.example":                 "v=spf1 ?all",
		},
		mx: map[string]string{"mail.example.org": "mx.example.org"},
		ip: map[string]string{"mx.example.org": "192.0.2.7"},
	}
}

// Who may say that he is Bob, and who may not. Without a row of it either Bob's
// answers would not count, or somebody else's would.
func TestLook(t *testing.T) {
	for _, c := range []struct {
		name   string
		raw    string
		sender string
		peer   netip.Addr
		want   Result
		lacks  Check
	}{
		{"DKIM", signed(t, letter(bob), "example.org"), "", stranger, Result{true, Passed, Missing}, NoCheck},
		{"DKIM, in capitals", signed(t, letter("bob@EXAMPLE.org"), "Example.Org"), "", stranger, Result{true, Passed, Missing}, NoCheck},
		{"DKIM of a part of the organisation", signed(t, letter(bob), "mail.example.org"), "", stranger, Result{true, Passed, Missing}, NoCheck},
		{"DKIM of the organisation, From of a part", signed(t, letter("bob@a.b.example.org"), "example.org"), "", stranger, Result{true, Passed, Missing}, NoCheck},
		{"DKIM of a list, and his own", signed(t, signed(t, letter(bob), "example.org"), "evil.example"), "", stranger, Result{true, Passed, Missing}, NoCheck},
		{"DKIM by another", signed(t, letter(bob), "evil.example"), "eve@evil.example", stranger, Result{true, Foreign, Foreign}, DKIMCheck},
		{"DKIM by another under a public suffix", signed(t, letter("bob@bob.co.uk"), "eve.co.uk"), "", stranger, Result{true, Foreign, Missing}, DKIMCheck},
		{"DKIM by a public suffix", signed(t, letter("bob@bob.co.uk"), "co.uk"), "", stranger, Result{true, Foreign, Missing}, DKIMCheck},
		{"changed", strings.Replace(signed(t, letter(bob), "example.org"), "b4-b5", "resign", 1), "", stranger, Result{true, Failed, Missing}, DKIMCheck},
		{"From changed", strings.Replace(signed(t, letter("bob@mail.example.org"), "example.org"), "bob@mail", "ann@mail", 1), "", stranger, Result{true, Failed, Missing}, DKIMCheck},
		{"no key", signed(t, letter("bob@nokey.example"), "nokey.example"), "", stranger, Result{true, Failed, Missing}, DKIMCheck},
		{"the key does not answer", signed(t, letter("bob@away.example"), "away.example"), "", stranger, Result{true, Unknown, Missing}, DKIMCheck},
		{"no DKIM, no SPF", letter(bob), "", stranger, Result{true, Missing, Missing}, DKIMCheck},
		{"strict, by its name", signed(t, letter("bob@strict.example"), "strict.example"), "", stranger, Result{true, Passed, Missing}, NoCheck},
		{"strict, by a part", signed(t, letter("bob@strict.example"), "sub.strict.example"), "", stranger, Result{true, Foreign, Missing}, DKIMCheck},
		{"strict, a part by the whole", signed(t, letter("bob@sub.strict.example"), "strict.example"), "", stranger, Result{true, Foreign, Missing}, DKIMCheck},
		{"a policy that is none", signed(t, letter("bob@odd.example"), "sub.odd.example"), "", stranger, Result{true, Passed, Missing}, NoCheck},
		{"the policy does not answer", signed(t, letter("bob@doubt.example"), "sub.doubt.example"), "", stranger, Result{true, Unknown, Missing}, DKIMCheck},
		{"nor does it need to", signed(t, letter("bob@doubt.example"), "doubt.example"), "", stranger, Result{true, Passed, Missing}, NoCheck},

		{"SPF", letter(bob), "bob@example.org", home, Result{true, Missing, Passed}, NoCheck},
		{"SPF of a part", letter(bob), "bounces@mail.example.org", home, Result{true, Missing, Passed}, NoCheck},
		{"SPF, from IPv6", letter(bob), "bob@example.org", netip.MustParseAddr("2001:db8::7"), Result{true, Missing, Failed}, SPFCheck},
		{"SPF from elsewhere", letter(bob), "bob@example.org", stranger, Result{true, Missing, Failed}, SPFCheck},
		{"SPF of another", letter(bob), "eve@evil.example", stranger, Result{true, Missing, Foreign}, SPFCheck},
		{"SPF, strict", letter("bob@strict.example"), "bob@strict.example", home, Result{true, Missing, Passed}, NoCheck},
		{"SPF of a part, strict", letter("bob@strict.example"), "bob@sub.strict.example", home, Result{true, Missing, Foreign}, SPFCheck},
		{"SPF softly", letter("bob@strict.example"), "bob@strict.example", stranger, Result{true, Missing, Failed}, SPFCheck},
		{"SPF does not answer", letter("bob@away.example"), "bob@away.example", home, Result{true, Missing, Unknown}, SPFCheck},
		{"SPF without end", letter("bob@loop.example"), "bob@loop.example", home, Result{true, Missing, Failed}, SPFCheck},
		{"SPF by the client's name", letter("bob@ptr.example"), "bob@ptr.example", home, Result{true, Missing, Failed}, SPFCheck},
		{"SPF in error", letter("bob@wrong.example"), "bob@wrong.example", home, Result{true, Missing, Failed}, SPFCheck},
		{"SPF neutral", letter("bob@neutral.example"), "bob@neutral.example", home, Result{true, Missing, Failed}, SPFCheck},
		{"no SPF", letter("bob@nothing.example"), "bob@nothing.example", home, Result{true, Missing, Missing}, DKIMCheck},
		{"SPF of nobody", letter(bob), "bob@example.org", netip.Addr{}, Result{true, Missing, Missing}, DKIMCheck},
		{"DKIM fails, SPF passes", strings.Replace(signed(t, letter(bob), "example.org"), "b4-b5", "b4-b6", 1), "bob@example.org", home, Result{true, Failed, Passed}, NoCheck},

		{"two From", "From: eve@evil.example\r\n" + signed(t, letter(bob), "example.org"), "", stranger, Result{}, FromCheck},
		{"two From, the signed one with a space behind it", spaced(t), "", stranger, Result{}, FromCheck},
		{"two addresses", signed(t, letter("bob@example.org, eve@evil.example"), "example.org"), "", stranger, Result{}, FromCheck},
		{"no From", "Subject: x\r\n\r\nb4-b5\r\n", "bob@example.org", home, Result{}, FromCheck},
		{"no address", letter("Bob"), "bob@example.org", home, Result{}, FromCheck},
		{"no domain", letter("bob@localhost"), "bob@example.org", home, Result{}, FromCheck},
		{"an address in the name", letter(`"bob@example.org" <eve@evil.example>`), "eve@evil.example", stranger, Result{true, Missing, Passed}, NoCheck},
		{"what others say of it", "Authentication-Results: mx.example; dkim=pass header.d=example.org\r\nReceived-SPF: pass\r\n" + letter(bob), "", stranger, Result{true, Missing, Missing}, DKIMCheck},
	} {
		got := Look(t.Context(), world(), Mail{Raw: []byte(c.raw), Sender: c.sender, Peer: c.peer})
		if got != c.want || got.Lacks() != c.lacks || got.Aligned() != (c.lacks == NoCheck) {
			t.Errorf("%s: From %t, DKIM %v, SPF %v, lacks %v; want From %t, DKIM %v, SPF %v, %v",
				c.name, got.From, got.DKIM, got.SPF, got.Lacks(), c.want.From, c.want.DKIM, c.want.SPF, c.lacks)
		}
	}
}

// spaced is a mail that Eve's provider has signed, with a From of Bob's above hers,
// which is one no longer to net/mail, and still is to who checks the signature.
func spaced(t *testing.T) string {
	var out strings.Builder
	o := &dkim.SignOptions{Domain: "example.org", Selector: "s", Signer: key, HeaderCanonicalization: dkim.CanonicalizationRelaxed}
	if err := dkim.Sign(&out, strings.NewReader(letter("eve@example.org")), o); err != nil {
		t.Fatal(err)
	}
	return "From: " + bob + "\r\n" + strings.Replace(out.String(), "From: eve", "From : eve", 1)
}

// A signature of the first so many bytes leaves room for whatever else.
func TestSignedLength(t *testing.T) {
	raw := signed(t, letter(bob), "example.org")
	if got := Look(t.Context(), world(), Mail{Raw: []byte(strings.Replace(raw, " d=", " l=0; d=", 1))}); got.DKIM != Failed {
		t.Errorf("DKIM %v", got.DKIM)
	}
}

// A mail may have any number of signatures, and name any number of domains: it asks
// the DNS for little.
func TestLookups(t *testing.T) {
	raw := letter(bob)
	for range 20 {
		raw = signed(t, raw, "evil.example")
	}
	z := world()
	if got := Look(t.Context(), z, Mail{Raw: []byte(raw)}); got.DKIM != Failed && got.DKIM != Foreign {
		t.Errorf("DKIM %v", got.DKIM)
	}
	if len(z.asked) > mostSignatures+2 {
		t.Errorf("it asked for %d names", len(z.asked))
	}
	z.txt["example.org"] = "v=spf1 include:a.example include:b.example include:c.example include:d.example include:e.example include:f.example -all"
	for _, name := range strings.Fields("a b c d e f") {
		z.txt[name+".example"] = "v=spf1 " + strings.Repeat("a:x.example mx:y.example ", 20) + "-all"
	}
	z.asked = nil
	if got := Look(t.Context(), z, Mail{Raw: []byte(raw), Sender: "bob@example.org", Peer: home}); got.Aligned() {
		t.Errorf("SPF %v", got.SPF)
	}
	if len(z.asked) > mostAnswers {
		t.Errorf("it asked for %d names", len(z.asked))
	}
	b := &bounded{Resolver: z}
	for range mostAnswers {
		_, _ = b.LookupIPAddr(t.Context(), "mx.example.org")
	}
	if _, err := b.LookupMX(t.Context(), "mail.example.org"); err != errTooMuch || !b.doubt() { //nolint:errorlint // the very one
		t.Errorf("one more: %v", err)
	}
	z.txt["large.example"] = strings.Repeat("x", mostBytes+1)
	b = &bounded{Resolver: z}
	if _, err := b.LookupTXT(t.Context(), "large.example"); err != errTooMuch || !b.doubt() { //nolint:errorlint // the very one
		t.Errorf("a large answer: %v", err)
	}
}

// silent answers when its context ends.
type silent struct{ *zone }

func (silent) LookupTXT(ctx context.Context, _ string) ([]string, error) {
	<-ctx.Done()
	return nil, ctx.Err()
}

// A DNS that says nothing holds nobody up for longer than he waits, and makes nobody
// a forger.
func TestSilentDNS(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	got := Look(ctx, silent{world()}, Mail{Raw: []byte(signed(t, letter(bob), "example.org")), Sender: "bob@example.org", Peer: home})
	if want := (Result{true, Unknown, Unknown}); got != want {
		t.Errorf("DKIM %v, SPF %v", got.DKIM, got.SPF)
	}
}

// Nothing but a good signature or server of From's own organisation aligns a mail.
func TestAlignedLaw(t *testing.T) {
	label := rapid.SampledFrom([]string{"a", "b", "co", "uk", "example", "org", "com", "github", "io"})
	domain := rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(label, 1, 4).Draw(t, "labels"), ".")
	})
	rapid.Check(t, func(t *rapid.T) {
		a, b := domain.Draw(t, "a"), domain.Draw(t, "b")
		if aligned(a, b, true) != (a == b) || aligned(a, b, false) != aligned(b, a, false) || a == b && !aligned(a, b, false) {
			t.Fatalf("%s and %s", a, b)
		}
		if aligned(a, b, false) && a != b && !strings.HasSuffix(a, "."+organisation(b)) && a != organisation(b) {
			t.Fatalf("%s stands for %s", a, b)
		}
	})
}

func FuzzLook(f *testing.F) {
	f.Add([]byte(signed(f, letter(bob), "example.org")), "bob@example.org")
	f.Add([]byte(signed(f, signed(f, letter(bob), "example.org"), "evil.example")), "")
	f.Add([]byte("From: a@b.example\r\nDKIM-Signature: v=1; d=b.example; s=s; a=rsa-sha256; bh=; b=; h=from\r\n\r\n"), "@")
	f.Add([]byte("From : a@example.org\r\nFrom: eve@evil.example\r\n\r\n"), "eve@evil.example")
	f.Fuzz(func(t *testing.T, raw []byte, sender string) {
		z := world()
		r := Look(t.Context(), z, Mail{Raw: raw, Sender: sender, Peer: stranger})
		if !r.From && r != (Result{}) || len(z.asked) > mostAnswers {
			t.Errorf("%+v after %d questions", r, len(z.asked))
		}
	})
}
