package doctor

import (
	"context"
	"crypto/ed25519"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"math/big"
	"math/rand/v2"
	"net"
	"strings"
	"testing"
)

const domain = "fieldpost.example"

// zone is a DNS: what stands at each name, which ends with a dot.
type zone struct {
	txt map[string][]string
	mx  map[string][]string
	err error // of every question, where it is set
}

func (z zone) answer(name string, found []string) ([]string, error) {
	if z.err != nil {
		return nil, z.err
	}
	if len(found) == 0 {
		return nil, &net.DNSError{Err: "no such host", Name: name, IsNotFound: true}
	}
	return found, nil
}

func (z zone) LookupTXT(_ context.Context, name string) ([]string, error) {
	return z.answer(name, z.txt[name])
}

func (z zone) LookupMX(_ context.Context, name string) ([]*net.MX, error) {
	hosts, err := z.answer(name, z.mx[name])
	var all []*net.MX
	for _, h := range hosts {
		all = append(all, &net.MX{Host: h})
	}
	return all, err
}

// deaf is a DNS that does not answer in time.
var deaf = zone{err: &net.DNSError{Err: "i/o timeout", IsTimeout: true}}

// want fails unless a finding has a verdict and says a text, in what it found or
// what to do. What is not OK must say what to do.
func want(t *testing.T, f Finding, v Verdict, said string) {
	t.Helper()
	if f.Verdict != v || !strings.Contains(f.String(), said) || (f.Do == "") != (v == OK) || strings.Contains(f.String(), "\n") {
		t.Errorf("%s\nwant %s with %q", f, v, said)
	}
}

func TestSPF(t *testing.T) {
	for _, c := range []struct {
		name string
		txt  []string
		v    Verdict
		said string
	}{
		{"none", nil, Missing, "add a TXT record"},
		{"others alone", []string{"google-site-verification=x", "v=spf10 -all", "spf2.0/pra -all"}, Missing, "no TXT record"},
		{"well", []string{"x", "v=spf1 include:provider.example -all"}, OK, "ends with -all"},
		{"in capitals", []string{"V=SPF1 MX ~ALL"}, OK, "ends with ~all"},
		{"elsewhere", []string{"v=spf1 redirect=_spf.provider.example"}, OK, "redirect=_spf.provider.example"},
		{"two", []string{"v=spf1 a -all", "v=spf1 mx -all"}, Wrong, "2 records"},
		{"everybody", []string{"v=spf1 a all"}, Wrong, "everybody"},
		{"everybody, with a plus", []string{"v=spf1 a +all"}, Wrong, "everybody"},
		{"nobody forbidden", []string{"v=spf1 a ?all"}, Wrong, "forbids nobody"},
		{"no end", []string{"v=spf1 include:provider.example"}, Wrong, "forbids nobody"},
		{"no one", []string{"v=spf1 -all"}, Wrong, "lets nobody send"},
		{"no one but a wrong one", []string{"v=spf1 -a exp=why.example -all"}, Wrong, "lets nobody send"},
	} {
		t.Run(c.name, func(t *testing.T) {
			want(t, SPF(t.Context(), zone{txt: map[string][]string{domain + ".": c.txt}}, domain), c.v, c.said)
		})
	}
	want(t, SPF(t.Context(), deaf, domain), Wrong, "timeout")
}

func TestDMARC(t *testing.T) {
	const at = "_dmarc.fieldpost.example."
	for _, c := range []struct {
		name string
		txt  map[string][]string
		v    Verdict
		said string
	}{
		{"none", nil, Missing, "add a TXT record _dmarc.play.fieldpost.example"},
		{"its own", map[string][]string{"_dmarc.play." + domain + ".": {"v=DMARC1; p=reject"}}, OK, "DMARC of play.fieldpost.example: reject"},
		{"of the domain above", map[string][]string{at: {"v=DMARC1;p=Quarantine"}}, OK, "DMARC of fieldpost.example: quarantine"},
		{"for those below", map[string][]string{at: {"v=DMARC1; p=reject; sp=none"}}, OK, ": none"},
		{"another text", map[string][]string{at: {"v=DMARC10; p=reject"}}, Missing, "none"},
		{"two", map[string][]string{at: {"v=DMARC1; p=none", "v=DMARC1; p=reject"}}, Wrong, "2 records"},
		{"no policy", map[string][]string{at: {"v=DMARC1; rua=mailto:x@example.org"}}, Wrong, "no policy"},
		{"a policy of one's own", map[string][]string{at: {"v=DMARC1; p=block"}}, Wrong, "no policy"},
	} {
		t.Run(c.name, func(t *testing.T) {
			want(t, DMARC(t.Context(), zone{txt: c.txt}, "play."+domain), c.v, c.said)
		})
	}
	want(t, DMARC(t.Context(), deaf, domain), Wrong, "timeout")
}

