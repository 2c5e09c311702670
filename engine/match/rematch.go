package match

import (
	"crypto/sha256"

	"fieldpost/engine"
)

// Rematch returns what a rematch of m is made from, for which by asks: the same
// players with their colors changed, the same rules and pace. by is the creator,
// who need not confirm. It fails with *StateError unless m is over, both
// players having been there, and neither of them is forgotten.
//
// The id follows from m's, so that two who ask at once meet in one match: the
// second finds it there, and accepts.
func Rematch(m Match, by engine.Color, salts engine.Both[[16]byte]) (Create, error) {
	if by != engine.Red && by != engine.Blue || m.State != Over || m.Parted() {
		return Create{}, &StateError{"ask for a rematch", m.State}
	}
	return Create{
		ID: m.RematchID(), Creator: by.Other(), Confirmed: true, Again: true,
		Players: engine.Both[Player]{Red: m.Seats.Blue.Player, Blue: m.Seats.Red.Player},
		Keys:    both(m.Seats.Blue.Key, m.Seats.Red.Key),
		Rules:   m.Rules, Pace: m.Pace, Salts: salts,
	}, nil
}

// RematchID is the id of m's rematch: the first 8 bytes of SHA-256 of the text
// "fieldpost rematch", a line feed, and m's id as ID.String gives it.
func (m Match) RematchID() ID {
	sum := sha256.Sum256([]byte("fieldpost rematch\n" + m.ID.String()))
	return ID(sum[:len(ID{})])
}

func both[T any](red, blue T) engine.Both[T] { return engine.Both[T]{Red: red, Blue: blue} }
