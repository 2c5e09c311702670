package ssm

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/ssm"
	"github.com/aws/aws-sdk-go-v2/service/ssm/types"
	"github.com/google/go-cmp/cmp"
)

var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// store is a Parameter Store with a clock beside it.
type store struct {
	mu     sync.Mutex
	values map[string]string
	err    error
	calls  int
	asked  *ssm.GetParametersInput
	now    time.Time
}

func (s *store) get(_ context.Context, in *ssm.GetParametersInput, _ ...func(*ssm.Options)) (*ssm.GetParametersOutput, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.calls++
	s.asked = in
	if s.err != nil {
		return nil, s.err
	}
	out := &ssm.GetParametersOutput{}
	for i := range in.Names { // in another order than they were asked for
		name := in.Names[len(in.Names)-1-i]
		if value, ok := s.values[name]; ok {
			out.Parameters = append(out.Parameters, types.Parameter{Name: &name, Value: &value})
		} else {
			out.InvalidParameters = append(out.InvalidParameters, name)
		}
	}
	return out, nil
}

// text is what the tests make: all parameters in one line. Each is another one.
type text struct{ line string }

func (s *store) made(report func(error)) *Made[*text] {
	return &Made[*text]{
		Call: s.get, Names: []string{"/f/keys", "/f/pepper"}, Now: func() time.Time { return s.now }, Report: report,
		Make: func(texts []string) (*text, error) {
			if texts[0] == "damaged" {
				return nil, errDamaged
			}
			return &text{strings.Join(texts, " ")}, nil
		},
	}
}

var errDamaged = errors.New("damaged")

func newStore() *store {
	return &store{values: map[string]string{"/f/keys": "one", "/f/pepper": "hot"}, now: noon}
}

func must(t *testing.T, m *Made[*text], want string) *text {
	t.Helper()
	got, err := m.Get(t.Context())
	if err != nil || got.line != want {
		t.Fatalf("got %v, %v; want %q", got, err, want)
	}
	return got
}

// Without it each request would ask, or a new key never be heard of.
func TestReadAgainAfterFiveMinutes(t *testing.T) {
	s := newStore()
	m := s.made(func(err error) { t.Error(err) })
	first := must(t, m, "one hot")
	if !aws.ToBool(s.asked.WithDecryption) || !cmp.Equal(s.asked.Names, m.Names) {
		t.Errorf("asked for %v, decrypted %v", s.asked.Names, s.asked.WithDecryption)
	}
	s.values["/f/keys"] = "two"
	s.now = noon.Add(Fresh - time.Nanosecond)
	if must(t, m, "one hot") != first || s.calls != 1 {
		t.Errorf("read %d times within %v", s.calls, Fresh)
	}
	s.now = noon.Add(Fresh)
	second := must(t, m, "two hot")
	s.now = s.now.Add(Fresh)
	if must(t, m, "two hot") != second || s.calls != 3 {
		t.Errorf("%d calls; and what did not change must not be made anew", s.calls)
	}
}

// Without it a moment without the Parameter Store, or one slip in it, would take
// the site down.
func TestTheLastGoodIsKept(t *testing.T) {
	for _, c := range []struct {
		name string
		harm func(*store)
		want string
	}{
		{"no answer", func(s *store) { s.err = errors.New("dial 192.0.2.1: bob@example.net") }, "read parameters: *errors.errorString"},
		{"throttled", func(s *store) { s.err = &types.ThrottlingException{Message: new("secret")} }, "read parameters: ThrottlingException"},
		{"too slow", func(s *store) { s.err = fmt.Errorf("x: %w", context.DeadlineExceeded) }, "read parameters: context deadline exceeded"},
		{"deleted", func(s *store) { delete(s.values, "/f/pepper") }, `read parameters: "/f/pepper" is missing`},
		{"damaged", func(s *store) { s.values["/f/keys"] = "damaged" }, "damaged"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newStore()
			var reports []string
			m := s.made(func(err error) { reports = append(reports, err.Error()) })
			first := must(t, m, "one hot")
			c.harm(s)
			s.now = noon.Add(Fresh)
			for range 3 {
				if must(t, m, "one hot") != first {
					t.Error("another one")
				}
			}
			if s.calls != 2 || !cmp.Equal(reports, []string{c.want}) {
				t.Errorf("%d calls, reported %q; want 2 and %q", s.calls, reports, c.want)
			}
			s.err, s.values = nil, map[string]string{"/f/keys": "two", "/f/pepper": "hot"}
			s.now = s.now.Add(again)
			must(t, m, "two hot")
		})
	}
}

