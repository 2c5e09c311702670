package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"

	"fieldpost/engine"
	"fieldpost/functions/internal/demo"
)

// runDemo plays a whole game by the links of its mails: on the server at -url,
// or on one of its own with a data folder that is gone afterwards.
func runDemo(ctx context.Context, args []string, w world) (err error) {
	f := flag.NewFlagSet("local demo", flag.ContinueOnError)
	f.SetOutput(w.stderr)
	at := f.String("url", "", "`URL` of a running server with its mailbox (default: start one)")
	games := f.String("games", "../shared/conformance/games.tsv", "`file` of games")
	name := f.String("game", "site-attack_chase", "`name` of the game in that file; where there is no such file, a game that comes with the program")
	every := f.Int("every", 100, "draw the boards every `N` plies; on a terminal, always and in place")
	if err := f.Parse(args); err != nil {
		return usage(err)
	}
	if f.NArg() > 0 || *every < 1 {
		return fmt.Errorf("demo takes flags alone, and -every at least 1: %w", errUsage)
	}
	script, err := chooseScript(*games, *name, w)
	if err != nil {
		return err
	}
	if *at == "" {
		stop, address, err := demoServer(ctx, w)
		if err != nil {
			return err
		}
		*at = address
		defer func() { err = errors.Join(err, stop()) }()
	}
	fmt.Fprintf(w.stdout, "%s, %d plies, by the links of its mails on %s\n\n", script.Name, len(script.Moves), *at)
	begin := w.now()
	sum, err := demo.Play(ctx, demo.Config{URL: *at, Script: script, Out: w.stdout, Redraw: w.terminal, Every: *every})
	if err != nil {
		return fmt.Errorf("demo: %w", err)
	}
	end := sum.Outcome.String() + " wins"
	if sum.Outcome == engine.Draw {
		end = "a draw"
	}
	fmt.Fprintf(w.stdout, `
The end: %s, reason: %v.
plies   %5d   each by its link in the newest mail of whose turn it was
mails   %5d   exactly those that the game owes
pages   %5d   opened
presses %5d   two of them with the tick, one for each player
The stored record and both setups are the ones that were played.
time    %5.1f s
`, end, sum.Reason, sum.Plies, sum.Mails, sum.Pages, sum.Presses, w.now().Sub(begin).Seconds())
	return nil
}

// chooseScript returns the game to play.
func chooseScript(file, name string, w world) (demo.Script, error) {
	table, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		fmt.Fprintf(w.stdout, "No file %s: playing the game that comes with the program.\n", file)
		return demo.Shipped()
	}
	if err != nil {
		return demo.Script{}, err
	}
	return demo.FindGame(string(table), name)
}

// demoServer starts a server of its own on a free port. Stop ends it and removes
// what it kept.
func demoServer(ctx context.Context, w world) (stop func() error, address string, err error) {
	dir, err := os.MkdirTemp("", "fieldpost-demo-")
	if err != nil {
		return nil, "", err
	}
	s, err := open(ctx, options{addr: "127.0.0.1:0", data: dir, quiet: true, mailFrom: mailboxSender}, w)
	if err != nil {
		return nil, "", errors.Join(err, os.RemoveAll(dir))
	}
	serving, cancel := context.WithCancel(context.WithoutCancel(ctx))
	served := make(chan error, 1)
	go func() { served <- s.serve(serving) }()
	return func() error {
		cancel()
		return errors.Join(<-served, os.RemoveAll(dir))
	}, s.address, nil
}
