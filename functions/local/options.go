package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"fieldpost/engine/match"
	"fieldpost/functions/internal/doctor"
	"fieldpost/functions/internal/hook"
	"fieldpost/functions/internal/inbound/trust"
	"fieldpost/functions/internal/site"
	"fieldpost/infra/smtp"
)

// world is what the program has from outside: the clock, chance, the environment
// and where it writes. Nothing below main.go reaches for them itself.
type world struct {
	env            func(string) (string, bool)
	stdout, stderr io.Writer
	now            func() time.Time
	after          func(time.Duration) <-chan time.Time
	random         io.Reader // for keys, ids and lots
	terminal       bool      // stdout is one
	dns            doctor.Resolver
	senders        trust.Resolver // tells whence a domain's mails come
	web            doctor.Doer
	poster         hook.Poster // to webhooks
	aws            string      // the command of AWS; "": aws
}

// options are the settings of the server.
type options struct {
	addr    string // host:port on which it listens; port 0 takes a free one
	data    string // folder of everything that it keeps
	baseURL string // of every link; "": the address really bound
	speed   int    // of the time of the games; 0 is 1
	quiet   bool   // log only what went wrong; no flag
	host    site.Host

	server   smtp.Server // that takes the mails; none: they go into the local mailbox
	mailFrom string      // address that all mails come from
	replies  string      // domain of the addresses that answers go to
	dkim     dkimOptions
	arrivals arrivalOptions
}

// dkimOptions are by what mails are signed. The zero value: they are not.
type dkimOptions struct{ key, domain, selector string } // key: a file

// passwordVariable holds the password of the mail server's account. It is no
// flag, since every user of a machine may read the flags of all its programs.
const passwordVariable = "FIELDPOST_SMTP_PASSWORD"

// errUsage is a mistake on the command line of which the reader has been told.
var errUsage = errors.New("see -help")

// help is what the program is called with, before its flags.
const help = `local                      starts the server, with the flags below
local demo                 plays a whole game through the mails of a server
local doctor               says what a site lacks
local host pause|resume    stops the clocks of all games, and lets them go on
local keys init|rotate     makes and changes the secrets of a server
local replay -stack NAME   gives the functions on AWS again what they could not handle
Each of these words has a -help of its own. The server:`

// readOptions reads the flags, and for those that are not given the environment.
func readOptions(args []string, w world) (options, error) {
	var o options
	f := flag.NewFlagSet("local", flag.ContinueOnError)
	f.SetOutput(w.stderr)
	f.Usage = func() {
		fmt.Fprintln(w.stderr, help)
		f.PrintDefaults()
	}
	f.StringVar(&o.addr, "addr", "127.0.0.1:8080", "`host:port` to listen on; port 0 takes a free one")
	f.StringVar(&o.data, "data", "./data", "`folder` of the games, keys and mails")
	f.StringVar(&o.baseURL, "base-url", "", "`URL` with which all links begin (default: the address really bound)")
	server := f.String("smtp", "", "`URL` of a mail server, smtp[s]://[user[:password]@]host:port; the password is better given as "+passwordVariable+" (default: the local mailbox)")
	f.StringVar(&o.mailFrom, "mail-from", "", "`address` that all mails come from")
	f.StringVar(&o.replies, "reply-domain", standardReplyDomain, "`domain` of the addresses to which the mails are answered; of use with the local mailbox, or -mail-listen, which needs its MX to be this machine")
	f.StringVar(&o.dkim.key, "dkim-key", "", "`file` with the private key that signs the mails, in PEM (default: they go unsigned)")
	f.StringVar(&o.dkim.domain, "dkim-domain", "", "`domain` that signs (default: that of -mail-from)")
	f.StringVar(&o.dkim.selector, "dkim-selector", "", "`name` of the key in the domain's DNS")
	var a arrivalFlags
	a.flags(f)
	var h hostOptions
	h.flags(f)
	speed := speedFlag(f)
	f.VisitAll(func(g *flag.Flag) {
		if value, ok := w.env(variable(g.Name)); ok && value != "" {
			_ = g.Value.Set(value) // a string, which takes everything
		}
	})
	if err := f.Parse(args); err != nil {
		return options{}, usage(err)
	}
	if f.NArg() > 0 {
		return options{}, fmt.Errorf("%s is neither a flag nor one of the words demo, keys, doctor, replay and host: %w", harmless(f.Arg(0)), errUsage)
	}
	var err error
	if o.host, err = h.read(); err != nil {
		return options{}, err
	}
	if o.speed, err = readSpeed(*speed); err != nil {
		return options{}, err
	}
	password, _ := w.env(passwordVariable)
	if err := o.mail(*server, password); err != nil {
		return options{}, err
	}
	if o.arrivals, err = a.read(o.server != (smtp.Server{}), o.replies); err != nil {
		return options{}, err
	}
	return o, o.check()
}

