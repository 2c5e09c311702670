package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// zone is a DNS: TXT records and mail servers by their names.
type zone struct{ txt, mx map[string]string }

func found(name, text string) ([]string, error) {
	if text == "" {
		return nil, &net.DNSError{Err: "no such host", Name: name, IsNotFound: true}
	}
	return []string{text}, nil
}

func (z zone) LookupTXT(_ context.Context, name string) ([]string, error) {
	return found(name, z.txt[name])
}

func (z zone) LookupMX(_ context.Context, name string) ([]*net.MX, error) {
	hosts, err := found(name, z.mx[name])
	var all []*net.MX
	for _, host := range hosts {
		all = append(all, &net.MX{Host: host})
	}
	return all, err
}

// examined runs the command doctor and returns the first word of each line.
func examined(t *testing.T, w world, env map[string]string, args ...string) (verdicts []string, said string, err error) {
	t.Helper()
	var out bytes.Buffer
	w.stdout, w.stderr = &out, io.Discard
	w.env = func(name string) (string, bool) { v, ok := env[name]; return v, ok }
	if w.dns == nil {
		w.dns = zone{}
	}
	err = run(t.Context(), append([]string{"doctor"}, args...), w)
	for line := range strings.Lines(out.String()) {
		verdicts = append(verdicts, strings.Fields(line)[0])
	}
	return verdicts, out.String(), err
}

// A host gives the doctor the command line of his server. Without it he would be told of
// an unknown flag, and have to find out which of his the doctor wants; or -help would show
// what stands in his environment.
func TestDoctorTakesTheServersFlags(t *testing.T) {
	var said strings.Builder
	w := world{stdout: io.Discard, stderr: &said, env: func(name string) (string, bool) { return "smtp://ann:secret@mail.example", name == "FIELDPOST_SMTP" }}
	_, _ = readOptions([]string{"-help"}, w)
	flags := regexp.MustCompile(`(?m)^  (-[a-z-]+) `).FindAllStringSubmatch(said.String(), -1)
	if len(flags) < 20 {
		t.Fatalf("the server has %d flags:\n%s", len(flags), &said)
	}
	for _, flag := range flags {
		said.Reset()
		if err := run(t.Context(), []string{"doctor", flag[1], "x", "-no"}, w); !errors.Is(err, errUsage) || !strings.Contains(said.String(), "not defined: -no") || strings.Contains(said.String(), "secret") {
			t.Errorf("%s: %v\n%s", flag[1], err, &said)
		}
	}
}

// A site as it must be, looked at with the settings of its server, and the same
// with everything gone. Without it a host would be told what does not hold for him.
func TestDoctorOfASelfHost(t *testing.T) {
	mails, key := openOffice(t), keyFile(t)
	signer, err := readDKIM(dkimOptions{key: key, domain: "fieldpost.example", selector: "mail2026"})
	if err != nil {
		t.Fatal(err)
	}
	_, record := signer.Record()
	site := siteWithTLS(t)
	env := map[string]string{
		"FIELDPOST_BASE_URL": site.URL, "FIELDPOST_MAIL_FROM": mailFrom, "FIELDPOST_SMTP": mails.url, passwordVariable: officePassword,
		"FIELDPOST_DKIM_KEY": key, "FIELDPOST_DKIM_SELECTOR": "mail2026",
	}
	w := world{web: site.Client(), dns: zone{
		txt: map[string]string{
			"fieldpost.example.": "v=spf1 include:provider.example -all", "_dmarc.fieldpost.example.": "v=DMARC1; p=quarantine",
			"mail2026._domainkey.fieldpost.example.": record,
		},
		mx: map[string]string{"fieldpost.example.": "mail.provider.example."},
	}}
	verdicts, said, err := examined(t, w, env)
	if err != nil || len(verdicts) != 7 || slices.ContainsFunc(verdicts, func(v string) bool { return v != "ok" }) || !strings.Contains(said, "fits the key") {
		t.Errorf("%v\n%s", err, said)
	}
	w.dns = zone{}
	env[passwordVariable] = "wrong-secret"
	verdicts, said, err = examined(t, w, env, "-reply-domain", "reply.fieldpost.example")
	want := []string{"ok", "ok", "missing", "missing", "missing", "missing", "wrong", "missing"}
	if !errors.Is(err, errUnwell) || !slices.Equal(verdicts, want) || strings.Contains(said, "wrong-secret") || strings.Contains(said, "games@") {
		t.Errorf("%v %q, want %q\n%s", err, verdicts, want, said)
	}
	if mails.count() != 0 {
		t.Error("a mail was sent")
	}
}

