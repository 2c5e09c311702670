package panics_test

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"regexp"
	"strings"
	"testing"

	"fieldpost/engine"
	"fieldpost/functions/internal/panics"
)

// judge panics with a whole setup among its arguments.
//
//go:noinline
func judge(s engine.Setup, key [16]byte, list []int) int { return list[len(s)+int(key[0])] }

func recovered(f func()) (e *panics.Error) {
	defer func() {
		if v := recover(); v != nil {
			e = panics.Recovered(v)
		}
	}()
	f()
	return nil
}

// line is a line of a stack: a name, or a place.
var line = regexp.MustCompile(`^([\w./*()\[\]·-]+|\t\S+\.(go|s):\d+)$`)

// A stack must show where it was, and nothing of what was there: Go's own has the
// words of arguments, and of a setup, which is passed by value, the front row.
func TestStackHasNoArguments(t *testing.T) {
	setup := engine.Setup{0: engine.Scout, 1: engine.Marshal, 2: engine.Miner, 9: engine.Flag}
	e := recovered(func() { judge(setup, [16]byte{0xab}, nil) })
	if e == nil || e.Type != "runtime.boundsError" || e.Error() != "panic with runtime.boundsError" {
		t.Fatalf("%+v", e)
	}
	for text := range strings.SplitSeq(strings.TrimSuffix(e.Stack, "\n"), "\n") {
		if !line.MatchString(text) {
			t.Errorf("the stack has %q", text)
		}
	}
	for _, part := range []string{"panics_test.judge\n", "panics_test.go:", "panics_test.TestStackHasNoArguments"} {
		if !strings.Contains(e.Stack, part) {
			t.Errorf("the stack has no %s:\n%s", part, e.Stack)
		}
	}
}

// What was thrown may hold an address.
func TestValueIsNotKept(t *testing.T) {
	e := recovered(func() { panic(errors.New("no such player: ann@example.org")) })
	if e.Type != "*errors.errorString" || strings.Contains(e.Error()+e.Stack, "ann@") {
		t.Errorf("%+v", e)
	}
}

// What Lambda is told must be as little, and the log have where it was, once.
func TestCatch(t *testing.T) {
	var text bytes.Buffer
	log := slog.New(slog.NewJSONHandler(&text, nil))
	handle := func(v any) (err error) {
		defer panics.Catch(&err, log)
		if v != nil {
			panic(v)
		}
		return errors.ErrUnsupported
	}
	if err := handle(nil); !errors.Is(err, errors.ErrUnsupported) || text.Len() > 0 {
		t.Errorf("without a panic: %v, the log has\n%s", err, &text)
	}
	err := handle("ann@example.org")
	if thrown, ok := errors.AsType[*panics.Error](err); !ok || thrown.Type != "string" || strings.Contains(fmt.Sprintf("%+v", *thrown), "ann@") {
		t.Errorf("a panic is %v", err)
	}
	if got := text.String(); strings.Count(got, "\n") != 1 || !strings.Contains(got, `"type":"string"`) || !strings.Contains(got, "panics_test.go:") || strings.Contains(got, "ann@") {
		t.Errorf("the log has\n%s", got)
	}
	if len(panics.Attributes(fmt.Errorf("x: %w", err))) != 2 || panics.Attributes(errors.ErrUnsupported) != nil {
		t.Error("a stack is logged where there is none, or not where there is one")
	}
}
