package player

import (
	"encoding/binary"
	"fmt"
	"slices"
	"time"
)

// Image is a profile as a store keeps it: one item, written whole. Stores look at
// Key, Version, Expires and Alarm and carry the rest.
type Image struct {
	Key     Key
	Version uint64    // from 1
	Expires time.Time // from then on the store may forget the profile; zero: never
	Data    []byte    // the profile without its key, version and alarm, in one of the forms below

	// Alarm is the moment from which on the clock is to look at the person: Profile.Alarm
	// or, where that is zero, when he Fades; zero: never. UTC, whole seconds. Stores find
	// profiles by it.
	Alarm time.Time
}

// String hides the image.
func (i Image) String() string { return "image of a player" }

// The binary forms of a profile (Image.Data). All lengths are one byte.
//
//	form       byte   1, or 2 if there are signs, or 3 if there are parts
//	mode       byte
//	epoch      byte
//	address    text   a length and so many bytes
//	lang zone  texts
//	blocked    a number of keys and these keys, 16 bytes each
//	blocked by the same
//	signs      forms 2 and 3: read, bounced, complained, 8 bytes each, in
//	           milliseconds since 1970, big-endian; 0 for none, in form 2 not all three
//	parts      form 3: at least one, in the order of the tags (part.go): a byte, its
//	           tag, two bytes, how many follow, big-endian, and these
//
// A profile has one form only, so that a program which knows no signs and no parts
// still reads those that have none.
const (
	plainForm   = 1
	signsForm   = 2
	partsForm   = 3
	formVersion = partsForm
)

// What the texts hold at most, as package match checks them.
const (
	mostAddressBytes = 254
	mostLangBytes    = 8
	mostZoneBytes    = 64
)

// CorruptError says that an image is none that Seal made.
type CorruptError struct {
	What string // what is wrong; never content of the profile
}

func (e *CorruptError) Error() string { return "corrupt image of a player: " + e.What }

// VersionError says that an image was made by a newer program.
type VersionError struct {
	Version int // of the image's form
}

func (e *VersionError) Error() string {
	return fmt.Sprintf("image of a player in form %d, newer than this program", e.Version)
}

// Seal returns the image that takes the place of the stored one: its version is
// one more than p's, so that a store refuses it when another came in between. p
// must come from Open or be a zero one with a Key, changed by its methods. Equal
// profiles have equal images.
func Seal(p Profile) Image {
	b := appendTexts([]byte{plainForm, byte(p.Mode), p.Epoch}, p.Address, p.Lang, p.Zone)
	b = appendKeys(b, p.Blocked, p.BlockedBy)
	parts := encodeParts(p)
	switch {
	case len(parts) > 0:
		b[0] = partsForm
	case p.Signs != (Signs{}):
		b[0] = signsForm
	}
	if b[0] != plainForm {
		for _, t := range []time.Time{p.Signs.Read, p.Signs.Bounced, p.Signs.Complained} {
			b = binary.BigEndian.AppendUint64(b, uint64(milliseconds(t)))
		}
	}
	i := Image{Key: p.Key, Version: p.Version + 1, Expires: p.Expires(), Data: append(b, parts...), Alarm: p.Alarm}
	if i.Alarm.IsZero() {
		i.Alarm = p.Fades()
	}
	return i
}

// Open returns the profile whose image Seal made, in the image's version, and
// refuses every other one, whatever Expires says: it fails with *CorruptError, or with
// *VersionError when a newer program made it. It never panics.
func Open(i Image) (Profile, error) {
	switch {
	case i.Key == (Key{}) || i.Version == 0:
		return Profile{}, &CorruptError{"no key or no version"}
	case len(i.Data) == 0:
		return Profile{}, &CorruptError{"empty"}
	case i.Data[0] > formVersion:
		return Profile{}, &VersionError{int(i.Data[0])}
	case i.Data[0] < plainForm:
		return Profile{}, &CorruptError{"no such form"}
	}
	r := reader{data: i.Data[1:]}
	p := Profile{
		Key: i.Key, Version: i.Version, Mode: r.mode(), Epoch: r.byte(),
		Address: r.text(mostAddressBytes), Lang: r.text(mostLangBytes), Zone: r.text(mostZoneBytes),
		Blocked: r.keys(i.Key, MostBlocked), BlockedBy: r.keys(i.Key, MostBlockers),
	}
	if i.Data[0] != plainForm {
		p.Signs = Signs{Read: r.moment(), Bounced: r.moment(), Complained: r.moment()}
		if p.Signs == (Signs{}) && i.Data[0] == signsForm {
			r.fail("no signs")
		}
	}
	if i.Data[0] == partsForm {
		r.takeParts(&p)
	}
	if len(r.data) > 0 {
		r.fail("bytes left over")
	}
	switch {
	case p.Mode == Daily && p.Left.IsZero():
		p.Alarm = i.Alarm
	case !i.Alarm.IsZero() && !i.Alarm.Equal(p.Fades()): // there is none in an image from before anybody faded
		r.fail("an alarm for nothing")
	}
	if r.err != nil {
		return Profile{}, r.err
	}
	return p, nil
}

func appendTexts(b []byte, texts ...string) []byte {
	for _, text := range texts {
		b = append(append(b, byte(len(text))), text...)
	}
	return b
}

func appendKeys(b []byte, lists ...[]Key) []byte {
	for _, keys := range lists {
		b = append(b, byte(len(keys)))
		for _, k := range keys {
			b = append(b, k[:]...)
		}
	}
	return b
}

func flag(b bool) byte {
	if b {
		return 1
	}
	return 0
}

// reader takes the parts of the form off. After the first fault it keeps err and
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

func (r *reader) flag() bool {
	b := r.byte()
	if b > 1 {
		r.fail("no such flag")
	}
	return b == 1
}

func (r *reader) mode() Mode {
	m := Mode(r.byte())
	if m >= modeEnd {
		r.fail("no such mode")
	}
	return m
}

// moment reads a time, which is none before 1970.
func (r *reader) moment() time.Time {
	b := r.raw(8)
	if b == nil {
		return time.Time{}
	}
	n := int64(binary.BigEndian.Uint64(b))
	if n < 0 {
		r.fail("a time that cannot be there")
	}
	return moment(n)
}

// length reads a number up to most.
func (r *reader) length(most int) int {
	n := int(r.byte())
	if n > most {
		r.fail("more than there may be")
		return 0
	}
	return n
}

func (r *reader) text(most int) string { return string(r.raw(r.length(most))) }

// keys reads a list of different people, without nobody and without self.
func (r *reader) keys(self Key, most int) []Key {
	var list []Key
	for range r.length(most) {
		var k Key
		copy(k[:], r.raw(len(k)))
		if r.err != nil {
			return nil
		}
		if k == (Key{}) || k == self || slices.Contains(list, k) {
			r.fail("a key that cannot be there")
			return nil
		}
		list = append(list, k)
	}
	return list
}