// siteWithTLS is a real site of ours behind a certificate.
func siteWithTLS(t *testing.T) *httptest.Server {
	t.Helper()
	base, _ := within(t)
	back, err := url.Parse(base)
	if err != nil {
		t.Fatal(err)
	}
	front := httptest.NewTLSServer(httputil.NewSingleHostReverseProxy(back))
	t.Cleanup(front.Close)
	return front
}

// awsProgram makes a program that answers in place of AWS's own.
func awsProgram(t *testing.T, script string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "aws")
	if err := os.WriteFile(name, []byte("#!/bin/sh\n"+script+"\n"), 0o700); err != nil { //nolint:gosec // it is to be run
		t.Fatal(err)
	}
	return name
}

// A site on AWS: SES sends, signs and takes mails in.
func TestDoctorOnAWS(t *testing.T) {
	w := world{
		dns: zone{
			txt: map[string]string{"_dmarc.fieldpost.example.": "v=DMARC1; p=reject"},
			mx:  map[string]string{"reply.fieldpost.example.": "inbound-smtp.eu-west-1.amazonaws.com."},
		},
		aws: awsProgram(t, `case "$2 $4" in
get-account*) echo '{"SendingEnabled": true, "ProductionAccessEnabled": true, "EnforcementStatus": "HEALTHY", "SendQuota": {"Max24HourSend": 200, "MaxSendRate": 1}}'
;; "get-email-identity fieldpost.example") echo '{"VerifiedForSendingStatus": true, "DkimAttributes": {"SigningEnabled": true, "Status": "SUCCESS"}}'
;; get-email-identity*) echo 'An error occurred (NotFoundException) when calling it' >&2; exit 254
;; describe*) echo '{"Metadata": {"Name": "fp"}, "Rules": [{"Enabled": true, "Recipients": ["reply.fieldpost.example"]}]}'
esac`),
	}
	args := []string{"-aws", "-mail-from", "play@games.fieldpost.example", "-reply-domain", "reply.fieldpost.example"}
	verdicts, said, err := examined(t, w, map[string]string{"AWS_REGION": "eu-west-1"}, args...)
	if err != nil || len(verdicts) != 8 || !strings.Contains(said, "SES identity fieldpost.example: verified") {
		t.Errorf("%v\n%s", err, said)
	}
	// In another region nothing comes in.
	_, said, err = examined(t, w, map[string]string{"AWS_DEFAULT_REGION": "us-east-1"}, args...)
	if !errors.Is(err, errUnwell) || !strings.Contains(said, "inbound-smtp.us-east-1") {
		t.Errorf("%v\n%s", err, said)
	}
	w.aws = awsProgram(t, "echo 'Unable to locate credentials' >&2; exit 253")
	verdicts, said, err = examined(t, w, nil, args...)
	if want := []string{"wrong", "wrong", "ok", "ok", "wrong"}; !errors.Is(err, errUnwell) || !slices.Equal(verdicts, want) || !strings.Contains(said, "no credentials") {
		t.Errorf("%v %q\n%s", err, verdicts, said)
	}
}

// What cannot be looked at must not count as well, and no error may tell a password.
func TestDoctorMistakes(t *testing.T) {
	for _, args := range [][]string{
		nil,
		{"-nothing"},
		{"-aws", "smtp://u:secret@mail.example:25"},
		{"-mail-from", "nobody"},
		{"-base-url", "https://x.example", "-smtp", "smtp://u:secret@mail.example:25"},
		{"-mail-from", mailFrom, "-smtp", "http://u:secret@mail.example:25"},
		{"-mail-from", mailFrom, "-dkim-key", "key.pem"},
		{"-mail-from", mailFrom, "-dkim-key", filepath.Join(t.TempDir(), "none"), "-dkim-selector", "x"},
	} {
		_, said, err := examined(t, world{}, nil, args...)
		if err == nil || errors.Is(err, errUnwell) || said != "" || strings.Contains(err.Error(), "secret") {
			t.Errorf("%q: %v\n%s", args, err, said)
		}
	}
}
