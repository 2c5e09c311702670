package main

import (
	"html"
	"io"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"fieldpost/functions/internal/site"
)

// usualHost is what no flag says of the host.
var usualHost = site.Host{Name: "Fieldpost", PerHour: 20}

// Without it a host's flag would be passed over, or a slip in it would open his
// server wider than he meant.
func TestHostOptions(t *testing.T) {
	imprint := func(text string) string {
		path := filepath.Join(t.TempDir(), "imprint")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	for _, c := range []struct {
		name string
		env  map[string]string
		args []string
		want func(*site.Host)
		says string // of the refusal
	}{
		{name: "none", want: func(*site.Host) {}},
		{name: "a name", args: []string{"-site-name", "Ann's games"}, want: func(h *site.Host) { h.Name = "Ann's games" }},
		{name: "an address", args: []string{"-contact", "ann@a.example"}, want: func(h *site.Host) { h.Contact = "ann@a.example" }},
		{name: "a page", args: []string{"-contact", "https://a.example/me"}, want: func(h *site.Host) { h.Contact = "https://a.example/me" }},
		{name: "an imprint", args: []string{"-imprint", imprint("Ann\r\nStreet 1\n")}, want: func(h *site.Host) { h.Imprint = "Ann\nStreet 1" }},
		{
			name: "proxies", args: []string{"-smtp", "smtp://h:1", "-mail-from", "a@a.example", "-trust-proxy", "127.0.0.1/32, 10.1.2.3/8,2001:db8::1/32"},
			want: func(h *site.Host) {
				h.Proxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32"), netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("2001:db8::/32")}
			},
		},
		{name: "closed", args: []string{"-create", "off"}, want: func(h *site.Host) { h.Closed = true }},
		{
			name: "by code, from the environment", env: map[string]string{"FIELDPOST_CREATE": "code", "FIELDPOST_CREATE_CODE": "open sesame", "FIELDPOST_CREATE_PER_HOUR": "3"},
			want: func(h *site.Host) { h.Code, h.PerHour = "open sesame", 3 },
		},
		{name: "no limit", args: []string{"-create-per-hour", "0"}, want: func(h *site.Host) { h.PerHour = 0 }},

		{name: "no name", args: []string{"-site-name", ""}, says: "-site-name"},
		{name: "a name of two lines", args: []string{"-site-name", "a\nb"}, says: "-site-name"},
		{name: "a name that is a link", args: []string{"-site-name", "a.example"}, says: "must not contain a link"},
		{name: "no contact", args: []string{"-contact", "Ann"}, says: "-contact"},
		{name: "a contact that is a script", args: []string{"-contact", "javascript:alert(1)"}, says: "-contact"},
		{name: "a contact with a password", args: []string{"-contact", "https://a:b@a.example"}, says: "-contact"},
		{name: "no such imprint", args: []string{"-imprint", "/nonexistent/file"}, says: "-imprint"},
		{name: "an empty imprint", args: []string{"-imprint", imprint(" \n")}, says: "is empty"},
		{name: "a long imprint", args: []string{"-imprint", imprint(strings.Repeat("x", mostImprint+1))}, says: "longer than 65536 bytes"},
		{name: "an imprint in Latin-1", args: []string{"-imprint", imprint("M\xfcller")}, says: "not UTF-8"},
		{name: "an imprint that is no text", args: []string{"-imprint", imprint("a\x00b")}, says: "control characters"},
		{name: "an address for a network", args: []string{"-trust-proxy", "127.0.0.1"}, says: "is no network"},
		{name: "an empty network", args: []string{"-trust-proxy", "10.0.0.0/8,"}, says: "is no network"},
		{name: "a network in foreign clothes", args: []string{"-trust-proxy", "::ffff:10.0.0.0/104"}, says: "is no network"},
		{name: "everybody", args: []string{"-trust-proxy", "0.0.0.0/0"}, says: "trusts everybody"},
		{name: "this machine, with the mailbox", args: []string{"-trust-proxy", "127.0.0.2/32"}, says: "nobody could look into it"},
		{name: "the same in IPv6", args: []string{"-trust-proxy", "10.0.0.0/8,::1/128"}, says: "nobody could look into it"},
		{name: "an unknown way", args: []string{"-create", "closed"}, says: `"closed" is none of`},
		{name: "a code that is missing", args: []string{"-create", "code"}, says: "set FIELDPOST_CREATE_CODE"},
		{name: "a code for an open door", args: []string{"-create-code", "secret"}, says: "needs -create code"},
		{name: "a code for a closed door", args: []string{"-create", "off", "-create-code", "secret"}, says: "needs -create code"},
		{name: "a long code", args: []string{"-create", "code", "-create-code", strings.Repeat("secret", 20)}, says: "at most 100 bytes"},
		{name: "a code with a space at its end", args: []string{"-create", "code", "-create-code", "secret "}, says: "without spaces at its ends"},
		{name: "fewer than none", args: []string{"-create-per-hour", "-1"}, says: `"-1" is no whole number`},
		{name: "a number in words", env: map[string]string{"FIELDPOST_CREATE_PER_HOUR": "ten"}, says: `"ten" is no whole number`},
		{name: "too many", args: []string{"-create-per-hour", "1000001"}, says: "is no whole number"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var said strings.Builder
			got, err := readOptions(c.args, world{stderr: &said, env: func(name string) (string, bool) {
				v, ok := c.env[name]
				return v, ok
			}})
			if c.says != "" {
				if err == nil || !strings.Contains(err.Error(), c.says) {
					t.Errorf("the error is %v, want one that says %q", err, c.says)
				}
				if err != nil && strings.Contains(err.Error()+said.String(), "secret") {
					t.Errorf("the error tells the code: %v", err)
				}
				return
			}
			want := usualHost
			c.want(&want)
			if err != nil || !reflect.DeepEqual(got.host, want) {
				t.Errorf("%+v, %v; want %+v", got.host, err, want)
			}
		})
	}
}

