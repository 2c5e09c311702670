package main

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fieldpost/engine/player"
	"fieldpost/functions/internal/secrets"
)

// Without it every restart would make new keys, and every mailed link would be
// dead; or others on the machine could read them.
func TestKeysAreMadeOnce(t *testing.T) {
	dir, lot := t.TempDir(), rand.NewChaCha8([32]byte{})
	if _, err := linkKeys(dir, lot); err != nil {
		t.Fatal(err)
	}
	first, err := mailKey(dir, lot)
	if err != nil {
		t.Fatal(err)
	}
	spice, err := pepper(dir, lot)
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Equal(spice[:], first) || spice == (player.Pepper{}) {
		t.Error("the pepper is no secret of its own")
	}
	for _, name := range []string{secrets.LinkKeys, secrets.MailKey, secrets.Pepper} {
		info, err := os.Stat(filepath.Join(dir, name))
		if err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v %v", name, info.Mode(), err)
		}
	}
	before, err := os.ReadFile(filepath.Join(dir, secrets.LinkKeys))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := linkKeys(dir, lot); err != nil {
		t.Fatal(err)
	}
	second, err := mailKey(dir, lot)
	if err != nil || !bytes.Equal(first, second) {
		t.Errorf("the mail key has changed, %v", err)
	}
	if again, err := pepper(dir, lot); err != nil || again != spice {
		t.Errorf("the pepper has changed, %v", err)
	}
	after, err := os.ReadFile(filepath.Join(dir, secrets.LinkKeys))
	if err != nil || !bytes.Equal(before, after) {
		t.Errorf("the link keys have changed, %v", err)
	}
}

// Without it a damaged file would be taken for a key, or be written over and the
// key in it lost.
func TestDamagedKeys(t *testing.T) {
	for name, text := range map[string]string{"empty": "", "short": "abcd\n", "no digits": strings.Repeat("x", 64) + "\n"} {
		dir := t.TempDir()
		for _, file := range []string{secrets.LinkKeys, secrets.MailKey, secrets.Pepper} {
			if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := linkKeys(dir, nil); err == nil {
			t.Errorf("%s: taken for link keys", name)
		}
		if _, err := mailKey(dir, nil); err == nil {
			t.Errorf("%s: taken for a mail key", name)
		}
		if _, err := pepper(dir, nil); err == nil {
			t.Errorf("%s: taken for a pepper", name)
		}
		for _, file := range []string{secrets.LinkKeys, secrets.MailKey, secrets.Pepper} {
			if data, err := os.ReadFile(filepath.Join(dir, file)); err != nil || string(data) != text {
				t.Errorf("%s: the file %s was written over: %q, %v", name, file, data, err)
			}
		}
	}
}
