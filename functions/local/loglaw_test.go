package main

import (
	"bytes"
	"regexp"
	"strings"
	"sync"
	"testing"

	"fieldpost/engine"
	"fieldpost/functions/internal/demo"
)

// journal is a log that may be written while it is read.
type journal struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (j *journal) Write(b []byte) (int, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.Write(b)
}

func (j *journal) String() string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.String()
}

var (
	// tokens are what lies behind the letters of our links.
	tokens = regexp.MustCompile(`/[a-z]/([A-Za-z0-9_-]{16,})`)
	// plain is what the lines of a game consist of: a name, and a word or number that is no
	// path, no address, no URL and too short to be a token.
	plain = regexp.MustCompile(`^(\w[\w-]*)=("[\w .:-]{1,40}"|[\w.:+-]{0,40})$`)
	// parted are the parts of a line of the log.
	parted = regexp.MustCompile(`[\w-]+=("[^"]*"|\S*)`)
)

// T13 for the log: a whole game, by every link of its mails, leaves no line with an
// address, a name, a token, a setup, a rank, a square, a path or a URL; one line for
// each command, and one for each mail. Without it whoever reads the log would have
// every seat, and a host could not count what his site does.
func TestT13TheLogOfAGame(t *testing.T) {
	log := &journal{}
	base, _ := withOptions(t, log, options{addr: "127.0.0.1:0", data: t.TempDir(), mailFrom: mailboxSender})
	script, err := demo.Shipped()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := demo.Play(t.Context(), demo.Config{URL: base, Script: script, Out: &bytes.Buffer{}, Every: 1000}); err != nil {
		t.Fatal(err)
	}
	text, posts := log.String(), mailsOf(t, base)
	secrets := []string{"example", "Ann", "Bob", "@", "http", "127.0.0.1", "/b/", "/m/"}
	for _, p := range posts {
		for _, token := range tokens.FindAllStringSubmatch(p.HTML, -1) {
			secrets = append(secrets, token[1])
		}
	}
	for move := range strings.FieldsSeq(script.Text()) {
		if squares.MatchString(move) {
			secrets = append(secrets, move)
		}
	}
	for _, s := range []engine.Setup{script.Setups.Red, script.Setups.Blue} {
		secrets = append(secrets, strings.Fields(s.Text(script.Army.Board()))...)
	}
	if len(secrets) < 1000 {
		t.Fatalf("only %d secrets are known", len(secrets))
	}
	for _, s := range secrets {
		if strings.Contains(text, s) {
			t.Errorf("the log tells %q", s)
		}
	}
	lines, out := map[string]int{}, 0
	for line := range strings.Lines(text) {
		parts := parted.FindAllString(line, -1)
		if strings.Join(parts, " ") != strings.TrimSuffix(line, "\n") {
			t.Fatalf("a line of another shape: %s", line)
		}
		for _, part := range parts[1:] { // after the time
			if !plain.MatchString(part) {
				t.Errorf("%s in the line %s", part, line)
			}
		}
		switch {
		case strings.Contains(line, "msg=command"):
			kind, _, _ := strings.Cut(line[strings.Index(line, "kind=")+len("kind="):], " ")
			lines[kind]++
			if !strings.Contains(line, "outcome=ok duration=") {
				t.Errorf("the line %s", line)
			}
		case strings.Contains(line, `msg="mail out"`):
			out++
		}
	}
	want := map[string]int{"Create": 1, "Confirm": 1, "Accept": 1, "SetUp": 2, "PlayMove": len(script.Moves)}
	for kind, n := range want {
		if lines[kind] != n {
			t.Errorf("%d lines of %s, want %d", lines[kind], kind, n)
		}
	}
	if len(lines) != len(want) || out != len(posts) {
		t.Errorf("the commands are %v; %d lines of %d mails", lines, out, len(posts))
	}
}

// squares is a move as records have it.
var squares = regexp.MustCompile(`^[a-j][0-9]+[-x][a-j][0-9]+$`)
