package smtp

import (
	"fmt"
	"strings"
	"testing"
)

func TestParseServer(t *testing.T) {
	for text, want := range map[string]Server{
		"smtp://mail.example:587":                       {Host: "mail.example", Port: "587"},
		"smtps://mail.example:465/":                     {Host: "mail.example", Port: "465", TLS: true},
		"smtp://[::1]:25":                               {Host: "::1", Port: "25"},
		"smtps://ann:se:cr@mail.example:465":            {Host: "mail.example", Port: "465", TLS: true, User: "ann", Password: "se:cr"},
		"smtp://ann%40example.org:p%2Fw%3A@127.0.0.1:2": {Host: "127.0.0.1", Port: "2", User: "ann@example.org", Password: "p/w:"},
		"smtp://ann@mail.example:587":                   {Host: "mail.example", Port: "587", User: "ann"},
	} {
		if got, err := ParseServer(text); err != nil || got != want {
			t.Errorf("%s: %v, %v", text, got, err)
		}
	}
	for _, text := range []string{
		"", "mail.example:587", "mail.example", "http://mail.example:25", "smtp://mail.example", "smtp://:25", "smtp://mail.example:0",
		"smtp://mail.example:smtp", "smtp://mail.example:70000", "smtp://mail.example:25/x", "smtp://mail.example:25?a=b",
		"smtp://:secret@mail.example:25", "smtp://ann:sec/ret@mail.example:25", "smtp://ann:100%secret@mail.example:25", "smtp://mail.example:25#secret",
	} {
		got, err := ParseServer(text)
		if err == nil {
			t.Errorf("%q is taken for %v", text, got)
		} else if strings.Contains(err.Error(), "secret") || strings.Contains(err.Error(), "ann") {
			t.Errorf("%q: the error tells it: %v", text, err)
		}
	}
}

// Without it a log line about a server would hold the password.
func TestServerKeepsItsPassword(t *testing.T) {
	s := Server{Host: "mail.example", Port: "465", TLS: true, User: "ann", Password: "secret"}
	type options struct{ Server Server }
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q"} {
		for _, v := range []any{s, &s, options{s}} {
			if text := fmt.Sprintf(verb, v); strings.Contains(text, "secret") || strings.Contains(text, "ann") {
				t.Errorf("%s prints %s", verb, text)
			}
		}
	}
	if s.String() != "smtps://mail.example:465" || (Server{}).String() != "none" {
		t.Errorf("%v, %v", s, Server{})
	}
}

// Without it a name that only looks like this machine would be spoken to in the
// clear.
func TestLoopback(t *testing.T) {
	for host, want := range map[string]bool{
		"127.0.0.1": true, "127.9.9.9": true, "::1": true, "localhost": true, "LocalHost.": true, "mail.localhost": true,
		"mail.example": false, "10.0.0.1": false, "0.0.0.0": false, "localhost.example": false, "notlocalhost": false, "": false,
	} {
		if (Server{Host: host}).loopback() != want {
			t.Errorf("%q: not %v", host, want)
		}
	}
}
