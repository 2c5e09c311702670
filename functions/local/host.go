package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"fieldpost/infra/awscli"
)

// pauser keeps since when a host wants the clocks to stand still.
type pauser interface {
	Pause(ctx context.Context) (since time.Time, err error) // zero when he does not
	SetPause(ctx context.Context, since time.Time) error
	EndPause(ctx context.Context) error
}

// runHost carries out host pause or host resume, by which a host stops the clocks of
// all games and lets them go on: before he moves his server, say. A running server
// holds its store locked and follows a file beside it, within a second; one that does
// not run follows when it starts. A site on AWS follows within a minute.
func runHost(ctx context.Context, args []string, w world) error {
	f := flag.NewFlagSet("local host", flag.ContinueOnError)
	f.SetOutput(w.stderr)
	f.Usage = func() {
		fmt.Fprintln(w.stderr, "local host pause    stops the clocks of all games; moves can be made")
		fmt.Fprintln(w.stderr, "local host resume   lets them go on; the time between is added to every deadline")
		f.PrintDefaults()
	}
	env, _ := w.env(variable("data"))
	data := f.String("data", cmp.Or(env, "./data"), "`folder` of the games")
	stack := f.String("stack", "", "`name` of the stack, of a site on AWS")
	what := ""
	if len(args) > 0 && !strings.HasPrefix(args[0], "-") {
		what, args = args[0], args[1:]
	}
	if err := f.Parse(args); err != nil {
		return usage(err)
	}
	if f.NArg() > 0 || what != "pause" && what != "resume" {
		return fmt.Errorf("host needs one of the words pause and resume, then flags: %w", errUsage)
	}
	if *stack != "" {
		table, err := awscli.Tool{Program: w.aws}.Table(ctx, *stack)
		if err != nil {
			return err
		}
		return hostCommand{w, table}.carryOut(ctx, what == "pause")
	}
	if _, err := os.Stat(filepath.Join(*data, storeName)); err != nil {
		return fmt.Errorf("there are no games in -data %q: %w", *data, err)
	}
	return hostCommand{w, pauseFile(*data)}.carryOut(ctx, what == "pause")
}

// hostCommand stops the clocks, or lets them go on.
type hostCommand struct {
	world
	clocks pauser
}

func (c hostCommand) carryOut(ctx context.Context, pause bool) error {
	since, err := c.clocks.Pause(ctx)
	if err != nil {
		return err
	}
	said := since.Format(time.RFC3339)
	switch {
	case pause && !since.IsZero():
		said = "the clocks are paused already, since " + said
	case pause:
		since = c.now().UTC().Truncate(time.Second)
		said, err = "the clocks are paused since "+since.Format(time.RFC3339), c.clocks.SetPause(ctx, since)
	case since.IsZero():
		said = "the clocks are not paused"
	default:
		said, err = "the clocks go on; they were paused since "+said, c.clocks.EndPause(ctx)
	}
	if err == nil {
		fmt.Fprintln(c.stdout, said)
	}
	return err
}

// pauseFile is in the data folder, given here, while the host wants the clocks to
// stand still. It holds since when, as RFC 3339.
type pauseFile string

func (p pauseFile) path() string { return filepath.Join(string(p), "paused") }

// Pause returns the moment in the file, or zero if there is no file.
func (p pauseFile) Pause(context.Context) (time.Time, error) {
	text, err := os.ReadFile(p.path())
	if errors.Is(err, fs.ErrNotExist) {
		return time.Time{}, nil
	}
	if err != nil {
		return time.Time{}, err
	}
	since, err := time.Parse(time.RFC3339, strings.TrimSpace(string(text)))
	if err != nil || since.Year() < 1970 {
		return time.Time{}, fmt.Errorf("the file %q holds no moment, as in 2026-03-01T12:00:00Z: take it away, or mend it", p.path())
	}
	return since.UTC(), nil
}

// SetPause makes the file.
func (p pauseFile) SetPause(_ context.Context, since time.Time) error {
	return replace(p.path(), since.Format(time.RFC3339)+"\n")
}

// EndPause takes it away.
func (p pauseFile) EndPause(context.Context) error {
	return errors.Join(os.Remove(p.path()), syncDir(string(p)))
}
