package match

import (
	"bytes"
	"time"

	"fieldpost/engine"
	"fieldpost/engine/player"
)

// AddressChange is how a person comes from one mail address to another, in all his
// games: he asks, he confirms at the new address, his seats are moved one by one, and
// for a while the old address can take it all back. It names every seat that it
// moves, so that whoever goes on with it, or undoes it, knows which were his. It is
// a value: its methods return a changed one. Nothing but it is kept of his wish.
//
// Source: product.md "Correspondence life", address change.
type AddressChange struct {
	ID        ChangeID
	Version   uint64 // from 1, one more with each stage
	Stage     ChangeStage
	From, To  player.Key // of the addresses; never the same
	Old, New  string     // the addresses; secret; none once it has ended
	Lang      string     // in which he reads; "" once it has ended
	Asked     time.Time  // UTC, whole seconds
	Confirmed time.Time  // at the new address; UTC, whole seconds; zero before
	Seats     []Place    // that are moved, at most MostMoved; none before it is confirmed
	Fresh     bool       // nothing was kept of the new address before it has confirmed
}

// ChangeID names a change: eight random bytes given by the caller. The zero value is
// none.
type ChangeID [8]byte

// Place is a seat of a match.
type Place struct {
	Game ID
	Seat engine.Color // Red or Blue
}

// ChangeStage is how far a change has come. The zero value is no stage.
type ChangeStage uint8

// The stages, in the order in which a change passes through them.
const (
	NoStage       ChangeStage = iota
	ChangeAsked               // the new address has not confirmed
	ChangeMoving              // it has, and seats are still to be moved
	ChangeDone                // all are
	ChangeUndoing             // the old address takes it back, and seats are still to be moved back
	ChangeUndone              // all are
	ChangeEnded               // one of the two had himself forgotten: it keeps no address, and no seat
	changeStageEnd
)

// How long the new address may take to confirm, and for how long from then on the old
// one may undo it (product.md "Correspondence life"); and how many seats one change
// moves at most, as many matches as a store lists.
const (
	ChangeLife = 48 * time.Hour
	UndoLife   = 7 * 24 * time.Hour
	MostMoved  = 500
)

// NewAddressChange returns the wish of a person, given now, to be written to at
// another address. c must have an id, both addresses with their keys and a language,
// and nothing else. It fails with *InputError if the new address is none, or the one
// that he has.
func NewAddressChange(c AddressChange, now time.Time) (AddressChange, error) {
	switch p := CheckAddress(c.New); {
	case p != NoProblem:
		return AddressChange{}, &InputError{Field: "email", Text: c.New, Problem: p}
	case c.From == c.To:
		return AddressChange{}, &InputError{Field: "email", Text: c.New, Problem: SameAddress}
	}
	if c.Lang == "" {
		c.Lang = "en"
	}
	c.Version, c.Stage, c.Asked = 1, ChangeAsked, seconds(now)
	return c, c.check()
}

// Expires returns the moment from which the change is over, and the store may forget
// it: the new address has not confirmed in time, or the old one has not undone it.
func (c AddressChange) Expires() time.Time {
	if c.Confirmed.IsZero() {
		return c.Since().Add(ChangeLife)
	}
	return c.Since().Add(UndoLife)
}

// Since returns the moment from which the time counts that Expires ends.
func (c AddressChange) Since() time.Time {
	if c.Confirmed.IsZero() {
		return c.Asked
	}
	return c.Confirmed
}

// Confirm returns the change after the new address has confirmed it: seats are what
// is to be moved, of which it takes the first MostMoved, and fresh says that nothing
// was kept of that address before.
func (c AddressChange) Confirm(seats []Place, fresh bool, now time.Time) AddressChange {
	c.Stage, c.Seats, c.Fresh = ChangeMoving, seats[:min(len(seats), MostMoved)], fresh
	if c.Confirmed = seconds(now); c.Confirmed.Before(c.Asked) {
		c.Confirmed = c.Asked
	}
	return c.next()
}

// Pass returns the change at a later stage.
func (c AddressChange) Pass(s ChangeStage) AddressChange {
	c.Stage = s
	return c.next()
}

// End returns the change after one of the two had himself forgotten.
func (c AddressChange) End() AddressChange {
	c.Stage, c.Old, c.New, c.Lang, c.Seats, c.Fresh = ChangeEnded, "", "", "", nil, false
	return c.next()
}

func (c AddressChange) next() AddressChange {
	c.Version++
	return c
}

