// Package secrets knows the texts in which a server keeps its three secrets, and
// how its link keys change. Where they lie, in files beside the data or in
// parameters, is not its business.
//
//	link-keys  the keys file of infra/link
//	pepper     64 lower-case hex digits and a line feed
//	mail-key   the same
//
// Whoever loses them loses every link that was mailed and every profile; whoever
// has them has every seat. The pepper can never be replaced: every profile would be
// lost with it.
//
// Sources: architecture.md "Links" (Keys), infra/link "Master keys".
package secrets

import (
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strings"

	"fieldpost/infra/link"
)

// The names of the secrets: of their files, and of their parameters after a prefix.
const (
	LinkKeys = "link-keys"
	Pepper   = "pepper"
	MailKey  = "mail-key"

	// SMTP is none of the three: a mail server with its password, as infra/smtp
	// writes one, for a site on AWS that does not send by SES.
	SMTP = "smtp"
)

// Size is how many bytes the pepper and the mail key have.
const Size = 32

var errKey = errors.New("64 lower-case hex digits and a line feed are needed")

// NewKey returns the text of a new pepper or mail key.
func NewKey(random io.Reader) (string, error) {
	var key [Size]byte
	if _, err := io.ReadFull(random, key[:]); err != nil {
		return "", err
	}
	return hex.EncodeToString(key[:]) + "\n", nil
}

// ParseKey returns the Size bytes of a pepper or a mail key. Its error tells
// nothing of the text.
func ParseKey(text string) ([]byte, error) {
	digits, ended := strings.CutSuffix(text, "\n")
	key, err := hex.DecodeString(digits)
	if err != nil || len(key) != Size || !ended || hex.EncodeToString(key) != digits {
		return nil, errKey
	}
	return key, nil
}

// NewLinkKeys returns the text of link keys with one new key.
func NewLinkKeys(random io.Reader) (string, error) {
	m, err := link.NewMaster(1, random)
	if err != nil {
		return "", err
	}
	return link.FormatMasters([]link.Master{m})
}

// ParseLinkKeys returns the keys of a text. Its errors tell no secret.
func ParseLinkKeys(text string) (*link.Keys, error) {
	masters, err := link.ParseMasters(text)
	if err != nil {
		return nil, err
	}
	return link.NewKeys(masters)
}

// Whole returns the text of a secret with the line feed at its end that a form or
// a shell may have lost or doubled.
func Whole(text string) string { return strings.TrimRight(text, "\n") + "\n" }

// Named puts the name of a secret before an error of its text.
func Named(name string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", name, err)
}
