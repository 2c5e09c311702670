package ses

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/aws/retry"
	"github.com/google/go-cmp/cmp"
)

const (
	from = "play@fieldpost.example"
	to   = "bob@example.net"
)

// The text that SES gives beside a code holds the address.
const itsText = "Email address is not verified: bob@example.net"

// outlet is SES as the SDK meets it: it answers the n-th request, from 0, and
// keeps what it was asked.
type outlet struct {
	*httptest.Server
	mu    sync.Mutex
	asked []asked
}

type asked struct {
	Method, Path string
	Body         map[string]any
}

func newOutlet(t *testing.T, answer func(w http.ResponseWriter, r *http.Request, n int)) *outlet {
	t.Helper()
	o := &outlet{}
	o.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		a := asked{Method: r.Method, Path: r.URL.Path}
		text, err := io.ReadAll(r.Body)
		if err == nil {
			err = json.Unmarshal(text, &a.Body)
		}
		if err != nil {
			t.Errorf("the request's body: %v", err)
		}
		o.mu.Lock()
		n := len(o.asked)
		o.asked = append(o.asked, a)
		o.mu.Unlock()
		answer(w, r, n)
	}))
	t.Cleanup(o.Close)
	return o
}

func (o *outlet) count() int {
	o.mu.Lock()
	defer o.mu.Unlock()
	return len(o.asked)
}

// sender is a real client of the SDK that speaks to url, and does not pause.
func sender(url string) *Sender {
	s := New(aws.Config{
		Region: "eu-central-1", BaseEndpoint: &url,
		Credentials: aws.CredentialsProviderFunc(func(context.Context) (aws.Credentials, error) {
			return aws.Credentials{AccessKeyID: "key", SecretAccessKey: "secret"}, nil
		}),
	}, "fieldpost")
	s.backoff = retry.BackoffDelayerFunc(func(int, error) (time.Duration, error) { return 0, nil })
	return s
}

func accept(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "application/json")
	fmt.Fprint(w, `{"MessageId": "0100-id"}`)
}

func refuse(w http.ResponseWriter, status int, code string) {
	w.Header().Set("Content-Type", "application/json")
	if code != "" {
		w.Header().Set("X-Amzn-Errortype", code)
	}
	w.WriteHeader(status)
	fmt.Fprintf(w, `{"message": %q}`, itsText)
}

// hangUp breaks the connection off without an answer.
func hangUp(w http.ResponseWriter) {
	conn, _, err := w.(http.Hijacker).Hijack()
	if err == nil {
		_ = conn.Close()
	}
}

// Without it the mail that SES gets would be another than the one composed, or
// go to another, or its bounces would be told to nobody.
func TestSendHandsOverTheRawBytes(t *testing.T) {
	o := newOutlet(t, func(w http.ResponseWriter, _ *http.Request, _ int) { accept(w) })
	id, err := sender(o.URL).Send(t.Context(), "G#x/C#1#red", from, to, []byte("Subject: x\r\n\r\nbö\xff\r\n"))
	if err != nil || id != "0100-id" {
		t.Fatalf("id %q, %v", id, err)
	}
	want := []asked{{"POST", "/v2/email/outbound-emails", map[string]any{
		"FromEmailAddress":     from,
		"Destination":          map[string]any{"ToAddresses": []any{to}},
		"Content":              map[string]any{"Raw": map[string]any{"Data": "U3ViamVjdDogeA0KDQpiw7b/DQo="}},
		"ConfigurationSetName": "fieldpost",
	}}}
	if diff := cmp.Diff(want, o.asked); diff != "" {
		t.Error(diff)
	}
}

func TestNoConfigurationSet(t *testing.T) {
	o := newOutlet(t, func(w http.ResponseWriter, _ *http.Request, _ int) { accept(w) })
	s := sender(o.URL)
	s.ConfigurationSet = ""
	if _, err := s.Send(t.Context(), "", from, to, []byte("x")); err != nil {
		t.Fatal(err)
	}
	if _, named := o.asked[0].Body["ConfigurationSetName"]; named {
		t.Error("a configuration set is named")
	}
}

