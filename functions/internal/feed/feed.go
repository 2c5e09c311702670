// Package feed writes what a person's time runs for as a calendar (RFC 5545) and as
// news (Atom, RFC 4287). It knows no game and no link: its texts are ready for their
// reader. It is pure: the same feed gives the same bytes, whenever it is asked for.
//
// Source: product.md "Correspondence life".
package feed

import "time"

// Feed is what one person is to know. No field is empty.
type Feed struct {
	Title, Site, Lang string
	Home              string // where every entry leads
	Self              string // the address of the feed, without the ending of its form
	Entries           []Entry
}

// Entry is one game.
type Entry struct {
	Game  string // its name among all: letters, digits and hyphens
	Event string // what there is to tell of it, its name among those of the game: likewise
	Title string // one line
	Text  []string
	Until time.Time // when the reader's time is over; zero if none runs
	Since time.Time // when that time began to run, or the vacation in which it does not, or the game ended; not in the future
}

// dawn is when a feed without entries has changed last.
var dawn = time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)

// The forms of a feed: the endings of their addresses, and what they are called.
const (
	CalendarEnding = ".ics"
	AtomEnding     = ".atom"
	CalendarType   = "text/calendar; charset=utf-8"
	AtomType       = "application/atom+xml; charset=utf-8"
)