// Undoes reports whether the change is being taken back, or was.
func (c AddressChange) Undoes() bool { return c.Stage == ChangeUndoing || c.Stage == ChangeUndone }

// String hides the addresses.
func (c AddressChange) String() string { return "change of an address" }

// The binary form of a change, version 1, written like a match (codec.go).
//
//	form       byte    1
//	stage      byte
//	flags      byte    1 fresh
//	from to    16 bytes each
//	old new lang    texts
//	asked      number  seconds since 1970
//	confirmed  number  seconds since asked, and one; 0 before
//	seats      number, then of each 8 bytes and a byte, 1 red, 2 blue
const changeForm = 1

// SealAddressChange returns what a store keeps of c beside its id and version.
// Equal changes have equal forms.
func SealAddressChange(c AddressChange) []byte {
	w := writer{make([]byte, 0, 128+9*len(c.Seats))}
	w.byte(changeForm)
	w.byte(byte(c.Stage))
	w.flags(c.Fresh)
	w.raw(c.From[:])
	w.raw(c.To[:])
	w.text(c.Old)
	w.text(c.New)
	w.text(c.Lang)
	w.number(uint64(c.Asked.Unix()))
	if c.Confirmed.IsZero() {
		w.number(0)
	} else {
		w.number(uint64(c.Confirmed.Unix()-c.Asked.Unix()) + 1)
	}
	w.number(uint64(len(c.Seats)))
	for _, p := range c.Seats {
		w.raw(p.Game[:])
		w.byte(byte(p.Seat))
	}
	return w.data
}

// OpenAddressChange returns the change of an id and version of which
// SealAddressChange made data, and fails as Open does.
func OpenAddressChange(id ChangeID, version uint64, data []byte) (AddressChange, error) {
	switch {
	case len(data) == 0:
		return AddressChange{}, &CorruptError{"empty"}
	case data[0] > changeForm:
		return AddressChange{}, &VersionError{int(data[0])}
	case data[0] != changeForm:
		return AddressChange{}, &CorruptError{"no such form"}
	}
	r := reader{data: data[1:]}
	c := AddressChange{ID: id, Version: version, Stage: ChangeStage(r.byte())}
	r.flags(&c.Fresh)
	copy(c.From[:], r.raw(len(c.From)))
	copy(c.To[:], r.raw(len(c.To)))
	c.Old, c.New, c.Lang = r.text(), r.text(), r.text()
	asked := r.below(lastSecond + 1)
	c.Asked = time.Unix(int64(asked), 0).UTC()
	if after := r.below(lastSecond + 2 - asked); after > 0 {
		c.Confirmed = time.Unix(int64(asked+after-1), 0).UTC()
	}
	for n := r.below(MostMoved + 1); n > 0 && r.err == nil; n-- {
		var p Place
		copy(p.Game[:], r.raw(len(p.Game)))
		p.Seat = engine.Color(r.byte())
		c.Seats = append(c.Seats, p)
	}
	if len(r.data) > 0 {
		r.fail("bytes left over")
	}
	if r.err == nil && version == 0 {
		r.fail("no version")
	}
	if r.err == nil {
		r.err = c.check()
	}
	if r.err == nil && !bytes.Equal(SealAddressChange(c), data) {
		r.fail("not canonical")
	}
	if r.err != nil {
		return AddressChange{}, r.err
	}
	return c, nil
}

// check says what no change is like.
func (c AddressChange) check() error {
	switch {
	case c.ID == (ChangeID{}), c.From == (player.Key{}), c.To == (player.Key{}), c.From == c.To:
		return &CorruptError{"a change of nobody"}
	case c.Stage == ChangeEnded:
		if c.Old != "" || c.New != "" || c.Lang != "" || c.Fresh || len(c.Seats) > 0 {
			return &CorruptError{"an end that keeps something"}
		}
	case c.Stage == NoStage, c.Stage >= changeStageEnd, (c.Stage == ChangeAsked) != c.Confirmed.IsZero(), c.Stage == ChangeAsked && (c.Fresh || len(c.Seats) > 0):
		return &CorruptError{"no such stage"}
	case CheckAddress(c.Old) != NoProblem, CheckAddress(c.New) != NoProblem, checkLang(c.Lang) != NoProblem:
		return &CorruptError{"no such address"}
	}
	for _, p := range c.Seats {
		if p.Game == (ID{}) || p.Seat != engine.Red && p.Seat != engine.Blue {
			return &CorruptError{"no such seat"}
		}
	}
	return nil
}
