package match

import (
	"encoding/base32"
	"fmt"
	"strings"
)

// ID names a match: eight random bytes given by the caller of New. The zero
// value is no match.
type ID [8]byte

const idLength = 13 // letters of String

var idLetters = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)

// String returns the id as it stands in paths and JSON: 13 lower-case letters
// and digits, base32 of RFC 4648 without padding.
func (id ID) String() string { return idLetters.EncodeToString(id[:]) }

// Code returns the first four letters in upper case, as the subjects of mails
// show them: "K7Q2". It names no match, it only helps people to tell theirs
// apart.
func (id ID) Code() string { return strings.ToUpper(id.String()[:4]) }

// ParseID reads what String gives, and nothing else: no upper case, no padding
// and no second spelling of the last letter.
func ParseID(text string) (ID, error) {
	var id ID
	if len(text) == idLength {
		if _, err := idLetters.Decode(id[:], []byte(text)); err == nil && id.String() == text {
			return id, nil
		}
	}
	return ID{}, fmt.Errorf("%.80q is no game id: 13 letters and digits", text)
}
