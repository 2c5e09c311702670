package sending_test

import (
	"log/slog"
	"strings"
	"testing"
	"time"

	"fieldpost/functions/internal/lambdatest"
	"fieldpost/functions/internal/notify"
	"fieldpost/functions/internal/settings"
	"fieldpost/functions/sending"
	"fieldpost/infra/ses"
)

// Lost links must go the way that the host has chosen for all mails.
func TestSender(t *testing.T) {
	cloud := lambdatest.NewCloud(t, map[string]string{"/club/smtp": "smtps://fieldpost:secret@mail.example"})
	env := map[string]string{"FIELDPOST_TABLE": "games", "FIELDPOST_PARAMETERS": "/club", "FIELDPOST_MAIL_FROM": "play@fieldpost.example"}
	for _, line := range cloud.Env() {
		name, value, _ := strings.Cut(line, "=")
		env[name] = value
	}
	get := func(name string) string { return env[name] }
	made := func() notify.Sender {
		s, err := settings.Read(get)
		if err != nil {
			t.Fatal(err)
		}
		return sending.By(s, get, time.Now, slog.New(slog.DiscardHandler))
	}
	if s, ok := made().(*ses.Sender); !ok {
		t.Errorf("without a word by %T", s)
	}
	env["FIELDPOST_SENDER"] = "smtp"
	// The parameter lacks a port, which must be told, and its password not.
	_, err := made().Send(t.Context(), "k", "play@fieldpost.example", "ann@example.org", nil)
	if err == nil || !strings.Contains(err.Error(), "no sender: smtp: ") || strings.Contains(err.Error(), "secret") || cloud.Calls("GetParameters") != 1 || cloud.Calls("SendEmail") != 0 {
		t.Errorf("%v, %d readings", err, cloud.Calls("GetParameters"))
	}
}
