package main

import (
	"context"
	"errors"
	"flag"
	"fmt"

	"fieldpost/functions/internal/replay"
	"fieldpost/infra/awscli"
)

const (
	// failedVariable has the URL of the queue of a function of ours.
	failedVariable = "FIELDPOST_FAILED"
	// givenUp is what the names of the objects begin with into which Lambda puts
	// what it has given up.
	givenUp = "aws/lambda/"
)

// errKept is that something was kept once more; it was told what.
var errKept = errors.New("not everything could be handled: mend the cause and try again; what lies on a queue shows again after half an hour")

// replayCommand gives the functions of a stack again what they could not handle.
type replayCommand struct {
	world
	tool awscli.Tool
}

// runReplay carries out replay.
func runReplay(ctx context.Context, args []string, w world) error {
	f := flag.NewFlagSet("local replay", flag.ContinueOnError)
	f.SetOutput(w.stderr)
	f.Usage = func() {
		fmt.Fprintln(w.stderr, "local replay   gives the functions on AWS again what they could not handle, and deletes what they then have")
		f.PrintDefaults()
	}
	stack := f.String("stack", "", "`name` of the stack on AWS")
	if err := f.Parse(args); err != nil {
		return usage(err)
	}
	if *stack == "" || f.NArg() > 0 {
		return fmt.Errorf("replay needs -stack NAME alone: %w", errUsage)
	}
	return replayCommand{w, awscli.Tool{Program: w.aws}}.stack(ctx, *stack)
}

func (c replayCommand) stack(ctx context.Context, stack string) error {
	functions, err := c.tool.Functions(ctx, stack)
	if err != nil {
		return err
	}
	var all replay.Result
	for _, name := range functions {
		r, err := c.function(ctx, name)
		all.Handled += r.Handled
		all.Kept += r.Kept
		if err != nil {
			return err
		}
	}
	fmt.Fprintf(c.stdout, "%d handled, %d kept\n", all.Handled, all.Kept)
	if all.Kept > 0 {
		return errKept
	}
	return nil
}

// function gives one function again what was kept for it.
func (c replayCommand) function(ctx context.Context, name string) (all replay.Result, err error) {
	places, err := c.tool.Places(ctx, name, failedVariable)
	if err != nil {
		return all, err
	}
	var runs []replay.Replayer
	for _, bucket := range places.Buckets {
		runs = append(runs, replay.Replayer{Bucket: awscli.Bucket{Tool: c.tool, Name: bucket, Prefix: givenUp}})
	}
	for _, queue := range places.Queues {
		runs = append(runs, replay.Replayer{Queue: keeper{awscli.Queue{Tool: c.tool, URL: queue}}})
	}
	for _, r := range runs {
		r.Function, r.Out = awscli.Function{Tool: c.tool, Name: name}, c.stdout
		result, err := r.Run(ctx)
		all.Handled += result.Handled
		all.Kept += result.Kept
		if err != nil {
			return all, err
		}
	}
	return all, nil
}

// keeper shows replay a queue: neither knows the other.
type keeper struct{ awscli.Queue }

// Receive is that of replay.Queue.
func (k keeper) Receive(ctx context.Context) ([]replay.Message, error) {
	got, err := k.Queue.Receive(ctx)
	all := make([]replay.Message, len(got))
	for i, m := range got {
		all[i] = replay.Message(m)
	}
	return all, err
}
