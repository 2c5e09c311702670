package mailbox

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const (
	sender = "fieldpost@localhost"
	ann    = "ann@example.org"
)

func open(t testing.TB, dir string) *Box {
	t.Helper()
	b, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// send sends a small mail whose subject is subject.
func send(t testing.TB, b *Box, key, subject string) string {
	t.Helper()
	id, err := b.Send(t.Context(), key, sender, ann, letter(subject))
	if err != nil {
		t.Fatal(err)
	}
	return id
}

func letter(subject string) []byte {
	return []byte("Date: Sun, 01 Mar 2026 12:00:00 +0000\r\nSubject: " + subject + "\r\n\r\nHello.\r\n")
}

func subjects(mails []Mail) []string {
	var list []string
	for _, m := range mails {
		list = append(list, m.Subject)
	}
	return list
}

func wantSubjects(t *testing.T, got []Mail, want ...string) {
	t.Helper()
	if diff := cmp.Diff(want, subjects(got)); diff != "" {
		t.Error(diff)
	}
}

func ids(mails []Mail) []string {
	var list []string
	for _, m := range mails {
		list = append(list, m.ID)
	}
	return list
}

func TestMailsAreListedByArrival(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "mailbox")
	b := open(t, dir)
	if got := b.List(""); got == nil || len(got) != 0 {
		t.Errorf("an empty mailbox lists %v: its JSON would not be []", got)
	}
	var sent []string
	// Keys do not sort as their mails arrive.
	for n, key := range []string{"G#z/C#10#red", "G#a/C#9#red", "G#a/C#9#blue", "G#m/C#1#red"} {
		sent = append(sent, send(t, b, key, fmt.Sprint("mail ", n)))
	}
	want := []string{"mail 0", "mail 1", "mail 2", "mail 3"}
	wantSubjects(t, b.List(""), want...)
	if diff := cmp.Diff(sent, ids(b.List(""))); diff != "" {
		t.Error(diff)
	}
	again := open(t, dir)
	wantSubjects(t, again.List(""), want...)
	send(t, again, "G#a/C#0#red", "mail 4")
	wantSubjects(t, again.List(""), append(want, "mail 4")...)
	for n, id := range sent {
		wantSubjects(t, again.List(id), append(want[n+1:len(want):len(want)], "mail 4")...)
	}
	wantSubjects(t, again.List("0000000002-zzz"), "mail 2", "mail 3", "mail 4") // an id that is none
	wantSubjects(t, again.List("zzz"))
}

// Two mails for one event would break T1: the second takes the place of the
// first, and a reader who polls does not meet it as a new one.
func TestSentAgainUnderItsKeyAMailKeepsItsPlace(t *testing.T) {
	dir := t.TempDir()
	b := open(t, dir)
	first := send(t, b, "one", "first")
	send(t, b, "two", "second")
	wantSubjects(t, b.List(""), "first", "second") // and both are in memory now
	if id := send(t, b, "one", "first again"); id != first {
		t.Errorf("sent again as %s, was %s", id, first)
	}
	wantSubjects(t, b.List(""), "first again", "second")
	wantSubjects(t, b.List(first), "second")

	b = open(t, dir)
	if id := send(t, b, "one", "after a restart"); id != first {
		t.Errorf("sent after a restart as %s, was %s", id, first)
	}
	wantSubjects(t, b.List(""), "after a restart", "second")
	if files, _ := filepath.Glob(filepath.Join(dir, "*")); len(files) != 2 {
		t.Errorf("files: %q", files)
	}
}

func TestRawComesBackByteForByte(t *testing.T) {
	all := make([]byte, 256)
	for n := range all {
		all[n] = byte(n)
	}
	b := open(t, t.TempDir())
	for name, raw := range map[string][]byte{
		"a letter":               letter("x"),
		"empty":                  {},
		"bare line feeds":        []byte("Subject: x\n\nHello\n"),
		"all bytes":              all,
		"no line end at the end": []byte("Subject: x\r\n\r\nHello"),
		"an envelope of its own": []byte(fromLine + "x\r\n" + toLine + "y\r\nSubject: x\r\n\r\n"),
		"leading line ends":      []byte("\r\n\r\n\n"),
	} {
		for _, from := range []string{sender, "", "bounce+abc@reply.localhost", "zoë@example.org"} {
			id, err := b.Send(t.Context(), name, from, ann, raw)
			if err != nil {
				t.Fatal(err)
			}
			got, err := b.Raw(id)
			if err != nil || string(got) != string(raw) {
				t.Errorf("%s from %q: got %q, %v", name, from, got, err)
			}
			if m, err := b.Mail(id); err != nil || m.To != ann {
				t.Errorf("%s from %q: to %q, %v", name, from, m.To, err)
			}
		}
	}
}

// An address with a line break could write a second header; a refusal is told
// without the address.
func TestBadMailIsRefused(t *testing.T) {
	dir := t.TempDir()
	b := open(t, dir)
	for name, c := range map[string]struct{ key, from, to string }{
		"no key":                 {"", sender, ann},
		"no receiver":            {"k", sender, ""},
		"a line break in to":     {"k", sender, "secret@example.org\r\nX: y"},
		"a line feed in from":    {"k", "secret@example.org\n", ann},
		"a carriage return":      {"k", sender, "secret@example.org\r"},
		"a zero byte":            {"k", sender, "secret\x00@example.org"},
		"a delete":               {"k", "secret\x7f@example.org", ann},
		"a receiver of one line": {"k", sender, "\n"},
	} {
		id, err := b.Send(t.Context(), c.key, c.from, c.to, letter("x"))
		var refused *RefusedError
		if !errors.As(err, &refused) || !refused.Refused() || id != "" {
			t.Errorf("%s: %q, %v", name, id, err)
		}
		if err != nil && strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %v", name, err)
		}
	}
	gone, leave := context.WithCancel(t.Context())
	leave()
	if _, err := b.Send(gone, "k", sender, ann, letter("x")); !errors.Is(err, context.Canceled) {
		t.Errorf("sent for a caller who has gone: %v", err)
	}
	if files, err := os.ReadDir(dir); err != nil || len(files) != 0 || len(b.List("")) != 0 {
		t.Errorf("something was written: %v, %v", files, err)
	}
}

// The id stands in /mailbox.json: it must not tell the version, which would
// betray what the opponent does in secret.
func TestIDDoesNotTellTheKey(t *testing.T) {
	b := open(t, t.TempDir())
	id := send(t, b, "G#aaaqeayeaudao/C#5#red", "x")
	if want := "0000000001-v5zq32bwsfebr4osgcz6isl3cm"; id != want {
		t.Errorf("id %s, want %s", id, want)
	}
}
