package mailbox

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A failure of the disk leaves no half mail behind, and later sends are whole.
func TestFailedSendLeavesNothing(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "mailbox")
	b := open(t, dir)
	first := send(t, b, "one", "first")
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"one", "two"} {
		id, err := b.Send(t.Context(), key, sender, ann, letter("lost"))
		var refused *RefusedError
		if err == nil || errors.As(err, &refused) || id != "" {
			t.Errorf("sent into nowhere: %q, %v", id, err)
		}
	}
	if got := b.List(""); len(got) != 0 {
		t.Errorf("a removed mail is listed: %v", got)
	}
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if id := send(t, b, "one", "here again"); id != first {
		t.Errorf("sent again as %s, was %s", id, first)
	}
	send(t, b, "two", "second")
	wantSubjects(t, b.List(""), "here again", "second")
	// The move into place fails: a folder stands there.
	if err := os.Mkdir(filepath.Join(dir, mailID(3, keyLetters("three"))+suffix), 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Send(t.Context(), "three", sender, ann, letter("x")); err == nil {
		t.Error("sent over a folder")
	}
	if left, _ := filepath.Glob(filepath.Join(dir, ".*")); len(left) != 0 {
		t.Errorf("left behind: %q", left)
	}
	wantSubjects(t, open(t, dir).List(""), "here again", "second")
}

func TestOnlyMailsOfTheFolderAreRead(t *testing.T) {
	root := t.TempDir()
	dir := filepath.Join(root, "mailbox")
	b := open(t, dir)
	id := send(t, b, "one", "first")
	for name, content := range map[string]string{
		"../secret.eml":                                   "Subject: secret\r\n\r\n",
		"notes.eml":                                       "Subject: foreign\r\n\r\n",
		"." + id + ".tmp":                                 "Subject: half writ",
		"0000000009-short.eml":                            "",
		"0000000009" + id[10:] + ".txt":                   "",
		"00000000x9" + id[10:] + ".eml":                   "",
		"+000000009" + id[10:] + ".eml":                   "",
		"0000000009_" + id[11:] + ".eml":                  "",
		"0000000009-" + strings.ToUpper(id[11:]) + ".eml": "",
		id[:len(id)-1] + "z.eml":                          "", // spare bits of base32
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	b = open(t, dir)
	wantSubjects(t, b.List(""), "first")
	for _, bad := range []string{"", "../secret", "notes", "0000000009-short", id + ".eml", "./" + id, id[:10], "0000000002" + id[10:]} {
		if raw, err := b.Raw(bad); !errors.Is(err, ErrNotFound) {
			t.Errorf("raw of %q: %q, %v", bad, raw, err)
		}
		if m, err := b.Mail(bad); !errors.Is(err, ErrNotFound) {
			t.Errorf("mail of %q: %v, %v", bad, m, err)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "."+id+".tmp")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the half written file of a killed process is still there: %v", err)
	}
	if err := os.Remove(filepath.Join(dir, id+".eml")); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Raw(id); !errors.Is(err, ErrNotFound) {
		t.Errorf("raw of a removed mail: %v", err)
	}
}

// Mails hold the keys to seats.
func TestModes(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "mailbox")
	b := open(t, dir)
	id := send(t, b, "one", "first")
	send(t, b, "one", "once more")
	for path, want := range map[string]os.FileMode{dir: 0o700, b.path(id): 0o600} {
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		if got := info.Mode().Perm(); got != want {
			t.Errorf("%s: mode %o, want %o", filepath.Base(path), got, want)
		}
	}
}

func TestOpenRefusesWhatIsNoFolder(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{file, filepath.Join(file, "x")} {
		if _, err := Open(dir); err == nil {
			t.Errorf("%s opened", dir)
		}
	}
}
