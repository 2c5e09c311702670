package main

import (
	"errors"
	"flag"
	"fmt"
	"net"
	"strings"

	"fieldpost/engine/match"
)

// standardReplyDomain is that of a program on one's own machine.
const standardReplyDomain = "reply.localhost"

// arrivalOptions are where mails come in. The zero value: nowhere.
type arrivalOptions struct {
	listen string // host:port; "": no mail comes in by SMTP
	domain string // behind the @ of the addresses at which they do; "": standardReplyDomain
}

func (a *arrivalOptions) flags(f *flag.FlagSet) {
	f.StringVar(&a.listen, "mail-listen", "", "`host:port` on which mails are taken in by SMTP, as of :25 (default: none are)")
	f.StringVar(&a.domain, "reply-domain", "", "`domain` whose mails come in there; its MX is this machine (default: "+standardReplyDomain+")")
}

// check looks at what was given, beside -smtp or the local mailbox.
func (a *arrivalOptions) check(bySMTP bool) error {
	if a.listen == "" && a.domain != "" && bySMTP {
		return errors.New("-reply-domain is of no use without -mail-listen: nobody would take its mails in")
	}
	if a.listen != "" {
		if _, _, err := net.SplitHostPort(a.listen); err != nil {
			return fmt.Errorf("-mail-listen %q is no host and port, as in :25", a.listen)
		}
		if a.domain == "" && bySMTP {
			return errors.New("-mail-listen needs -reply-domain, as in reply.fieldpost.example: mails with this machine's own name for it would find nobody")
		}
	}
	a.domain = strings.ToLower(a.domain)
	if problem := match.CheckAddress("bounce@" + a.domain); a.domain != "" && problem != match.NoProblem {
		return fmt.Errorf("-reply-domain %q is no domain, as in reply.fieldpost.example", a.domain)
	}
	return nil
}

// replyDomain is the domain whose mails come in, "" if none do.
func (a arrivalOptions) replyDomain() string {
	if a.listen != "" && a.domain == "" {
		return standardReplyDomain
	}
	if a.listen == "" {
		return ""
	}
	return a.domain
}
