// Command report reads `go test -json` from standard input and prints what go
// test would, but at the end also what was left out and why: each skipped test
// with its reason, and each line that a test logs with "left out:" at its
// beginning. It fails if a test failed and, when CI=true, if one was skipped:
// there everything that a test may miss is to be present.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
)

// event is one line of go test -json.
type event struct {
	Action, Package, Test, Output string
}

// report gathers the events of a run.
type report struct {
	out                     io.Writer
	open                    map[string][]string // output of tests that run, by package and test
	leftOut                 []string
	passed, failed, skipped int
	broken                  bool // a package failed, by a test or otherwise
}

func main() {
	r := report{out: os.Stdout, open: make(map[string][]string)}
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		var e event
		if err := json.Unmarshal(lines.Bytes(), &e); err != nil {
			fmt.Fprintln(r.out, lines.Text())
			continue
		}
		r.take(e)
	}
	if err := lines.Err(); err != nil {
		fmt.Fprintln(os.Stderr, "report:", err)
		os.Exit(1)
	}
	os.Exit(r.close(os.Getenv("CI") == "true"))
}

func (r *report) take(e event) {
	key := e.Package + " " + e.Test
	switch {
	case e.Action == "build-output":
		fmt.Fprint(r.out, e.Output)
	case e.Test == "":
		r.takePackage(e)
	case e.Action == "output":
		if !strings.HasPrefix(e.Output, "=== ") {
			r.open[key] = append(r.open[key], e.Output)
		}
	case e.Action == "pass":
		r.passed++
		for _, line := range reasons(r.open[key]) {
			if strings.HasPrefix(line, "left out:") {
				r.leftOut = append(r.leftOut, key+": "+strings.TrimSpace(strings.TrimPrefix(line, "left out:")))
			}
		}
		delete(r.open, key)
	case e.Action == "skip":
		r.skipped++
		r.leftOut = append(r.leftOut, key+" was skipped: "+strings.Join(reasons(r.open[key]), " "))
		delete(r.open, key)
	case e.Action == "fail":
		r.failed++
		r.flush(key)
	}
}

// takePackage takes what concerns no single test: above all the closing lines.
func (r *report) takePackage(e event) {
	switch e.Action {
	case "output":
		if e.Output != "PASS\n" {
			fmt.Fprint(r.out, e.Output)
		}
	case "fail", "build-fail":
		r.broken = true
		// Tests that a panic or the time limit cut short come to no end.
		var cut []string
		for key := range r.open {
			if strings.HasPrefix(key, e.Package+" ") {
				cut = append(cut, key)
			}
		}
		slices.Sort(cut)
		for _, key := range cut {
			r.flush(key)
		}
	}
}

func (r *report) flush(key string) {
	fmt.Fprint(r.out, strings.Join(r.open[key], ""))
	delete(r.open, key)
}

// close prints the summary and returns the exit status.
func (r *report) close(strict bool) int {
	fmt.Fprintln(r.out)
	if len(r.leftOut) == 0 {
		fmt.Fprintln(r.out, "nothing was left out")
	} else {
		fmt.Fprintln(r.out, "left out:")
		for _, line := range r.leftOut {
			fmt.Fprintln(r.out, "  "+line)
		}
	}
	fmt.Fprintf(r.out, "%d passed, %d failed, %d skipped\n", r.passed, r.failed, r.skipped)
	switch {
	case r.broken || r.failed > 0:
		return 1
	case strict && r.skipped > 0:
		fmt.Fprintln(r.out, "with CI=true nothing may be skipped")
		return 1
	case r.passed == 0:
		fmt.Fprintln(r.out, "no test ran")
		return 1
	}
	return 0
}

// reasons returns what a test logged, without the places in the source.
func reasons(output []string) []string {
	var lines []string
	for _, line := range output {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "--- ") {
			continue
		}
		if _, text, ok := strings.Cut(line, ".go:"); ok {
			if _, text, ok = strings.Cut(text, ": "); ok {
				line = text
			}
		}
		if line != "" {
			lines = append(lines, line)
		}
	}
	return lines
}
