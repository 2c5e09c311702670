package main

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"log/slog"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	gosmtp "github.com/emersion/go-smtp"
)

const mxName = "mx.fieldpost.example"

// writePair puts a new certificate and its key into a folder, and returns who trusts it.
func writePair(t *testing.T, folder string, serial int64) *x509.CertPool {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(serial), DNSNames: []string{mxName}, NotAfter: time.Now().Add(time.Hour),
		IsCA: true, BasicConstraintsValid: true,
	}
	raw, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	writePEM(t, filepath.Join(folder, "cert.pem"), "CERTIFICATE", raw, serial)
	writePEM(t, filepath.Join(folder, "key.pem"), "PRIVATE KEY", secret, serial)
	leaf, err := x509.ParseCertificate(raw)
	if err != nil {
		t.Fatal(err)
	}
	pool := x509.NewCertPool()
	pool.AddCert(leaf)
	return pool
}

// writePEM writes a file that was changed in a minute of its own.
func writePEM(t *testing.T, name, kind string, content []byte, minute int64) {
	t.Helper()
	if err := os.WriteFile(name, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: content}), 0o600); err != nil {
		t.Fatal(err)
	}
	changed := monday.Add(time.Duration(minute) * time.Minute)
	if err := os.Chtimes(name, changed, changed); err != nil {
		t.Fatal(err)
	}
}

// A certificate that is renewed counts from then on; one that cannot be read ends
// nothing. Without it mails would come in unencrypted, or not at all, three months on.
func TestCertificateIsRenewed(t *testing.T) {
	folder := t.TempDir()
	var log bytes.Buffer
	c := &certificate{cert: filepath.Join(folder, "cert.pem"), key: filepath.Join(folder, "key.pem"), log: slog.New(slog.NewTextHandler(&log, nil))}
	if _, err := c.get(); err == nil || !strings.Contains(err.Error(), "-mail-cert") {
		t.Errorf("without files: %v", err)
	}
	serial := func() int64 {
		pair, err := c.get()
		if err != nil {
			t.Fatal(err)
		}
		leaf, err := x509.ParseCertificate(pair.Certificate[0])
		if err != nil {
			t.Fatal(err)
		}
		return leaf.SerialNumber.Int64()
	}
	for n := int64(1); n < 3; n++ {
		writePair(t, folder, n)
		if got := serial(); got != n {
			t.Errorf("certificate %d counts, not %d", got, n)
		}
	}
	writePEM(t, filepath.Join(folder, "key.pem"), "PRIVATE KEY", []byte("none"), 3)
	for range 2 {
		if got := serial(); got != 2 {
			t.Errorf("with a broken key: %d", got)
		}
	}
	if n := strings.Count(log.String(), "the one before stays"); n != 1 {
		t.Errorf("told %d times:\n%s", n, &log)
	}
	if err := os.Remove(filepath.Join(folder, "cert.pem")); err != nil {
		t.Fatal(err)
	}
	if got := serial(); got != 2 {
		t.Errorf("without a certificate: %d", got)
	}
	writePair(t, folder, 4)
	if got := serial(); got != 4 {
		t.Errorf("certificate %d counts, not 4", got)
	}
}

// Ann's answer comes in encrypted where the host has a certificate.
func TestMoveByStartTLS(t *testing.T) {
	folder := t.TempDir()
	trusted := writePair(t, folder, 1)
	log := inTown(t, func(t *testing.T, w *town) {
		c, err := gosmtp.DialStartTLS(w.s.arrivals.listener.Addr().String(), &tls.Config{ServerName: mxName, RootCAs: trusted})
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		if err := c.SendMail(annAddress, []string{w.annAnswers}, strings.NewReader(answer("e4-e5"))); err != nil {
			t.Fatal(err)
		}
		if _, secure := c.TLSConnectionState(); !secure {
			t.Error("it came in the open")
		}
		w.bob.must(t, "GET", w.bobBoard, nil, 200, "Turn 2: your move")
	}, "-mail-cert", filepath.Join(folder, "cert.pem"), "-mail-key", filepath.Join(folder, "key.pem"))
	if !strings.Contains(log, "starttls=true") {
		t.Errorf("the log:\n%s", log)
	}
}
