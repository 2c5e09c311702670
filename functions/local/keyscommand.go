package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"fieldpost/functions/internal/secrets"
)

// keysCommand makes the secrets of a server, or changes its link keys. A secret is
// written into its file alone: not to the terminal, and not to AWS, for which it
// prints the commands that put the files there.
type keysCommand struct {
	world
	data, ssm string
	retire    bool
}

// runKeys carries out keys init or keys rotate.
func runKeys(args []string, w world) error {
	c := keysCommand{world: w}
	f := flag.NewFlagSet("local keys", flag.ContinueOnError)
	f.SetOutput(w.stderr)
	f.Usage = func() {
		fmt.Fprintln(w.stderr, "local keys init     makes the secrets that are missing")
		fmt.Fprintln(w.stderr, "local keys rotate   adds a link key; with -retire, later, lets it take over")
		f.PrintDefaults()
	}
	data, _ := w.env(variable("data"))
	f.StringVar(&c.data, "data", cmp.Or(data, "./data"), "`folder` of the secrets")
	f.StringVar(&c.ssm, "ssm", "", "what the `names` of a site's parameters on AWS begin with, as in /fieldpost: print the commands that write them")
	f.BoolVar(&c.retire, "retire", false, "of rotate: the newest key signs from now on")
	what := ""
	if len(args) > 0 && !strings.HasPrefix(args[0], "-") {
		what, args = args[0], args[1:]
	}
	if err := f.Parse(args); err != nil {
		return usage(err)
	}
	switch {
	case f.NArg() > 0 || what != "init" && what != "rotate":
		return fmt.Errorf("keys needs one of the words init and rotate, then flags: %w", errUsage)
	case c.ssm != "" && !parameterPrefix.MatchString(c.ssm):
		return fmt.Errorf("-ssm %q does not begin names of parameters, as in /fieldpost", c.ssm)
	case what == "rotate":
		return c.rotate()
	case c.retire:
		return fmt.Errorf("-retire goes with rotate: %w", errUsage)
	}
	return c.fill()
}

var parameterPrefix = regexp.MustCompile(`^(/[A-Za-z0-9_.-]+)+$`)

// fill makes the secrets that are missing, and says of each whether it was.
func (c keysCommand) fill() error {
	if err := os.MkdirAll(c.data, 0o700); err != nil {
		return err
	}
	for _, s := range []struct {
		name string
		make func() error
	}{
		{secrets.LinkKeys, func() error { _, err := linkKeys(c.data, c.random); return err }},
		{secrets.Pepper, func() error { _, err := pepper(c.data, c.random); return err }},
		{secrets.MailKey, func() error { _, err := mailKey(c.data, c.random); return err }},
	} {
		path, said := filepath.Join(c.data, s.name), "was there"
		if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
			said = "made"
		}
		if err := s.make(); err != nil {
			return err
		}
		fmt.Fprintf(c.stdout, "%s: %s\n", path, said)
	}
	fmt.Fprintln(c.stdout, "Keep a copy where nobody else can read it: without the link keys every link that was mailed is dead, without the pepper every profile is lost.")
	return c.commands("", secrets.LinkKeys, secrets.Pepper, secrets.MailKey)
}

// rotate takes the next step of changing the link keys.
func (c keysCommand) rotate() error {
	path := filepath.Join(c.data, secrets.LinkKeys)
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s is not there: keys init makes it", path)
	}
	if err != nil {
		return err
	}
	var (
		changed string
		id      uint8
		next    string
	)
	if c.retire {
		changed, id, err = secrets.Retire(string(text), c.now())
		next = "key %d signs from now on; what the one before it has signed counts for another 400 days.\n"
	} else {
		changed, id, err = secrets.Add(string(text), c.random)
		next = "key %d is added, and signs nothing yet. When every process has read it (a server after its next start, the functions on AWS after five minutes): keys rotate -retire\n"
	}
	if err != nil {
		return err
	}
	if err := replace(path, changed); err != nil {
		return err
	}
	fmt.Fprintf(c.stdout, "%s: "+next, path, id)
	return c.commands(" --overwrite", secrets.LinkKeys)
}

// commands prints how secrets come into their parameters. The AWS command reads the
// files itself, so that no secret stands on a command line.
func (c keysCommand) commands(flags string, names ...string) error {
	if c.ssm == "" {
		return nil
	}
	dir, err := filepath.Abs(c.data)
	if err != nil {
		return err
	}
	for _, name := range names {
		fmt.Fprintf(c.stdout, "aws ssm put-parameter --type SecureString --name %s/%s --value %s%s\n", c.ssm, name, shell("file://"+filepath.Join(dir, name)), flags)
	}
	return nil
}

// shell returns text as one word of a shell.
func shell(text string) string {
	if !strings.ContainsFunc(text, func(r rune) bool {
		return !strings.ContainsRune("/:._-", r) && (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z')
	}) {
		return text
	}
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}
