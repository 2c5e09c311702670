package site

import (
	"cmp"
	"slices"
)

// How pressing a game is to its player.
const (
	awaited = iota // it waits for him
	waiting        // for somebody else
	ended
)

func (v *visit) urgency() int {
	switch {
	case v.match.Ended():
		return ended
	case v.match.Awaits(v.link.Seat):
		return awaited
	}
	return waiting
}

// byUrgency are games with those first that wait for their player, and whose time ends
// soonest; those that are over come last, as they stood.
func byUrgency(games []*visit) []*visit {
	return slices.SortedStableFunc(slices.Values(games), func(a, b *visit) int {
		if c := cmp.Compare(a.urgency(), b.urgency()); c != 0 || a.match.Ended() {
			return c
		}
		ends, later := a.match.ClockFor(a.link.Seat).Deadline, b.match.ClockFor(b.link.Seat).Deadline
		switch {
		case ends.IsZero() && later.IsZero():
			return 0
		case ends.IsZero(): // no time runs there
			return 1
		case later.IsZero():
			return -1
		}
		return ends.Compare(later)
	})
}
