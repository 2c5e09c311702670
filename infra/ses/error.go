package ses

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"regexp"
	"strconv"
	"syscall"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/aws/retry"
	"github.com/aws/smithy-go"
)

// Error says how the sending of a mail failed. Its text has a code or a class,
// and nothing that SES or the network said: their texts hold addresses. It wraps
// nothing, for the same reason.
type Error struct {
	// Status is that of SES's answer by HTTP; 0 without one.
	Status int
	// Reply is the code of SES's answer, "MessageRejected"; "" where it gave none.
	Reply string
	// Class says in its place what went wrong: "timeout", "connection refused".
	Class string
	// Begun: the call had a connection, so SES may have heard it.
	Begun bool
}

func (e *Error) Error() string { return "send by SES: " + e.Code() }

// Code returns SES's code, "MessageRejected", or what went wrong, "timeout",
// "status 502".
func (e *Error) Code() string {
	switch {
	case e.Reply != "":
		return e.Reply
	case e.Class != "":
		return e.Class
	}
	return "status " + strconv.Itoa(e.Status)
}

// Refused reports whether SES certainly has not taken the mail.
func (e *Error) Refused() bool {
	switch {
	case e.Status == 0:
		return !e.Begun
	case e.throttled():
		return true
	}
	return e.Status/100 == 4
}

// Permanent reports whether this mail will not be taken at any later time.
func (e *Error) Permanent() bool {
	switch e.Reply {
	case "MessageRejected", "BadRequestException":
		return true
	}
	return e.Class == badAddress
}

// throttled reports whether SES had too much to do to look at the mail.
func (e *Error) throttled() bool {
	_, known := retry.DefaultThrottleErrorCodes[e.Reply]
	return known || e.Status == http.StatusTooManyRequests
}

// momentary reports whether the same call may be made again at once, with a hope
// to succeed and without the danger of a second mail.
func (e *Error) momentary() bool {
	return e.throttled() || e.Status == 0 && !e.Begun && e.Class != badAddress && e.Class != ended && e.Class != timeout
}

// What is not told by SES.
const (
	badAddress = "bad address"
	ended      = "canceled"
	timeout    = "timeout"
)

// nameless is what the SDK calls an answer without a code.
const nameless = "UnknownError"

// named is what a code looks like; SES's own are the names of its errors.
var named = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9.]{0,63}$`)

// failure returns what err, of the SDK, says.
func failure(err error, begun bool) *Error {
	e := &Error{Begun: begun}
	var answer interface{ HTTPStatusCode() int }
	if errors.As(err, &answer) {
		e.Status = answer.HTTPStatusCode()
	}
	if said, ok := errors.AsType[smithy.APIError](err); ok && e.Status != 0 && named.MatchString(said.ErrorCode()) && said.ErrorCode() != nameless {
		e.Reply = said.ErrorCode()
	}
	switch {
	case e.Status == 0:
		e.Class = class(err)
	case e.Status/100 == 2:
		e.Class = "answer not understood"
	}
	return e
}

// class describes an error without the text of others.
func class(err error) string {
	var (
		late        net.Error
		dns         *net.DNSError
		certificate *tls.CertificateVerificationError
		alert       tls.AlertError
		record      tls.RecordHeaderError
		errno       syscall.Errno
		canceled    *aws.RequestCanceledError
	)
	switch {
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &late) && late.Timeout():
		return timeout
	case errors.Is(err, context.Canceled), errors.As(err, &canceled):
		return ended
	case errors.As(err, &dns):
		return "host not found"
	case errors.As(err, &certificate):
		return "certificate not good for the host"
	case errors.As(err, &alert), errors.As(err, &record):
		return "no TLS"
	case errors.As(err, &errno):
		return errno.Error() // of the system's own table
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, net.ErrClosed):
		return "connection closed"
	}
	for cause := errors.Unwrap(err); cause != nil; cause = errors.Unwrap(cause) {
		err = cause
	}
	return fmt.Sprintf("%T", err)
}
