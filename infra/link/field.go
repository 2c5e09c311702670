package link

import (
	"encoding/binary"
	"math"
	"time"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/engine/player"
)

// field is one part of a token's layout.
type field struct {
	size int
	// put writes the field, and reports false for a value that has no place in
	// a token.
	put func(*Link, []byte) bool
	// get reads what put wrote; put after get gives the same bytes or refuses.
	get func(*Link, []byte)
}

// zero of the minutes that issued counts.
var dawn = time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)

var (
	gameField = field{
		size: 8,
		put:  func(l *Link, b []byte) bool { return copy(b, l.Game[:]) == len(b) },
		get:  func(l *Link, b []byte) { copy(l.Game[:], b) },
	}
	seatField = field{
		size: 1,
		put: func(l *Link, b []byte) bool {
			b[0] = byte(l.Seat)
			return l.Seat == engine.Red || l.Seat == engine.Blue
		},
		get: func(l *Link, b []byte) { l.Seat = engine.Color(b[0]) },
	}
	epochField = field{
		size: 1,
		put:  func(l *Link, b []byte) bool { b[0] = l.Epoch; return true },
		get:  func(l *Link, b []byte) { l.Epoch = b[0] },
	}
	playerField = field{
		size: 16,
		put: func(l *Link, b []byte) bool {
			copy(b, l.Player[:])
			return l.Player != player.Key{}
		},
		get: func(l *Link, b []byte) { copy(l.Player[:], b) },
	}
	candidateField = field{
		size: 8,
		put:  func(l *Link, b []byte) bool { return copy(b, l.Candidate[:]) == len(b) },
		get:  func(l *Link, b []byte) { copy(l.Candidate[:], b) },
	}
	changeField = field{
		size: 8,
		put: func(l *Link, b []byte) bool {
			copy(b, l.Change[:])
			return l.Change != match.ChangeID{}
		},
		get: func(l *Link, b []byte) { copy(l.Change[:], b) },
	}
	issuedField = field{
		size: 4,
		put: func(l *Link, b []byte) bool {
			minutes := l.Issued.Unix()/60 - dawn.Unix()/60
			binary.BigEndian.PutUint32(b, uint32(minutes))
			return minutes >= 0 && minutes <= math.MaxUint32
		},
		get: func(l *Link, b []byte) {
			l.Issued = time.Unix(dawn.Unix()+60*int64(binary.BigEndian.Uint32(b)), 0).UTC()
		},
	}
	plyField = field{
		size: 4,
		put: func(l *Link, b []byte) bool {
			binary.BigEndian.PutUint32(b, uint32(l.Ply))
			return l.Ply >= 0 && l.Ply <= math.MaxInt32
		},
		get: func(l *Link, b []byte) { l.Ply = int(binary.BigEndian.Uint32(b)) },
	}
	shownField    = shortField(func(l *Link) *int { return &l.Shown })
	answeredField = shortField(func(l *Link) *int { return &l.Ply })

	actionField = field{
		size: 1,
		put: func(l *Link, b []byte) bool {
			b[0] = byte(l.Action)
			return l.Action.String() != match.NoAction.String()
		},
		get: func(l *Link, b []byte) { l.Action = match.Action(b[0]) },
	}
	fromField = squareField(func(l *Link) *engine.Square { return &l.Move.From }, false)
	toField   = squareField(func(l *Link) *engine.Square { return &l.Move.To }, false)
	viaField  = squareField(func(l *Link) *engine.Square { return &l.Move.Via }, true)

	rescueField = field{
		size: 2,
		put: func(l *Link, b []byte) bool {
			r := l.Move.Rescue
			b[0], b[1] = byte(r.Rank), byte(r.Square)
			return isSquare(r.Square, true) && r.Rank <= engine.Flag &&
				(r.Rank == engine.NoRank) == (r.Square == 0)
		},
		get: func(l *Link, b []byte) {
			l.Move.Rescue = engine.Rescue{Rank: engine.Rank(b[0]), Square: engine.Square(b[1])}
		},
	}
)

// shortField counts up to 2²⁴−1.
func shortField(of func(*Link) *int) field {
	return field{
		size: 3,
		put: func(l *Link, b []byte) bool {
			n := *of(l)
			b[0], b[1], b[2] = byte(n>>16), byte(n>>8), byte(n)
			return n >= 0 && n < 1<<24
		},
		get: func(l *Link, b []byte) { *of(l) = int(b[0])<<16 | int(b[1])<<8 | int(b[2]) },
	}
}

func squareField(of func(*Link) *engine.Square, noneToo bool) field {
	return field{
		size: 1,
		put: func(l *Link, b []byte) bool {
			b[0] = byte(*of(l))
			return isSquare(*of(l), noneToo)
		},
		get: func(l *Link, b []byte) { *of(l) = engine.Square(b[0]) },
	}
}

func isSquare(s engine.Square, noneToo bool) bool {
	if s == 0 {
		return noneToo
	}
	return s <= engine.At(10, 10)
}

// sizeOf returns the length of fields together.
func sizeOf(fields []field) int {
	n := 0
	for _, f := range fields {
		n += f.size
	}
	return n
}
