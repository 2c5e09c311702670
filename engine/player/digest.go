package player

import (
	"encoding/binary"
	"time"
)

// Digest is what is remembered of a person's mails of the day. The zero value is that
// of who has had none.
//
// Source: product.md "Correspondence life", preferences.
type Digest struct {
	Last   time.Time // for when the last was sent; UTC, to the millisecond
	Paused bool      // None or Stopped took the place of Daily
}

// UsualHour is when the mail of the day comes to who has chosen no hour.
const UsualHour Hour = 8

// AlarmShards is over how many lists a store spreads the alarms of profiles.
const AlarmShards = 4

// AlarmShard returns in which list the alarm of a profile is, from 0 to
// AlarmShards−1. Never change it: stored alarms would be missed.
func (k Key) AlarmShard() int { return int(k[len(k)-1] % AlarmShards) }

// Collects reports whether what can wait is kept for his mail of the day.
func (p Profile) Collects() bool { return p.Mode == Daily && !p.Alarm.IsZero() }

// Wind sets the alarm at the first moment after now at which his mail of the day is
// to come, on a day on which none has come yet; or at never, unless his mode is Daily
// and his games are here.
// zone is that of p.Zone.
func (p Profile) Wind(now time.Time, zone *time.Location) Profile {
	p.Alarm = time.Time{}
	if p.Mode != Daily || !p.Left.IsZero() {
		return p
	}
	y, m, d := now.In(zone).Date()
	for p.Alarm.IsZero() {
		at := reaches(y, m, d, int(p.Prefs.Hour.Clock()), zone)
		if at.After(now) && (p.Digest.Last.IsZero() || dayOf(at, zone) > dayOf(p.Digest.Last, zone)) {
			p.Alarm = at
		}
		d++
	}
	return p
}

// Rescheduled reports whether something on which the alarm depends has changed since he
// was old, so that Wind must set it anew.
func (p Profile) Rescheduled(old Profile) bool {
	return p.Mode != old.Mode || p.Mode == Daily && (p.Zone != old.Zone || p.Prefs.Hour.Clock() != old.Prefs.Hour.Clock() || !p.Left.Equal(old.Left))
}

// Day names the day of his next mail of the day, "2026-03-29"; "" where none is to come.
// zone is that of p.Zone.
func (p Profile) Day(zone *time.Location) string {
	if p.Alarm.IsZero() {
		return ""
	}
	return dayOf(p.Alarm, zone)
}

// Sent notes that the mail of the day was sent for a moment.
func (p Profile) Sent(at time.Time) Profile {
	p.Digest.Last = moment(at.UnixMilli())
	return p
}

// dayOf returns the day of a moment in a zone, so that a later one is greater.
func dayOf(at time.Time, zone *time.Location) string { return at.In(zone).Format(time.DateOnly) }

// reaches returns the first moment of a day at which its clocks show an hour or more.
// On the night on which clocks change an hour may be missing, or come twice; a day has
// one such moment all the same. Zones are whole quarters of an hour from UTC.
func reaches(y int, m time.Month, d, hour int, zone *time.Location) time.Time {
	const farEast = 14 * time.Hour // the farthest that a zone is ahead of UTC
	shown := time.Date(y, m, d, hour, 0, 0, 0, time.UTC)
	at := shown.Add(-farEast)
	for {
		local := at.In(zone)
		_, ahead := local.Zone()
		if !at.Add(time.Duration(ahead) * time.Second).Before(shown) {
			return at
		}
		at = at.Add(15 * time.Minute)
	}
}

func putDigest(p Profile) []byte {
	if p.Digest == (Digest{}) {
		return nil
	}
	return binary.BigEndian.AppendUint64([]byte{flag(p.Digest.Paused)}, uint64(milliseconds(p.Digest.Last)))
}

func takeDigest(r *reader, p *Profile) {
	p.Digest = Digest{Paused: r.flag(), Last: r.moment()}
	if p.Digest == (Digest{}) {
		r.fail("no such digest")
	}
}