// fate is what an error says of the mail.
type fate struct {
	code               string
	refused, permanent bool
	calls              int
}

// The table by which a mail is sent again, once more later, or never. With a
// wrong line it would come twice, or not at all, or hold up all others.
func TestWhatAnAnswerMeans(t *testing.T) {
	for _, c := range []struct {
		status int
		code   string
		want   fate
	}{
		// About this mail.
		{400, "MessageRejected", fate{"MessageRejected", true, true, 1}},
		{400, "BadRequestException", fate{"BadRequestException", true, true, 1}},
		// About the account or the settings.
		{400, "MailFromDomainNotVerifiedException", fate{"MailFromDomainNotVerifiedException", true, false, 1}},
		{400, "AccountSuspendedException", fate{"AccountSuspendedException", true, false, 1}},
		{400, "SendingPausedException", fate{"SendingPausedException", true, false, 1}},
		{404, "NotFoundException", fate{"NotFoundException", true, false, 1}},
		{403, "AccessDeniedException", fate{"AccessDeniedException", true, false, 1}},
		{403, "ExpiredTokenException", fate{"ExpiredTokenException", true, false, 1}},
		{403, "InvalidSignatureException", fate{"InvalidSignatureException", true, false, 1}},
		{400, "SomethingNewException", fate{"SomethingNewException", true, false, 1}},
		{400, "text with bob@example.net", fate{"status 400", true, false, 1}},
		// Too much at once.
		{429, "TooManyRequestsException", fate{"TooManyRequestsException", true, false, 3}},
		{400, "LimitExceededException", fate{"LimitExceededException", true, false, 3}},
		{400, "ThrottlingException", fate{"ThrottlingException", true, false, 3}},
		{503, "SlowDown", fate{"SlowDown", true, false, 3}},
		// Nobody knows.
		{500, "InternalServiceErrorException", fate{"InternalServiceErrorException", false, false, 1}},
		{500, "InternalFailure", fate{"InternalFailure", false, false, 1}},
		{502, "", fate{"status 502", false, false, 1}},
		{503, "ServiceUnavailable", fate{"ServiceUnavailable", false, false, 1}},
		{504, "", fate{"status 504", false, false, 1}},
		{504, "RequestTimeout", fate{"RequestTimeout", false, false, 1}},
	} {
		t.Run(fmt.Sprintf("%d %s", c.status, c.code), func(t *testing.T) {
			o := newOutlet(t, func(w http.ResponseWriter, _ *http.Request, _ int) { refuse(w, c.status, c.code) })
			wantFate(t, o, sender(o.URL), c.want)
		})
	}
}

