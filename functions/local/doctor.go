package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
	"time"

	"fieldpost/engine/match"
	"fieldpost/functions/internal/doctor"
	"fieldpost/infra/awscli"
	"fieldpost/infra/smtp"
)

// doctorTime is how long all checks may take together.
const doctorTime = 3 * time.Minute

// errUnwell is that the doctor has found something; he has told what.
var errUnwell = errors.New("not everything is as it must be: see the lines that do not begin with ok")

// doctorCommand looks at a site, self-hosted or on AWS, and says what is missing.
type doctorCommand struct {
	world
	baseURL, mailFrom, replyDomain string
	server                         smtp.Server // none: it is not asked
	dkim                           dkimOptions
	amazon                         bool
}

// runDoctor reads the flags, which are those of the server, and carries out doctor.
func runDoctor(ctx context.Context, args []string, w world) error {
	c := doctorCommand{world: w}
	f := flag.NewFlagSet("local doctor", flag.ContinueOnError)
	f.SetOutput(io.Discard) // until all are declared
	f.StringVar(&c.baseURL, "base-url", "", "`URL` with which all links begin")
	f.StringVar(&c.mailFrom, "mail-from", "", "`address` that all mails come from")
	f.StringVar(&c.replyDomain, "reply-domain", "", "`domain` to which players answer by mail")
	server := f.String("smtp", "", "`URL` of the mail server, as the server has it; the password is better given as "+passwordVariable)
	f.StringVar(&c.dkim.key, "dkim-key", "", "`file` with the private key that signs the mails")
	f.StringVar(&c.dkim.domain, "dkim-domain", "", "`domain` that signs (default: that of -mail-from)")
	f.StringVar(&c.dkim.selector, "dkim-selector", "", "`name` of the key in the domain's DNS")
	f.BoolVar(&c.amazon, "aws", false, "the site is on AWS: ask SES too, by the command aws")
	shown := flag.NewFlagSet("", flag.ContinueOnError)
	shown.SetOutput(w.stderr)
	f.VisitAll(func(g *flag.Flag) {
		shown.Var(g.Value, g.Name, g.Usage)
		if value, ok := w.env(variable(g.Name)); ok && value != "" && g.Name != "aws" {
			_ = g.Value.Set(value) // a string, which takes everything
		}
	})
	otherFlags(f)
	f.SetOutput(w.stderr)
	f.Usage = func() {
		fmt.Fprintln(w.stderr, "local doctor   looks at a site from outside and says what is missing; it sends no mail and changes nothing.\nThe server's other flags are taken too, and not looked at.")
		shown.PrintDefaults()
	}
	if err := f.Parse(args); err != nil {
		return usage(err)
	}
	if f.NArg() > 0 {
		return fmt.Errorf("doctor does not know %s: %w", harmless(f.Arg(0)), errUsage)
	}
	password, _ := w.env(passwordVariable)
	if err := c.read(*server, password); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, doctorTime)
	defer cancel()
	findings, err := c.look(ctx)
	if err != nil {
		return err
	}
	healthy, err := doctor.Write(w.stdout, findings)
	if err == nil && !healthy {
		err = errUnwell
	}
	return err
}

// otherFlags declares the flags of the server of which the doctor asks nothing, so that
// he takes its command line as it is.
func otherFlags(f *flag.FlagSet) {
	f.String("addr", "", "")
	f.String("data", "", "")
	speedFlag(f)
	new(arrivalFlags).flags(f)
	new(hostOptions).flags(f)
}

