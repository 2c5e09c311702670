package main

import (
	"errors"
	"io"
	"net"
	"testing"

	gosmtp "github.com/emersion/go-smtp"

	"fieldpost/engine/match"
	"fieldpost/functions/internal/lambdatest"
)

// office is a mail server on loopback that takes everything.
type office struct{ taken chan string } // to whom

func openOffice(t *testing.T) (o office, url string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	o.taken = make(chan string, 10)
	s := gosmtp.NewServer(o)
	s.Domain = "localhost"
	served := make(chan error, 1)
	go func() { served <- s.Serve(l) }()
	t.Cleanup(func() {
		_ = s.Close()
		if err := <-served; err != nil && !errors.Is(err, gosmtp.ErrServerClosed) {
			t.Error(err)
		}
	})
	return o, "smtp://" + l.Addr().String()
}

func (o office) NewSession(*gosmtp.Conn) (gosmtp.Session, error) { return &customer{office: o}, nil }

type customer struct {
	office
	to string
}

func (c *customer) Reset()                                 {}
func (c *customer) Logout() error                          { return nil }
func (c *customer) Mail(string, *gosmtp.MailOptions) error { return nil }

func (c *customer) Rcpt(to string, _ *gosmtp.RcptOptions) error {
	c.to = to
	return nil
}

func (c *customer) Data(r io.Reader) error {
	_, err := io.Copy(io.Discard, r)
	c.taken <- c.to
	return err
}

// An account in the sandbox of SES can send to nobody: the host's own mail server
// does, and the parameter may end with a line feed.
func TestProgramBySMTP(t *testing.T) {
	all := texts(t)
	office, url := openOffice(t)
	cloud := lambdatest.NewCloud(t, map[string]string{"/club/link-keys": all[0], "/club/mail-key": all[1], "/club/smtp": url + "\n"})
	f := start(t, cloud, "FIELDPOST_TABLE=games", "FIELDPOST_PARAMETERS=/club", "FIELDPOST_MAIL_FROM=play@fieldpost.example",
		"FIELDPOST_BASE_URL=https://fieldpost.example", "FIELDPOST_FAILED="+cloud.URL+"/1/failed", "FIELDPOST_WEBHOOKS="+cloud.URL+"/1/webhooks", "FIELDPOST_SENDER=smtp")
	answer, err := f.Invoke(`{"Records": [` + record(match.Seal(confirmed(t))) + `]}`)
	if err != nil || answer != `{"batchItemFailures":[]}` {
		t.Fatalf("%v %s\n%s", err, answer, f.Log)
	}
	select {
	case to := <-office.taken:
		if to != ann {
			t.Errorf("a mail to %q", to)
		}
	default:
		t.Errorf("no mail\n%s", f.Log)
	}
	if len(cloud.Mails()) != 0 {
		t.Errorf("SES got mails to %q", cloud.Mails())
	}
}

// Without a mail server that can be read the mails must wait: a record that counts
// as handled is gone.
func TestProgramWithoutServer(t *testing.T) {
	all := texts(t)
	for name, parameters := range map[string]map[string]string{
		"none":    {},
		"damaged": {"/club/smtp": "mail.example"},
	} {
		parameters["/club/link-keys"], parameters["/club/mail-key"] = all[0], all[1]
		cloud := lambdatest.NewCloud(t, parameters)
		f := start(t, cloud, "FIELDPOST_TABLE=games", "FIELDPOST_PARAMETERS=/club", "FIELDPOST_MAIL_FROM=play@fieldpost.example",
			"FIELDPOST_BASE_URL=https://fieldpost.example", "FIELDPOST_FAILED="+cloud.URL+"/1/failed", "FIELDPOST_WEBHOOKS="+cloud.URL+"/1/webhooks", "FIELDPOST_SENDER=smtp")
		answer, err := f.Invoke(`{"Records": [` + record(match.Seal(confirmed(t))) + `]}`)
		if err != nil || answer != `{"batchItemFailures":[{"itemIdentifier":"s1"}]}` || cloud.Calls("SendMessage") != 0 || cloud.Calls("DeleteItem") != 1 {
			t.Errorf("%s: %v %s, %d kept, %d claims dropped\n%s", name, err, answer, cloud.Calls("SendMessage"), cloud.Calls("DeleteItem"), f.Log)
		}
	}
}
