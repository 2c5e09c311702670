package main

import (
	"errors"
	"flag"
	"fmt"
	"net"
)

// standardReplyDomain is that of a program on one's own machine.
const standardReplyDomain = "reply.localhost"

// arrivalOptions are how mails come in by SMTP. The zero value: they do not.
type arrivalOptions struct {
	listen    string // host:port; "": nowhere
	aligned   bool   // a player's mail counts only if it comes from his domain
	cert, key string // files with the certificate for STARTTLS; "": it is not offered
}

// arrivalFlags are those of arrivalOptions as they are given.
type arrivalFlags struct{ listen, trust, cert, key string }

func (a *arrivalFlags) flags(f *flag.FlagSet) {
	f.StringVar(&a.listen, "mail-listen", "", "`host:port` on which mails to the reply domain are taken in by SMTP, as in :25 (default: none are)")
	f.StringVar(&a.trust, "mail-trust", "token", "`token` or aligned: whether a mail there counts by its address and From, or only if DKIM, SPF or DMARC shows its domain too")
	f.StringVar(&a.cert, "mail-cert", "", "`file` with the certificate for STARTTLS on -mail-listen, in PEM, for the name of the reply domain's MX; it is read anew when it changes (default: mails come in unencrypted)")
	f.StringVar(&a.key, "mail-key", "", "`file` with its private key, in PEM")
}

// read looks at what was given beside -smtp, or the local mailbox, and -reply-domain.
func (a *arrivalFlags) read(bySMTP bool, domain string) (arrivalOptions, error) {
	o := arrivalOptions{listen: a.listen, aligned: a.trust == "aligned", cert: a.cert, key: a.key}
	switch {
	case (a.cert == "") != (a.key == ""):
		return arrivalOptions{}, errors.New("-mail-cert and -mail-key go together")
	case a.listen == "" && a.cert != "":
		return arrivalOptions{}, errors.New("-mail-cert is of no use without -mail-listen: no mail would come in by it")
	case a.trust != "token" && a.trust != "aligned":
		return arrivalOptions{}, fmt.Errorf("-mail-trust %q is neither token nor aligned", a.trust)
	case a.listen == "" && o.aligned:
		return arrivalOptions{}, errors.New("-mail-trust is of no use without -mail-listen: no mail would be looked at")
	case a.listen == "" && bySMTP && domain != standardReplyDomain:
		return arrivalOptions{}, errors.New("-reply-domain is of no use without -mail-listen: nobody would take its mails in")
	case a.listen == "":
		return o, nil
	case bySMTP && domain == standardReplyDomain:
		return arrivalOptions{}, errors.New("-mail-listen needs -reply-domain, as in reply.fieldpost.example: mails to this machine's own name would find nobody")
	}
	if _, _, err := net.SplitHostPort(a.listen); err != nil {
		return arrivalOptions{}, fmt.Errorf("-mail-listen %q is no host and port, as in :25", a.listen)
	}
	return o, nil
}
