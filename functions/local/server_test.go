package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"html"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"fieldpost/functions/internal/demo"
	"fieldpost/functions/internal/secrets"
)

// within starts a server in this process and returns its address and what it
// keeps; it ends with the test.
func within(t *testing.T, change ...func(*world)) (base string, s *server) {
	t.Helper()
	return withOptions(t, io.Discard, options{addr: "127.0.0.1:0", data: t.TempDir(), mailFrom: mailboxSender}, change...)
}

// withOptions is within with other options, and somewhere to log to.
func withOptions(t *testing.T, log io.Writer, o options, change ...func(*world)) (base string, s *server) {
	t.Helper()
	w := system()
	w.stdout, w.stderr, w.env = io.Discard, log, func(string) (string, bool) { return "", false }
	for _, f := range change {
		f(&w)
	}
	s, err := open(t.Context(), o, w)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	served := make(chan error, 1)
	go func() { served <- s.serve(ctx) }()
	t.Cleanup(func() {
		stop()
		if err := <-served; err != nil {
			t.Error(err)
		}
	})
	return s.address, s
}

// A whole game, from its creation to the captured flag, by nothing but the links
// of its mails. Without it any two parts could stop fitting one another.
func TestWholeGameByMail(t *testing.T) {
	base, _ := within(t)
	script, err := demo.Shipped()
	if err != nil {
		t.Fatal(err)
	}
	var drawn bytes.Buffer
	sum, err := demo.Play(t.Context(), demo.Config{URL: base, Script: script, Out: &drawn, Every: 50})
	if err != nil {
		t.Fatal(err)
	}
	if want := len(script.Moves) + 9; sum.Mails != want || sum.Plies != len(script.Moves) {
		t.Errorf("%d plies and %d mails, want %d and %d", sum.Plies, sum.Mails, len(script.Moves), want)
	}
	boards := strings.Split(drawn.String(), "Ann (red) sees")[1:]
	if len(boards) != 4 {
		t.Fatalf("%d boards were drawn, not 3 and the last", len(boards))
	}
	first, last := boards[0], boards[3]
	if !strings.Contains(first, "(?)(?)(?)") || !strings.Contains(first, "[M]") || !strings.Contains(first, "(M)") {
		t.Errorf("the first boards do not show each player his own pieces alone:\n%s", first)
	}
	if strings.Contains(last, "?") || strings.Count(last, "(F)") != 2 || strings.Contains(last, "[F]") {
		t.Errorf("the last boards do not show that Red's flag is gone, and all the rest:\n%s", last)
	}
}

// The shapes of what the program leaves on the disk and on its standard output.
// Without it a script could not find the server, or others could read its data.
func TestFilesAndFirstLine(t *testing.T) {
	data := filepath.Join(t.TempDir(), "data")
	c := start(t, "-addr", "127.0.0.1:0", "-data", data)
	if !regexp.MustCompile(`^http://127\.0\.0\.1:[0-9]+$`).MatchString(c.base) {
		t.Errorf("the address is %q", c.base)
	}
	for name, mode := range map[string]os.FileMode{
		"": 0o700, "mailbox": 0o700, "fieldpost.db": 0o600, secrets.LinkKeys: 0o600, secrets.MailKey: 0o600,
	} {
		info, err := os.Stat(filepath.Join(data, name))
		if err != nil || info.Mode().Perm() != mode {
			t.Errorf("%q: %v, %v; want %v", name, info, err, mode)
		}
	}
	newVisitor(t).must(t, "GET", c.base+"/healthz", nil, 200, "ok")

	// A second process on the same data stays out and says why.
	second := exec.Command(os.Args[0], "-addr", "127.0.0.1:0", "-data", data)
	second.Env = append(os.Environ(), childVariable+"=1")
	out, err := second.CombinedOutput()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || !strings.Contains(string(out), "already running") || strings.Contains(string(out), "http://") {
		t.Errorf("a second process: %v, %s", err, out)
	}

	// An interrupt ends it cleanly, and the data is free again.
	c.stop(t)
	again := start(t, "-addr", "127.0.0.1:0", "-data", data)
	newVisitor(t).must(t, "GET", again.base+"/healthz", nil, 200, "ok")
}

