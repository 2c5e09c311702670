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
)

// runHost carries out host pause or host resume, by which a host stops the clocks of
// all games and lets them go on: before he moves his server, say. A running server
// holds its store locked and follows a file beside it, within a second; one that does
// not run follows when it starts.
func runHost(args []string, w world) error {
	f := flag.NewFlagSet("local host", flag.ContinueOnError)
	f.SetOutput(w.stderr)
	f.Usage = func() {
		fmt.Fprintln(w.stderr, "local host pause    stops the clocks of all games; moves can be made")
		fmt.Fprintln(w.stderr, "local host resume   lets them go on; the time between is added to every deadline")
		f.PrintDefaults()
	}
	env, _ := w.env(variable("data"))
	data := f.String("data", cmp.Or(env, "./data"), "`folder` of the games")
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
	if _, err := os.Stat(filepath.Join(*data, storeName)); err != nil {
		return fmt.Errorf("there are no games in -data %q: %w", *data, err)
	}
	file := pauseFile(*data)
	since, err := file.since(context.Background())
	switch {
	case err != nil:
		return err
	case what == "resume" && since.IsZero():
		fmt.Fprintln(w.stdout, "the clocks are not paused")
		return nil
	case what == "resume":
		if err := file.remove(); err != nil {
			return err
		}
		fmt.Fprintf(w.stdout, "the clocks go on; they were paused since %s\n", since.Format(time.RFC3339))
		return nil
	case !since.IsZero():
		fmt.Fprintf(w.stdout, "the clocks are paused already, since %s\n", since.Format(time.RFC3339))
		return nil
	}
	if since, err = file.write(w.now()); err != nil {
		return err
	}
	fmt.Fprintf(w.stdout, "the clocks are paused since %s\n", since.Format(time.RFC3339))
	return nil
}

// pauseFile is in the data folder, given here, while the host wants the clocks to
// stand still. It holds since when, as RFC 3339.
type pauseFile string

func (p pauseFile) path() string { return filepath.Join(string(p), "paused") }

// since returns the moment in the file, or zero if there is no file.
func (p pauseFile) since(context.Context) (time.Time, error) {
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

// write makes the file and returns what is in it.
func (p pauseFile) write(now time.Time) (time.Time, error) {
	since := now.UTC().Truncate(time.Second)
	return since, replace(p.path(), since.Format(time.RFC3339)+"\n")
}

func (p pauseFile) remove() error { return errors.Join(os.Remove(p.path()), syncDir(string(p))) }
