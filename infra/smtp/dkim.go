package smtp

import (
	"bytes"
	"crypto"
	"crypto/ed25519"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/emersion/go-msgauth/dkim"
)

// DKIM signs mails for a domain. Make it by NewDKIM.
type DKIM struct {
	domain, selector string
	key              crypto.Signer // *rsa.PrivateKey or ed25519.PrivateKey
}

// signed are the fields that a signature covers where a mail has them. Those of
// List-Unsubscribe must be, or no program believes them (RFC 8058, 4).
var signed = []string{
	"From", "Reply-To", "To", "Subject", "Date", "Message-ID", "In-Reply-To", "References",
	"MIME-Version", "Content-Type", "List-Id", "List-Unsubscribe", "List-Unsubscribe-Post", "Auto-Submitted",
}

// leastBits is the length of the shortest RSA key that anybody believes (RFC
// 8301, 3.2).
const leastBits = 1024

var (
	label  = `[A-Za-z0-9_]([A-Za-z0-9_-]*[A-Za-z0-9_])?`
	labels = regexp.MustCompile(`^` + label + `(\.` + label + `)*$`)
)

// NewDKIM returns signatures by a key in PEM: RSA in the form of PKCS #1 or #8,
// or Ed25519 in the form of PKCS #8. Its errors tell nothing of the key.
func NewDKIM(key []byte, domain, selector string) (*DKIM, error) {
	if !labels.MatchString(domain) {
		return nil, fmt.Errorf("%q is no domain in ASCII, as in fieldpost.example", domain)
	}
	if !labels.MatchString(selector) {
		return nil, fmt.Errorf("%q is no selector, as in mail2026", selector)
	}
	signer, err := parseKey(key)
	if err != nil {
		return nil, err
	}
	return &DKIM{domain, selector, signer}, nil
}

func parseKey(text []byte) (crypto.Signer, error) {
	block, _ := pem.Decode(text)
	if block == nil {
		return nil, errors.New("the file has no key in PEM")
	}
	var key any
	var err error
	switch block.Type {
	case "RSA PRIVATE KEY":
		key, err = x509.ParsePKCS1PrivateKey(block.Bytes)
	case "PRIVATE KEY":
		key, err = x509.ParsePKCS8PrivateKey(block.Bytes)
	default:
		return nil, fmt.Errorf("the file has a %q, not a private key without a passphrase", block.Type)
	}
	if err != nil {
		return nil, errors.New("the private key cannot be read")
	}
	switch key := key.(type) {
	case *rsa.PrivateKey:
		if bits := key.N.BitLen(); bits < leastBits {
			return nil, fmt.Errorf("an RSA key of %d bits is too short: use 2048", bits)
		}
		return key, nil
	case ed25519.PrivateKey:
		return key, nil
	}
	return nil, errors.New("the private key is neither RSA nor Ed25519")
}

// Record returns the TXT record by which others check the signatures: its name
// in the DNS, and its text.
func (d *DKIM) Record() (name, text string) {
	name = d.selector + "._domainkey." + d.domain
	switch public := d.key.Public().(type) {
	case *rsa.PublicKey:
		der, err := x509.MarshalPKIXPublicKey(public)
		if err != nil {
			panic(err) // of an RSA key there is none
		}
		return name, "v=DKIM1; k=rsa; p=" + base64.StdEncoding.EncodeToString(der)
	case ed25519.PublicKey:
		return name, "v=DKIM1; k=ed25519; p=" + base64.StdEncoding.EncodeToString(public)
	}
	panic("a key that NewDKIM does not take")
}

// sign returns raw behind its signature. Relaxed, it bears what relays do to
// spaces; the message itself stays as it is.
func (d *DKIM) sign(raw []byte) ([]byte, error) {
	var out bytes.Buffer
	err := dkim.Sign(&out, bytes.NewReader(raw), &dkim.SignOptions{
		Domain: d.domain, Selector: d.selector, Signer: d.key, Hash: crypto.SHA256,
		HeaderCanonicalization: dkim.CanonicalizationRelaxed, BodyCanonicalization: dkim.CanonicalizationRelaxed,
		HeaderKeys: present(raw),
	})
	return out.Bytes(), err
}

// present returns the fields to sign that the header of raw has.
func present(raw []byte) []string {
	has := make(map[string]bool)
	for line := range bytes.Lines(raw) {
		if len(bytes.TrimRight(line, "\r\n")) == 0 {
			break
		}
		if name, _, ok := bytes.Cut(line, []byte(":")); ok {
			has[strings.ToLower(string(name))] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(signed), func(name string) bool { return !has[strings.ToLower(name)] })
}
