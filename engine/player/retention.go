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
// that he takes part in a game if plays is set: such games are never deleted. An
// address that is needed is not one that he has left.
func (p Profile) Use(now time.Time, plays bool) (Profile, bool) {
	day, changed := now.UTC().Truncate(24*time.Hour), !p.Left.IsZero()
	p.Left = time.Time{}
	if day.Unix() > 0 && day.After(p.Used) {
		p.Used, changed = day, true
	}
	if plays && !p.Plays && !p.Used.IsZero() {
		p.Plays, changed = true, true
	}
	return p, changed
}

// Leave notes that no game is kept any more in which he takes part; and until when
// they can come back, if a change of his address has taken them: zero if none has.
func (p Profile) Leave(until time.Time) (Profile, bool) {
	if p.Used.IsZero() || until.Unix() <= 0 {
		until = time.Time{}
	} else {
		until = time.Unix(until.Unix(), 0).UTC()
	}
	left := p.Plays || !p.Left.Equal(until)
	p.Plays, p.Left = false, until
	if !until.IsZero() {
		p.Alarm = time.Time{}
	}
	return p, left
}

// Expires returns the moment from which a store may forget the profile; zero: never.
// It never is while he plays, nor while it holds a word against mails. Of whom it is
// not known whether he plays nothing is forgotten.
func (p Profile) Expires() time.Time {
	if p.Used.IsZero() || p.Plays || p.speaks() {
		return time.Time{}
	}
	return p.Used.Add(IdleLife)
}

// Fades returns the moment from which he is to Fade; zero: never. It is when the games
// cannot come back any more that have left the address; or, since the store does not
// forget who has a word against mails, when it would forget another.
func (p Profile) Fades() time.Time {
	switch {
	case p.Used.IsZero(), p.Plays, p.bare():
		return time.Time{}
	case !p.Left.IsZero():
		return p.Left
	case p.speaks():
		return p.Used.Add(IdleLife)
	}
	return time.Time{}
}

// Fade returns what is kept when the address is needed no more: his key, the epoch of
// his links, and under it the words against mails: his own, that he wants none or none
// of somebody, and others', that they want none of his. The address itself goes.
func (p Profile) Fade() Profile {
	kept := Profile{
		Key: p.Key, Version: p.Version, Epoch: p.Epoch, Used: p.Used, Changes: p.noted(),
		Blocked: slices.Clone(p.Blocked), BlockedBy: slices.Clone(p.BlockedBy),
	}
	if p.Mode == None || p.Mode == Stopped {
		kept.Mode = p.Mode
	}
	if p.Signs.Health() != Well {
		kept.Signs = p.Signs
	}
	return kept
}

// Forget returns what is kept of who had himself forgotten: as Fade, but for whom he
// blocks. Links that were made before count no more.
func (p Profile) Forget(now time.Time) Profile {
	kept := p.Fade()
	kept.Blocked = nil
	kept, _ = kept.CancelLinks()
	kept, _ = kept.Use(now, false)
	return kept
}

// speaks reports whether the profile holds a word against mails.
func (p Profile) speaks() bool {
	return p.Mode == None || p.Mode == Stopped || p.Signs.Health() == Unwanted || len(p.Blocked) > 0 || len(p.BlockedBy) > 0
}

// bare reports whether the profile has nothing that Fade takes out.
func (p Profile) bare() bool {
	return p.Address == "" && p.Lang == "" && p.Zone == "" && p.Prefs == (Prefs{}) && p.Webhook == (Webhook{}) && p.Mode != Daily &&
		p.Digest == (Digest{}) && p.Left.IsZero() && !p.Plays && !slices.ContainsFunc(p.Changes, func(c Change) bool { return !c.Came.nothing() })
}

// Blank reports whether the profile is one that Forget left, or of whom nothing is
// kept: it has neither an address nor anything that he has chosen.
func (p Profile) Blank() bool { return p.bare() && len(p.Blocked) == 0 }

// putRetention writes a byte, 1 if he plays, the day, and until when his games can come
// back if they have left.
func putRetention(p Profile) []byte {
	if p.Used.IsZero() {
		return nil
	}
	b := binary.BigEndian.AppendUint64([]byte{flag(p.Plays)}, uint64(p.Used.Unix()))
	if !p.Left.IsZero() {
		b = binary.BigEndian.AppendUint64(b, uint64(p.Left.Unix()))
	}
	return b
}

func takeRetention(r *reader, p *Profile) {
	p.Plays, p.Used = r.flag(), r.second()
	if len(r.data) > 0 {
		p.Left = r.second()
	}
	if p.Plays && !p.Left.IsZero() || !p.Used.Equal(p.Used.Truncate(24*time.Hour)) {
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
