package main

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"fieldpost/functions/internal/secrets"
)

// keysRun runs the command keys and returns what it says.
func keysRun(t *testing.T, seed byte, args ...string) (string, error) {
	t.Helper()
	var out bytes.Buffer
	err := run(t.Context(), append([]string{"keys"}, args...), world{
		stdout: &out, stderr: io.Discard, random: rand.NewChaCha8([32]byte{seed}),
		now: func() time.Time { return time.Date(2026, 3, 1, 23, 59, 0, 0, time.UTC) },
		env: func(string) (string, bool) { return "", false },
	})
	return out.String(), err
}

func mustKeys(t *testing.T, seed byte, args ...string) string {
	t.Helper()
	out, err := keysRun(t, seed, args...)
	if err != nil {
		t.Fatalf("keys %q: %v", args, err)
	}
	return out
}

// files reads the secrets of a folder.
func files(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, name := range []string{secrets.LinkKeys, secrets.Pepper, secrets.MailKey} {
		path := filepath.Join(dir, name)
		text, err := os.ReadFile(path)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		info, statErr := os.Stat(path)
		if err := errors.Join(err, statErr); err != nil || info.Mode().Perm() != 0o600 {
			t.Fatalf("%s: %v %v", name, err, info)
		}
		all[name] = string(text)
	}
	return all
}

// wantSilent fails if anything of a secret was said.
func wantSilent(t *testing.T, said string, kept map[string]string) {
	t.Helper()
	for name, text := range kept {
		for word := range strings.FieldsSeq(text) {
			if len(word) == 64 && strings.Contains(said, word[:16]) {
				t.Errorf("it tells the secret in %s:\n%s", name, said)
			}
		}
	}
}

// Without it a host could not make his secrets before the first start, or would
// lose those that he has.
func TestKeysInit(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new")
	said := mustKeys(t, 1, "init", "-data", dir)
	first := files(t, dir)
	if len(first) != 3 || strings.Count(said, ": made\n") != 3 || strings.Contains(said, "aws") {
		t.Errorf("%d files; it says\n%s", len(first), said)
	}
	wantSilent(t, said, first)
	if err := os.Remove(filepath.Join(dir, secrets.MailKey)); err != nil {
		t.Fatal(err)
	}
	said = mustKeys(t, 2, "init", "-data", dir, "-ssm", "/site/fieldpost")
	second := files(t, dir)
	if second[secrets.MailKey] == first[secrets.MailKey] || strings.Count(said, ": made\n") != 1 || strings.Count(said, ": was there\n") != 2 {
		t.Errorf("it says\n%s", said)
	}
	delete(first, secrets.MailKey)
	delete(second, secrets.MailKey)
	if diff := cmp.Diff(first, second); diff != "" {
		t.Error("what was there has changed")
	}
	wantSilent(t, said, second)
	for _, name := range []string{secrets.LinkKeys, secrets.Pepper, secrets.MailKey} {
		want := "aws ssm put-parameter --type SecureString --name /site/fieldpost/" + name + " --value file://" + filepath.Join(dir, name) + "\n"
		if !strings.Contains(said, want) {
			t.Errorf("it does not say %s", want)
		}
	}
}

// The two steps of a rotation, in files that the server then reads.
func TestKeysRotate(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "the host's data")
	mustKeys(t, 1, "init", "-data", dir)
	before := files(t, dir)
	said := mustKeys(t, 2, "rotate", "-data", dir, "-ssm", "/fieldpost")
	added := files(t, dir)
	if !strings.HasPrefix(added[secrets.LinkKeys], before[secrets.LinkKeys]+"2 ") || !strings.Contains(said, "key 2 is added") {
		t.Errorf("the new key is not at the end; it says\n%s", said)
	}
	if want := "/fieldpost/link-keys --value 'file://" + strings.ReplaceAll(filepath.Join(dir, "link-keys"), "'", `'\''`) + "' --overwrite\n"; !strings.Contains(said, want) || strings.Contains(said, "pepper") {
		t.Errorf("it does not say %s:\n%s", want, said)
	}
	wantSilent(t, said, added)
	var early *secrets.RotateError
	if _, err := keysRun(t, 3, "rotate", "-data", dir); !errors.As(err, &early) {
		t.Errorf("another key while one waits: %v", err)
	}
	if said = mustKeys(t, 3, "rotate", "-retire", "-data", dir); !strings.Contains(said, "key 2 signs from now on") {
		t.Errorf("it says\n%s", said)
	}
	after := files(t, dir)
	if strings.Count(after[secrets.LinkKeys], " retired 2026-03-01\n") != 1 {
		t.Error("the old key is not retired")
	}
	if _, err := keysRun(t, 4, "rotate", "-retire", "-data", dir); !errors.As(err, &early) {
		t.Errorf("the last key retired: %v", err)
	}
	if _, err := linkKeys(dir, nil); err != nil {
		t.Errorf("the server cannot read them: %v", err)
	}
	for _, name := range []string{secrets.Pepper, secrets.MailKey} {
		if after[name] != before[name] {
			t.Errorf("%s has changed", name)
		}
	}
}

// A slip must change nothing.
func TestKeysMistakes(t *testing.T) {
	dir := t.TempDir()
	for _, args := range [][]string{
		nil,
		{"-data", dir},
		{"show"},
		{"init", "rotate"},
		{"init", "-retire", "-data", dir},
		{"init", "-data", dir, "-ssm", "fieldpost"},
		{"init", "-data", dir, "-ssm", "/a b"},
		{"rotate", "-data", dir},
		{"init", "-nothing"},
	} {
		if _, err := keysRun(t, 1, args...); err == nil {
			t.Errorf("keys %q: done", args)
		}
	}
	if kept := files(t, dir); len(kept) != 0 {
		t.Errorf("made %d files", len(kept))
	}
	if err := os.WriteFile(filepath.Join(dir, secrets.LinkKeys), []byte("damaged 5ec4e7"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"rotate", "-data", dir}, {"rotate", "-retire", "-data", dir}} {
		if _, err := keysRun(t, 1, args...); err == nil || strings.Contains(err.Error(), "5ec4e7") {
			t.Errorf("keys %q of a damaged file: %v", args, err)
		}
	}
	if files(t, dir)[secrets.LinkKeys] != "damaged 5ec4e7" {
		t.Error("the damaged file was written over")
	}
}
