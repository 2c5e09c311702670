package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/url"
	"strings"
	"time"
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
}

// options are the settings of the server.
type options struct {
	addr    string // host:port on which it listens; port 0 takes a free one
	data    string // folder of everything that it keeps
	baseURL string // of every link; "": the address really bound
	quiet   bool   // log only what went wrong; no flag
}

// errUsage is a mistake on the command line of which the reader has been told.
var errUsage = errors.New("see -help")

// readOptions reads the flags, and for those that are not given the environment.
func readOptions(args []string, w world) (options, error) {
	var o options
	f := flag.NewFlagSet("local", flag.ContinueOnError)
	f.SetOutput(w.stderr)
	f.StringVar(&o.addr, "addr", "127.0.0.1:8080", "`host:port` to listen on; port 0 takes a free one")
	f.StringVar(&o.data, "data", "./data", "`folder` of the games, keys and mails")
	f.StringVar(&o.baseURL, "base-url", "", "`URL` with which all links begin (default: the address really bound)")
	f.VisitAll(func(g *flag.Flag) {
		if value, ok := w.env(variable(g.Name)); ok && value != "" {
			_ = g.Value.Set(value) // a string, which takes everything
		}
	})
	if err := f.Parse(args); err != nil {
		return options{}, usage(err)
	}
	if f.NArg() > 0 {
		return options{}, fmt.Errorf("%q is neither a flag nor the word demo: %w", f.Arg(0), errUsage)
	}
	return o, o.check()
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
	if ip := net.ParseIP(host); host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return fmt.Errorf("-addr %q can be reached from other machines, and the local mailbox, which is everybody's seat, must not be: use 127.0.0.1", o.addr)
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
