package main

import (
	"context"
	"fmt"
	"os"
)

// run is one call of the program, by its arguments.
func run(ctx context.Context, args []string, w world) error {
	if len(args) > 0 {
		switch args[0] {
		case "demo":
			return runDemo(ctx, args[1:], w)
		case "keys":
			return runKeys(args[1:], w)
		case "doctor":
			return runDoctor(ctx, args[1:], w)
		case "replay":
			return runReplay(ctx, args[1:], w)
		case "host":
			return runHost(ctx, args[1:], w)
		}
	}
	o, err := readOptions(args, w)
	if err != nil {
		return err
	}
	s, err := open(ctx, o, w)
	if err != nil {
		return err
	}
	fmt.Fprintf(w.stdout, "fieldpost: %s\n", s.address)
	return s.serve(ctx)
}

func isTerminal(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
