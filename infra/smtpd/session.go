package smtpd

import (
	"context"
	"errors"
	"io"
	"regexp"
	"slices"
	"strings"

	gosmtp "github.com/emersion/go-smtp"
)

// What the clients are told. None of it quotes them.
var (
	errElsewhere = &gosmtp.SMTPError{Code: 550, EnhancedCode: gosmtp.EnhancedCode{5, 7, 1}, Message: "No relaying: mails are taken for one domain only"}
	errNobody    = &gosmtp.SMTPError{Code: 550, EnhancedCode: gosmtp.EnhancedCode{5, 1, 1}, Message: "No such address here"}
	errLater     = &gosmtp.SMTPError{Code: 451, EnhancedCode: gosmtp.EnhancedCode{4, 3, 0}, Message: "Not taken, try again later"}
	errEnding    = &gosmtp.SMTPError{Code: 421, EnhancedCode: gosmtp.EnhancedCode{4, 3, 2}, Message: "Closing down, try again later"}
)

// tokens are what stands behind a box: a local part has 64 characters at most.
var tokens = regexp.MustCompile(`^[A-Za-z2-7]{1,60}$`)

// session is one client's, from its EHLO on.
type session struct {
	server *Server
	client *client
	time   func() (context.Context, context.CancelFunc) // that the Taker has for a mail

	from string
	to   []string
}

// Reset is that of a gosmtp.Session.
func (s *session) Reset() { s.from, s.to = "", nil }

// Logout is that of a gosmtp.Session.
func (s *session) Logout() error { return nil }

// Mail is that of a gosmtp.Session.
func (s *session) Mail(from string, _ *gosmtp.MailOptions) error {
	s.from, s.to = from, nil
	return nil
}

// Rcpt is that of a gosmtp.Session.
func (s *session) Rcpt(to string, _ *gosmtp.RcptOptions) error {
	at := strings.LastIndexByte(to, '@')
	if at < 0 || !strings.EqualFold(to[at+1:], s.server.Domain) {
		return errElsewhere
	}
	box, token, _ := strings.Cut(to[:at], "+")
	known := slices.ContainsFunc(s.server.Boxes, func(b string) bool { return strings.EqualFold(b, box) })
	if !known || at > 64 || !tokens.MatchString(token) {
		return errNobody
	}
	s.to = append(s.to, to)
	return nil
}

// Data is that of a gosmtp.Session.
func (s *session) Data(r io.Reader) error {
	if !s.client.begin() {
		return errEnding
	}
	defer s.client.done()
	raw, err := io.ReadAll(r)
	if err != nil {
		if refused, ok := errors.AsType[*gosmtp.SMTPError](err); ok { // too large
			return refused
		}
		return errLater // and nobody hears it: the connection is gone
	}
	if len(raw) > MaxSize {
		return gosmtp.ErrDataTooLarge
	}
	ctx, cancel := s.time()
	defer cancel()
	if s.server.Taker.Take(ctx, s.from, slices.Clone(s.to), raw, s.client.peer) != nil {
		return errLater
	}
	return nil
}
