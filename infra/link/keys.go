package link

import (
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base32"
	"encoding/base64"
	"errors"
	"fmt"
	"time"

	"fieldpost/engine"
	"fieldpost/engine/match"
)

const (
	layout  = 1  // version of the token layout
	prefix  = 3  // version, key id, purpose
	tagSize = 16 // unless a purpose has another

	// RetiredLife is how long a retired master key still verifies.
	RetiredLife = 400 * day
)

// spelling is how the bytes of a token are written.
type spelling interface {
	EncodeToString(b []byte) string
	DecodeString(text string) ([]byte, error)
	EncodedLen(n int) int
}

var (
	encoding spelling = base64.RawURLEncoding.Strict()
	// letters are those that a mail address keeps, whoever writes it anew.
	letters spelling = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)
)

// Keys seals and opens tokens. It is made once and never changes; any number of
// goroutines may use it.
type Keys struct {
	primary uint8
	ring    map[uint8]*derived
}

// derived is a master key as the purposes use it.
type derived struct {
	until time.Time // zero: not retired
	keys  [len(purposes)][]byte
}

// NewKeys derives the keys of all purposes from masters, whose first that is not
// retired becomes the primary. It fails if there is none, or if a key or its id
// is zero or an id appears twice.
func NewKeys(masters []Master) (*Keys, error) {
	k := &Keys{ring: make(map[uint8]*derived, len(masters))}
	for _, m := range masters {
		if err := m.check(); err != nil {
			return nil, err
		}
		if k.ring[m.ID] != nil {
			return nil, fmt.Errorf("link key %d is given twice", m.ID)
		}
		d, err := m.derive()
		if err != nil {
			return nil, err
		}
		k.ring[m.ID] = d
		if k.primary == 0 && m.Retired.IsZero() {
			k.primary = m.ID
		}
	}
	if k.primary == 0 {
		return nil, fmt.Errorf("no link key to sign with: all of %d are retired", len(masters))
	}
	return k, nil
}

func (m Master) derive() (*derived, error) {
	d := new(derived)
	if !m.Retired.IsZero() {
		d.until = m.Retired.Add(RetiredLife)
	}
	for p := range purposes {
		if Purpose(p) == NoPurpose {
			continue
		}
		key, err := hkdf.Key(sha256.New, m.secret[:], nil, "fieldpost link v1 "+purposes[p].name, sha256.Size)
		if err != nil {
			return nil, fmt.Errorf("derive link key %d: %w", m.ID, err)
		}
		d.keys[p] = key
	}
	return d, nil
}

// Seal returns the token of l, the same for the same l and primary key. It
// panics if l has no purpose or a field that no token can hold (see Link): such
// a link is a fault of the program, whatever the players did.
func (k *Keys) Seal(l Link) string {
	row := l.Purpose.row()
	if row == nil {
		panic("link: seal without a purpose")
	}
	b, ok := row.encode(k.primary, &l)
	if !ok {
		panic(fmt.Sprintf("link: a %v link with a field out of range", l.Purpose))
	}
	return row.spelling().EncodeToString(append(b, k.ring[k.primary].tag(l.Purpose, b)...))
}

// Open reads a token that came by the route of p. It fails with ErrBad, or with
// ErrExpired if the token's life was over at now; the link is whole in that case
// too, so that a page can say what has expired.
func (k *Keys) Open(p Purpose, token string, now time.Time) (Link, error) {
	row := p.row()
	if row == nil || !row.fits(len(token)) {
		return Link{}, ErrBad
	}
	b, err := row.spelling().DecodeString(token)
	// The decoder passes over line breaks: only the one spelling counts.
	if err != nil || row.spelling().EncodeToString(b) != token {
		return Link{}, ErrBad
	}
	body, tag := b[:len(b)-row.tagSize()], b[len(b)-row.tagSize():]
	d := k.ring[body[1]]
	if body[0] != layout || d == nil || body[2] != row.code {
		return Link{}, ErrBad
	}
	if !row.lasting && !d.until.IsZero() && !now.Before(d.until) {
		return Link{}, ErrBad
	}
	if !hmac.Equal(tag, d.tag(p, body)) {
		return Link{}, ErrBad
	}
	l, ok := row.decode(p, body)
	if !ok {
		return Link{}, ErrBad
	}
	if end := l.Expires(); !end.IsZero() && !now.Before(end) {
		return l, ErrExpired
	}
	return l, nil
}

// OpenFor is Open where what time it is depends on when the link was issued: now returns
// it, of the zero time for a link of which that is not known yet, and never one before what
// was issued.
func (k *Keys) OpenFor(p Purpose, token string, now func(issued time.Time) time.Time) (Link, error) {
	l, err := k.Open(p, token, now(time.Time{}))
	if errors.Is(err, ErrExpired) {
		return k.Open(p, token, now(l.Issued))
	}
	return l, err
}

// Mark returns the value of the cookie that remembers a ticked press of this
// seat in this epoch.
func (k *Keys) Mark(game match.ID, seat engine.Color, epoch uint8) string {
	return k.Seal(Link{Purpose: Mark, Game: game, Seat: seat, Epoch: epoch})
}

// Marked reports whether value is the mark of exactly this seat and epoch.
func (k *Keys) Marked(value string, game match.ID, seat engine.Color, epoch uint8, now time.Time) bool {
	l, err := k.Open(Mark, value, now)
	return err == nil && l == Link{Purpose: Mark, Game: game, Seat: seat, Epoch: epoch}
}

// Format prints the number of keys for every verb, so that none prints a key.
func (k *Keys) Format(s fmt.State, _ rune) {
	fmt.Fprintf(s, "%d link keys, signing with %d", len(k.ring), k.primary)
}

func (d *derived) tag(p Purpose, body []byte) []byte {
	mac := hmac.New(sha256.New, d.keys[p])
	mac.Write(body)
	return mac.Sum(nil)[:p.row().tagSize()]
}

// encode returns the bytes before the tag, and false if a field does not fit.
func (r *purpose) encode(kid uint8, l *Link) ([]byte, bool) {
	b := make([]byte, 0, 64)
	b = append(b, layout, kid, r.code)
	ok := true
	put := func(fields []field) {
		for _, f := range fields {
			b = append(b, make([]byte, f.size)...)
			ok = f.put(l, b[len(b)-f.size:]) && ok
		}
	}
	put(r.fields)
	if r.longer != nil && r.longer(l) {
		put(r.more)
	}
	return b, ok
}

// decode reads what encode wrote, and refuses everything else: it encodes again
// and compares.
func (r *purpose) decode(p Purpose, body []byte) (Link, bool) {
	l := Link{Purpose: p}
	rest := body[prefix:]
	get := func(fields []field) {
		for _, f := range fields {
			f.get(&l, rest[:f.size])
			rest = rest[f.size:]
		}
	}
	get(r.fields)
	if len(rest) > 0 {
		get(r.more)
	}
	again, ok := r.encode(body[1], &l)
	return l, ok && string(again) == string(body)
}

// spelling returns how tokens of the row are written.
func (r *purpose) spelling() spelling {
	if r.spelled != nil {
		return r.spelled
	}
	return encoding
}

// tagSize returns how many bytes of the tag a token of the row has.
func (r *purpose) tagSize() int {
	if r.tag > 0 {
		return r.tag
	}
	return tagSize
}

// fits reports whether a token of the row may have n characters.
func (r *purpose) fits(n int) bool {
	size := prefix + sizeOf(r.fields) + r.tagSize()
	return n == r.spelling().EncodedLen(size) ||
		r.longer != nil && n == r.spelling().EncodedLen(size+sizeOf(r.more))
}
