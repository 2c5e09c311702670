package match

import (
	"fmt"
	"time"

	"fieldpost/engine/player"
)

// MostListed is how many matches of one player a store lists, the newest.
const MostListed = 500

// Image is a match as a store keeps it: one item, written whole. Stores look at
// ID, Version and Index and carry the rest.
type Image struct {
	ID      ID
	Version uint64 // from 1
	Index
	Data   []byte // the match without its id, version, events, keys and alarm, in the form of codec.go
	Events []byte // what the last command did, two bytes an event: kind, seat
}

// Index is what a store finds matches by.
type Index struct {
	Creator, Opponent player.Key // the matches of a player; nobody's for a vacant seat, and for an opponent who is not invited yet
	Created           time.Time  // UTC, whole seconds: they are listed in this order
	Open              bool       // it waits for anybody to take the seat
	Expires           time.Time  // from then on the store may forget the match; zero: never
	Alarm             time.Time  // from then on the clock is to look at the match; zero: never
}

// How long a match is kept at most in which nobody took the opponent's seat
// (product.md "Life of a game"): from its creation on, or from the last command
// after the creator confirmed. One whose two players had themselves forgotten is kept
// no longer than one that nobody accepted.
const (
	UnconfirmedLife = 7 * 24 * time.Hour
	UnacceptedLife  = 30 * 24 * time.Hour
)

// ClaimLife is how long a store remembers that a mail was sent (product.md "Life
// of a game"): it is never owed again so late.
const ClaimLife = 30 * 24 * time.Hour

// index returns what m is found by.
func (m Match) index() Index {
	i := Index{
		Creator: m.Seat(m.Creator).Key, Opponent: m.Seat(m.Opponent()).Key,
		Created: m.Created, Open: m.Open && m.State == Invited,
		Alarm: m.Alarm,
	}
	if m.State == Unconfirmed { // whoever typed his address in must not fill his list
		i.Opponent = player.Key{}
	}
	switch {
	case m.State == Unconfirmed:
		i.Expires = m.Created.Add(UnconfirmedLife)
	case m.State == Invited, m.Refused(), m.Deserted():
		i.Expires = m.Changed.Add(UnacceptedLife + m.Extended)
	}
	return i
}

// String names the image and nothing that is in it.
func (i Image) String() string { return fmt.Sprintf("image of match %v", i.ID) }

// Seal returns the image of m, which must come from New, Decide or Open. Equal
// matches have equal images.
func Seal(m Match) Image {
	return Image{ID: m.ID, Version: m.Version, Index: m.index(), Data: encode(m), Events: encodeEvents(m.Events)}
}

// Open returns the match whose image Seal made, and refuses every other one: it
// fails with *CorruptError, or with *VersionError when a newer program made it.
// It never panics.
func Open(i Image) (Match, error) {
	m, err := decode(i.Data)
	if err != nil {
		return Match{}, err
	}
	if m.Events, err = decodeEvents(i.Events); err != nil {
		return Match{}, err
	}
	if i.ID == (ID{}) || i.Version == 0 {
		return Match{}, &CorruptError{"no id or no version"}
	}
	m.ID, m.Version, m.Alarm = i.ID, i.Version, i.Alarm
	m.Seats.Of(m.Creator).Key = i.Creator
	if m.State != Unconfirmed {
		m.Seats.Of(m.Opponent()).Key = i.Opponent
	}
	if err := m.keys(); err != nil {
		return Match{}, err
	}
	if !m.Alarm.IsZero() && m.Due().IsZero() {
		return Match{}, &CorruptError{"an alarm for nothing"}
	}
	if m.index() != i.Index {
		return Match{}, &CorruptError{"it is indexed as another"}
	}
	return m, nil
}
