// Package panics makes of a panic an error that may be logged. The value that was
// thrown may hold whatever its thrower had in hand, and Go's own stack has the
// arguments of each call, of a setup its ranks: neither is kept.
//
// Source: architecture.md "Logs".
package panics

import (
	"errors"
	"fmt"
	"log/slog"
	"runtime"
	"strings"
)

// Error is a panic that was recovered: where it was, and the type of what was
// thrown.
type Error struct {
	Type  string // of the value, "*errors.errorString"
	Stack string // the calls, the innermost first, two lines each: a name, a file and a line
}

func (e *Error) Error() string { return "panic with " + e.Type }

// most calls are kept of a stack.
const most = 64

// Recovered makes an error of what recover has just returned. Only a deferred
// function may call it, as long as it runs: the stack is still there then.
func Recovered(v any) *Error {
	var calls [most]uintptr
	var stack strings.Builder
	frames := runtime.CallersFrames(calls[:runtime.Callers(2, calls[:])])
	for more := true; more; {
		var f runtime.Frame
		if f, more = frames.Next(); f.Function != "" {
			fmt.Fprintf(&stack, "%s\n\t%s:%d\n", f.Function, f.File, f.Line)
		}
	}
	return &Error{Type: fmt.Sprintf("%T", v), Stack: stack.String()}
}

// Catch logs a panic and makes it err. It is to be deferred itself, first of all, by
// what Lambda calls: a panic that comes through tells Lambda, and so its log, what
// was thrown, and ends the process.
func Catch(err *error, log *slog.Logger) {
	if v := recover(); v != nil { //nolint:revive // Catch is what is deferred
		thrown := Recovered(v)
		log.Error("panic", "type", thrown.Type, "stack", thrown.Stack)
		*err = thrown
	}
}

// Attributes are what a log line has beside the text of err: the stack of a panic.
func Attributes(err error) []any {
	if thrown, ok := errors.AsType[*Error](err); ok {
		return []any{"stack", thrown.Stack}
	}
	return nil
}