// answersTo is the domain at which answers to the mails are taken, or "" where
// nobody takes any: then no mail speaks of answering.
func (o *options) answersTo() string {
	if o.server == (smtp.Server{}) || o.arrivals.listen != "" {
		return o.replies
	}
	return ""
}

// returnsTo is the domain at which reports on mails that came back are taken, or ""
// where nobody takes any.
func (o *options) returnsTo() string {
	if o.arrivals.listen == "" {
		return ""
	}
	return o.replies
}

// usage returns what to tell of a command line of which package flag has told
// the rest: nothing if it was asked for help.
func usage(err error) error {
	if errors.Is(err, flag.ErrHelp) {
		return flag.ErrHelp
	}
	return errUsage
}

// variable returns the name of a flag in the environment: FIELDPOST_BASE_URL.
func variable(flag string) string {
	return "FIELDPOST_" + strings.ToUpper(strings.ReplaceAll(flag, "-", "_"))
}

func (o *options) check() error {
	host, _, err := net.SplitHostPort(o.addr)
	if err != nil {
		return fmt.Errorf("-addr %q is no host and port, as in 127.0.0.1:8080", o.addr)
	}
	ip := net.ParseIP(host)
	switch near := host == "localhost" || ip != nil && ip.IsLoopback(); {
	case !near && o.server == (smtp.Server{}):
		return fmt.Errorf("-addr %q can be reached from other machines, and the local mailbox, which is everybody's seat, must not be: use 127.0.0.1, or -smtp", o.addr)
	case o.server == (smtp.Server{}) && slices.ContainsFunc(o.host.Proxies, onThisMachine):
		return errors.New("-trust-proxy names this machine as a proxy, and the local mailbox is for this machine alone: nobody could look into it; use -smtp")
	case o.baseURL == "" && (host == "" || ip != nil && ip.IsUnspecified()):
		return fmt.Errorf("-addr %q is no address that a link can lead to: give -base-url too, as in https://fieldpost.example", o.addr)
	}
	if problem := match.CheckAddress("play@" + o.replies); problem != match.NoProblem {
		return fmt.Errorf("-reply-domain %q is no domain, as in reply.fieldpost.example", o.replies)
	}
	if o.data == "" {
		return errors.New("-data is empty: a folder is needed")
	}
	if o.baseURL == "" {
		return nil
	}
	u, err := url.Parse(o.baseURL)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.RawQuery != "" || u.Fragment != "" || u.User != nil {
		return fmt.Errorf("-base-url %q is no address to begin links with, as in https://fieldpost.example", o.baseURL)
	}
	o.baseURL = strings.TrimRight(o.baseURL, "/")
	return nil
}

// mail takes what the flags say of the mails. Its errors tell nothing of the
// server's account.
func (o *options) mail(server, password string) (err error) {
	if server == "" {
		if o.mailFrom != "" || o.dkim != (dkimOptions{}) {
			return errors.New("-mail-from and -dkim-… are of no use without -smtp: the mails go into the local mailbox")
		}
		o.mailFrom = mailboxSender
		return nil
	}
	if o.server, err = smtp.ParseServer(server); err != nil {
		return fmt.Errorf("-smtp is %w", err)
	}
	if o.server.User != "" && o.server.Password == "" {
		if o.server.Password = password; password == "" {
			return fmt.Errorf("-smtp names a user, and there is no password: set %s", passwordVariable)
		}
	}
	if problem := match.CheckAddress(o.mailFrom); problem != match.NoProblem {
		return fmt.Errorf("-mail-from %q %s: with -smtp the address is needed that all mails come from", o.mailFrom, problem)
	}
	switch {
	case o.dkim.key == "" && o.dkim != (dkimOptions{}):
		return errors.New("-dkim-domain and -dkim-selector are of no use without -dkim-key")
	case o.dkim.key != "" && o.dkim.selector == "":
		return errors.New("-dkim-key needs -dkim-selector: the name under which the DNS has its public half")
	case o.dkim.key != "" && o.dkim.domain == "":
		_, o.dkim.domain, _ = strings.Cut(o.mailFrom, "@")
	}
	return nil
}

// harmless quotes what was given in the wrong place, unless it looks like a URL,
// in which a password may stand.
func harmless(text string) string {
	if strings.Contains(text, "://") {
		return "a URL"
	}
	return strconv.Quote(text)
}
