// Package gametime is the time of the games on a server where it runs faster than the
// world's, so that days pass in seconds: for who wants to see the life of a game, not for
// one that people play.
//
// It is a line over real time, made of stretches of different speeds, which never falls:
// what was once is over, whatever speed comes next. While nobody runs the server it goes
// at speed 1, like the world's; so how long the server stood still is the same by both,
// and what is forgiven for it (decisions/0053-outages.md) fits. Nothing here is I/O: Clock
// keeps the line by a port.
//
// Source: product.md "Programs", -speed; docs/decisions/0069-speed.md.
package gametime

import (
	"slices"
	"time"
)

// Line tells the time of the games by real time. The zero value is real time itself. It
// is never changed: its methods return another one.
type Line []Stretch

// Stretch is a part of a Line, up to the next.
type Stretch struct {
	Real  time.Time // when it begins; UTC, whole milliseconds
	Game  time.Time // what time it is in the games then; likewise
	Speed int       // milliseconds of the games in one; from 1 to MostSpeed
}

const (
	// MostSpeed lets a day pass in a second.
	MostSpeed = 86400

	// MostStretches is how many a Line keeps, the newest: enough for all outages that a
	// heartbeat keeps, each of which is at most two.
	MostStretches = 400
)

// End is the moment at which the time of the games stands still for good: dates behind it
// are of no use to anybody, and those far behind it cannot be counted in nanoseconds.
var End = time.Date(2200, 1, 1, 0, 0, 0, 0, time.UTC)

// at is Game within the stretch, and before it, for which its speed does not count.
func (s Stretch) at(moment time.Time) time.Time {
	d := moment.Sub(s.Real)
	if d <= 0 {
		return s.Game.Add(d)
	}
	if left := End.Sub(s.Game); d > left/time.Duration(s.Speed) {
		return s.Game.Add(max(left, 0))
	}
	return s.Game.Add(d * time.Duration(s.Speed))
}

// Game returns what time it is in the games at a moment.
func (l Line) Game(moment time.Time) time.Time {
	if len(l) == 0 {
		return moment
	}
	return l[l.in(moment)].at(moment)
}

// in returns the number of the stretch in which a moment lies: the first, if it is before
// all.
func (l Line) in(moment time.Time) int {
	for n := len(l) - 1; n > 0; n-- {
		if !l[n].Real.After(moment) {
			return n
		}
	}
	return 0
}

// Real returns the first moment at which it is so late in the games.
func (l Line) Real(game time.Time) time.Time {
	if len(l) == 0 {
		return game
	}
	n := len(l) - 1
	for n > 0 && !l[n].Game.Before(game) {
		n--
	}
	s := l[n]
	d := game.Sub(s.Game)
	if d <= 0 {
		return s.Real.Add(d)
	}
	return s.Real.Add(d / time.Duration(s.Speed))
}

// Wakes returns the line of a server that starts at now. What was promised for later
// counts as past: nobody knows how much of it was. So it does, too, where the clock of the
// machine has gone back meanwhile.
func (l Line) Wakes(now time.Time) Line {
	now = ceiling(now)
	if len(l) == 0 || !l[len(l)-1].Real.After(now) {
		return l
	}
	return l.before(now).with(Stretch{now, l[len(l)-1].Game, 1})
}

// Runs returns the line of a server that is there at now and runs at a speed, from now on
// until a moment; if nobody says then that it is still there, it was not. At speed 1 a
// line that has always been real time stays so.
func (l Line) Runs(speed int, now, until time.Time) Line {
	if len(l) == 0 && speed == 1 {
		return l
	}
	now, until = ceiling(now), ceiling(until)
	next := l.before(now)
	if last := len(next) - 1; last < 0 || next[last].Speed != speed {
		next = next.with(Stretch{now, l.Game(now), speed})
	}
	if speed > 1 {
		next = next.with(Stretch{until, next.Game(until), 1})
	}
	return next
}

// Stops returns the line of a server that ends at now.
func (l Line) Stops(now time.Time) Line { return l.Runs(1, now, now) }

// before returns a copy of the line without the stretches that begin after now.
func (l Line) before(now time.Time) Line {
	n := len(l)
	for n > 0 && l[n-1].Real.After(now) {
		n--
	}
	return slices.Clone(l[:n])
}

// with returns the line, which it may change, with one more stretch, in the place of one
// that begins at the same moment.
func (l Line) with(s Stretch) Line {
	if last := len(l) - 1; last >= 0 && l[last].Real.Equal(s.Real) {
		l = l[:last]
	}
	if l = append(l, s); len(l) > MostStretches {
		l = l[1:]
	}
	return l
}

// ceiling rounds up to whole milliseconds: what was told of the one that runs stays past.
func ceiling(t time.Time) time.Time {
	return t.Add(time.Millisecond - 1).Truncate(time.Millisecond).UTC()
}
