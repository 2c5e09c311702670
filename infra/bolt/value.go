package bolt

import (
	"bytes"
	"encoding/binary"
	"time"

	"fieldpost/engine/match"
)

// The kinds of values, and the version of the form of all of them.
const (
	form       = 1
	gameKind   = 'G'
	claimKind  = 'C'
	recordKind = 'S'
)

// open checks the header of a value and returns what follows.
func open(value []byte, kind byte) ([]byte, error) {
	switch {
	case len(value) < 2:
		return nil, &match.CorruptError{What: "a stored value without a header"}
	case value[0] != form:
		return nil, &match.VersionError{Version: int(value[0])}
	case value[1] != kind:
		return nil, &match.CorruptError{What: "a stored value of another kind"}
	}
	return value[2:], nil
}

func gameValue(i match.Image) []byte { return appendImage([]byte{form, gameKind}, i) }

func appendImage(b []byte, i match.Image) []byte {
	b = binary.BigEndian.AppendUint64(b, i.Version)
	b = binary.BigEndian.AppendUint32(b, uint32(len(i.Data)))
	b = append(b, i.Data...)
	return append(b, i.Events...)
}

// openGame reads a game's value into memory of its own.
func openGame(id match.ID, value []byte) (match.Image, error) {
	b, err := open(value, gameKind)
	if err != nil {
		return match.Image{}, err
	}
	return readImage(id, b)
}

func readImage(id match.ID, b []byte) (match.Image, error) {
	if len(b) < 12 {
		return match.Image{}, &match.CorruptError{What: "a stored value that is cut off"}
	}
	version, size, rest := binary.BigEndian.Uint64(b), binary.BigEndian.Uint32(b[8:]), bytes.Clone(b[12:])
	if uint64(size) > uint64(len(rest)) {
		return match.Image{}, &match.CorruptError{What: "a stored value that is cut off"}
	}
	i := match.Image{ID: id, Version: version, Data: rest[:size:size], Events: rest[size:]}
	if len(i.Events) == 0 {
		i.Events = nil
	}
	return i, nil
}

func recordValue(i match.Image) []byte {
	return appendImage(append([]byte{form, recordKind}, i.ID[:]...), i)
}

func openRecord(value []byte) (match.Image, error) {
	b, err := open(value, recordKind)
	if err != nil {
		return match.Image{}, err
	}
	var id match.ID
	if len(b) < len(id) {
		return match.Image{}, &match.CorruptError{What: "a record of the stream that is cut off"}
	}
	copy(id[:], b)
	return readImage(id, b[len(id):])
}

// claim is who may send a mail: nobody but the holder until a moment, and nobody
// ever again once it is sent.
type claim struct {
	until time.Time
	sent  bool
}

func (c claim) value() []byte {
	b := binary.BigEndian.AppendUint64([]byte{form, claimKind}, uint64(c.until.UnixNano()))
	if c.sent {
		return append(b, 1)
	}
	return append(b, 0)
}

func openClaim(value []byte) (claim, error) {
	b, err := open(value, claimKind)
	if err != nil {
		return claim{}, err
	}
	if len(b) != 9 || b[8] > 1 {
		return claim{}, &match.CorruptError{What: "a stored claim of another shape"}
	}
	return claim{time.Unix(0, int64(binary.BigEndian.Uint64(b))).UTC(), b[8] == 1}, nil
}
