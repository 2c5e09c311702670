package engine

import (
	"bytes"
	"encoding/binary"
	"fmt"
)

// packVersion is the first byte of a packed game. Older versions stay readable.
const packVersion = 1

// CorruptError is packed data that Pack cannot have written.
type CorruptError struct{ Fault string }

func (e *CorruptError) Error() string { return "corrupt game: " + e.Fault }

// VersionError is packed data of a version newer than this program.
type VersionError struct{ Version byte }

func (e *VersionError) Error() string {
	return fmt.Sprintf("a game of data version %d, newer than %d", e.Version, packVersion)
}

// Bits of a packed move beside from (0–99, the low seven) and to (the next seven).
const (
	packUpFirst = 1 << 14 // a captain's turn whose first step is along the file
	packRescue  = 1 << 15 // two bytes follow: rank, square
)

// Pack returns the canonical binary form of a game that began from setups:
//
//	version 1 | army | [custom: 12 counts, spy … flag] | options | two-squares + 16·chase
//	quiet claim, quiet limit, length limit (uvarint)
//	Red's setup, Blue's setup (two squares a byte, the first in the low half)
//	plies (uvarint), then each move in 2 bytes, or 4 with a rescue that happened
//	ending: 0, or the action that ended the game (1 resigned, 2 agreed, 3 claimed, 4 time) + 16·side
//
// A game from a free position packs to nil.
func Pack(g Game) []byte {
	s := &g.state
	if s.ruleset == nil || g.free {
		return nil
	}
	r := s.Rules
	b := make([]byte, 0, 96+2*len(g.plies))
	b = append(b, packVersion, byte(r.Army))
	if r.Army == CustomArmy {
		b = append(b, r.Troops[Spy:]...)
	}
	var options byte
	for i, o := range r.options() {
		options |= byte(one(*o.on)) << i
	}
	b = append(b, options, byte(r.TwoSquares)|byte(r.Chase)<<4)
	for _, n := range []int{r.QuietClaim, r.QuietDraw, r.MaxPlies} {
		b = binary.AppendUvarint(b, uint64(n))
	}
	for _, setup := range []Setup{g.setups.Red, g.setups.Blue} {
		for i := 0; i < s.board.cells(); i += 2 {
			b = append(b, byte(setup[i])|byte(setup[i+1])<<4)
		}
	}
	b = binary.AppendUvarint(b, uint64(len(g.plies)))
	for _, p := range g.plies {
		b = appendMove(b, p.Move)
	}
	ending := byte(0)
	if g.ending.kind != NoAction {
		ending = byte(g.ending.kind-Moving) | byte(g.ending.by)<<4
	}
	return append(b, ending)
}

func appendMove(b []byte, m Move) []byte {
	w := uint16(m.From-1) | uint16(m.To-1)<<7
	if m.Via != 0 && m.Via.File() == m.From.File() && m.To.File() != m.From.File() {
		w |= packUpFirst
	}
	if m.Rescue == (Rescue{}) {
		return binary.BigEndian.AppendUint16(b, w)
	}
	return append(binary.BigEndian.AppendUint16(b, w|packRescue), byte(m.Rescue.Rank), byte(m.Rescue.Square))
}

// Unpack reads what Pack writes and nothing else, playing the game again by the
// rules. It fails with *CorruptError or *VersionError and never panics.
func Unpack(data []byte) (Game, error) {
	u := unpacker{data: data}
	g, err := u.game()
	if err != nil {
		return Game{}, err
	}
	if len(u.data) != 0 || !bytes.Equal(Pack(g), data) {
		return Game{}, &CorruptError{"not in canonical form"}
	}
	return g, nil
}

// unpacker reads from the front of data; short says that it ran out.
type unpacker struct {
	data  []byte
	short bool
}

func (u *unpacker) byte() byte {
	if len(u.data) == 0 {
		u.short = true
		return 0
	}
	b := u.data[0]
	u.data = u.data[1:]
	return b
}

