package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"fieldpost/engine/player"
	"fieldpost/functions/internal/secrets"
	"fieldpost/infra/link"
)

// The secrets of a server lie beside its data, each in a file of its own that
// only its owner can read, made at the first start or by the command keys. See
// functions/internal/secrets.

// ownSecrets are what a server alone knows.
type ownSecrets struct {
	links  *link.Keys
	mail   []byte        // from which mails have their Message-IDs
	pepper player.Pepper // under which mail addresses become keys
}

// openSecrets returns those in dir.
func openSecrets(dir string, random io.Reader) (ownSecrets, error) {
	links, err := linkKeys(dir, random)
	if err != nil {
		return ownSecrets{}, fmt.Errorf("link keys: %w", err)
	}
	mail, err := mailKey(dir, random)
	if err != nil {
		return ownSecrets{}, fmt.Errorf("mail key: %w", err)
	}
	pepper, err := pepper(dir, random)
	if err != nil {
		return ownSecrets{}, fmt.Errorf("pepper: %w", err)
	}
	return ownSecrets{links, mail, pepper}, nil
}

// linkKeys returns the keys of the links in dir.
func linkKeys(dir string, random io.Reader) (*link.Keys, error) {
	text, err := keep(filepath.Join(dir, secrets.LinkKeys), func() (string, error) { return secrets.NewLinkKeys(random) })
	if err != nil {
		return nil, err
	}
	return secrets.ParseLinkKeys(text)
}

// mailKey returns the secret in dir from which mails have their Message-IDs.
func mailKey(dir string, random io.Reader) ([]byte, error) {
	return secret(dir, secrets.MailKey, random)
}

// pepper returns the secret in dir under which mail addresses become keys. It can
// never be replaced: every profile would be lost with it.
func pepper(dir string, random io.Reader) (player.Pepper, error) {
	key, err := secret(dir, secrets.Pepper, random)
	if err != nil {
		return player.Pepper{}, err
	}
	return player.Pepper(key), nil
}

// secret returns the 32 bytes in a file of dir.
func secret(dir, file string, random io.Reader) ([]byte, error) {
	text, err := keep(filepath.Join(dir, file), func() (string, error) { return secrets.NewKey(random) })
	if err != nil {
		return nil, err
	}
	key, err := secrets.ParseKey(text)
	return key, secrets.Named(file, err)
}

// keep returns what the file at path holds, and makes it first where it is
// missing. A file that is there is whole: it is moved to its place when it is on
// disk.
func keep(path string, invent func() (string, error)) (string, error) {
	data, err := os.ReadFile(path)
	if err == nil || !errors.Is(err, fs.ErrNotExist) {
		return string(data), err
	}
	text, err := invent()
	if err != nil {
		return "", err
	}
	return text, replace(path, text)
}

// replace puts a file of the owner's alone in the place of another, or of none. At
// no moment is there half a one.
func replace(path, text string) error {
	temp := path + ".new"
	if err := write(temp, text); err != nil {
		return err
	}
	if err := os.Rename(temp, path); err != nil {
		return err
	}
	return syncDir(filepath.Dir(path))
}

func write(path, text string) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	return errors.Join(err, f.Sync(), f.Close())
}

func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
