// Package s3 reads the mails that SES has put into a bucket of Amazon S3: each is
// one object, mail/ and then the id by which SES names the mail. It does not know
// what they say.
//
// Every failure is an *Error with a code of S3's, of which these are to be told
// apart by who reads the log:
//
//	NoSuchKey     the mail is not there: not yet, or not any more
//	AccessDenied  this program may not read it, or it is not there and this program
//	              may not list the bucket, so that S3 does not tell
//	SlowDown      throttled; the SDK has asked three times by then
//
// All of them may go better later.
package s3

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/smithy-go"
)

// below is what the names of the objects begin with.
const below = "mail/"

// Call is GetObject of an *s3.Client. It is a function and no interface: the linker
// would keep every method of a client that is made an interface, and the program
// would grow by megabytes.
type Call func(context.Context, *s3.GetObjectInput, ...func(*s3.Options)) (*s3.GetObjectOutput, error)

// Mails are those of one bucket. Any number of goroutines may use them.
type Mails struct {
	Call   Call
	Bucket string
}

// New returns the mails of a bucket by the SDK's configuration.
func New(config aws.Config, bucket string) *Mails {
	client := s3.NewFromConfig(config, func(o *s3.Options) {
		// An emulator has no host for each bucket.
		o.UsePathStyle = config.BaseEndpoint != nil
		// Whether SES has given a mail a checksum is no news for the log.
		o.DisableLogOutputChecksumValidationSkipped = true
	})
	return &Mails{Call: client.GetObject, Bucket: bucket}
}

// Read returns the mail of an id, as it came in, but no more than its first bytes,
// most of them. It fails with *Error.
func (m *Mails) Read(ctx context.Context, id string, most int) ([]byte, error) {
	out, err := m.Call(ctx, &s3.GetObjectInput{Bucket: &m.Bucket, Key: aws.String(below + id)})
	if err != nil {
		return nil, &Error{Code: class(err)}
	}
	defer out.Body.Close()
	raw, err := io.ReadAll(io.LimitReader(out.Body, int64(most)))
	if err != nil {
		return nil, &Error{Code: class(err)}
	}
	return raw, nil
}

// Error says why a mail was not read. It wraps nothing: the text of others is not
// ours to tell.
type Error struct {
	// Code is that of the service, "NoSuchKey", or else the type of the error.
	Code string
}

func (e *Error) Error() string { return "read mail: " + e.Code }

// class describes an error without the text of others.
func class(err error) string {
	if said, ok := errors.AsType[smithy.APIError](err); ok {
		return said.ErrorCode()
	}
	for _, own := range []error{context.Canceled, context.DeadlineExceeded} {
		if errors.Is(err, own) {
			return own.Error()
		}
	}
	for cause := errors.Unwrap(err); cause != nil; cause = errors.Unwrap(cause) {
		err = cause
	}
	return fmt.Sprintf("%T", err)
}