// Without it the commonest mistake, a port in use, would end in a stack trace,
// and hold the data's lock.
func TestStartFails(t *testing.T) {
	busy, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer busy.Close()
	for _, c := range []struct {
		name, addr, file, says string
	}{
		{"port in use", busy.Addr().String(), "", "address already in use"},
		{"no such port", "127.0.0.1:99999", "", "99999"},
		{"broken link keys", "127.0.0.1:0", secrets.LinkKeys, "link keys"},
		{"broken mail key", "127.0.0.1:0", secrets.MailKey, "mail key"},
		{"a file for the mailbox", "127.0.0.1:0", "mailbox", "mailbox"},
	} {
		t.Run(c.name, func(t *testing.T) {
			data := t.TempDir()
			if c.file != "" {
				if err := os.WriteFile(filepath.Join(data, c.file), []byte("junk"), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			child := exec.Command(os.Args[0], "-addr", c.addr, "-data", data)
			child.Env = append(os.Environ(), childVariable+"=1")
			out, err := child.CombinedOutput()
			var exit *exec.ExitError
			if !errors.As(err, &exit) || exit.ExitCode() != 1 || !strings.Contains(string(out), c.says) || strings.Contains(string(out), "goroutine") {
				t.Errorf("%v: %s", err, out)
			}
		})
	}
}

// Without it a browser that has only opened a connection would make of Ctrl-C a
// failure.
func TestEndsCleanlyWithAnOpenConnection(t *testing.T) {
	c := start(t, "-addr", "127.0.0.1:0", "-data", filepath.Join(t.TempDir(), "data"))
	open, err := net.Dial("tcp", strings.TrimPrefix(c.base, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer open.Close()
	if _, err := open.Write([]byte("GET / HTTP/1.1\r\n")); err != nil {
		t.Fatal(err)
	}
	newVisitor(t).must(t, "GET", c.base+"/healthz", nil, 200, "ok") // by now the first is accepted
	if err := c.cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if err := c.cmd.Wait(); err != nil {
		t.Errorf("after an interrupt: %v", err)
	}
}

var href = regexp.MustCompile(`<a [^>]*href="([^"]+)"`)

// T14: whatever programs do with the links of a mail on its way, nothing
// changes; then the human's ticked press works, his next needs no tick, and a
// second press is told that all is well. Without it a scanner would accept a
// game or play a move.
func TestT14ScannerStorm(t *testing.T) {
	base, s := within(t)
	ann, bob := newVisitor(t), newVisitor(t)
	game := create(t, base, "barrage")
	stored := func() string {
		image, err := s.store.Load(t.Context(), game, true)
		if err != nil {
			t.Fatal(err)
		}
		return fmt.Sprint(image.Version, image.Data)
	}
	storm := func(mails int) []post {
		t.Helper()
		list := waitForMails(t, base, mails)
		before := stored()
		links := 0
		for _, m := range list {
			for _, found := range href.FindAllStringSubmatch(m.HTML, -1) {
				at := html.UnescapeString(found[1])
				if !strings.HasPrefix(at, base) {
					t.Fatalf("a mail leads away, to %s", at)
				}
				links++
				for _, method := range []string{"HEAD", "GET", "POST"} {
					for _, f := range []string{"", "confirm", "accept", "play", "setup", "resign", "offer-draw", "abort"} {
						if method != "POST" && f != "" {
							continue
						}
						scanner := newVisitor(t)
						status, page, err := scanner.send(method, at, form("do", f, "submit", "1", "setup", barrage))
						if err != nil || status != 200 {
							t.Fatalf("%s of a link: %d %v %s", method, status, err, page)
						}
					}
				}
			}
		}
		if links < len(list) {
			t.Errorf("only %d links in %d mails", links, len(list))
		}
		if stored() != before {
			t.Fatal("the storm has changed something")
		}
		if n := len(mailsOf(t, base)); n != mails {
			t.Fatalf("the storm has sent %d mails", n-mails)
		}
		return list
	}

	list := storm(1)
	confirm := newest(t, list, "ann@example.org").Links.Confirm
	ann.must(t, "POST", confirm, form("do", "confirm", "sure", "1"), 200, "The game is confirmed")
	ann.must(t, "POST", confirm, form("do", "confirm"), 200, "You have confirmed this game before")

	list = storm(3)
	annBoard := newest(t, list, "ann@example.org").Links.Board
	join := newest(t, list, "bob@example.org").Links.Join
	bob.must(t, "POST", join, form("do", "accept", "sure", "1"), 200, "You are in the game")
	bob.must(t, "POST", join, form("do", "accept"), 200, "You have accepted this game before")

	list = storm(5)
	bobBoard := newest(t, list, "bob@example.org").Links.Board
	ann.must(t, "POST", annBoard, form("do", "setup", "submit", "1", "setup", barrage), 200, "Your setup is in")
	bob.must(t, "POST", bobBoard, form("do", "setup", "submit", "1", "setup", barrage), 200, "the game has begun")

	list = storm(8)
	move := newest(t, list, "ann@example.org").Links.Moves["e4-e5"]
	ann.must(t, "GET", move, nil, 200, ">Play</button>")
	ann.must(t, "POST", move, form("do", "play"), 200, "Your move is played")
	ann.must(t, "POST", move, form("do", "play"), 200, "already played: e4-e5")
	storm(9)
}

const barrage = "22M9S.....\n..........\n..........\nFB3......."