func TestMX(t *testing.T) {
	for _, c := range []struct {
		name      string
		hosts     []string
		any       Verdict // where any server will do
		ses       Verdict
		anyS, sES string
	}{
		{"none", nil, Missing, Missing, "failure reports are lost", "inbound-smtp.eu-west-1.amazonaws.com"},
		{"null", []string{"."}, Wrong, Wrong, "takes no mail", "not where SES"},
		{"another's", []string{"mail.provider.example."}, OK, Wrong, "mail.provider.example", "mail.provider.example is not where SES"},
		{"of SES", []string{"Inbound-SMTP.eu-west-1.amazonaws.com."}, OK, OK, "amazonaws", "inbound-smtp.eu-west-1.amazonaws.com"},
		{"of SES in another region", []string{"inbound-smtp.us-east-1.amazonaws.com."}, OK, Wrong, "amazonaws", "add the record MX 10 inbound-smtp.eu-west-1"},
		{"of SES and another", []string{"inbound-smtp.eu-west-1.amazonaws.com.", "mx.example."}, OK, Wrong, "amazonaws", "mx.example is not"},
	} {
		t.Run(c.name, func(t *testing.T) {
			z := zone{mx: map[string][]string{domain + ".": c.hosts}}
			want(t, MX(t.Context(), z, domain, "failure reports"), c.any, c.anyS)
			want(t, SESMX(t.Context(), z, domain, "eu-west-1"), c.ses, c.sES)
		})
	}
	other := zone{mx: map[string][]string{domain + ".": {"inbound-smtp.us-east-1.amazonaws.com."}}}
	want(t, SESMX(t.Context(), other, domain, ""), OK, "us-east-1")
	want(t, MX(t.Context(), deaf, domain, "x"), Wrong, "timeout")
	want(t, SESMX(t.Context(), deaf, domain, ""), Wrong, "timeout")
}

func TestDKIM(t *testing.T) {
	random := rand.NewChaCha8([32]byte{1})
	public, _, err := ed25519.GenerateKey(random)
	if err != nil {
		t.Fatal(err)
	}
	text := base64.StdEncoding.EncodeToString
	short := "v=DKIM1; k=ed25519; p=" + text(public)
	other := "v=DKIM1; k=ed25519; p=" + text(make([]byte, ed25519.PublicKeySize))
	long := "p=" + text(rsaKey(t, 2048))
	for _, c := range []struct {
		name string
		txt  []string
		want string // of the key
		v    Verdict
		said string
	}{
		{"none", nil, "", Missing, "that your provider tells"},
		{"none, and a key", nil, short, Missing, short},
		{"something else", []string{"v=spf1 -all"}, "", Missing, "no TXT record"},
		{"any key", []string{short}, "", OK, "a key is there"},
		{"of RSA, without version", []string{long}, "", OK, "a key is there"},
		{"the key", []string{"k=ed25519;p=" + text(public) + ";"}, short, OK, "fits the key"},
		{"the key in parts", []string{strings.Replace(short, text(public), text(public)[:9]+" "+text(public)[9:], 1)}, short, OK, "fits the key"},
		{"another key", []string{other}, short, Wrong, "not that of -dkim-key"},
		{"withdrawn", []string{"v=DKIM1; p="}, "", Wrong, "withdrawn"},
		{"two", []string{short, other}, "", Wrong, "2 records"},
		{"cut off", []string{long[:100]}, "", Wrong, "cut off"},
		{"no base64", []string{"p=a%b"}, "", Wrong, "no base64"},
		{"too short", []string{"p=" + text(rsaKey(t, 512))}, "", Wrong, "too short"},
		{"another version", []string{"v=DKIM2; " + long}, "", Wrong, "version"},
		{"another kind", []string{"k=dsa; " + long}, "", Wrong, "neither"},
		{"not as long", []string{"k=ed25519; " + long}, "", Wrong, "Ed25519"},
	} {
		t.Run(c.name, func(t *testing.T) {
			z := zone{txt: map[string][]string{"mail2026._domainkey." + domain + ".": c.txt}}
			want(t, DKIM(t.Context(), z, domain, "mail2026", c.want), c.v, c.said)
		})
	}
	want(t, DKIM(t.Context(), zone{}, domain, "", ""), Missing, "give -dkim-selector")
	want(t, DKIM(t.Context(), deaf, domain, "mail2026", ""), Wrong, "timeout")
}

// rsaKey returns a public key of some length, of which nobody has the private half.
func rsaKey(t *testing.T, bits int) []byte {
	t.Helper()
	n := make([]byte, bits/8)
	for i := range n {
		n[i] = 0xff
	}
	der, err := x509.MarshalPKIXPublicKey(&rsa.PublicKey{N: new(big.Int).SetBytes(n), E: 65537})
	if err != nil {
		t.Fatal(err)
	}
	return der
}
