package engine

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
)

// Commitment returns the promise that a side's setup was not changed after the
// start: both players get both sides' commitments when the game starts, and
// check them by the setups and salts that are shown when it is over
// (architecture.md, "Secrecy by construction"). game is the id of the game in
// the text form that players see, 13 letters and digits; the salt, drawn by lot
// and secret until the end, keeps anybody from trying setups until one fits.
//
// It is SHA-256 of CommitmentText with a line feed behind it, so that
// `printf '%s\n' ID SIDE SALT SETUP | sha256sum` makes it too.
func Commitment(game string, side Color, salt [16]byte, setup Setup) [sha256.Size]byte {
	return sha256.Sum256([]byte(CommitmentText(game, side, salt, setup) + "\n"))
}

// CommitmentText returns what a Commitment is the hash of, but for the line feed
// at its end: four lines of ASCII,
//
//	the game id                                           13 characters
//	the side                                              "red" or "blue"
//	the side's salt in lower-case hexadecimal             32 characters
//	the setup, front row first, each row from its owner's 40 characters
//	left, the rows one after another without anything
//	between: a symbol F B S 2…9 M for a piece, "." for
//	no piece. On 8×8, "." sixteen times follows the 24.
func CommitmentText(game string, side Color, salt [16]byte, setup Setup) string {
	squares := make([]byte, len(setup))
	for i, rank := range setup {
		squares[i] = '.'
		if rank != NoRank {
			squares[i] = rank.Symbol()
		}
	}
	return strings.Join([]string{game, side.String(), hex.EncodeToString(salt[:]), string(squares)}, "\n")
}