// read checks what the flags say. Its errors tell nothing of the server's account.
func (c *doctorCommand) read(server, password string) (err error) {
	switch {
	case c.baseURL == "" && c.mailFrom == "" && c.replyDomain == "" && !c.amazon:
		return fmt.Errorf("doctor needs something to look at: give the flags of the server, -base-url, -mail-from or -reply-domain at least, or -aws: %w", errUsage)
	case c.mailFrom != "" && match.CheckAddress(c.mailFrom) != match.NoProblem:
		return fmt.Errorf("-mail-from %q %s", c.mailFrom, match.CheckAddress(c.mailFrom))
	case c.mailFrom == "" && (server != "" || c.dkim != (dkimOptions{})):
		return errors.New("-smtp and -dkim-… need -mail-from")
	case c.dkim.key != "" && c.dkim.selector == "":
		return errors.New("-dkim-key needs -dkim-selector: the name under which the DNS has its public half")
	}
	_, domain, _ := strings.Cut(c.mailFrom, "@")
	c.dkim.domain = cmp.Or(c.dkim.domain, domain)
	if server == "" {
		return nil
	}
	if c.server, err = smtp.ParseServer(server); err != nil {
		return fmt.Errorf("-smtp is %w", err)
	}
	c.server.Password = cmp.Or(c.server.Password, password)
	return nil
}

// look makes the checks that the flags ask for.
func (c *doctorCommand) look(ctx context.Context) ([]doctor.Finding, error) {
	var all []doctor.Finding
	if c.baseURL != "" {
		all = append(all, doctor.Web(ctx, c.web, c.baseURL)...)
	}
	bySES := c.amazon && c.server == smtp.Server{}
	ses := simple{awscli.Tool{Program: c.aws}}
	if bySES {
		all = append(all, doctor.SESAccount(ctx, ses)...)
	}
	if c.mailFrom != "" {
		sending, err := c.sending(ctx, ses, bySES)
		if err != nil {
			return nil, err
		}
		all = append(all, sending...)
	}
	switch {
	case c.replyDomain == "":
	case c.amazon:
		all = append(all, doctor.SESMX(ctx, c.dns, c.replyDomain, c.region()), doctor.SESRules(ctx, ses, c.replyDomain))
	default:
		all = append(all, doctor.MX(ctx, c.dns, c.replyDomain, "answers by mail"))
	}
	return all, nil
}

// sending makes the checks of the address that mails come from.
func (c *doctorCommand) sending(ctx context.Context, ses doctor.SES, bySES bool) ([]doctor.Finding, error) {
	_, domain, _ := strings.Cut(c.mailFrom, "@")
	var all []doctor.Finding
	if bySES {
		all = doctor.SESIdentity(ctx, ses, domain)
	} else {
		all = append(all, doctor.SPF(ctx, c.dns, domain), doctor.MX(ctx, c.dns, domain, "failure reports"))
	}
	if !bySES || c.dkim.selector != "" {
		signer, err := readDKIM(c.dkim)
		if err != nil {
			return nil, err
		}
		want := ""
		if signer != nil {
			_, want = signer.Record()
		}
		all = append(all, doctor.DKIM(ctx, c.dns, c.dkim.domain, c.dkim.selector, want))
	}
	all = append(all, doctor.DMARC(ctx, c.dns, domain))
	if c.server != (smtp.Server{}) {
		all = append(all, doctor.SMTP(ctx, &smtp.Sender{Server: c.server}, c.server.String(), c.mailFrom))
	}
	return all, nil
}

// region is where the command aws asks, if the environment tells.
func (c *doctorCommand) region() string {
	region, _ := c.env("AWS_REGION")
	standard, _ := c.env("AWS_DEFAULT_REGION")
	return cmp.Or(region, standard)
}

// simple shows the doctor what SES says by AWS's own tool: neither knows the other.
type simple struct{ awscli.Tool }

// Account is that of doctor.SES.
func (s simple) Account(ctx context.Context) (doctor.Account, error) {
	a, err := s.Tool.Account(ctx)
	return doctor.Account(a), err
}

// Identity is that of doctor.SES.
func (s simple) Identity(ctx context.Context, domain string) (doctor.Identity, error) {
	i, err := s.Tool.Identity(ctx, domain)
	if e, ok := errors.AsType[*awscli.Error](err); ok && e.Reply == "NotFoundException" {
		err = doctor.ErrNotFound
	}
	return doctor.Identity(i), err
}