func wantFate(t *testing.T, o *outlet, s *Sender, want fate) {
	t.Helper()
	id, err := s.Send(t.Context(), "", from, to, []byte("x"))
	e, ok := err.(*Error) //nolint:errorlint // what Send promises is the error itself
	if !ok || id != "" {
		t.Fatalf("id %q, %T %v", id, err, err)
	}
	if got := (fate{e.Code(), e.Refused(), e.Permanent(), o.count()}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if strings.Contains(err.Error(), "@") || strings.Contains(fmt.Sprintf("%+v", *e), "@") {
		t.Errorf("the error tells an address: %v", err)
	}
}

// Without it a moment's rush would cost a mail its turn.
func TestThrottledOnceIsSent(t *testing.T) {
	o := newOutlet(t, func(w http.ResponseWriter, _ *http.Request, n int) {
		if n == 0 {
			refuse(w, 429, "TooManyRequestsException")
			return
		}
		accept(w)
	})
	if id, err := sender(o.URL).Send(t.Context(), "", from, to, []byte("x")); err != nil || id == "" || o.count() != 2 {
		t.Errorf("id %q, %v after %d calls", id, err, o.count())
	}
}

// The SDK's own retries would send most of these again, and the mail would come
// twice.
func TestUnknownOutcomesAreNotRepeated(t *testing.T) {
	answers := map[string]func(w http.ResponseWriter, r *http.Request, n int){
		"connection closed":     func(w http.ResponseWriter, _ *http.Request, _ int) { hangUp(w) },
		"answer not understood": func(w http.ResponseWriter, _ *http.Request, _ int) { fmt.Fprint(w, "{") },
	}
	for name, answer := range answers {
		t.Run(name, func(t *testing.T) {
			o := newOutlet(t, answer)
			wantFate(t, o, sender(o.URL), fate{name, false, false, 1})
		})
	}
	t.Run("throttled, then an unknown outcome", func(t *testing.T) {
		o := newOutlet(t, func(w http.ResponseWriter, _ *http.Request, n int) {
			if n == 0 {
				refuse(w, 429, "TooManyRequestsException")
				return
			}
			hangUp(w)
		})
		wantFate(t, o, sender(o.URL), fate{"connection closed", false, false, 2})
	})
	t.Run("on a connection that was used before", func(t *testing.T) {
		o := newOutlet(t, func(w http.ResponseWriter, _ *http.Request, n int) {
			if n == 0 {
				accept(w)
				return
			}
			hangUp(w)
		})
		s := sender(o.URL)
		if _, err := s.Send(t.Context(), "", from, to, []byte("x")); err != nil {
			t.Fatal(err)
		}
		wantFate(t, o, s, fate{"connection closed", false, false, 2})
	})
}

// Who is not reached has nothing, and may be asked again.
func TestNobodyThere(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	url := "http://" + listener.Addr().String()
	if err := listener.Close(); err != nil {
		t.Fatal(err)
	}
	wantFate(t, &outlet{}, sender(url), fate{"connection refused", true, false, 0})
}

// A caller who leaves while SES thinks does not know what it will do.
func TestCallerLeaves(t *testing.T) {
	ctx, leave := context.WithCancel(t.Context())
	o := newOutlet(t, func(_ http.ResponseWriter, r *http.Request, _ int) {
		leave()
		<-r.Context().Done()
	})
	_, err := sender(o.URL).Send(ctx, "", from, to, []byte("x"))
	e, ok := err.(*Error) //nolint:errorlint // what Send promises is the error itself
	if !ok || e.Refused() || e.Permanent() || e.Code() != "canceled" || o.count() != 1 {
		t.Errorf("%+v after %d calls", err, o.count())
	}
	_, err = sender(o.URL).Send(ctx, "", from, to, []byte("x"))
	if e, ok := err.(*Error); !ok || !e.Refused() || o.count() != 1 { //nolint:errorlint // as above
		t.Errorf("who had left before: %+v after %d calls", err, o.count())
	}
}

// What could be read as two addresses, or as a name, never leaves.
func TestOddAddresses(t *testing.T) {
	o := newOutlet(t, func(w http.ResponseWriter, _ *http.Request, _ int) { accept(w) })
	odd := []string{"", "bob", "Bob <bob@example.net>", "bob@example.net,eve@example.net", "bob@example.net;eve", "bob@exämple.net", "a@b@c", "bob@example.net\r\nBcc: eve", `"b b"@example.net`}
	for _, address := range odd {
		for _, pair := range [][2]string{{address, to}, {from, address}} {
			_, err := sender(o.URL).Send(t.Context(), "", pair[0], pair[1], []byte("x"))
			e, ok := err.(*Error) //nolint:errorlint // what Send promises is the error itself
			if !ok || !e.Permanent() || !e.Refused() || err.Error() != "send by SES: bad address" {
				t.Errorf("from %q to %q: %v", pair[0], pair[1], err)
			}
		}
	}
	if o.count() != 0 {
		t.Errorf("%d calls", o.count())
	}
}
