package players

import (
	"context"
	"time"

	"fieldpost/engine/player"
	"fieldpost/functions/internal/words"
)

// NextDay sets the alarm of a person whose mail of the day was dealt with at now, and
// notes that it was sent. was is his profile as it was read for that: if another alarm
// is stored by now, somebody else has set it, and it stays, unless that would be a second
// mail for one day.
func (p *Players) NextDay(ctx context.Context, was player.Profile, sent bool, now time.Time) error {
	_, err := p.Amend(ctx, was.Key, func(he player.Profile) (player.Profile, bool) {
		if !he.Alarm.Equal(was.Alarm) && (!sent || !he.Digest.Last.Equal(was.Digest.Last)) {
			return he, false
		}
		if sent {
			he = he.Sent(now)
		}
		return he.Wind(now, words.Place(he.Zone)), true
	})
	return err
}
