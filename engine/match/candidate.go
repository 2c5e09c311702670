package match

import (
	"bytes"
	"time"

	"fieldpost/engine/player"
)

// Candidate is somebody who wants the vacant seat of a match and has still to
// show that the address is his. Nothing is kept for him but this: the seat is
// free for others until he does.
//
// Source: product.md "Life of a game" 2.
type Candidate struct {
	Game   ID
	Player Player     // secret
	Key    player.Key // of his address
	Asked  time.Time  // when he asked; UTC, whole seconds
}

// CandidateID names a candidate: eight random bytes given by the caller. The
// zero value is nobody.
type CandidateID [8]byte

// CandidateLife is how long a candidate may take to show that the address is his.
const CandidateLife = 48 * time.Hour

// NewCandidate returns who asks now for the vacant seat of a match. Spaces around
// his name are dropped, and an empty language is "en". It fails with *InputError
// for the first fault of his details.
func NewCandidate(game ID, p Player, key player.Key, now time.Time) (Candidate, error) {
	if game == (ID{}) {
		return Candidate{}, &InputError{Field: "id", Problem: Missing}
	}
	p, err := checkPlayer("opponent", p)
	if err != nil {
		return Candidate{}, err
	}
	return Candidate{Game: game, Player: p, Key: key, Asked: seconds(now)}, nil
}

// Expires returns the moment from which the candidate is too late, and the store
// may forget him.
func (c Candidate) Expires() time.Time { return c.Asked.Add(CandidateLife) }

// String names the match and nothing of the candidate.
func (c Candidate) String() string { return "candidate for match " + c.Game.String() }

// Join is the command that gives him the seat.
func (c Candidate) Join() Join { return Join{Player: c.Player, Key: c.Key} }

// The binary form of a candidate, version 1, written like a match (codec.go).
//
//	form    byte    1
//	game    8 bytes
//	key     16 bytes
//	asked   number  seconds since 1970
//	name address lang zone    texts
const candidateForm = 1

// SealCandidate returns the binary form of c, which must come from NewCandidate
// or OpenCandidate. Equal candidates have equal forms.
func SealCandidate(c Candidate) []byte {
	w := writer{make([]byte, 0, 128)}
	w.byte(candidateForm)
	w.raw(c.Game[:])
	w.raw(c.Key[:])
	w.number(uint64(c.Asked.Unix()))
	w.text(c.Player.Name)
	w.text(c.Player.Address)
	w.text(c.Player.Lang)
	w.text(c.Player.Zone)
	return w.data
}

// OpenCandidate reads what SealCandidate wrote, and refuses everything else: it
// fails with *CorruptError, or with *VersionError when a newer program wrote it.
// It never panics.
func OpenCandidate(data []byte) (Candidate, error) {
	switch {
	case len(data) == 0:
		return Candidate{}, &CorruptError{"empty"}
	case data[0] > candidateForm:
		return Candidate{}, &VersionError{int(data[0])}
	case data[0] != candidateForm:
		return Candidate{}, &CorruptError{"no such form"}
	}
	var c Candidate
	r := reader{data: data[1:]}
	copy(c.Game[:], r.raw(len(c.Game)))
	copy(c.Key[:], r.raw(len(c.Key)))
	c.Asked = time.Unix(int64(r.below(lastSecond+1)), 0).UTC()
	c.Player = Player{Name: r.text(), Address: r.text(), Lang: r.text(), Zone: r.text()}
	if len(r.data) > 0 {
		r.fail("bytes left over")
	}
	if r.err != nil {
		return Candidate{}, r.err
	}
	if p, err := checkPlayer("opponent", c.Player); err != nil || p != c.Player {
		return Candidate{}, &CorruptError{"no such player"}
	}
	if c.Game == (ID{}) || !bytes.Equal(SealCandidate(c), data) {
		return Candidate{}, &CorruptError{"not canonical"}
	}
	return c, nil
}