// With nothing to go on with there must be an error, and the next caller's luck.
func TestFirstReadingFails(t *testing.T) {
	s := newStore()
	m := s.made(nil)
	s.err = &types.ThrottlingException{}
	_, err := m.Get(t.Context())
	if e, ok := errors.AsType[*Error](err); !ok || e.Code != "ThrottlingException" {
		t.Errorf("%v", err)
	}
	s.err, s.values = nil, map[string]string{"/f/keys": "one"}
	_, err = m.Get(t.Context())
	if e, ok := errors.AsType[*Error](err); !ok || e.Missing != "/f/pepper" {
		t.Errorf("%v", err)
	}
	s.values = map[string]string{"/f/keys": "damaged", "/f/pepper": "hot"}
	if _, err = m.Get(t.Context()); !errors.Is(err, errDamaged) {
		t.Errorf("%v", err)
	}
	s.values["/f/keys"] = "one"
	must(t, m, "one hot")
}

// Without it one slow reading would hold up every request, or each of them read.
func TestOthersDoNotWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStore()
		m := s.made(func(err error) { t.Error(err) })
		var answer chan struct{} // nil: at once
		m.Call = func(ctx context.Context, in *ssm.GetParametersInput, _ ...func(*ssm.Options)) (*ssm.GetParametersOutput, error) {
			if answer != nil {
				<-answer
			}
			return s.get(ctx, in)
		}
		must(t, m, "one hot")
		s.values["/f/keys"] = "two"
		s.now = noon.Add(Fresh)
		answer = make(chan struct{})
		reader := make(chan string)
		go func() {
			got, err := m.Get(t.Context())
			if err != nil {
				t.Error(err)
			}
			reader <- got.line
		}()
		synctest.Wait()
		for range 3 {
			must(t, m, "one hot")
		}
		close(answer)
		if got := <-reader; got != "two hot" || s.calls != 2 {
			t.Errorf("who has read got %q, of %d calls", got, s.calls)
		}
		must(t, m, "two hot")
	})
}

// Many at the start are one reading, and all get the same.
func TestTogether(t *testing.T) {
	s := newStore()
	m := s.made(nil)
	var all sync.WaitGroup
	got := make([]*text, 16)
	for i := range got {
		all.Go(func() {
			var err error
			if got[i], err = m.Get(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	for _, one := range got {
		if one != got[0] || one.line != "one hot" {
			t.Errorf("got %v and %v", one, got[0])
		}
	}
	if s.calls != 1 {
		t.Errorf("%d calls", s.calls)
	}
}

// A reading that hangs costs one caller two seconds, not the request.
func TestPatience(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStore()
		var reported error
		m := s.made(func(err error) { reported = err })
		must(t, m, "one hot")
		m.Call = func(ctx context.Context, _ *ssm.GetParametersInput, _ ...func(*ssm.Options)) (*ssm.GetParametersOutput, error) {
			<-ctx.Done()
			return nil, ctx.Err()
		}
		s.now = noon.Add(Fresh)
		must(t, m, "one hot")
		if reported == nil {
			t.Error("not reported")
		}
	})
}

// The SDK itself must ask and read as this package thinks.
func TestRealClient(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if want := `{"Names":["/f/keys"],"WithDecryption":true}`; err != nil || string(body) != want || r.Header.Get("X-Amz-Target") != "AmazonSSM.GetParameters" {
			t.Errorf("asked %s %s, %v", r.Header.Get("X-Amz-Target"), body, err)
		}
		w.Header().Set("Content-Type", "application/x-amz-json-1.1")
		fmt.Fprint(w, `{"Parameters": [{"Name": "/f/keys", "Type": "SecureString", "Value": "a\nb\n"}], "InvalidParameters": []}`)
	}))
	defer server.Close()
	call := New(aws.Config{
		Region: "eu-central-1", BaseEndpoint: &server.URL,
		Credentials: aws.CredentialsProviderFunc(func(context.Context) (aws.Credentials, error) {
			return aws.Credentials{AccessKeyID: "key", SecretAccessKey: "secret"}, nil
		}),
	})
	if texts, err := call.read(t.Context(), []string{"/f/keys"}); err != nil || !cmp.Equal(texts, []string{"a\nb\n"}) {
		t.Errorf("%q, %v", texts, err)
	}
}
