package mailbox

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// crashDir, in the environment, makes the test binary the process to be killed.
const crashDir = "FIELDPOST_MAILBOX_CRASH"

func TestMain(m *testing.M) {
	if dir := os.Getenv(crashDir); dir != "" {
		if err := sendUntilKilled(dir); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
	os.Exit(m.Run())
}

// sendUntilKilled goes on sending mails, some of them again and again, and says
// on stdout which have arrived.
func sendUntilKilled(dir string) error {
	b, err := Open(dir)
	if err != nil {
		return err
	}
	for n := len(b.List("")); ; n++ {
		for _, key := range []string{fmt.Sprint(n), "again and again"} {
			id, err := b.Send(context.Background(), key, sender, ann, crashLetter(key))
			if err != nil {
				return err
			}
			fmt.Printf("%s %s\n", id, key)
		}
	}
}

func crashLetter(key string) []byte {
	return append(letter(key), strings.Repeat("A line of the body.\r\n", 500)...)
}

// kill -9 in the middle of sending leaves no half mail, and loses none that was
// acknowledged.
func TestKilledInTheMiddleOfSending(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "mailbox")
	acked := map[string]string{}
	for _, lines := range []int{1, 30, 7, 60} {
		killAfter(t, dir, lines, acked)
		b := open(t, dir)
		list := b.List("")
		found := map[string]string{}
		for _, m := range list {
			if raw, err := b.Raw(m.ID); err != nil || string(raw) != string(crashLetter(m.Subject)) {
				t.Errorf("mail %q is not whole: %d bytes, %v", m.Subject, len(raw), err)
			}
			if found[m.Subject] != "" {
				t.Errorf("mail %q is there twice", m.Subject)
			}
			found[m.Subject] = m.ID
		}
		for key, id := range acked {
			if found[key] != id {
				t.Errorf("mail %q was acknowledged as %s, is %q", key, id, found[key])
			}
		}
		acked = found
		if left, _ := filepath.Glob(filepath.Join(dir, ".*")); len(left) != 0 {
			t.Errorf("left behind: %q", left)
		}
	}
}

// killAfter runs the child, kills it when it has acknowledged so many mails, and
// notes in acked all that it has acknowledged until then.
func killAfter(t *testing.T, dir string, lines int, acked map[string]string) {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	child := exec.CommandContext(t.Context(), exe)
	child.Env = append(os.Environ(), crashDir+"="+dir)
	child.Stderr = os.Stderr
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	seen := 0
	for in := bufio.NewScanner(out); in.Scan(); {
		id, key, ok := strings.Cut(in.Text(), " ")
		if !ok || acked[key] != "" && acked[key] != id {
			t.Errorf("the child says %q, it was %q", in.Text(), acked[key])
		}
		acked[key] = id
		if seen++; seen == lines {
			if err := child.Process.Kill(); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := child.Wait(); seen < lines || err == nil || child.ProcessState.Exited() {
		t.Fatalf("the child ended by itself after %d mails: %v", seen, err)
	}
}
