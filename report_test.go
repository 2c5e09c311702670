package fieldpost_test

import (
	"errors"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// The report decides whether make test fails, so it is itself tested: a missed
// failure would let anything land.
func TestReport(t *testing.T) {
	const (
		pass = `{"Action":"run","Package":"p","Test":"TestA"}
{"Action":"output","Package":"p","Test":"TestA","Output":"=== RUN   TestA\n"}
{"Action":"output","Package":"p","Test":"TestA","Output":"    a_test.go:7: left out: nine in ten\n"}
{"Action":"output","Package":"p","Test":"TestA","Output":"--- PASS: TestA (0.00s)\n"}
{"Action":"pass","Package":"p","Test":"TestA"}
`
		skip = `{"Action":"output","Package":"p","Test":"TestB","Output":"    b_test.go:9: no data: here\n"}
{"Action":"output","Package":"p","Test":"TestB","Output":"--- SKIP: TestB (0.00s)\n"}
{"Action":"skip","Package":"p","Test":"TestB"}
`
		fail = `{"Action":"output","Package":"p","Test":"TestC","Output":"    c_test.go:3: not so\n"}
{"Action":"fail","Package":"p","Test":"TestC"}
`
		ok     = `{"Action":"output","Package":"p","Output":"PASS\n"}{"Action":"output","Package":"p","Output":"ok  \tp\t0.1s\n"}{"Action":"pass","Package":"p"}`
		failed = `{"Action":"output","Package":"p","Output":"FAIL\tp\t0.1s\n"}
{"Action":"fail","Package":"p"}
`
	)
	goodEnd := strings.ReplaceAll(ok, "}{", "}\n{") + "\n"
	for _, c := range []struct {
		name, input string
		ci          bool
		exit        int
		says        string
	}{
		{"pass", pass + goodEnd, true, 0, "ok  \tp\t0.1s\n\nleft out:\n  p TestA: nine in ten\n1 passed, 0 failed, 0 skipped\n"},
		{"skip", pass + skip + goodEnd, false, 0, "  p TestB was skipped: no data: here\n1 passed, 0 failed, 1 skipped\n"},
		{"skip on CI", pass + skip + goodEnd, true, 1, "with CI=true nothing may be skipped\n"},
		{"fail", pass + fail + failed, false, 1, "    c_test.go:3: not so\nFAIL\tp\t0.1s\n"},
		{"cut short", pass + strings.Split(fail, "\n")[0] + "\n" + failed, false, 1, "    c_test.go:3: not so\n"},
		{"no build", `{"Action":"build-output","ImportPath":"p","Output":"a.go:1: wrong\n"}` + "\n" + failed, false, 1, "a.go:1: wrong\n"},
		{"nothing", "", false, 1, "no test ran\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			cmd := exec.CommandContext(t.Context(), "go", "run", ".ci/report.go")
			cmd.Stdin = strings.NewReader(c.input)
			cmd.Env = append(os.Environ(), "CI=")
			if c.ci {
				cmd.Env = append(cmd.Env, "CI=true")
			}
			out, err := cmd.Output()
			exit := 0
			if e, ok := errors.AsType[*exec.ExitError](err); ok {
				exit = e.ExitCode()
			} else if err != nil {
				t.Fatal(err)
			}
			if exit != c.exit || !strings.Contains(string(out), c.says) {
				t.Errorf("exit %d with\n%s\nwant exit %d with\n%s", exit, out, c.exit, c.says)
			}
		})
	}
}