func (u *unpacker) uvarint() int {
	n, size := binary.Uvarint(u.data)
	if size <= 0 || n > 1<<30 {
		u.short = true
		return 0
	}
	u.data = u.data[size:]
	return int(n)
}

func (u *unpacker) game() (Game, error) {
	if len(u.data) == 0 {
		return Game{}, &CorruptError{"empty"}
	}
	if v := u.byte(); v > packVersion {
		return Game{}, &VersionError{v}
	} else if v == 0 {
		return Game{}, &CorruptError{"version 0"}
	}
	r := u.rules()
	if u.short {
		return Game{}, &CorruptError{"cut short in the rules"}
	}
	if checked, err := r.Check(); err != nil || checked != r {
		return Game{}, &CorruptError{"senseless rules"}
	}
	setups := Both[Setup]{Red: u.setup(r.Army.Board()), Blue: u.setup(r.Army.Board())}
	if u.short {
		return Game{}, &CorruptError{"cut short in the setups"}
	}
	g, err := Start(r, setups)
	if err != nil {
		return Game{}, &CorruptError{"a setup is not the army"}
	}
	if err := u.moves(&g); err != nil {
		return Game{}, err
	}
	return g, u.ending(&g)
}

func (u *unpacker) rules() Rules {
	var r Rules
	r.Army = Army(u.byte())
	switch {
	case r.Army >= armyEnd:
		u.short = true
		return r
	case r.Army == CustomArmy:
		for rank := Spy; rank < rankEnd; rank++ {
			r.Troops[rank] = u.byte()
		}
	default:
		r.Troops = armyTroops[r.Army]
	}
	options, limits := u.byte(), u.byte()
	for i, o := range r.options() {
		*o.on = options>>i&1 == 1
	}
	r.TwoSquares, r.Chase = int(limits&15), Chase(limits>>4)
	r.QuietClaim, r.QuietDraw, r.MaxPlies = u.uvarint(), u.uvarint(), u.uvarint()
	return r
}

func (u *unpacker) setup(b *Board) Setup {
	var s Setup
	for i := 0; i < b.cells(); i += 2 {
		pair := u.byte()
		s[i], s[i+1] = Rank(pair&15), Rank(pair>>4)
	}
	return s
}

func (u *unpacker) moves(g *Game) error {
	n := u.uvarint()
	if n > len(u.data)/2 {
		return &CorruptError{"cut short in the moves"}
	}
	g.plies, g.defenders = make([]Ply, 0, n), make([]Rank, 0, n)
	for i := range n {
		m := u.move(&g.state)
		a := Play(g.ToMove(), m)
		h, err := g.admit(a)
		if err != nil {
			return &CorruptError{fmt.Sprintf("move %d is not legal", i+1)}
		}
		g.apply(a, h)
	}
	return nil
}

// move reads one move; where a Lightning captain turns follows from the piece.
func (u *unpacker) move(s *state) Move {
	w := uint16(u.byte())<<8 | uint16(u.byte())
	m := Move{From: Square(w&127) + 1, To: Square(w>>7&127) + 1}
	if m.From < squareEnd && m.To < squareEnd && s.captain && s.cells[m.From].rank() == Captain &&
		m.From.File() != m.To.File() && m.From.Row() != m.To.Row() {
		if w&packUpFirst != 0 {
			m.Via = At(m.From.File(), m.To.Row())
		} else {
			m.Via = At(m.To.File(), m.From.Row())
		}
	}
	if w&packRescue != 0 {
		m.Rescue = Rescue{Rank(u.byte()), Square(u.byte())}
	}
	return m
}

func (u *unpacker) ending(g *Game) error {
	b := u.byte()
	if u.short {
		return &CorruptError{"cut short at the end"}
	}
	if b == 0 {
		return nil
	}
	a := Action{Kind: ActionKind(b&15) + Moving, By: Color(b >> 4)}
	if _, err := g.admit(a); a.Kind == Moving || err != nil {
		return &CorruptError{"an ending that cannot be"}
	}
	g.apply(a, 0)
	return nil
}
