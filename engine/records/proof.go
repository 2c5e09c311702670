package records

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"

	"fieldpost/engine"
)

// Proof is what opens both commitments of a finished game, beside its setups
// (engine.Commitment).
type Proof struct {
	Game  string                // the id of the game, in lower-case letters and digits
	Salts engine.Both[[16]byte] // of the commitments
}

// WriteProof returns the record of the finished game g with its proof. It fails
// as Write does.
func WriteProof(g engine.Game, p Proof) (string, error) {
	text, err := Write(g)
	if err != nil {
		return "", err
	}
	return text + p.text(), nil
}

// Verify checks a record with a proof against the commitments that both players
// got when the game began. The record must play by its own rules to its own end,
// and its setups and salts must give what was promised: else it fails as Read
// does, with ErrNoProof, or with *BrokenPromiseError.
func Verify(text string, promised engine.Both[[sha256.Size]byte]) error {
	plays, p, err := cutProof(text)
	if err != nil {
		return err
	}
	g, err := read(plays)
	if err != nil {
		return err
	}
	if p == (Proof{}) {
		return ErrNoProof
	}
	setups, _ := g.Setups()
	return p.Check(setups, promised)
}

// Check reports whether these setups are the ones that were promised: it fails
// with *BrokenPromiseError for the first that is not, Red's first.
func (p Proof) Check(setups engine.Both[engine.Setup], promised engine.Both[[sha256.Size]byte]) error {
	for _, c := range []engine.Color{engine.Red, engine.Blue} {
		if engine.Commitment(p.Game, c, *p.Salts.Of(c), *setups.Of(c)) != *promised.Of(c) {
			return &BrokenPromiseError{c}
		}
	}
	return nil
}

// The words that begin the lines of a proof.
const (
	gameWord = "game"
	saltWord = "salt"
)

// text writes the lines of a proof.
func (p Proof) text() string {
	return gameWord + " " + p.Game + "\n" +
		saltWord + " red " + hex.EncodeToString(p.Salts.Red[:]) + "\n" +
		saltWord + " blue " + hex.EncodeToString(p.Salts.Blue[:]) + "\n"
}

// cutProof parts a record from the proof at its end; the zero Proof where there
// is none.
func cutProof(text string) (plays string, p Proof, err error) {
	at := strings.Index(text, "\n"+gameWord+" ") + 1
	if at == 0 {
		return text, Proof{}, nil
	}
	lines := strings.Split(text[at:], "\n")
	bad := func(i int, want string) error {
		line := ""
		if i < len(lines) {
			line = lines[i]
		}
		n := strings.Count(text[:at], "\n") + i + 1
		return &MalformedError{Format: recordFormat, At: "line " + strconv.Itoa(n), Text: line, Want: want}
	}
	p.Game = strings.TrimPrefix(lines[0], gameWord+" ")
	if p.Game == "" || strings.Trim(p.Game, "abcdefghijklmnopqrstuvwxyz0123456789") != "" {
		return "", Proof{}, bad(0, "the id of a game")
	}
	for i, c := range []engine.Color{engine.Red, engine.Blue} {
		if i+1 < len(lines) {
			salt, _ := strings.CutPrefix(lines[i+1], saltWord+" "+c.String()+" ")
			if data, err := hex.DecodeString(salt); err == nil && len(data) == len(p.Salts.Red) {
				copy(p.Salts.Of(c)[:], data)
				continue
			}
		}
		return "", Proof{}, bad(i+1, "the salt of "+c.String()+": 32 hexadecimal digits")
	}
	want := strings.Split(p.text(), "\n")
	for i := range max(len(want), len(lines)) {
		if i >= len(want) || i >= len(lines) || lines[i] != want[i] {
			return "", Proof{}, bad(i, "the end of a proof in its canonical form")
		}
	}
	return text[:at], p, nil
}
