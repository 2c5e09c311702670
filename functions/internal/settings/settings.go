// Package settings reads the settings of the functions on AWS from their
// environment, into which the template puts its parameters. An empty variable is
// one that is not set: a template cannot leave one out.
//
//	FIELDPOST_TABLE              the table's name
//	FIELDPOST_PARAMETERS         what the names of the secrets' parameters begin with: "/fieldpost"
//	FIELDPOST_MAIL_FROM          address that all mails come from
//	FIELDPOST_SENDER             who takes the mails: ses, or smtp, the mail server of parameter smtp; ses if empty
//	FIELDPOST_CONFIGURATION_SET  of SES; may be empty
//	FIELDPOST_BASE_URL           of every link; web alone does without
//	FIELDPOST_SITE_NAME          Fieldpost if empty
//	FIELDPOST_CONTACT            the host's address or URL; may be empty
//	FIELDPOST_REPLY_DOMAIN       domain to which mails are answered; may be empty: nowhere
//
// Some are of one function alone:
//
//	FIELDPOST_CREATE             web: open, code or off; open if empty
//	FIELDPOST_CREATE_CODE        web: the code of those who may create games
//	FIELDPOST_CREATE_PER_HOUR    web: new games for a client address; 20 if empty, 0: any number
//	FIELDPOST_FAILED             notify: URL of the queue for what can never be done
//	FIELDPOST_WEBHOOKS           notify, webhook: URL of the queue of calls to players' programs
//
// Errors name the variable, and quote nothing that may be an address or a secret.
package settings

import (
	"cmp"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"time"

	"fieldpost/engine/match"
	"fieldpost/functions/internal/site"
)

// MailKept is how long a mail that came in is kept, by the rule of its bucket.
const MailKept = 7 * 24 * time.Hour

// LogKept is how long the functions' logs are kept, by the rule of their groups.
const LogKept = 30 * 24 * time.Hour

// Settings are those of any function.
type Settings struct {
	Table            string
	MailFrom         string
	SMTP             bool   // mails go by the mail server of parameter smtp, not by SES
	ConfigurationSet string // "": none
	BaseURL          string // without a slash at its end; "": not known before the first request
	SiteName         string
	Contact          string // "": none
	ReplyDomain      string // "": mails are not answered

	parameters string
}

// Read reads the settings that every function has.
func Read(env func(string) string) (Settings, error) {
	s := Settings{
		Table: env("FIELDPOST_TABLE"), MailFrom: env("FIELDPOST_MAIL_FROM"),
		ConfigurationSet: env("FIELDPOST_CONFIGURATION_SET"),
		BaseURL:          strings.TrimRight(env("FIELDPOST_BASE_URL"), "/"),
		SiteName:         cmp.Or(env("FIELDPOST_SITE_NAME"), site.StandardName),
		Contact:          env("FIELDPOST_CONTACT"),
		ReplyDomain:      env("FIELDPOST_REPLY_DOMAIN"),
		parameters:       env("FIELDPOST_PARAMETERS"),
	}
	sender := cmp.Or(env("FIELDPOST_SENDER"), "ses")
	s.SMTP = sender == "smtp"
	switch {
	case s.Table == "":
		return Settings{}, errors.New("FIELDPOST_TABLE is not set")
	case !strings.HasPrefix(s.parameters, "/") || strings.HasSuffix(s.parameters, "/"):
		return Settings{}, fmt.Errorf("FIELDPOST_PARAMETERS %q is not like /fieldpost", s.parameters)
	case match.CheckAddress(s.MailFrom) != match.NoProblem:
		return Settings{}, fmt.Errorf("FIELDPOST_MAIL_FROM %v", match.CheckAddress(s.MailFrom))
	case sender != "ses" && sender != "smtp":
		return Settings{}, fmt.Errorf("FIELDPOST_SENDER %q is neither ses nor smtp", sender)
	case s.BaseURL != "" && !base(s.BaseURL):
		return Settings{}, fmt.Errorf("FIELDPOST_BASE_URL %q is no address to begin links with, as in https://fieldpost.example", s.BaseURL)
	case match.CheckName(s.SiteName) != match.NoProblem:
		return Settings{}, fmt.Errorf("FIELDPOST_SITE_NAME %q %v", s.SiteName, match.CheckName(s.SiteName))
	case s.Contact != "" && match.CheckAddress(s.Contact) != match.NoProblem && !web(s.Contact):
		return Settings{}, errors.New("FIELDPOST_CONTACT is neither a mail address nor a URL")
	case s.ReplyDomain != "" && match.CheckAddress("play@"+s.ReplyDomain) != match.NoProblem:
		return Settings{}, errors.New("FIELDPOST_REPLY_DOMAIN is no domain")
	}
	return s, nil
}

// Parameters returns the names of the parameters of some secrets.
func (s Settings) Parameters(secrets ...string) []string {
	names := make([]string, len(secrets))
	for i, secret := range secrets {
		names[i] = s.parameters + "/" + secret
	}
	return names
}

const (
	standardPerHour = "20"
	mostPerHour     = 1_000_000
)

// Host reads what the site says of who runs it, and whom he lets create games.
// No proxy is trusted: API Gateway itself says who the client is.
func (s Settings) Host(env func(string) string) (site.Host, error) {
	create, code := cmp.Or(env("FIELDPOST_CREATE"), "open"), env("FIELDPOST_CREATE_CODE")
	perHour, err := strconv.Atoi(cmp.Or(env("FIELDPOST_CREATE_PER_HOUR"), standardPerHour))
	switch {
	case err != nil || perHour < 0 || perHour > mostPerHour:
		return site.Host{}, fmt.Errorf("FIELDPOST_CREATE_PER_HOUR is no whole number from 0, which sets no limit, to %d", mostPerHour)
	case create != "open" && create != "code" && create != "off":
		return site.Host{}, fmt.Errorf("FIELDPOST_CREATE %q is none of open, code and off", create)
	case (create == "code") != (code != ""):
		return site.Host{}, errors.New("FIELDPOST_CREATE_CODE is needed with FIELDPOST_CREATE=code, and of no use without")
	}
	return site.Host{Name: s.SiteName, Contact: s.Contact, Closed: create == "off", Code: code, PerHour: perHour}, nil
}

// base reports whether links can begin with text.
func base(text string) bool {
	u, err := url.Parse(text)
	return err == nil && web(text) && u.RawQuery == "" && u.Fragment == ""
}

// web reports whether text is a URL that a page may lead to.
func web(text string) bool {
	u, err := url.Parse(text)
	return err == nil && (u.Scheme == "https" || u.Scheme == "http") && u.Host != "" && u.User == nil
}
