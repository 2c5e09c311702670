package smtp

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/textproto"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"

	client "github.com/wneessen/go-mail/smtp"
)

// Step is a part of the conversation in which one mail is handed over.
type Step string

// The steps, in their order.
const (
	Compose  Step = "compose" // before the conversation: what was to be sent
	Connect  Step = "connect" // with smtps, its handshake too
	Greeting Step = "greeting"
	Hello    Step = "EHLO"
	StartTLS Step = "STARTTLS"
	Auth     Step = "AUTH"
	Mail     Step = "MAIL"
	Rcpt     Step = "RCPT"
	Data     Step = "DATA"        // the command, and the message up to its last line
	End      Step = "end of data" // the dot after it, and the server's answer
)

// Error says where and how the sending of a mail failed. Its text has the step
// and a code or class, and nothing that the server or the network said: their
// texts hold addresses. It wraps nothing, for the same reason.
type Error struct {
	Step Step
	// Reply is the code of the server's answer, "550" or with the enhanced code
	// of RFC 3463 "550 5.1.1"; "" where it gave none.
	Reply string
	// Class says in its place what went wrong: "timeout", "connection refused".
	Class string
}

func (e *Error) Error() string { return "send by SMTP: " + e.Code() }

// Code returns the step and what was answered there: "RCPT 550 5.1.1",
// "connect timeout".
func (e *Error) Code() string {
	if e.Reply != "" {
		return string(e.Step) + " " + e.Reply
	}
	return string(e.Step) + " " + e.Class
}

// Refused reports whether the server certainly has not taken the mail.
func (e *Error) Refused() bool { return e.Step != End || e.kind() == '4' || e.kind() == '5' }

// Permanent reports whether this mail will not be taken at any later time: a 5xx
// to its recipient or its content. A 5xx to anything before speaks of this
// program's settings or the host's account, which are the same for all mails and
// may be put right.
func (e *Error) Permanent() bool {
	switch e.Step {
	case Compose:
		return true
	case Rcpt, Data, End:
		return e.kind() == '5'
	}
	return false
}

// lost are the enhanced codes of an address that nobody has, or no longer (RFC 3463:
// no such mailbox, no such domain, no address at all, moved away, no mail wanted,
// disabled).
var lost = []string{"5.1.1", "5.1.2", "5.1.3", "5.1.6", "5.1.10", "5.2.1"}

// Lost reports whether the server has said of the recipient that no mail reaches him,
// now or later. It takes an enhanced code for that: a bare 5xx, or one of another
// kind, may as well speak of this program's account, as "550 relaying denied" does.
func (e *Error) Lost() bool {
	_, more, _ := strings.Cut(e.Reply, " ")
	return (e.Step == Rcpt || e.Step == End) && slices.Contains(lost, more)
}

// kind is the first digit of the reply, 0 without one.
func (e *Error) kind() byte {
	if e.Reply == "" {
		return 0
	}
	return e.Reply[0]
}

// failure returns the error of a step. A server's answer counts also when ctx
// has ended meanwhile.
func failure(ctx context.Context, step Step, err error) *Error {
	if reply, ok := errors.AsType[*textproto.Error](err); ok {
		return &Error{Step: step, Reply: code(reply)}
	}
	if cause := ctx.Err(); cause != nil {
		err = cause // the connection was closed for it, and err tells of that alone
	}
	return &Error{Step: step, Class: class(err)}
}

var enhanced = regexp.MustCompile(`^[245]\.[0-9]{1,3}\.[0-9]{1,3}\b`)

func code(reply *textproto.Error) string {
	code := strconv.Itoa(reply.Code)
	if more := enhanced.FindString(reply.Msg); more != "" {
		return code + " " + more
	}
	return code
}

// What this package itself finds wrong.
var (
	errNoStartTLS = errors.New("not offered")
	errNoAuth     = errors.New("neither PLAIN nor LOGIN offered")
	errAddress    = errors.New("bad address")
	errLines      = errors.New("lines not ended by CR LF")
)

// class describes an error without the text of others.
func class(err error) string {
	for _, own := range []error{errNoStartTLS, errNoAuth, errAddress, errLines} {
		if errors.Is(err, own) {
			return own.Error()
		}
	}
	var (
		timeout     net.Error
		dns         *net.DNSError
		certificate *tls.CertificateVerificationError
		alert       tls.AlertError
		record      tls.RecordHeaderError
		protocol    textproto.ProtocolError
		errno       syscall.Errno
	)
	switch {
	case errors.Is(err, context.Canceled):
		return "canceled"
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &timeout) && timeout.Timeout():
		return "timeout"
	case errors.As(err, &dns):
		return "host not found"
	case errors.As(err, &certificate):
		return "certificate not good for the host"
	case errors.As(err, &alert), errors.As(err, &record):
		return "no TLS"
	case errors.As(err, &errno):
		return errno.Error() // of the system's own table
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, net.ErrClosed), errors.Is(err, io.ErrClosedPipe):
		return "connection closed"
	case errors.As(err, &protocol):
		return "no SMTP"
	case errors.Is(err, client.ErrUnexpectedServerChallange), errors.Is(err, client.ErrUnexpectedServerResponse):
		return "unexpected challenge"
	}
	for cause := errors.Unwrap(err); cause != nil; cause = errors.Unwrap(cause) {
		err = cause
	}
	return fmt.Sprintf("%T", err)
}
