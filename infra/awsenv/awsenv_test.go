package awsenv

import (
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/aws/retry"
	awshttp "github.com/aws/aws-sdk-go-v2/aws/transport/http"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/google/go-cmp/cmp"
)

type variables map[string]string

func (v variables) get(name string) string { return v[name] }

// Without it a function would call another region, or as nobody.
func TestConfig(t *testing.T) {
	c := Config(variables{
		"AWS_REGION": "eu-central-1", "AWS_ACCESS_KEY_ID": "id", "AWS_SECRET_ACCESS_KEY": "secret", "AWS_SESSION_TOKEN": "token",
	}.get, "SSM")
	got, err := c.Credentials.Retrieve(t.Context())
	want := aws.Credentials{AccessKeyID: "id", SecretAccessKey: "secret", SessionToken: "token", Source: "environment"}
	if diff := cmp.Diff(want, got); diff != "" || err != nil || c.Region != "eu-central-1" || c.BaseEndpoint != nil {
		t.Errorf("%v %v %v %s", err, c.Region, c.BaseEndpoint, diff)
	}
	if _, err := Config(variables{}.get, "SSM").Credentials.Retrieve(t.Context()); err == nil {
		t.Error("credentials of nobody")
	}
}

// A template declares an endpoint for tests, and leaves it empty: taken for an
// address, it would lead nowhere.
func TestEndpoint(t *testing.T) {
	for _, c := range []struct {
		name string
		env  variables
		want string
	}{
		{"none", variables{}, ""},
		{"empty", variables{"AWS_ENDPOINT_URL_DYNAMODB": "", "AWS_ENDPOINT_URL": ""}, ""},
		{"its own", variables{"AWS_ENDPOINT_URL_DYNAMODB": "http://one", "AWS_ENDPOINT_URL": "http://all"}, "http://one"},
		{"of all", variables{"AWS_ENDPOINT_URL_DYNAMODB": "", "AWS_ENDPOINT_URL": "http://all"}, "http://all"},
		{"of another", variables{"AWS_ENDPOINT_URL_SSM": "http://other"}, ""},
	} {
		if got := aws.ToString(Config(c.env.get, "DYNAMODB").BaseEndpoint); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// The SDK itself must go where the configuration says, and sign for its region; with
// an empty variable, which it reads too, it must go to AWS.
func TestRealClient(t *testing.T) {
	var signed string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		signed = r.Header.Get("Authorization")
		_, _ = w.Write([]byte("{}"))
	}))
	defer server.Close()
	env := variables{"AWS_REGION": "eu-central-1", "AWS_ACCESS_KEY_ID": "id", "AWS_SECRET_ACCESS_KEY": "secret", "AWS_ENDPOINT_URL_DYNAMODB": server.URL}
	in := &dynamodb.GetItemInput{TableName: new("games"), Key: map[string]types.AttributeValue{"pk": &types.AttributeValueMemberS{Value: "x"}}}
	if _, err := dynamodb.NewFromConfig(Config(env.get, "DYNAMODB")).GetItem(t.Context(), in); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(signed, "Credential=id/") || !strings.Contains(signed, "/eu-central-1/dynamodb/") {
		t.Errorf("signed %q", signed)
	}

	t.Setenv("AWS_ENDPOINT_URL_DYNAMODB", "")
	env["AWS_ENDPOINT_URL_DYNAMODB"] = ""
	config := Config(env.get, "DYNAMODB")
	var host string
	config.HTTPClient = clientFunc(func(r *http.Request) (*http.Response, error) {
		host = r.URL.Host
		return nil, http.ErrServerClosed
	})
	config.RetryMaxAttempts = 1
	if _, err := dynamodb.NewFromConfig(config).GetItem(t.Context(), in); err == nil || host != "dynamodb.eu-central-1.amazonaws.com" {
		t.Errorf("went to %q, %v", host, err)
	}
}

// silence is a server that takes connections and never says a word. It returns its
// address, and how many it has taken.
func silence(t *testing.T) (string, *atomic.Int32) {
	t.Helper()
	var taken atomic.Int32
	var listen net.ListenConfig
	l, err := listen.Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			connection, err := l.Accept()
			if err != nil {
				return
			}
			taken.Add(1)
			t.Cleanup(func() { _ = connection.Close() })
		}
	}()
	return "http://" + l.Addr().String(), &taken
}

// A call on a connection that has gone silent must fail in time, after another try
// on another one.
func TestSilentConnection(t *testing.T) {
	at, taken := silence(t)
	env := variables{"AWS_REGION": "eu-central-1", "AWS_ACCESS_KEY_ID": "id", "AWS_SECRET_ACCESS_KEY": "secret", "AWS_ENDPOINT_URL": at}
	for _, service := range []string{"DYNAMODB", "S3", "SQS", "SSM"} {
		client, ok := Config(env.get, service).HTTPClient.(*awshttp.BuildableClient)
		if !ok || client.GetTimeout() != Attempt {
			t.Errorf("a try of %s takes for ever", service)
		}
	}
	if Config(env.get, "SESV2").HTTPClient != nil {
		t.Error("SES has another time than its sender's")
	}
	config := Config(env.get, "DYNAMODB")
	config.HTTPClient = config.HTTPClient.(*awshttp.BuildableClient).WithTimeout(Attempt / 100)
	client := dynamodb.NewFromConfig(config, func(o *dynamodb.Options) {
		o.Retryer = retry.AddWithMaxBackoffDelay(o.Retryer, time.Millisecond)
	})
	in := &dynamodb.GetItemInput{TableName: new("games"), Key: map[string]types.AttributeValue{"pk": &types.AttributeValueMemberS{Value: "x"}}}
	if _, err := client.GetItem(t.Context(), in); err == nil || taken.Load() != Tries {
		t.Errorf("%v after %d connections", err, taken.Load())
	}
}

type clientFunc func(*http.Request) (*http.Response, error)

func (f clientFunc) Do(r *http.Request) (*http.Response, error) { return f(r) }
