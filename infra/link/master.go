package link

import (
	"encoding/hex"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"
)

// Master is a master key: 32 secret random bytes from which the key of every
// purpose is derived. NewMaster and ParseMasters make it. It prints as its id
// alone.
type Master struct {
	ID      uint8     // 1…255, never used twice
	Retired time.Time // the date of its retirement, 00:00 UTC; zero: not retired
	secret  [32]byte  // never zero
}

// NewMaster makes a master key with 32 bytes from random.
func NewMaster(id uint8, random io.Reader) (Master, error) {
	m := Master{ID: id}
	if _, err := io.ReadFull(random, m.secret[:]); err != nil {
		return Master{}, fmt.Errorf("make link key %d: %w", id, err)
	}
	if err := m.check(); err != nil {
		return Master{}, err
	}
	return m, nil
}

func (m Master) check() error {
	switch {
	case m.ID == 0:
		return fmt.Errorf("a link key with the id 0: ids are 1 to 255")
	case m.secret == [32]byte{}:
		return fmt.Errorf("link key %d is all zeros", m.ID)
	case !m.Retired.Equal(dateOf(m.Retired)):
		return fmt.Errorf("link key %d is retired at %v: a date at 00:00 UTC is needed", m.ID, m.Retired)
	case !m.Retired.IsZero() && (m.Retired.Year() < 2020 || m.Retired.Year() > 9999):
		return fmt.Errorf("link key %d is retired in the year %d: 2020 to 9999 are possible", m.ID, m.Retired.Year())
	}
	return nil
}

func dateOf(t time.Time) time.Time {
	if t.IsZero() {
		return t
	}
	y, m, d := t.UTC().Date()
	return time.Date(y, m, d, 0, 0, 0, 0, time.UTC)
}

// Format prints "link key 3" for every verb, so that none prints the secret.
func (m Master) Format(s fmt.State, _ rune) { fmt.Fprintf(s, "link key %d", m.ID) }

const keysTitle = "fieldpost-keys v1"

// KeysError is a keys file that does not parse. Its text never holds a secret.
type KeysError struct {
	Line int // from 1
	Why  string
}

func (e *KeysError) Error() string { return fmt.Sprintf("keys file, line %d: %s", e.Line, e.Why) }

// ParseMasters reads the text of a keys file (package comment), and fails with
// *KeysError for anything that FormatMasters would not write.
func ParseMasters(text string) ([]Master, error) {
	lines := strings.Split(text, "\n")
	if lines[0] != keysTitle {
		return nil, &KeysError{1, fmt.Sprintf("it must be %q", keysTitle)}
	}
	if last := len(lines) - 1; lines[last] != "" {
		return nil, &KeysError{last + 1, "it does not end with a line feed"}
	}
	var masters []Master
	for i, line := range lines[1 : len(lines)-1] {
		m, why := parseMaster(line)
		if why == "" && len(masters) > 0 && m.ID <= masters[len(masters)-1].ID {
			why = fmt.Sprintf("the id %d does not rise", m.ID)
		}
		if why != "" {
			return nil, &KeysError{i + 2, why}
		}
		masters = append(masters, m)
	}
	if len(masters) == 0 {
		return nil, &KeysError{1, "no key follows"}
	}
	return masters, nil
}

// parseMaster reads one line, or says why not, without a word of the line: any
// part of it may be a secret.
func parseMaster(line string) (Master, string) {
	parts := strings.Split(line, " ")
	if len(parts) != 2 && (len(parts) != 4 || parts[2] != "retired") {
		return Master{}, "want an id, 64 hex digits, and perhaps the word retired and a date, with one space between"
	}
	id, err := strconv.ParseUint(parts[0], 10, 8)
	if err != nil || id == 0 || strconv.FormatUint(id, 10) != parts[0] {
		return Master{}, "want an id from 1 to 255 first"
	}
	m := Master{ID: uint8(id)}
	if n, err := hex.Decode(m.secret[:], []byte(cutAt(parts[1], 2*len(m.secret)))); err != nil ||
		n != len(m.secret) || hex.EncodeToString(m.secret[:]) != parts[1] {
		return Master{}, "the key is not 64 lower-case hex digits"
	}
	if len(parts) == 4 {
		if m.Retired, err = time.Parse(time.DateOnly, parts[3]); err != nil || m.Retired.IsZero() {
			return Master{}, "the date of retirement does not read like 2026-03-01"
		}
	}
	if err := m.check(); err != nil {
		return Master{}, err.Error()
	}
	return m, ""
}

func cutAt(s string, n int) string { return s[:min(n, len(s))] }

// FormatMasters returns the text of a keys file, which holds the secrets: keep
// it where its owner alone can read. It fails if a key is not in order (see
// Master) or the ids do not rise.
func FormatMasters(masters []Master) (string, error) {
	if len(masters) == 0 {
		return "", fmt.Errorf("a keys file without a key")
	}
	var b strings.Builder
	b.WriteString(keysTitle + "\n")
	for i, m := range masters {
		if err := m.check(); err != nil {
			return "", err
		}
		if i > 0 && m.ID <= masters[i-1].ID {
			return "", fmt.Errorf("link key %d follows %d: ids must rise", m.ID, masters[i-1].ID)
		}
		fmt.Fprintf(&b, "%d %x", m.ID, m.secret)
		if !m.Retired.IsZero() {
			b.WriteString(" retired " + m.Retired.UTC().Format(time.DateOnly))
		}
		b.WriteByte('\n')
	}
	return b.String(), nil
}
