// Command local is Fieldpost in one process: the pages, the notifier and, on
// bbolt, the matches, with a mailbox of its own, or by a mail server.
//
//	local [-addr 127.0.0.1:8080] [-data ./data] [-base-url URL]
//	      [-smtp URL -mail-from ADDRESS
//	       [-dkim-key FILE -dkim-selector NAME [-dkim-domain DOMAIN]]]
//	      [-reply-domain reply.localhost] [-mail-listen ADDR [-mail-trust token|aligned]]
//	      [-site-name Fieldpost] [-contact ADDRESS|URL] [-imprint FILE]
//	      [-create open|code|off] [-create-code CODE] [-create-per-hour 20]
//	      [-trust-proxy CIDR[,CIDR]] [-speed 1]
//	local demo [-url URL] [-games FILE] [-game NAME] [-every N]
//	local keys init|rotate [-retire] [-data ./data] [-ssm PREFIX]
//	local doctor [-base-url URL] [-mail-from ADDRESS] [-reply-domain DOMAIN]
//	      [-smtp URL] [-dkim-key FILE] [-dkim-selector NAME] [-dkim-domain DOMAIN] [-aws]
//	local replay -stack NAME
//	local host pause|resume [-data ./data | -stack NAME]
//
// Each flag of the server can also be given in the environment: FIELDPOST_ADDR,
// FIELDPOST_BASE_URL and so on, where FIELDPOST_CREATE_CODE is better kept; the
// password of the mail server's account is FIELDPOST_SMTP_PASSWORD. The only line on standard output is
//
//	fieldpost: http://127.0.0.1:8080
//
// with the address that is really bound; the log goes to standard error. An
// interrupt ends the program cleanly. The second form plays a whole game through
// the mails of a server, see demo.go; the third makes and changes the secrets of a
// server, also of one on AWS, see keyscommand.go. The fourth says what a site lacks,
// see doctor.go; the fifth gives the functions on AWS again what they could not
// handle, see replay.go; the last stops the clocks of all games, see host.go.
package main

import (
	"context"
	"crypto/rand"
	"errors"
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"
	_ "time/tzdata" // zones are known also where the system has none

	"fieldpost/infra/webhook"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second interrupt ends the program at once
	err := run(ctx, os.Args[1:], system())
	stop()
	if err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "fieldpost:", err)
		os.Exit(1)
	}
}

// system is the world of a real process.
func system() world {
	return world{
		env: os.LookupEnv, stdout: os.Stdout, stderr: os.Stderr,
		now: time.Now, after: time.After, random: rand.Reader,
		terminal: isTerminal(os.Stdout),
		dns:      net.DefaultResolver,
		senders:  net.DefaultResolver,
		poster:   webhook.New(),
		web: &http.Client{
			Timeout:       20 * time.Second,
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
	}
}
