// Package digest makes the rounds with the mails of the day: it finds the people whose
// hour has come, who have asked for one mail a day in place of those about single
// games, and sends each of them the games that wait for him. It knows no page and no
// store but by its ports.
//
//	alarm → profile → his games → claim → send → mark → next alarm
//
// A mail belongs to no stored game, and is sent under a claim of the person's key and
// the day. So nobody gets two for one day, however many rounds meet and wherever one
// is cut off. On a day on which no game waits for him he gets none.
//
// On the same rounds an address goes that is needed no more, of which the store is to
// keep something (player.Profile.Fades).
//
// Source: product.md "Correspondence life", architecture.md "Mails out".
package digest

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"strings"
	"time"

	"fieldpost/engine/match"
	"fieldpost/engine/player"
	"fieldpost/functions/internal/mail"
	"fieldpost/functions/internal/notify"
	"fieldpost/functions/internal/panics"
	"fieldpost/functions/internal/players"
	"fieldpost/functions/internal/words"
)

// Alarms finds the people whose mail of the day is due.
type Alarms interface {
	// DueProfiles returns those of a shard (player.Key.AlarmShard) whose alarm is not
	// after now, the earliest first, at most limit. It may be a moment behind. Some
	// may come beside an error.
	DueProfiles(ctx context.Context, shard int, now time.Time, limit int) ([]player.Key, error)
}

// Post sends the mail of the day.
type Post interface {
	// MailDay sends it once for a claim, however often it is called.
	MailDay(ctx context.Context, claim string, to mail.Recipient, day mail.Day, at time.Time) error
}

// Rounds sends the mails of the day. A Rounds makes one sweep at a time; any number of
// them may be at the same people at once.
type Rounds struct {
	People *players.Players
	Alarms Alarms
	Post   Post
	Now    func() time.Time // by which Span is measured

	// What one sweep does at most: so many people, in so much time. The next sweep
	// begins in the shard where this one has stopped, or behind it if that has had its turn.
	Most int
	Span time.Duration

	// Report is told of each person's mail that could not be sent, and not of whom.
	Report func(err error)

	first   int                      // the shard in which the next sweep begins
	resting map[player.Key]time.Time // whose mail failed, and until when he is left alone
}

// For how long a person is left alone whose mail failed: in a way that may pass, and in
// one that will not.
const (
	Pause = time.Minute
	Rest  = time.Hour
)

// Swept counts what a sweep has done.
type Swept struct {
	Sent   int  // people who got their mail
	Idle   int  // people for whom no game waits
	Faded  int  // people whose address is needed no more
	Others int  // people at whom somebody else is, or was
	Failed int  // people whose mail could not be sent
	Left   bool // it has stopped at Most or Span, and somebody may be due
}

// people returns at how many people it has looked.
func (s Swept) people() int { return s.Sent + s.Idle + s.Faded + s.Others + s.Failed }

// Sweep deals with the people who are due at now, until nobody is left or it has done
// what one sweep may do. What fails stops nobody else's.
//
// It fails when ctx ends, when the alarms of a shard could not be read, or when a mail
// failed in a way that may pass: the first such error.
func (r *Rounds) Sweep(ctx context.Context, now time.Time) (swept Swept, err error) {
	until := r.Now().Add(r.Span)
	maps.DeleteFunc(r.resting, func(_ player.Key, until time.Time) bool { return !until.After(now) })
	first := r.first
	for n := range player.AlarmShards {
		shard := (first + n) % player.AlarmShards
		due, failure := r.Alarms.DueProfiles(ctx, shard, now, r.Most+len(r.resting)+1) // one more, to know that there is
		err = cmp.Or(err, failure)
		before := swept.people()
		for _, key := range due {
			if _, rests := r.resting[key]; rests {
				continue
			}
			if swept.people() >= r.Most || !r.Now().Before(until) {
				swept.Left, r.first = true, shard
				if n == 0 || swept.people() > before {
					r.first = (shard + 1) % player.AlarmShards
				}
				return swept, err
			}
			if gone := ctx.Err(); gone != nil {
				return swept, gone
			}
			// Whoever is begun is finished: a mail that is broken off leaves a claim behind.
			err = cmp.Or(err, r.one(context.WithoutCancel(ctx), key, now, &swept))
		}
	}
	return swept, err
}

