package rehearsal

import (
	"io"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// architecture is that of this machine, as the template names it.
func architecture() string {
	return map[string]string{"amd64": "x86_64", "arm64": "arm64"}[runtime.GOARCH]
}

// tool returns the absolute path of a program below .tools.
func tool(t testing.TB, below string) string {
	t.Helper()
	path, err := filepath.Abs(filepath.Join(root, ".tools", below))
	must(t, err)
	if _, err := os.Stat(path); err != nil {
		t.Skipf("%v; run make tools", err)
	}
	return path
}

// emulator runs the functions by Lambda's interface emulator, each from its first
// event on. It takes one event at a time.
type emulator struct {
	stage   *stage
	program string // of the emulator
	folder  string // with the functions' programs
	at      map[string]string
	started map[string]*service
}

func newEmulator(t testing.TB, s *stage) *emulator {
	t.Helper()
	return &emulator{
		stage: s, program: tool(t, "rie"), folder: t.TempDir(),
		at: map[string]string{}, started: map[string]*service{},
	}
}

// build makes a function's program as sam build does, for this machine.
func (e *emulator) build(t testing.TB, function string) (program string) {
	t.Helper()
	folder := filepath.Join(e.folder, function)
	program = filepath.Join(folder, "bootstrap")
	if _, err := os.Stat(program); err == nil {
		return program
	}
	must(t, os.MkdirAll(folder, 0o755))
	_, err := run(nil, nil, "make", "-C", root, "build-"+function, "ARTIFACTS_DIR="+folder, "ARCHITECTURE="+architecture())
	must(t, err)
	return program
}

// env is the environment of a function.
func (e *emulator) env(function string) []string {
	env := []string{
		"AWS_REGION=eu-central-1", "AWS_ACCESS_KEY_ID=id", "AWS_SECRET_ACCESS_KEY=secret",
		"AWS_LAMBDA_FUNCTION_TIMEOUT=50", "AWS_LAMBDA_FUNCTION_NAME=" + function,
	}
	for name, value := range e.stage.variables {
		env = append(env, name+"="+value)
	}
	return env
}

// launch starts a function under the emulator.
func (e *emulator) launch(t testing.TB, function string) *service {
	t.Helper()
	at := freeAddress(t)
	f := start(t, e.env(function), e.program, "--runtime-interface-emulator-address", at, "--runtime-api-address", freeAddress(t), e.build(t, function))
	must(t, f.await(func() bool { return listens(at) }))
	e.at[function], e.started[function] = at, f
	return f
}

func (e *emulator) invoke(t testing.TB, function, event string) string {
	t.Helper()
	if e.started[function] == nil {
		e.launch(t, function)
	}
	r, err := http.Post("http://"+e.at[function]+"/2015-03-31/functions/function/invocations", "application/json", strings.NewReader(event))
	must(t, err)
	defer r.Body.Close()
	answer, err := io.ReadAll(r.Body)
	must(t, err)
	if r.StatusCode != http.StatusOK || r.Header.Get("X-Amz-Function-Error") != "" {
		t.Fatalf("%s: status %d, %s\n%s", function, r.StatusCode, answer, e.started[function].said())
	}
	return string(answer)
}

// The programs as they are deployed, by Lambda's own emulator of its interface.
// Without it what only the real Runtime API asks for would be found out there.
func TestMoveByEmulator(t *testing.T) {
	if testing.Short() {
		t.Log("left out: the functions under Lambda's emulator, which are other processes")
		return
	}
	s := newStage(t, "127.0.0.1", "127.0.0.1")
	s.play(t, newEmulator(t, s))
}
