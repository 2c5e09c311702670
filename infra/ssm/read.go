package ssm

import (
	"context"
	"errors"
	"fmt"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/ssm"
	"github.com/aws/smithy-go"
)

// Call is GetParameters of an *ssm.Client. It is a function and no interface: the
// linker would keep every method of a client that is made an interface, and the
// program would grow by two megabytes.
type Call func(context.Context, *ssm.GetParametersInput, ...func(*ssm.Options)) (*ssm.GetParametersOutput, error)

// New returns the call by the SDK's configuration.
func New(config aws.Config) Call { return ssm.NewFromConfig(config).GetParameters }

// Error says why parameters could not be read. It wraps nothing: the text of
// others is not ours to tell.
type Error struct {
	// Missing is the name of a parameter that is not there, or is not to be read
	// by this program; "": it is not that.
	Missing string
	// Code is that of the service, "ThrottlingException", or else the type of the
	// error.
	Code string
}

func (e *Error) Error() string {
	if e.Missing != "" {
		return fmt.Sprintf("read parameters: %q is missing", e.Missing)
	}
	return "read parameters: " + e.Code
}

// read returns the texts of the parameters of these names, in their order.
func (call Call) read(ctx context.Context, names []string) ([]string, error) {
	out, err := call(ctx, &ssm.GetParametersInput{Names: names, WithDecryption: new(true)})
	if err != nil {
		return nil, &Error{Code: class(err)}
	}
	found := make(map[string]string, len(out.Parameters))
	for _, p := range out.Parameters {
		found[aws.ToString(p.Name)] = aws.ToString(p.Value)
	}
	texts := make([]string, len(names))
	for i, name := range names {
		var ok bool
		if texts[i], ok = found[name]; !ok {
			return nil, &Error{Missing: name}
		}
	}
	return texts, nil
}

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
