package player

import "time"

// Health is how an address fares with our mails. The zero value is well.
type Health uint8

// The kinds of health.
const (
	Well     Health = iota
	Bouncing        // the last mail that is known of came back for good
	Unwanted        // its reader has complained of our mails
)

// String returns "well", "bouncing" or "unwanted".
func (h Health) String() string {
	switch h {
	case Well:
		return "well"
	case Bouncing:
		return "bouncing"
	case Unwanted:
		return "unwanted"
	default:
		return "no health"
	}
}

// Signs are what is known of an address, a moment each, to the millisecond, in UTC;
// zero where nothing is. Only the newest of a kind is kept, so that reports may
// come late, twice and in any order, and always leave the same signs.
//
// Source: product.md "Correspondence life", bounces.
type Signs struct {
	Read       time.Time // a mail that was sent until then was read
	Bounced    time.Time // a mail that was sent then came back for good
	Complained time.Time // somebody complained of our mails
}

// Health reads the signs: whatever is older than what was read since counts no
// more. An address that bounces is called that even if there were complaints, since
// nothing reaches it.
func (s Signs) Health() Health {
	switch {
	case s.Bounced.After(s.Read):
		return Bouncing
	case s.Complained.After(s.Read):
		return Unwanted
	}
	return Well
}

// Reads notes that a mail which was sent until a moment was read.
func (p Profile) Reads(sent time.Time) (Profile, bool) {
	changed := later(&p.Signs.Read, sent)
	return p, changed
}

// Bounces notes that a mail which was sent at a moment came back for good.
func (p Profile) Bounces(sent time.Time) (Profile, bool) {
	changed := later(&p.Signs.Bounced, sent)
	return p, changed
}

// Complains notes a complaint of a moment.
func (p Profile) Complains(at time.Time) (Profile, bool) {
	changed := later(&p.Signs.Complained, at)
	return p, changed
}

// later puts a moment in the place of an earlier one. What has no form, a moment
// before 1970, changes nothing.
func later(kept *time.Time, seen time.Time) bool {
	seen = moment(seen.UnixMilli())
	if seen.IsZero() || !seen.After(*kept) {
		return false
	}
	*kept = seen
	return true
}

// moment is so many milliseconds after the beginning of 1970, or the zero time for
// none.
func moment(milliseconds int64) time.Time {
	if milliseconds <= 0 {
		return time.Time{}
	}
	return time.UnixMilli(milliseconds).UTC()
}

// milliseconds is the reverse of moment.
func milliseconds(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}
