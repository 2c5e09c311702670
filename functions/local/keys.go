package main

import (
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"fieldpost/engine/player"
	"fieldpost/infra/link"
)

// The secrets of a server lie beside its data, each in a file of its own that
// only its owner can read, made at the first start. Whoever loses them loses
// every link that was mailed and every profile; whoever has them has every seat.
const (
	linkKeysFile = "link-keys" // see infra/link
	mailKeyFile  = "mail-key"  // 64 lower-case hex digits and a line feed
	pepperFile   = "pepper"    // the same
)

// linkKeys returns the keys of the links in dir.
func linkKeys(dir string, random io.Reader) (*link.Keys, error) {
	text, err := keep(filepath.Join(dir, linkKeysFile), func() (string, error) {
		m, err := link.NewMaster(1, random)
		if err != nil {
			return "", err
		}
		return link.FormatMasters([]link.Master{m})
	})
	if err != nil {
		return nil, err
	}
	masters, err := link.ParseMasters(text)
	if err != nil {
		return nil, err
	}
	return link.NewKeys(masters)
}

// mailKey returns the secret in dir from which mails have their Message-IDs.
func mailKey(dir string, random io.Reader) ([]byte, error) {
	return secret(dir, mailKeyFile, random)
}

// pepper returns the secret in dir under which mail addresses become keys. It can
// never be replaced: every profile would be lost with it.
func pepper(dir string, random io.Reader) (player.Pepper, error) {
	key, err := secret(dir, pepperFile, random)
	if err != nil {
		return player.Pepper{}, err
	}
	return player.Pepper(key), nil
}

// secret returns the 32 bytes in a file of dir.
func secret(dir, file string, random io.Reader) ([]byte, error) {
	const size = 32
	text, err := keep(filepath.Join(dir, file), func() (string, error) {
		key := make([]byte, size)
		if _, err := io.ReadFull(random, key); err != nil {
			return "", err
		}
		return hex.EncodeToString(key) + "\n", nil
	})
	if err != nil {
		return nil, err
	}
	key, err := hex.DecodeString(strings.TrimSuffix(text, "\n"))
	if err != nil || len(key) != size {
		return nil, fmt.Errorf("%s holds no key: 64 hex digits and a line feed are needed", file)
	}
	return key, nil
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
	temp := path + ".new"
	if err := write(temp, text); err != nil {
		return "", err
	}
	if err := os.Rename(temp, path); err != nil {
		return "", err
	}
	return text, syncDir(filepath.Dir(path))
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
