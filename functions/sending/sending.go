// Package sending is by whom the functions on AWS send their mails. It wires what
// their settings say, and so is a part of their programs that they share.
package sending

import (
	"log/slog"
	"strings"
	"time"

	"fieldpost/functions/internal/notify"
	"fieldpost/functions/internal/secrets"
	"fieldpost/functions/internal/settings"
	"fieldpost/infra/awsenv"
	"fieldpost/infra/ses"
	"fieldpost/infra/smtp"
	"fieldpost/infra/ssm"
)

// By returns who takes the mails: SES, or the mail server of parameter smtp,
// which has no more time for one.
func By(s settings.Settings, env func(string) string, now func() time.Time, log *slog.Logger) notify.Sender {
	if !s.SMTP {
		return ses.New(awsenv.Config(env, "SESV2"), s.ConfigurationSet)
	}
	server := &ssm.Made[notify.Sender]{
		Call: ssm.New(awsenv.Config(env, "SSM")), Names: s.Parameters(secrets.SMTP), Make: byServer, Now: now,
		Report: func(err error) { log.Error("mail server not read again", "err", err) },
	}
	return notify.Late{Get: server.Get, Most: ses.Timeout}
}

func byServer(texts []string) (notify.Sender, error) {
	server, err := smtp.ParseServer(strings.TrimSpace(texts[0]))
	if err != nil {
		return nil, secrets.Named(secrets.SMTP, err)
	}
	return &smtp.Sender{Server: server}, nil
}
