package match

import (
	"encoding/binary"
	"errors"
	"time"

	"fieldpost/engine"
)

// writer appends the parts of the binary form.
type writer struct{ data []byte }

func (w *writer) byte(b byte)     { w.data = append(w.data, b) }
func (w *writer) raw(b []byte)    { w.data = append(w.data, b...) }
func (w *writer) number(n uint64) { w.data = binary.AppendUvarint(w.data, n) }
func (w *writer) uint64(n uint64) { w.data = binary.BigEndian.AppendUint64(w.data, n) }

// flags writes up to eight yes and no as one byte, the first in its lowest bit.
func (w *writer) flags(flags ...bool) {
	b := byte(0)
	for i, on := range flags {
		if on {
			b |= 1 << i
		}
	}
	w.byte(b)
}

func (w *writer) text(s string) {
	w.number(uint64(len(s)))
	w.data = append(w.data, s...)
}

// reader takes the parts off again. After the first fault it keeps err and
// gives zeros.
type reader struct {
	data []byte
	err  error
}

func (r *reader) fail(what string) {
	if r.err == nil {
		r.err = &CorruptError{what}
	}
	r.data = nil
}

func (r *reader) raw(n int) []byte {
	if n > len(r.data) {
		r.fail("cut short")
		return nil
	}
	part := r.data[:n]
	r.data = r.data[n:]
	return part
}

func (r *reader) byte() byte {
	if b := r.raw(1); b != nil {
		return b[0]
	}
	return 0
}

func (r *reader) uint64() uint64 {
	if b := r.raw(8); b != nil {
		return binary.BigEndian.Uint64(b)
	}
	return 0
}

// below reads a number less than end.
func (r *reader) below(end uint64) uint64 {
	n, size := binary.Uvarint(r.data)
	if size <= 0 {
		r.fail("no number")
		return 0
	}
	r.data = r.data[size:]
	if n >= end {
		r.fail("number too large")
		return 0
	}
	return n
}

func (r *reader) flags(flags ...*bool) {
	b := r.byte()
	for i, on := range flags {
		*on = b&(1<<i) != 0
	}
}

func (r *reader) minutes() time.Duration {
	return time.Duration(r.below(uint64(MostPace/time.Minute)+1)) * time.Minute
}

func (r *reader) text() string {
	return string(r.raw(int(r.below(1 << 20))))
}

func (r *reader) rules() engine.Rules {
	rules, err := engine.ParseRules(r.text())
	if err != nil {
		r.fail("no rules")
	}
	return rules
}

// setup reads the rows of a setup; there are none where the text is empty.
func (r *reader) setup(rules engine.Rules) (s engine.Setup, there bool) {
	text := r.text()
	if text == "" {
		return s, false
	}
	s, err := engine.ParseSetup(rules.Army.Board(), text)
	if err != nil {
		r.fail("no setup")
	}
	return s, true
}

// game opens a packed game, and takes from it the rules and both setups.
func (r *reader) game(m *Match, packed string) {
	if r.err != nil {
		return
	}
	g, err := engine.Unpack([]byte(packed))
	if err != nil {
		if newer, ok := errors.AsType[*engine.VersionError](err); ok {
			r.err = &VersionError{int(newer.Version)}
		}
		r.fail("the game in it")
		return
	}
	setups, ok := g.Setups()
	if !ok {
		r.fail("a game without setups")
		return
	}
	m.Game, m.Rules = g, g.Rules()
	m.Seats.Red.Setup, m.Seats.Red.Submitted = setups.Red, true
	m.Seats.Blue.Setup, m.Seats.Blue.Submitted = setups.Blue, true
}
