package match

import "fmt"

// Image is a match as a store keeps it: one item, written whole. Stores look at
// ID and Version and carry the rest.
type Image struct {
	ID      ID
	Version uint64 // from 1
	Data    []byte // the match without its id, version and events, in the form of codec.go
	Events  []byte // what the last command did, two bytes an event: kind, seat
}

// String names the image and nothing that is in it.
func (i Image) String() string { return fmt.Sprintf("image of match %v", i.ID) }

// Seal returns the image of m, which must come from New, Decide or Open. Equal
// matches have equal images.
func Seal(m Match) Image {
	return Image{ID: m.ID, Version: m.Version, Data: encode(m), Events: encodeEvents(m.Events)}
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
	m.ID, m.Version = i.ID, i.Version
	return m, nil
}
