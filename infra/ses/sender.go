package ses

import (
	"context"
	"net/http/httptrace"
	"strings"
	"sync/atomic"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/aws/ratelimit"
	"github.com/aws/aws-sdk-go-v2/aws/retry"
	"github.com/aws/aws-sdk-go-v2/service/sesv2"
	"github.com/aws/aws-sdk-go-v2/service/sesv2/types"
)

const (
	// Timeout is the time for one mail, all calls together. It is much shorter
	// than the life of a mail's claim, so that nobody else begins to send while
	// this one may still succeed.
	Timeout = 10 * time.Second
	// calls is how often SES is asked at most to take one mail.
	calls = 3
)

// Call is SendEmail of an *sesv2.Client. It is a function and no interface: the
// linker would keep every method of a client that is made an interface, and the
// program would grow by two megabytes.
type Call func(context.Context, *sesv2.SendEmailInput, ...func(*sesv2.Options)) (*sesv2.SendEmailOutput, error)

// Sender sends mails through SES. Any number of goroutines may use it.
type Sender struct {
	Call Call
	// ConfigurationSet is the name of the one by which SES tells of bounces and
	// complaints; "": the account's own, if it has one.
	ConfigurationSet string

	backoff retry.BackoffDelayer // nil: the SDK's
}

// New returns a sender by the SDK's configuration.
func New(config aws.Config, configurationSet string) *Sender {
	return &Sender{Call: sesv2.NewFromConfig(config).SendEmail, ConfigurationSet: configurationSet}
}

// Send hands a mail to SES, which has it when Send returns nil, and returns SES's
// id of it. Raw is the message; from and to are the envelope, plain addresses in
// ASCII. The key is of no use here.
//
// It fails with *Error, at the latest after Timeout.
func (s *Sender) Send(ctx context.Context, _, from, to string, raw []byte) (id string, err error) {
	if !plain(from) || !plain(to) {
		return "", &Error{Class: badAddress}
	}
	ctx, cancel := context.WithTimeout(ctx, Timeout)
	defer cancel()
	mail := &sesv2.SendEmailInput{
		FromEmailAddress: &from,
		Destination:      &types.Destination{ToAddresses: []string{to}},
		Content:          &types.EmailContent{Raw: &types.RawMessage{Data: raw}},
	}
	if s.ConfigurationSet != "" {
		mail.ConfigurationSetName = &s.ConfigurationSet
	}
	var had connection
	out, err := s.Call(had.trace(ctx), mail, func(o *sesv2.Options) { o.Retryer = s.retryer(&had) })
	if err != nil {
		return "", failure(err, had.Load())
	}
	return aws.ToString(out.MessageId), nil
}

// retryer repeats only what SES certainly has not taken.
func (s *Sender) retryer(had *connection) aws.Retryer {
	return retry.NewStandard(func(o *retry.StandardOptions) {
		o.MaxAttempts = calls
		o.MaxBackoff = 2 * time.Second
		if s.backoff != nil {
			o.Backoff = s.backoff
		}
		o.RateLimiter = ratelimit.None
		o.Retryables = []retry.IsErrorRetryable{retry.IsErrorRetryableFunc(func(err error) aws.Ternary {
			return aws.BoolTernary(failure(err, had.Load()).momentary())
		})}
	})
}

// connection tells whether the last call had one: without it no byte of the mail
// has left this machine.
type connection struct{ atomic.Bool }

func (c *connection) trace(ctx context.Context) context.Context {
	return httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
		GetConn: func(string) { c.Store(false) },
		GotConn: func(httptrace.GotConnInfo) { c.Store(true) },
	})
}

// plain reports whether an address is one, and nothing that SES would read as a
// name or as several: it takes what may stand in a header.
func plain(address string) bool {
	odd := func(r rune) bool { return r <= ' ' || r >= 0x7f || strings.ContainsRune(`<>,;:()[]\"`, r) }
	return strings.Count(address, "@") == 1 && !strings.ContainsFunc(address, odd)
}
