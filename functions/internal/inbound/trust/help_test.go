package trust

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/base64"
	"net"
	"strings"
	"sync"
	"testing"

	"github.com/emersion/go-msgauth/dkim"
)

// key signs in all tests.
var key = ed25519.NewKeyFromSeed(bytes.Repeat([]byte{7}, ed25519.SeedSize))

// record is its public half in the DNS.
var record = "v=DKIM1; k=ed25519; p=" + base64.StdEncoding.EncodeToString(key.Public().(ed25519.PublicKey))

// zone is a DNS. A name with the one text "fails" does not answer.
type zone struct {
	txt map[string]string
	mx  map[string]string
	ip  map[string]string

	mu    sync.Mutex
	asked []string
}

func (z *zone) find(in map[string]string, name string) (string, error) {
	z.mu.Lock()
	defer z.mu.Unlock()
	name = strings.ToLower(strings.TrimSuffix(name, "."))
	z.asked = append(z.asked, name)
	switch text, ok := in[name]; {
	case !ok:
		return "", &net.DNSError{Err: "no such host", Name: name, IsNotFound: true}
	case text == "fails":
		return "", &net.DNSError{Err: "server misbehaving", Name: name, IsTemporary: true}
	default:
		return text, nil
	}
}

func (z *zone) LookupTXT(_ context.Context, name string) ([]string, error) {
	text, err := z.find(z.txt, name)
	if err != nil {
		return nil, err
	}
	return []string{text}, nil
}

func (z *zone) LookupMX(_ context.Context, name string) ([]*net.MX, error) {
	host, err := z.find(z.mx, name)
	if err != nil {
		return nil, err
	}
	return []*net.MX{{Host: host, Pref: 10}}, nil
}

func (z *zone) LookupIPAddr(_ context.Context, name string) ([]net.IPAddr, error) {
	ip, err := z.find(z.ip, name)
	if err != nil {
		return nil, err
	}
	return []net.IPAddr{{IP: net.ParseIP(ip)}}, nil
}

// letter is a mail from somebody.
func letter(from string) string {
	return "From: " + from + "\r\nTo: play+aeaq@reply.fieldpost.example\r\nSubject: Re: Stratego\r\n" +
		"Date: Mon, 02 Mar 2026 09:30:00 +0000\r\nMessage-ID: <1@example.org>\r\n\r\nb4-b5\r\n"
}

// signed signs a mail for a domain.
func signed(t testing.TB, raw, domain string, keys ...string) string {
	t.Helper()
	var out strings.Builder
	if keys == nil {
		keys = []string{"From", "To", "Subject", "Date", "Message-ID"}
	}
	o := &dkim.SignOptions{Domain: domain, Selector: "s", Signer: key, HeaderKeys: keys}
	if err := dkim.Sign(&out, strings.NewReader(raw), o); err != nil {
		t.Fatal(err)
	}
	return out.String()
}
