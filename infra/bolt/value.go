package bolt

import (
	"bytes"
	"encoding/binary"
	"time"

	"fieldpost/engine/match"
	"fieldpost/engine/player"
)

// The kinds of values, and the version of the form of all of them.
const (
	form          = 1
	gameKind      = 'G'
	claimKind     = 'C'
	profileKind   = 'P'
	counterKind   = 'R'
	candidateKind = 'W'
	recordKind    = 'S'
	heartbeatKind = 'H'
	notesKind     = 'N'
	timeKind      = 'T'
	changeKind    = 'A'

	// timedKind is the kind of a profile that is over some day, or has an alarm.
	timedKind = 'p'
)

var errCut = &match.CorruptError{What: "a stored value that is cut off"}

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

// hasAlarm is the flag of a game that has an alarm; 1 is that of an open one.
const hasAlarm = 2

func gameValue(i match.Image) []byte { return appendImage([]byte{form, gameKind}, i) }

func appendImage(b []byte, i match.Image) []byte {
	b = binary.BigEndian.AppendUint64(b, i.Version)
	b = append(append(b, i.Creator[:]...), i.Opponent[:]...)
	b = binary.BigEndian.AppendUint64(b, seconds(i.Created))
	b = binary.BigEndian.AppendUint64(b, seconds(i.Expires))
	b = append(b, yes(i.Open)|hasAlarm*yes(!i.Alarm.IsZero()))
	if !i.Alarm.IsZero() {
		b = binary.BigEndian.AppendUint64(b, seconds(i.Alarm))
	}
	b = binary.BigEndian.AppendUint32(b, uint32(len(i.Data)))
	b = append(b, i.Data...)
	return append(b, i.Events...)
}

func yes(on bool) byte {
	if on {
		return 1
	}
	return 0
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
	i, b, err := readHead(id, b)
	if err != nil {
		return match.Image{}, err
	}
	size, rest := binary.BigEndian.Uint32(b), bytes.Clone(b[4:])
	if uint64(size) > uint64(len(rest)) {
		return match.Image{}, errCut
	}
	i.Data, i.Events = rest[:size:size], rest[size:]
	if len(i.Events) == 0 {
		i.Events = nil
	}
	return i, nil
}

// readHead reads an image up to its data, and returns what is left.
func readHead(id match.ID, b []byte) (i match.Image, rest []byte, err error) {
	const head = 8 + 16 + 16 + 8 + 8 + 1
	if len(b) < head+4 {
		return match.Image{}, nil, errCut
	}
	wrong := &match.CorruptError{What: "a stored index of another shape"}
	i = match.Image{ID: id, Version: binary.BigEndian.Uint64(b)}
	copy(i.Creator[:], b[8:])
	copy(i.Opponent[:], b[24:])
	created, expires, flags := binary.BigEndian.Uint64(b[40:]), binary.BigEndian.Uint64(b[48:]), b[56]
	if created > lastSecond || expires > lastSecond || flags > 1+hasAlarm {
		return match.Image{}, nil, wrong
	}
	i.Created, i.Expires, i.Open = timeOf(created), timeOf(expires), flags&1 != 0
	b = b[head:]
	if flags&hasAlarm != 0 {
		if len(b) < 8+4 {
			return match.Image{}, nil, errCut
		}
		alarm := binary.BigEndian.Uint64(b)
		if alarm == 0 || alarm > lastSecond {
			return match.Image{}, nil, wrong
		}
		i.Alarm, b = timeOf(alarm), b[8:]
	}
	return i, b, nil
}

// lastSecond is the end of the year 9999, as in package match.
const lastSecond = 253402300799

// seconds and timeOf write a time, and 0 for none, as the seconds since 1970.
func seconds(t time.Time) uint64 { return uint64(min(max(t.Unix(), 0), lastSecond)) }

func timeOf(seconds uint64) time.Time {
	if seconds == 0 {
		return time.Time{}
	}
	return time.Unix(int64(seconds), 0).UTC()
}

