package player

import (
	"encoding/binary"
	"slices"
	"time"
)

// IdleLife is how long a profile is kept of whom no game is kept (product.md "Life of
// a game").
const IdleLife = 365 * 24 * time.Hour

// Use notes that the profile was needed at a moment, kept to the day; and, for good,
// that he takes part in a game if plays is set: such games are never deleted.
func (p Profile) Use(now time.Time, plays bool) (Profile, bool) {
	day, changed := now.UTC().Truncate(24*time.Hour), false
	if day.Unix() > 0 && day.After(p.Used) {
		p.Used, changed = day, true
	}
	if plays && !p.Plays && !p.Used.IsZero() {
		p.Plays, changed = true, true
	}
	return p, changed
}

// Leave notes that no game is kept any more in which he takes part.
func (p Profile) Leave() (Profile, bool) {
	left := p.Plays
	p.Plays = false
	return p, left
}

// Expires returns the moment from which a store may forget the profile; zero: never.
// It never is while he plays, nor while it holds a word against mails: his own, that
// he wants none or none of somebody, or others', that they want none of his. Of whom
// it is not known whether he plays nothing is forgotten.
func (p Profile) Expires() time.Time {
	switch {
	case p.Used.IsZero(), p.Plays, p.Mode == None, p.Mode == Stopped, p.Signs.Health() == Unwanted,
		len(p.Blocked) > 0, len(p.BlockedBy) > 0:
		return time.Time{}
	}
	return p.Used.Add(IdleLife)
}

// Forget returns what is kept of who had himself forgotten: his key, and under it
// that he wants no mails, and who wants none of his. Links that were made before
// count no more.
func (p Profile) Forget(now time.Time) Profile {
	kept := Profile{Key: p.Key, Version: p.Version, Epoch: p.Epoch, BlockedBy: slices.Clone(p.BlockedBy)}
	if p.Mode == None || p.Mode == Stopped {
		kept.Mode = p.Mode
	}
	if p.Signs.Health() != Well {
		kept.Signs = p.Signs
	}
	kept, _ = kept.RenewLinks()
	kept, _ = kept.Use(now, false)
	return kept
}

// Blank reports whether the profile is one that Forget left, or of whom nothing is
// kept: it has neither an address nor anything that he has chosen.
func (p Profile) Blank() bool {
	return p.Address == "" && p.Lang == "" && p.Zone == "" && p.Prefs == (Prefs{}) && p.Change == (Change{}) && p.Webhook == (Webhook{}) && p.Mode != Daily && p.Digest == (Digest{}) && len(p.Blocked) == 0 && !p.Plays
}

func putRetention(p Profile) []byte {
	if p.Used.IsZero() {
		return nil
	}
	plays := byte(0)
	if p.Plays {
		plays = 1
	}
	return binary.BigEndian.AppendUint64([]byte{plays}, uint64(p.Used.Unix()))
}

func takeRetention(r *reader, p *Profile) {
	plays := r.byte()
	p.Plays, p.Used = plays == 1, r.second()
	if plays > 1 || !p.Used.Equal(p.Used.Truncate(24*time.Hour)) {
		r.fail("no such day")
	}
}

// lastSecond is the end of the year 9999, as in package match.
const lastSecond = 253402300799

// second reads a time in whole seconds, after the beginning of 1970.
func (r *reader) second() time.Time {
	b := r.raw(8)
	if b == nil {
		return time.Time{}
	}
	n := binary.BigEndian.Uint64(b)
	if n == 0 || n > lastSecond {
		r.fail("a time that cannot be there")
		return time.Time{}
	}
	return time.Unix(int64(n), 0).UTC()
}
