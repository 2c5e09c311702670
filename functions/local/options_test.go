package main

import (
	"cmp"
	"flag"
	"io"
	"reflect"
	"strings"
	"testing"
	"time"

	"fieldpost/functions/internal/notify"
	"fieldpost/infra/smtp"
)

// Without it a flag or a variable would be passed over, or the mailbox opened to
// the network.
func TestOptions(t *testing.T) {
	for _, c := range []struct {
		name string
		env  map[string]string
		args []string
		want options
		says string // of the refusal
	}{
		{"defaults", nil, nil, options{addr: "127.0.0.1:8080", data: "./data", mailFrom: mailboxSender}, ""},
		{
			"flags", nil,
			[]string{"-addr", "localhost:0", "-data", "d", "-base-url", "https://play.example/"},
			options{addr: "localhost:0", data: "d", baseURL: "https://play.example", mailFrom: mailboxSender},
			"",
		},
		{
			"environment",
			map[string]string{"FIELDPOST_ADDR": "[::1]:9", "FIELDPOST_DATA": "e", "FIELDPOST_BASE_URL": "http://h:9"},
			nil,
			options{addr: "[::1]:9", data: "e", baseURL: "http://h:9", mailFrom: mailboxSender},
			"",
		},
		{
			"a flag counts more than the environment",
			map[string]string{"FIELDPOST_DATA": "e"},
			[]string{"-data", "f"},
			options{addr: "127.0.0.1:8080", data: "f", mailFrom: mailboxSender},
			"",
		},
		{"all addresses", nil, []string{"-addr", ":8080"}, options{}, "other machines"},
		{"all addresses, spelled out", nil, []string{"-addr", "0.0.0.0:80"}, options{}, "other machines"},
		{"a name", nil, []string{"-addr", "play.example:80"}, options{}, "other machines"},
		{"a name from the environment", map[string]string{"FIELDPOST_ADDR": "10.0.0.1:80"}, nil, options{}, `"10.0.0.1:80"`},
		{"no port", nil, []string{"-addr", "127.0.0.1"}, options{}, "no host and port"},
		{"no folder", nil, []string{"-data", ""}, options{}, "-data is empty"},
		{"no URL", nil, []string{"-base-url", "play.example"}, options{}, `"play.example"`},
		{"another scheme", nil, []string{"-base-url", "ftp://play.example"}, options{}, "-base-url"},
		{"a query", nil, []string{"-base-url", "http://play.example/?a"}, options{}, "-base-url"},
		{
			"a mail server", nil,
			[]string{"-smtp", "smtps://ann%40example.org:s%3Acret@mail.example:465", "-mail-from", "games@fieldpost.example"},
			options{
				addr: "127.0.0.1:8080", data: "./data", mailFrom: "games@fieldpost.example",
				server: smtp.Server{Host: "mail.example", Port: "465", TLS: true, User: "ann@example.org", Password: "s:cret"},
			},
			"",
		},
		{
			"a mail server on a public address, from the environment",
			map[string]string{
				"FIELDPOST_SMTP": "smtp://ann@mail.example:587", "FIELDPOST_SMTP_PASSWORD": "secret@/", "FIELDPOST_MAIL_FROM": "games@fieldpost.example",
				"FIELDPOST_ADDR": "0.0.0.0:80", "FIELDPOST_BASE_URL": "https://fieldpost.example",
				"FIELDPOST_DKIM_KEY": "key.pem", "FIELDPOST_DKIM_SELECTOR": "mail2026",
			},
			nil,
			options{
				addr: "0.0.0.0:80", data: "./data", baseURL: "https://fieldpost.example", mailFrom: "games@fieldpost.example",
				server: smtp.Server{Host: "mail.example", Port: "587", User: "ann", Password: "secret@/"},
				dkim:   dkimOptions{"key.pem", "fieldpost.example", "mail2026"},
			},
			"",
		},
		{
			"a password of nobody counts for nothing",
			map[string]string{"FIELDPOST_SMTP_PASSWORD": "secret"},
			[]string{
				"-smtp", "smtp://[::1]:25", "-mail-from", "games@a.example", "-addr", "10.0.0.1:0",
				"-dkim-key", "k", "-dkim-selector", "s", "-dkim-domain", "example",
			},
			options{
				addr: "10.0.0.1:0", data: "./data", mailFrom: "games@a.example",
				server: smtp.Server{Host: "::1", Port: "25"}, dkim: dkimOptions{"k", "example", "s"},
			},
			"",
		},
		{"the URL's password comes first", map[string]string{"FIELDPOST_SMTP_PASSWORD": "b"}, []string{"-smtp", "smtp://u:a@h:1", "-mail-from", "a@a.example"}, options{
			addr: "127.0.0.1:8080", data: "./data", mailFrom: "a@a.example", server: smtp.Server{Host: "h", Port: "1", User: "u", Password: "a"},
		}, ""},
		{"no mail server", nil, []string{"-smtp", "mail.example:25", "-mail-from", "a@a.example"}, options{}, "-smtp is no address of a mail server"},
		{"an account without a password", nil, []string{"-smtp", "smtp://ann@mail.example:25", "-mail-from", "a@a.example"}, options{}, "set FIELDPOST_SMTP_PASSWORD"},
		{"no sender", nil, []string{"-smtp", "smtp://mail.example:25"}, options{}, `-mail-from "" is missing`},
		{"a sender with a name", nil, []string{"-smtp", "smtp://mail.example:25", "-mail-from", "Ann <a@a.example>"}, options{}, "-mail-from"},
		{"a sender for the mailbox", nil, []string{"-mail-from", "a@a.example"}, options{}, "of no use without -smtp"},
		{"a signature for the mailbox", nil, []string{"-dkim-selector", "a"}, options{}, "of no use without -smtp"},
		{"a key without a selector", nil, []string{"-smtp", "smtp://h:1", "-mail-from", "a@a.example", "-dkim-key", "k"}, options{}, "-dkim-selector"},
		{"a selector without a key", nil, []string{"-smtp", "smtp://h:1", "-mail-from", "a@a.example", "-dkim-selector", "s"}, options{}, "without -dkim-key"},
		{"all addresses, and no base URL", nil, []string{"-smtp", "smtp://h:1", "-mail-from", "a@a.example", "-addr", ":80"}, options{}, "-base-url"},
		{"the same, spelled out", nil, []string{"-smtp", "smtp://h:1", "-mail-from", "a@a.example", "-addr", "[::]:80"}, options{}, "-base-url"},
		{"an unknown flag", nil, []string{"-haste", "2"}, options{}, "see -help"},
		{"faster", map[string]string{"FIELDPOST_SPEED": "86400"}, nil, options{addr: "127.0.0.1:8080", data: "./data", mailFrom: mailboxSender, speed: 86400}, ""},
		{"standing still", nil, []string{"-speed", "0"}, options{}, `-speed "0" is no whole number from 1 to 86400`},
		{"backwards", nil, []string{"-speed", "-1"}, options{}, "-speed"},
		{"faster than can be swept", nil, []string{"-speed", "86401"}, options{}, "-speed"},
		{"a speed in words", map[string]string{"FIELDPOST_SPEED": "fast"}, nil, options{}, `-speed "fast"`},
		{"help", nil, []string{"-help"}, options{}, flag.ErrHelp.Error()},
		{"a domain for answers", nil, []string{"-reply-domain", "answers.example"}, options{addr: "127.0.0.1:8080", data: "./data", mailFrom: mailboxSender, replies: "answers.example"}, ""},
		{"no domain for answers", nil, []string{"-reply-domain", "a b"}, options{}, "-reply-domain"},
		{"a word", nil, []string{"serve"}, options{}, `"serve"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := world{stderr: io.Discard, env: func(name string) (string, bool) {
				v, ok := c.env[name]
				return v, ok
			}}
			got, err := readOptions(c.args, w)
			if c.says != "" {
				if err == nil || !strings.Contains(err.Error(), c.says) {
					t.Errorf("the error is %v, want one that says %q", err, c.says)
				}
				return
			}
			c.want.host, c.want.replies, c.want.speed = usualHost, cmp.Or(c.want.replies, "reply.localhost"), cmp.Or(c.want.speed, 1)
			if err != nil || !reflect.DeepEqual(got, c.want) {
				t.Errorf("%+v, %v; want %+v", got, err, c.want)
			}
		})
	}
}

// Without it a slip of the hand would print the password of the mail server.
func TestOptionsKeepThePassword(t *testing.T) {
	const secret = "hunter2"
	for _, url := range []string{
		"smtp://ann:" + secret + "@mail.example", "http://ann:" + secret + "@mail.example:25", "smtp://ann:" + secret + "%@mail.example:25",
		"smtp://ann:" + secret + "@mail.example:25",
	} {
		for _, args := range [][]string{{"-smtp", url}, {"-smtp", url, "-help"}, {"-smtp", url, "-no"}, {"-smtp", url, "-mail-from"}, {"-smtp", url, "x"}} {
			for _, env := range []string{"", url} {
				var said strings.Builder
				_, err := readOptions(args, world{stderr: &said, env: func(name string) (string, bool) {
					return env, name == "FIELDPOST_SMTP" || name == passwordVariable
				}})
				if err == nil || strings.Contains(err.Error()+said.String(), secret) {
					t.Errorf("%q: %v\n%s", args, err, &said)
				}
			}
		}
	}
}

// Without it a mail could be sent by a second process while the first one still
// may succeed.
func TestSendingEndsBeforeItsClaim(t *testing.T) {
	if smtp.Timeout+5*time.Second > notify.ClaimLife {
		t.Errorf("a mail may take %v to send, and its claim lives for %v", smtp.Timeout, notify.ClaimLife)
	}
}