func recordValue(i match.Image) []byte {
	return appendImage(append([]byte{form, recordKind}, i.ID[:]...), i)
}

func openRecord(value []byte) (match.Image, error) {
	id, b, err := splitRecord(value)
	if err != nil {
		return match.Image{}, err
	}
	return readImage(id, b)
}

// splitRecord returns whose image a record holds, and the image.
func splitRecord(value []byte) (id match.ID, image []byte, err error) {
	b, err := open(value, recordKind)
	if err != nil {
		return match.ID{}, nil, err
	}
	if len(b) < len(id) {
		return match.ID{}, nil, &match.CorruptError{What: "a record of the stream that is cut off"}
	}
	copy(id[:], b)
	return id, b[len(id):], nil
}

// claim is who may send a mail: nobody but the holder until a moment, and nobody
// again once it is sent.
type claim struct {
	until time.Time
	sent  bool
}

func (c claim) value() []byte {
	return append(binary.BigEndian.AppendUint64([]byte{form, claimKind}, uint64(c.until.UnixNano())), yes(c.sent))
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

// ends returns from when on the claim may be forgotten. One that was marked and
// never taken has no time, and is kept.
func (c claim) ends() time.Time {
	if c.until.Unix() == 0 {
		return time.Time{}
	}
	return c.until.Add(match.ClaimLife)
}

func profileValue(i player.Image) []byte {
	b := binary.BigEndian.AppendUint64([]byte{form, profileKind}, i.Version)
	if !i.Expires.IsZero() || !i.Alarm.IsZero() {
		b[1] = timedKind
		b = binary.BigEndian.AppendUint64(b, seconds(i.Expires))
		b = binary.BigEndian.AppendUint64(b, seconds(i.Alarm))
	}
	return append(b, i.Data...)
}

// openProfile reads a profile's value into memory of its own.
func openProfile(key player.Key, value []byte) (player.Image, error) {
	kind, head := byte(profileKind), 8
	if len(value) > 1 && value[1] == timedKind {
		kind, head = timedKind, 24
	}
	b, err := open(value, kind)
	if err != nil {
		return player.Image{}, err
	}
	if len(b) < head {
		return player.Image{}, errCut
	}
	i := player.Image{Key: key, Version: binary.BigEndian.Uint64(b), Data: bytes.Clone(b[head:])}
	if kind == timedKind {
		end, alarm := binary.BigEndian.Uint64(b[8:]), binary.BigEndian.Uint64(b[16:])
		if end|alarm == 0 || max(end, alarm) > lastSecond {
			return player.Image{}, &match.CorruptError{What: "a profile with times that cannot be there"}
		}
		i.Expires, i.Alarm = timeOf(end), timeOf(alarm)
	}
	return i, nil
}

// counter is how many uses were counted in a window.
type counter struct {
	end  time.Time // of the window; whole seconds, not before it is over
	used uint64
}

func (c counter) value() []byte {
	b := binary.BigEndian.AppendUint64([]byte{form, counterKind}, seconds(c.end))
	return binary.BigEndian.AppendUint64(b, c.used)
}

func openCounter(value []byte) (counter, error) {
	b, err := open(value, counterKind)
	if err != nil {
		return counter{}, err
	}
	if len(b) != 16 || binary.BigEndian.Uint64(b) > lastSecond {
		return counter{}, &match.CorruptError{What: "a stored counter of another shape"}
	}
	return counter{timeOf(binary.BigEndian.Uint64(b)), binary.BigEndian.Uint64(b[8:])}, nil
}

func candidateValue(c match.Candidate) []byte {
	return append([]byte{form, candidateKind}, match.SealCandidate(c)...)
}

func openCandidate(value []byte) (match.Candidate, error) {
	b, err := open(value, candidateKind)
	if err != nil {
		return match.Candidate{}, err
	}
	return match.OpenCandidate(b)
}
