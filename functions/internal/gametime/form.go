package gametime

import (
	"encoding/binary"
	"slices"
	"time"

	"fieldpost/engine/match"
)

// The binary form of a Line: a byte 1, the form; then for each stretch three numbers as
// of binary.Uvarint: its real moment, in milliseconds since 1970; the same of the games;
// its speed.

const lineForm = 1

// lastMilli is the end of the year 9999.
const lastMilli = 253402300799999

// Seal returns what a store keeps of l.
func Seal(l Line) []byte {
	data := []byte{lineForm}
	for _, s := range l {
		for _, n := range []int64{s.Real.UnixMilli(), s.Game.UnixMilli(), int64(s.Speed)} {
			data = binary.AppendUvarint(data, uint64(max(n, 0)))
		}
	}
	return data
}

// Open returns the line of which Seal made data; the zero one of no data. It fails with
// *match.CorruptError, and with *match.VersionError if a newer program made it.
func Open(data []byte) (Line, error) {
	switch {
	case len(data) == 0:
		return nil, nil
	case data[0] > lineForm:
		return nil, &match.VersionError{Version: int(data[0])}
	case data[0] != lineForm:
		return nil, errShape
	}
	var l Line
	for rest := data[1:]; len(rest) > 0; {
		var numbers [3]uint64
		for i := range numbers {
			n, size := binary.Uvarint(rest)
			if size <= 0 || n > lastMilli {
				return nil, errShape
			}
			numbers[i], rest = n, rest[size:]
		}
		if numbers[2] < 1 || numbers[2] > MostSpeed {
			return nil, errShape
		}
		l = append(l, Stretch{time.UnixMilli(int64(numbers[0])).UTC(), time.UnixMilli(int64(numbers[1])).UTC(), int(numbers[2])})
	}
	if len(l) > MostStretches || !l.rises() || !slices.Equal(Seal(l), data) {
		return nil, errShape
	}
	return l, nil
}

var errShape = &match.CorruptError{What: "a time of the games of another shape"}

// rises reports whether each stretch begins after the one before, by both times.
func (l Line) rises() bool {
	for n := 1; n < len(l); n++ {
		if l[n].Real.Before(l[n-1].Real) || l[n].Game.Before(l[n-1].at(l[n].Real)) {
			return false
		}
	}
	return true
}
