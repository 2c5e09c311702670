// Package player is what is kept of a person across his games: the key under
// which his mail address is known, and his profile. A person is an address;
// there are no accounts.
//
// It is pure: the pepper and the time are arguments, and it knows no store.
//
// Source: architecture.md, "The road of a move" (Table).
package player

import (
	"crypto/hmac"
	"crypto/sha256"
	"strings"
)

// Key stands for one address: the first 16 bytes of HMAC-SHA256 of its Normal
// form under the pepper. It is the same in all games, and nobody without the
// pepper can tell the address from it. The zero value is nobody.
type Key [16]byte

// String hides the key: whoever has two games' keys could tell that the same
// person plays both.
func (k Key) String() string { return "player" }

// Pepper is the secret under which addresses become keys. It is made once and
// never changed: under another, every profile and every block would be lost.
type Pepper [32]byte

// String hides the pepper.
func (p Pepper) String() string { return "pepper" }

// Key returns the key of an address, or nobody's of none.
func (p Pepper) Key(address string) Key {
	if address == "" {
		return Key{}
	}
	mac := hmac.New(sha256.New, p[:])
	mac.Write([]byte(Normal(address)))
	return Key(mac.Sum(nil)[:len(Key{})])
}

// Normal returns the one spelling of an address by which two are the same: in
// lower case. Providers that tell apart local parts by case are no longer found.
func Normal(address string) string { return strings.ToLower(address) }
