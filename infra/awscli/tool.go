// Package awscli runs AWS's own command line tool, aws, of version 1 or 2. It is for
// what a host does now and then from his machine: the tool knows all ways to log in,
// and the program that everybody builds first needs no SDK.
//
// What may be secret, the records of games and their mails, is handed over in files
// of the user's alone, never on a command line. The tool's texts reach nobody: an
// *Error has a code or a class.
package awscli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"regexp"
	"strings"
)

// Tool is the tool. The zero value is aws, as the path finds it, with the profile
// and region of the environment.
type Tool struct {
	Program string // "": aws
}

// Error says how a call failed. It wraps nothing: the tool's texts may tell of
// people.
type Error struct {
	Call string // "sesv2 get-account"
	// Reply is the code of AWS's answer, "AccessDeniedException"; "" without one.
	Reply string
	// Class says in its place what went wrong: "no credentials".
	Class string
}

func (e *Error) Error() string { return "aws " + e.Call + ": " + e.Code() }

// Code returns AWS's code, or what went wrong.
func (e *Error) Code() string {
	if e.Reply != "" {
		return e.Reply
	}
	return e.Class
}

// call carries out a command, which is two words, and reads its answer into out. No
// answer is none, and leaves out as it is.
func (t Tool) call(ctx context.Context, out any, command ...string) error {
	program := t.Program
	if program == "" {
		program = "aws"
	}
	name := strings.Join(command[:2], " ")
	var said, complaint bytes.Buffer
	run := exec.CommandContext(ctx, program, append(command, "--output", "json")...)
	run.Stdout, run.Stderr = &said, &complaint
	if err := run.Run(); err != nil {
		return failure(ctx, name, err, complaint.Bytes())
	}
	if out == nil || len(bytes.TrimSpace(said.Bytes())) == 0 {
		return nil
	}
	if json.Unmarshal(said.Bytes(), out) != nil {
		return &Error{Call: name, Class: "answer not understood"}
	}
	return nil
}

var named = regexp.MustCompile(`An error occurred \(([A-Za-z][A-Za-z0-9.]{0,63})\)`)

func failure(ctx context.Context, call string, err error, complaint []byte) *Error {
	e := &Error{Call: call}
	code := named.FindSubmatch(complaint)
	exit, ended := errors.AsType[*exec.ExitError](err)
	switch {
	case ctx.Err() != nil:
		e.Class = "no answer in time"
	case code != nil:
		e.Reply = string(code[1])
	case errors.Is(err, exec.ErrNotFound):
		e.Class = "the command aws is not installed"
	case bytes.Contains(complaint, []byte("Unable to locate credentials")):
		e.Class = "no credentials"
	case bytes.Contains(complaint, []byte("must specify a region")):
		e.Class = "no region"
	case ended:
		e.Class = fmt.Sprintf("exit status %d", exit.ExitCode())
	default:
		e.Class = "cannot be run"
	}
	return e
}
