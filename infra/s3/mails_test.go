package s3

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/aws/retry"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/s3/types"

	"fieldpost/infra/dynamo/dynamotest"
)

const (
	id  = "o3vrnil0e2ic28trm7dfhrc2v0clambda4nbp0g1"
	raw = "From: Bob <bob@example.org>\r\n\r\nb4-b5\r\n"
)

// config is the SDK's for a service at an address, which waits for nothing.
func config(at string) aws.Config {
	return aws.Config{
		Region: "eu-central-1", BaseEndpoint: &at,
		Credentials: aws.CredentialsProviderFunc(func(context.Context) (aws.Credentials, error) {
			return aws.Credentials{AccessKeyID: "key", SecretAccessKey: "secret"}, nil
		}),
		Retryer: func() aws.Retryer {
			return retry.NewStandard(func(o *retry.StandardOptions) {
				o.Backoff = retry.BackoffDelayerFunc(func(int, error) (time.Duration, error) { return 0, nil })
			})
		},
	}
}

// fails reports whether err is an *Error of a code, and tells of nobody.
func fails(err error, code string) bool {
	e, ok := errors.AsType[*Error](err)
	return ok && e.Code == code && e.Error() == "read mail: "+code
}

// A mail as the emulator of S3 has it; what is not there is a failure, so that
// whoever called asks again.
func TestReadFromMoto(t *testing.T) {
	moto := dynamotest.Moto(t, os.Getenv("FIELDPOST_MOTO"))
	client := s3.NewFromConfig(config(moto.URL), func(o *s3.Options) { o.UsePathStyle = true })
	here := &types.CreateBucketConfiguration{LocationConstraint: types.BucketLocationConstraintEuCentral1}
	if _, err := client.CreateBucket(t.Context(), &s3.CreateBucketInput{Bucket: new("club-mail"), CreateBucketConfiguration: here}); err != nil {
		t.Fatal(err)
	}
	large := strings.Repeat("x", 100_000)
	for name, text := range map[string]string{"mail/" + id: raw, "mail/large": large, "mail/empty": "", id: "of another folder"} {
		if _, err := client.PutObject(t.Context(), &s3.PutObjectInput{Bucket: new("club-mail"), Key: &name, Body: strings.NewReader(text)}); err != nil {
			t.Fatal(err)
		}
	}
	mails := New(config(moto.URL), "club-mail")
	for name, want := range map[string]string{id: raw, "large": large[:5000], "empty": ""} {
		if got, err := mails.Read(t.Context(), name, 5000); err != nil || string(got) != want {
			t.Errorf("%s: %d bytes, %v", name, len(got), err)
		}
	}
	if got, err := mails.Read(t.Context(), "none", 5000); !fails(err, "NoSuchKey") {
		t.Errorf("no mail: %q, %v", got, err)
	}
	if got, err := New(config(moto.URL), "nobodys").Read(t.Context(), id, 5000); !fails(err, "NoSuchBucket") {
		t.Errorf("no bucket: %q, %v", got, err)
	}
}

// service answers as S3 does, with the status and code that are next.
func service(t *testing.T, codes ...string) (at string, asked *int) {
	t.Helper()
	asked = new(int)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet || r.URL.Path != "/club-mail/mail/"+id {
			t.Errorf("%s %s", r.Method, r.URL.Path)
		}
		var code string
		if *asked < len(codes) {
			code = codes[*asked]
		}
		*asked++
		status := map[string]int{"SlowDown": 503, "AccessDenied": 403, "NoSuchKey": 404}[code]
		if status == 0 {
			_, _ = io.WriteString(w, raw)
			return
		}
		w.Header().Set("Content-Type", "application/xml")
		w.WriteHeader(status)
		_, _ = fmt.Fprintf(w, `<?xml version="1.0"?><Error><Code>%s</Code><Message>bob@example.org</Message></Error>`, code)
	}))
	t.Cleanup(server.Close)
	return server.URL, asked
}

// The SDK itself must ask again where a moment may help, and only there.
func TestFailures(t *testing.T) {
	for _, c := range []struct {
		name, code string // of the failure; "": none
		codes      []string
		asked      int
	}{
		{"none", "", nil, 1},
		{"throttled for a moment", "", []string{"SlowDown", "SlowDown"}, 3},
		{"throttled", "SlowDown", []string{"SlowDown", "SlowDown", "SlowDown"}, 3},
		{"denied", "AccessDenied", []string{"AccessDenied"}, 1},
		{"not there", "NoSuchKey", []string{"NoSuchKey"}, 1},
	} {
		at, asked := service(t, c.codes...)
		got, err := New(config(at), "club-mail").Read(t.Context(), id, 1000)
		if *asked != c.asked || c.code == "" && (err != nil || string(got) != raw) || c.code != "" && !fails(err, c.code) {
			t.Errorf("%s: %q, %v, asked %d times", c.name, got, err, *asked)
		}
	}
}

// An answer that breaks off is no mail.
func TestBrokenOff(t *testing.T) {
	body := io.MultiReader(strings.NewReader("From: Bob"), iotest.ErrReader(fmt.Errorf("from 192.0.2.1: %w", io.ErrUnexpectedEOF)))
	mails := &Mails{Call: func(context.Context, *s3.GetObjectInput, ...func(*s3.Options)) (*s3.GetObjectOutput, error) {
		return &s3.GetObjectOutput{Body: io.NopCloser(body)}, nil
	}}
	if got, err := mails.Read(t.Context(), id, 1000); got != nil || !fails(err, "*errors.errorString") {
		t.Errorf("%q, %v", got, err)
	}
}

// A program whose time is over must not say more than that.
func TestEnded(t *testing.T) {
	at, _ := service(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := New(config(at), "club-mail").Read(ctx, id, 1000); err == nil || strings.Contains(err.Error(), "127.0.0.1") {
		t.Errorf("%v", err)
	}
}

// On AWS a bucket has a host of its own; the host of an emulator has one name.
func TestHost(t *testing.T) {
	for endpoint, want := range map[string]string{
		"":                   "https://club-mail.s3.eu-central-1.amazonaws.com/mail/" + id,
		"http://store.local": "http://store.local/club-mail/mail/" + id,
	} {
		var asked string
		c := config(endpoint)
		if endpoint == "" {
			c.BaseEndpoint = nil
		}
		c.HTTPClient = clientFunc(func(r *http.Request) (*http.Response, error) {
			asked = r.URL.Scheme + "://" + r.URL.Host + r.URL.Path
			return &http.Response{StatusCode: 200, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(raw))}, nil
		})
		if got, err := New(c, "club-mail").Read(t.Context(), id, 1000); err != nil || string(got) != raw || asked != want {
			t.Errorf("%q from %s, %v; want it from %s", got, asked, err, want)
		}
	}
}

type clientFunc func(*http.Request) (*http.Response, error)

func (f clientFunc) Do(r *http.Request) (*http.Response, error) { return f(r) }
