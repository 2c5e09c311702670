package match

import (
	"crypto/sha256"
	"encoding/hex"

	"fieldpost/engine"
)

// Commitment returns the promise that a seat's setup was not changed after the
// start: both players get both seats' commitments when the game starts, and
// check them by the setups and salts that are shown when it is over.
//
// It is SHA-256 of an ASCII text of four lines, each ended by one line feed:
//
//	the game id as ID.String gives it                     13 characters
//	the seat                                              "red" or "blue"
//	the seat's salt in lower-case hexadecimal             32 characters
//	the setup, front row first, each row from its owner's 40 characters
//	left, the rows one after another without anything
//	between: a symbol F B S 2…9 M for a piece, "." for
//	no piece. On 8×8, "." sixteen times follows the 24.
//
// so that `printf '%s\n' ID SEAT SALT SETUP | sha256sum` makes it too.
func Commitment(id ID, seat engine.Color, salt [16]byte, setup engine.Setup) [sha256.Size]byte {
	text := make([]byte, 0, 96)
	text = append(text, id.String()...)
	text = append(text, '\n')
	text = append(text, seat.String()...)
	text = append(text, '\n')
	text = hex.AppendEncode(text, salt[:])
	text = append(text, '\n')
	for _, rank := range setup {
		if rank == engine.NoRank {
			text = append(text, '.')
		} else {
			text = append(text, rank.Symbol())
		}
	}
	return sha256.Sum256(append(text, '\n'))
}

// Commitments returns both seats' commitments once the game has begun; before,
// ok is false.
func (m Match) Commitments() (both engine.Both[[sha256.Size]byte], ok bool) {
	if !m.Begun() {
		return both, false
	}
	for _, c := range []engine.Color{engine.Red, engine.Blue} {
		s := m.Seats.Of(c)
		*both.Of(c) = Commitment(m.ID, c, s.Salt, s.Setup)
	}
	return both, true
}
