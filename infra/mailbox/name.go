package mailbox

import (
	"crypto/sha256"
	"encoding/base32"
	"fmt"
	"strconv"
	"strings"
)

const (
	suffix  = ".eml"
	partial = ".tmp" // of a file that is being written
	digits  = 10
	letters = 26
)

var base = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)

// keyLetters returns what a name shows of a claim key.
func keyLetters(key string) string {
	sum := sha256.Sum256([]byte(key))
	return base.EncodeToString(sum[:16])
}

func mailID(arrival uint64, key string) string { return fmt.Sprintf("%0*d-%s", digits, arrival, key) }

// parseName reads the name of a mail's file, and reports false for other files.
func parseName(name string) (id string, arrival uint64, key string, ok bool) {
	id, ok = strings.CutSuffix(name, suffix)
	if !ok || len(id) != digits+1+letters {
		return "", 0, "", false
	}
	arrival, err := strconv.ParseUint(id[:digits], 10, 64)
	key = id[digits+1:]
	sum, bad := base.DecodeString(key)
	if err != nil || bad != nil || base.EncodeToString(sum) != key || mailID(arrival, key) != id {
		return "", 0, "", false
	}
	return id, arrival, key, true
}
