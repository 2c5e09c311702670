// Package lambdatest runs a function's program as Lambda does, by the Runtime API,
// for tests: whatever main.go wires is wired here. It is no emulator of AWS: beside
// the Runtime API there is a Cloud that gives the least of answers.
package lambdatest

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"
)

const (
	// patience is how long a test waits for a function.
	patience = 20 * time.Second
	runtime  = "/2018-06-01/runtime/"
	farAway  = "4102444800000" // the year 2100, as the deadline of an invocation
)

// Function is a program that runs. It ends with the test.
type Function struct {
	Log *Log // what it writes to standard output and standard error

	payloads chan string
	answers  chan answer
	ended    chan error
}

type answer struct{ text, fault string }

// Log may be read while it is written. It comes through a pipe, and so perhaps
// after the answer that it belongs to.
type Log struct {
	mu      sync.Mutex
	text    bytes.Buffer
	changed []chan struct{} // of those who wait for more
}

// Write is that of io.Writer.
func (l *Log) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, c := range l.changed {
		close(c)
	}
	l.changed = nil
	return l.text.Write(b)
}

func (l *Log) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// Await waits until the log has a text, or ctx ends, and reports whether it has.
func (l *Log) Await(ctx context.Context, text string) bool {
	for {
		l.mu.Lock()
		has, more := strings.Contains(l.text.String(), text), make(chan struct{})
		l.changed = append(l.changed, more)
		l.mu.Unlock()
		if has {
			return true
		}
		select {
		case <-ctx.Done():
			return false
		case <-more:
		}
	}
}

// Start starts program with nothing in its environment but env and where its
// Runtime API is.
func Start(t *testing.T, program string, env ...string) *Function {
	t.Helper()
	f := &Function{Log: &Log{}, payloads: make(chan string), answers: make(chan answer), ended: make(chan error, 1)}
	api := httptest.NewServer(f)
	t.Cleanup(api.Close)
	ctx, stop := context.WithCancel(context.Background())
	cmd := exec.CommandContext(ctx, program)
	cmd.Env = append(env, "AWS_LAMBDA_RUNTIME_API="+strings.TrimPrefix(api.URL, "http://"))
	cmd.Stdout, cmd.Stderr = f.Log, f.Log
	cmd.Dir = t.TempDir()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() { f.ended <- cmd.Wait() }()
	t.Cleanup(stop)
	return f
}

// Invoke gives the function an event and returns its answer, or an error with what
// it told the Runtime API.
func (f *Function) Invoke(payload string) (string, error) {
	late := time.After(patience)
	select {
	case f.payloads <- payload:
	case err := <-f.ended:
		return "", fmt.Errorf("it has ended: %w", err)
	case <-late:
		return "", os.ErrDeadlineExceeded
	}
	select {
	case a := <-f.answers:
		if a.fault != "" {
			return "", fmt.Errorf("it failed: %s", a.fault)
		}
		return a.text, nil
	case err := <-f.ended:
		return "", fmt.Errorf("it has ended: %w", err)
	case <-late:
		return "", os.ErrDeadlineExceeded
	}
}

// Ended waits until the function has ended by itself, and returns how.
func (f *Function) Ended() error {
	select {
	case err := <-f.ended:
		return err
	case <-time.After(patience):
		return os.ErrDeadlineExceeded
	}
}

// ServeHTTP is the Runtime API.
func (f *Function) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	call := strings.TrimPrefix(r.URL.Path, runtime)
	if call == "invocation/next" {
		select {
		case payload := <-f.payloads:
			w.Header().Set("Lambda-Runtime-Aws-Request-Id", "1")
			w.Header().Set("Lambda-Runtime-Deadline-Ms", farAway)
			_, _ = io.WriteString(w, payload)
		case <-r.Context().Done():
		}
		return
	}
	text, err := io.ReadAll(r.Body)
	a := answer{text: string(text)}
	if err != nil || call != "invocation/1/response" {
		a = answer{fault: fmt.Sprintf("%s %s %v", call, text, err)}
	}
	w.WriteHeader(http.StatusAccepted)
	select {
	case f.answers <- a:
	case <-r.Context().Done():
	}
}