// one deals with a person, and counts him. It returns a failure that may pass.
func (r *Rounds) one(ctx context.Context, key player.Key, now time.Time, swept *Swept) error {
	err := r.look(ctx, key, now, swept)
	switch {
	case err == nil:
		return nil
	case errors.Is(err, match.ErrHeld), errors.Is(err, match.ErrConflict):
		swept.Others++
		return nil
	}
	swept.Failed++
	r.Report(err)
	pause, hopeless := Pause, hopeless(err)
	if hopeless {
		pause = Rest
	}
	if r.resting == nil {
		r.resting = map[player.Key]time.Time{}
	}
	r.resting[key] = now.Add(pause)
	if hopeless {
		return nil
	}
	return err
}

// look sends a person's mail if one is due, and sets his alarm anew. A panic is his
// failure alone.
func (r *Rounds) look(ctx context.Context, key player.Key, now time.Time, swept *Swept) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = panics.Recovered(v)
		}
	}()
	he, err := r.People.Profile(ctx, key)
	if err != nil {
		return err
	}
	if end := he.Fades(); !end.IsZero() && !end.After(now) {
		if err := r.People.Fade(ctx, key); err != nil {
			return err
		}
		swept.Faded++
		return nil
	}
	if he.Alarm.IsZero() || he.Alarm.After(now) { // the list was behind
		swept.Others++
		return nil
	}
	sent := false
	if he.GameMails() {
		if sent, err = r.send(ctx, he, now); err != nil && !notify.Permanent(err) {
			return err
		}
	}
	if err := r.People.NextDay(ctx, he, sent, now); err != nil {
		return err
	}
	switch {
	case err != nil: // it will never be sent: his next one is tomorrow's
		swept.Failed++
		r.Report(err)
	case sent:
		swept.Sent++
	default:
		swept.Idle++
	}
	return nil
}

// send mails a person the games that wait for him. sent is false where none does that
// is not mailed at once anyway.
func (r *Rounds) send(ctx context.Context, he player.Profile, now time.Time) (sent bool, err error) {
	games, err := r.People.Games(ctx, he.Key)
	if err != nil {
		return false, err
	}
	to := mail.Recipient{Key: he.Key, Epoch: he.Epoch, Address: he.Address, Lang: he.Lang, Prefs: he.Prefs}
	day := mail.Day{Last: he.Digest.Last, Zone: he.Zone}
	calls := false
	for _, m := range games {
		if m.Late(now) { // the clock ends it, which is told by a mail of its own
			continue
		}
		s := mail.Sitting{Match: m, Seat: players.SeatOf(m, he.Key)}
		if seat := m.Seat(s.Seat); to.Address == "" {
			to.Address, to.Lang = seat.Address, cmp.Or(to.Lang, seat.Lang)
		}
		day.Games = append(day.Games, s)
		calls = calls || s.Calls() && !m.Pace.Brisk()
	}
	if !calls {
		return false, nil
	}
	claim := "P#" + players.Person(he.Key) + "/C#digest#" + dayOf(he)
	if err := r.Post.MailDay(ctx, claim, to, day, now); err != nil {
		return false, err
	}
	return true, nil
}

// dayOf names the day of his alarm and the zone whose day it is: to who has gone over the
// date line the same date is another day.
func dayOf(he player.Profile) string {
	day := he.Day(words.Place(he.Zone))
	if he.Zone != "" {
		day += "." + strings.ReplaceAll(he.Zone, "/", ".")
	}
	return day
}

// hopeless reports whether no later try of this program will fare better.
func hopeless(err error) bool {
	_, thrown := errors.AsType[*panics.Error](err)
	_, corrupt := errors.AsType[*player.CorruptError](err)
	_, newer := errors.AsType[*player.VersionError](err)
	return thrown || corrupt || newer
}
