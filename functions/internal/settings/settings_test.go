package settings

import (
	"maps"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fieldpost/functions/internal/site"
)

type variables map[string]string

func (v variables) get(name string) string { return v[name] }

// with returns the least that there must be, and more.
func with(more variables) variables {
	v := variables{"FIELDPOST_TABLE": "games", "FIELDPOST_PARAMETERS": "/fieldpost", "FIELDPOST_MAIL_FROM": "play@fieldpost.example"}
	maps.Copy(v, more)
	return v
}

// A template cannot leave a variable out: empty must be as good as absent.
func TestLeast(t *testing.T) {
	for _, env := range []variables{with(nil), with(variables{
		"FIELDPOST_BASE_URL": "", "FIELDPOST_SENDER": "", "FIELDPOST_CONFIGURATION_SET": "", "FIELDPOST_SITE_NAME": "", "FIELDPOST_CONTACT": "", "FIELDPOST_REPLY_DOMAIN": "",
		"FIELDPOST_CREATE": "", "FIELDPOST_CREATE_CODE": "", "FIELDPOST_CREATE_PER_HOUR": "",
	})} {
		s, err := Read(env.get)
		if err != nil {
			t.Fatal(err)
		}
		want := Settings{Table: "games", MailFrom: "play@fieldpost.example", SiteName: "Fieldpost", parameters: "/fieldpost"}
		if s != want {
			t.Errorf("read %+v", s)
		}
		host, err := s.Host(env.get)
		if diff := cmp.Diff(site.Host{Name: "Fieldpost", PerHour: 20}, host, cmp.Comparer(sameHost)); diff != "" || err != nil {
			t.Errorf("%v %s", err, diff)
		}
		if got := s.Parameters("pepper", "mail-key"); !cmp.Equal(got, []string{"/fieldpost/pepper", "/fieldpost/mail-key"}) {
			t.Errorf("parameters %q", got)
		}
	}
}

func sameHost(a, b site.Host) bool {
	return a.Name == b.Name && a.Contact == b.Contact && a.Imprint == b.Imprint && len(a.Proxies) == len(b.Proxies) &&
		a.Closed == b.Closed && a.Code == b.Code && a.PerHour == b.PerHour
}

func TestAll(t *testing.T) {
	env := with(variables{
		"FIELDPOST_BASE_URL": "https://play.example/", "FIELDPOST_CONFIGURATION_SET": "set", "FIELDPOST_SITE_NAME": "Club",
		"FIELDPOST_CONTACT": "https://club.example/contact", "FIELDPOST_CREATE": "code", "FIELDPOST_CREATE_CODE": "knights",
		"FIELDPOST_CREATE_PER_HOUR": "0", "FIELDPOST_SENDER": "smtp", "FIELDPOST_REPLY_DOMAIN": "reply.club.example",
	})
	s, err := Read(env.get)
	if err != nil {
		t.Fatal(err)
	}
	if s.BaseURL != "https://play.example" || s.ConfigurationSet != "set" || !s.SMTP || s.ReplyDomain != "reply.club.example" {
		t.Errorf("read %+v", s)
	}
	want := site.Host{Name: "Club", Contact: "https://club.example/contact", Code: "knights"}
	if host, err := s.Host(env.get); err != nil || !sameHost(host, want) {
		t.Errorf("host %+v, %v", host, err)
	}
	env["FIELDPOST_CREATE"], env["FIELDPOST_CREATE_CODE"] = "off", ""
	if host, err := s.Host(env.get); err != nil || !host.Closed {
		t.Errorf("host %+v, %v", host, err)
	}
}

// A function with a wrong setting must say which at its start, and tell no address
// and no code.
func TestFaults(t *testing.T) {
	for name, value := range map[string]string{
		"FIELDPOST_TABLE":           "",
		"FIELDPOST_PARAMETERS":      "fieldpost",
		"FIELDPOST_MAIL_FROM":       "Play <play@secret.example>",
		"FIELDPOST_SENDER":          "mailbox",
		"FIELDPOST_BASE_URL":        "play.example",
		"FIELDPOST_SITE_NAME":       "a\nb",
		"FIELDPOST_CONTACT":         "host at secret.example",
		"FIELDPOST_REPLY_DOMAIN":    "a@secret.example",
		"FIELDPOST_CREATE":          "closed",
		"FIELDPOST_CREATE_CODE":     "secret",
		"FIELDPOST_CREATE_PER_HOUR": "-1",
	} {
		env := with(variables{name: value})
		s, err := Read(env.get)
		if err == nil {
			_, err = s.Host(env.get)
		}
		if err == nil || !strings.Contains(err.Error(), name) || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, odd := range []string{"https://a.example?x=1", "https://a.example#x", "https://u@a.example", "ftp://a.example", "https://"} {
		if _, err := Read(with(variables{"FIELDPOST_BASE_URL": odd}).get); err == nil {
			t.Errorf("links begin with %q", odd)
		}
	}
	if _, err := Read(with(variables{"FIELDPOST_PARAMETERS": "/fieldpost/"}).get); err == nil {
		t.Error("a double slash in the parameters' names")
	}
}
