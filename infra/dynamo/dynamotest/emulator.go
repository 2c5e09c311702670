// Package dynamotest starts emulators of DynamoDB for tests, and lets the way to
// them go wrong. The emulators are dynalite, which has no streams, and moto, which
// has; `make tools` puts both below .tools. A test that finds none is skipped. One
// that runs already, given by its URL, may have tables of others.
package dynamotest

import (
	"bufio"
	"context"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/aws/ratelimit"
	"github.com/aws/aws-sdk-go-v2/aws/retry"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
)

// patience is how long an emulator may take to start.
const patience = time.Minute

// Emulator is a running one.
type Emulator struct {
	URL string // "http://127.0.0.1:4567"

	// turn, if set, is held by one request at a time.
	turn *sync.Mutex
}

// Dynalite starts dynalite by its script cli.js, or by that below .tools if
// script is "". It ends with the test. A URL is that of one that runs.
func Dynalite(t testing.TB, script string) Emulator {
	t.Helper()
	return DynaliteAt(t, "127.0.0.1", script)
}

// DynaliteAt starts dynalite as Dynalite does, on an address of this machine.
func DynaliteAt(t testing.TB, host, script string) Emulator {
	t.Helper()
	if address.MatchString(script) {
		return Emulator{URL: script}
	}
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("dynalite needs node, which is not installed")
	}
	script = tool(t, script, "FIELDPOST_DYNALITE", "dynalite/node_modules/dynalite/cli.js")
	return start(t, node, script, "--host", host, "--port", freePort(t, host), "--createTableMs", "0")
}

// Moto starts moto's server by its program moto_server, or by that below .tools if
// program is "". It ends with the test. A URL is that of one that runs. Its clients
// send one request at a time: moto looks at a condition and writes in two steps,
// between which another request may write, as DynamoDB never lets it.
func Moto(t testing.TB, program string) Emulator {
	t.Helper()
	if address.MatchString(program) {
		return Emulator{URL: program, turn: new(sync.Mutex)}
	}
	program = tool(t, program, "FIELDPOST_MOTO", "moto/bin/moto_server")
	e := start(t, program, "-H", "127.0.0.1", "-p", "0")
	e.turn = new(sync.Mutex)
	return e
}

// tool returns the path given, or that of a tool below .tools at the root of the
// module.
func tool(t testing.TB, given, variable, below string) string {
	t.Helper()
	path := given
	if path == "" {
		path = filepath.Join(root(t), ".tools", filepath.FromSlash(below))
	}
	if _, err := os.Stat(path); err != nil {
		t.Skipf("no emulator: %v; run make tools, or set %s", err, variable)
	}
	return path
}

func root(t testing.TB) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		above := filepath.Dir(dir)
		if above == dir {
			t.Fatal("no go.mod above the test")
		}
		dir = above
	}
}

func freePort(t testing.TB, host string) string {
	t.Helper()
	var listen net.ListenConfig
	l, err := listen.Listen(t.Context(), "tcp", net.JoinHostPort(host, "0"))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	_, port, err := net.SplitHostPort(l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	return port
}

// address is in the line by which either emulator says that it listens.
var address = regexp.MustCompile(`https?://[0-9A-Za-z.-]+:[0-9]+`)

// start runs an emulator, and returns when it listens.
func start(t testing.TB, program string, args ...string) Emulator {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), program, args...)
	// Both write the line to one or the other, and it must not wait for a reader.
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stdout, cmd.Stderr = w, w
	if err := cmd.Start(); err != nil {
		t.Fatalf("start %s: %v", program, err)
	}
	_ = w.Close()
	found, ended := make(chan string, 1), make(chan string, 1)
	go func() {
		var said []string
		for lines := bufio.NewScanner(r); lines.Scan(); {
			if url := address.FindString(lines.Text()); url != "" && len(found) == 0 {
				found <- url
			}
			if len(said) < 20 {
				said = append(said, lines.Text())
			}
		}
		ended <- strings.Join(said, "\n")
	}()
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		_ = r.Close()
	})
	select {
	case url := <-found:
		return Emulator{URL: url}
	case said := <-ended:
		t.Fatalf("%s did not start:\n%s", program, said)
	case <-time.After(patience):
		t.Fatalf("%s did not start within %v", program, patience)
	}
	return Emulator{}
}

// Client returns a client of the emulator. It sends a request again as the SDK
// does, attempts times in all, but without pauses. way carries its requests; nil
// is http.DefaultTransport.
func (e Emulator) Client(way http.RoundTripper, attempts int) *dynamodb.Client {
	if e.turn != nil {
		way = inTurn{way, e.turn}
	}
	return dynamodb.New(dynamodb.Options{
		Region:       "eu-central-1",
		BaseEndpoint: aws.String(e.URL),
		Credentials: aws.CredentialsProviderFunc(func(ctx context.Context) (aws.Credentials, error) {
			return aws.Credentials{AccessKeyID: "test", SecretAccessKey: "test"}, ctx.Err()
		}),
		HTTPClient: &http.Client{Transport: way},
		Retryer: retry.NewStandard(func(o *retry.StandardOptions) {
			o.MaxAttempts = attempts
			o.RateLimiter = ratelimit.None
			o.Backoff = retry.BackoffDelayerFunc(func(int, error) (time.Duration, error) { return 0, nil })
		}),
	})
}

// inTurn lets one request pass after another.
type inTurn struct {
	way  http.RoundTripper
	turn *sync.Mutex
}

// RoundTrip is that of http.RoundTripper.
func (i inTurn) RoundTrip(r *http.Request) (*http.Response, error) {
	i.turn.Lock()
	defer i.turn.Unlock()
	if i.way == nil {
		return http.DefaultTransport.RoundTrip(r)
	}
	return i.way.RoundTrip(r)
}

// Stream calls the stream part of the emulator, which moto alone has, and returns
// its answer: the JSON that a function on AWS gets its records in.
func (e Emulator) Stream(t testing.TB, call, body string) []byte {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, e.URL, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/x-amz-json-1.0")
	req.Header.Set("X-Amz-Target", "DynamoDBStreams_20120810."+call)
	req.Header.Set("Authorization", "AWS4-HMAC-SHA256 Credential=test/20260101/eu-central-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0")
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	answer, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != http.StatusOK {
		t.Fatalf("%s: %d, %v: %s", call, resp.StatusCode, err, answer)
	}
	return answer
}