// Without it -help would tell the code that stands in the environment.
func TestHelpKeepsTheCode(t *testing.T) {
	var said strings.Builder
	env := map[string]string{"FIELDPOST_CREATE": "code", "FIELDPOST_CREATE_CODE": "sesame"}
	_, err := readOptions([]string{"-help"}, world{stderr: &said, stdout: io.Discard, env: func(name string) (string, bool) {
		v, ok := env[name]
		return v, ok
	}})
	if err == nil || strings.Contains(said.String(), "sesame") {
		t.Errorf("%v\n%s", err, &said)
	}
	for _, flag := range []string{"-site-name", "-contact", "-imprint", "-trust-proxy", "-create", "-create-code", "-create-per-hour"} {
		if !strings.Contains(said.String(), "  "+flag+" ") {
			t.Errorf("-help does not tell of %s", flag)
		}
	}
}

// Without it what a host says of his site would reach neither pages nor mails.
func TestHostIsWired(t *testing.T) {
	base, _ := withOptions(t, io.Discard, options{
		addr: "127.0.0.1:0", data: t.TempDir(), mailFrom: mailboxSender,
		host: site.Host{Name: "Ann's games", Contact: "host@a.example", Code: "sesame"},
	})
	v := newVisitor(t)
	v.must(t, "GET", base+"/", nil, 200, "· Ann&#39;s games</title>")
	v.must(t, "GET", base+"/privacy", nil, 200, "mailto:host@a.example")
	form := url.Values{
		"do": {"create"}, "name": {"Ann"}, "email": {"ann@example.org"}, "opponent-name": {"Bob"}, "opponent-email": {"bob@example.org"},
	}
	v.must(t, "POST", base+"/", form, 422, "not the code")
	form.Set("code", "sesame")
	v.must(t, "POST", base+"/", form, 202, "Check your mail")
	if mails := waitForMails(t, base, 1); !strings.Contains(html.UnescapeString(mails[0].HTML), "asked Ann's games for a game") {
		t.Errorf("the mail says %s", mails[0].HTML)
	}
}
