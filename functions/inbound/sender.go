package main

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

// sender returns who takes the mails: SES, or the mail server of parameter smtp,
// which has no more time for one.
func sender(s settings.Settings, env func(string) string, now func() time.Time, log *slog.Logger) notify.Sender {
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
