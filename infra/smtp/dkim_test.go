package smtp

import (
	"bytes"
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"math/big"
	"strings"
	"testing"

	"github.com/emersion/go-msgauth/dkim"
	"github.com/google/go-cmp/cmp"
)

func pkcs8(t *testing.T, key crypto.Signer) []byte {
	t.Helper()
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	return pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der})
}

func keys(t *testing.T) map[string][]byte {
	t.Helper()
	long, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	_, short, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return map[string][]byte{
		"RSA, PKCS #1":     pem.EncodeToMemory(&pem.Block{Type: "RSA PRIVATE KEY", Bytes: x509.MarshalPKCS1PrivateKey(long)}),
		"RSA, PKCS #8":     pkcs8(t, long),
		"Ed25519, PKCS #8": pkcs8(t, short),
	}
}

// verify checks the signatures of raw against the record of d.
func verify(t *testing.T, d *DKIM, raw string) *dkim.Verification {
	t.Helper()
	name, text := d.Record()
	found, err := dkim.VerifyWithOptions(strings.NewReader(raw), &dkim.VerifyOptions{LookupTXT: func(domain string) ([]string, error) {
		if domain != name {
			return nil, errors.New("no such record: " + domain)
		}
		return []string{text}, nil
	}})
	if err != nil || len(found) != 1 {
		t.Fatalf("%d signatures, %v", len(found), err)
	}
	return found[0]
}

// Without it big providers would put every mail with the spam, or throw it away;
// and a field that is not signed could be changed on the way.
func TestSignature(t *testing.T) {
	for name, key := range keys(t) {
		t.Run(name, func(t *testing.T) {
			d, err := NewDKIM(key, "fieldpost.example", "mail2026")
			if err != nil {
				t.Fatal(err)
			}
			r := (&relay{}).start(t, how{})
			s := r.sender(Server{Host: "127.0.0.1"})
			s.DKIM = d
			if err := send(t, s); err != nil {
				t.Fatal(err)
			}
			got := r.deliveries()[0].raw
			signature, ok := strings.CutSuffix(got, letter)
			if !ok || !strings.HasPrefix(signature, "DKIM-Signature: ") || strings.Contains(signature, "\r\n\r\n") {
				t.Fatalf("the message is not behind its signature:\n%s", got)
			}
			v := verify(t, d, got)
			if v.Err != nil || v.Domain != "fieldpost.example" {
				t.Errorf("%v, %v", v.Domain, v.Err)
			}
			want := []string{
				"From", "To", "Subject", "Date", "Message-ID", "In-Reply-To", "References",
				"MIME-Version", "Content-Type", "List-Id", "Auto-Submitted",
			}
			if diff := cmp.Diff(want, v.HeaderKeys); diff != "" {
				t.Errorf("signed fields (-want +got):\n%s", diff)
			}
			for _, change := range [][2]string{
				{"ann@example.org", "eve@example.org"},
				{"Bob via", "Eve via"},
				{"09:30", "09:31"},
				{"5f2a", "5f2b"},
				{"auto-generated", "no"},
				{"games.fieldpost", "spam.fieldpost"},
				{"From here", "From there"},
				{"_Bob_", "_Eve_"},
			} {
				if changed := signature + strings.Replace(letter, change[0], change[1], 1); verify(t, d, changed).Err == nil {
					t.Errorf("%s for %s is not noticed", change[1], change[0])
				}
			}
			// What relays do.
			folded := signature + strings.Replace(letter, "In-Reply-To: <", "In-Reply-To:\r\n <", 1)
			if err := verify(t, d, folded).Err; err != nil {
				t.Errorf("a folded field: %v", err)
			}
		})
	}
}

// Without it one-click unsubscribing would be shown by nobody (RFC 8058, 4).
func TestUnsubscribeIsSigned(t *testing.T) {
	got := present([]byte("list-unsubscribe: <https://a>\r\nList-Unsubscribe-Post: b\r\nFROM: c\r\n d: e\r\nReply-To: f\r\n\r\nSubject: g\r\n"))
	if diff := cmp.Diff([]string{"From", "Reply-To", "List-Unsubscribe", "List-Unsubscribe-Post"}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// Without it a wrong key would show at the first mail, or in the error.
func TestBadKeys(t *testing.T) {
	curve, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	good := pkcs8(t, mustEd25519(t))
	broken := pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: []byte("secret")})
	for _, c := range []struct {
		name, domain, selector string
		key                    []byte
		says                   string
	}{
		{"no PEM", "a.example", "s", []byte("secret"), "no key in PEM"},
		{"nothing", "a.example", "s", nil, "no key in PEM"},
		{"a certificate", "a.example", "s", pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE"}), `"CERTIFICATE"`},
		{"with a passphrase", "a.example", "s", pem.EncodeToMemory(&pem.Block{Type: "ENCRYPTED PRIVATE KEY"}), "without a passphrase"},
		{"broken", "a.example", "s", broken, "cannot be read"},
		{"broken RSA", "a.example", "s", bytes.ReplaceAll(broken, []byte("PRIVATE"), []byte("RSA PRIVATE")), "cannot be read"},
		{"another kind", "a.example", "s", pkcs8(t, curve), "neither RSA nor Ed25519"},
		{"too short", "a.example", "s", shortKey(t), "512 bits is too short"},
		{"no domain", "", "s", good, `"" is no domain`},
		{"a domain with a tag", "a.example; x=1", "s", good, "is no domain"},
		{"a domain that is not ASCII", "exämple", "s", good, "is no domain"},
		{"no selector", "a.example", "", good, `"" is no selector`},
		{"a selector with a line end", "a.example", "s\r\nBcc: e", good, "is no selector"},
	} {
		_, err := NewDKIM(c.key, c.domain, c.selector)
		if err == nil || !strings.Contains(err.Error(), c.says) || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// shortKey returns an RSA key of 512 bits, which crypto/rsa no longer makes.
func shortKey(t *testing.T) []byte {
	t.Helper()
	one, e := big.NewInt(1), big.NewInt(65537)
	for {
		p, err := rand.Prime(rand.Reader, 256)
		if err != nil {
			t.Fatal(err)
		}
		q, err := rand.Prime(rand.Reader, 256)
		if err != nil {
			t.Fatal(err)
		}
		phi := new(big.Int).Mul(new(big.Int).Sub(p, one), new(big.Int).Sub(q, one))
		key := &rsa.PrivateKey{Primes: []*big.Int{p, q}, D: new(big.Int).ModInverse(e, phi)}
		key.N, key.E = new(big.Int).Mul(p, q), int(e.Int64())
		if key.D != nil && p.Cmp(q) != 0 {
			return pem.EncodeToMemory(&pem.Block{Type: "RSA PRIVATE KEY", Bytes: x509.MarshalPKCS1PrivateKey(key)})
		}
	}
}

func mustEd25519(t *testing.T) crypto.Signer {
	t.Helper()
	_, key, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return key
}
