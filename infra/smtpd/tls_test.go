package smtpd

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"errors"
	"math/big"
	"strings"
	"testing"
	"time"

	gosmtp "github.com/emersion/go-smtp"
)

// certificate makes one for a name, and who trusts it.
func certificate(t *testing.T, name string) (*tls.Certificate, *x509.CertPool) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: name}, DNSNames: []string{name},
		NotAfter: time.Now().Add(time.Hour), IsCA: true, BasicConstraintsValid: true,
	}
	raw, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	leaf, err := x509.ParseCertificate(raw)
	if err != nil {
		t.Fatal(err)
	}
	pool := x509.NewCertPool()
	pool.AddCert(leaf)
	return &tls.Certificate{Certificate: [][]byte{raw}, PrivateKey: key}, pool
}

// greet says hello behind STARTTLS.
func greet(address string, config *tls.Config) error {
	c, err := gosmtp.DialStartTLS(address, config)
	if err != nil {
		return err
	}
	defer c.Close()
	return c.Noop()
}

// A mail that holds a setup must not have to cross the net in the open; and who cannot
// speak TLS is heard all the same. Without it the bounds of a connection could be lost
// with its wrapping.
func TestStartTLS(t *testing.T) {
	const mx = "mx.fieldpost.example"
	pair, trusted := certificate(t, mx)
	d := &desk{}
	address, stop := open(t, &Server{Taker: d, Certificate: func() (*tls.Certificate, error) { return pair, nil }})
	for n, dial := range []func() (*gosmtp.Client, error){
		func() (*gosmtp.Client, error) { return gosmtp.Dial(address) },
		func() (*gosmtp.Client, error) {
			return gosmtp.DialStartTLS(address, &tls.Config{ServerName: mx, RootCAs: trusted})
		},
	} {
		c, err := dial()
		if err != nil {
			t.Fatal(err)
		}
		if _, secure := c.TLSConnectionState(); secure != (n == 1) {
			t.Errorf("connection %d: secure %v", n, secure)
		}
		if err := c.SendMail("bob@example.org", []string{box}, strings.NewReader("Subject: hello\r\n\r\nb4-b5\r\n")); err != nil {
			t.Errorf("connection %d: %v", n, err)
		}
		if took := d.all(); len(took) != n+1 || !took[n].peer.IsLoopback() {
			t.Errorf("connection %d: %v", n, took)
		}
		_ = c.Quit()
	}
	if greet(address, &tls.Config{ServerName: "mx.evil.example", RootCAs: trusted}) == nil {
		t.Error("a certificate of another name is taken")
	}
	stop() // nobody is left, or this would wait
}

// Where there is no certificate nothing is promised.
func TestNoTLS(t *testing.T) {
	address, _ := open(t, &Server{Taker: &desk{}})
	c, err := gosmtp.Dial(address)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if ok, _ := c.Extension("STARTTLS"); ok {
		t.Error("STARTTLS is offered")
	}
}

// A certificate that cannot be read ends the connection, not the server.
func TestCertificateFails(t *testing.T) {
	d := &desk{}
	address, _ := open(t, &Server{Taker: d, Certificate: func() (*tls.Certificate, error) { return nil, errors.New("gone") }})
	if greet(address, &tls.Config{ServerName: "mx.fieldpost.example"}) == nil {
		t.Error("secured by nothing")
	}
	c, err := gosmtp.Dial(address)
	if err == nil {
		err = c.SendMail("bob@example.org", []string{box}, strings.NewReader("Subject: hello\r\n\r\nb4-b5\r\n"))
	}
	if err != nil || len(d.all()) != 1 {
		t.Errorf("%v, %d mails taken", err, len(d.all()))
	}
}
