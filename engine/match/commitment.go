package match

import (
	"crypto/sha256"

	"fieldpost/engine"
)

// Commitment returns the commitment of a seat of the match id, see
// engine.Commitment.
func Commitment(id ID, seat engine.Color, salt [16]byte, setup engine.Setup) [sha256.Size]byte {
	return engine.Commitment(id.String(), seat, salt, setup)
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
