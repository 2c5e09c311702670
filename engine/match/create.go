package match

import (
	"time"

	"fieldpost/engine"
)

// Create is what New makes a match from. Everything drawn by lot is drawn by
// the caller.
type Create struct {
	ID      ID           // random; not zero
	Creator engine.Color // the seat of the player who asks; Red or Blue
	Players engine.Both[Player]
	Rules   engine.Rules          // checked here, need not be canonical
	Pace    Pace                  // zero: StandardPace
	Salts   engine.Both[[16]byte] // random, of the seats' commitments
}

// New returns an Unconfirmed match with its one event, Created. Spaces around
// names are dropped, and an empty language is "en".
//
// It fails with *InputError for the first fault of a name, an address, a
// language, a time zone or the pace, and with *engine.RulesError for senseless rules.
func New(c Create, now time.Time) (Match, error) {
	if c.ID == (ID{}) {
		return Match{}, &InputError{Field: "id", Problem: "is missing"}
	}
	if c.Creator != engine.Red && c.Creator != engine.Blue {
		return Match{}, &InputError{Field: "color", Text: c.Creator.String(), Problem: "must be red or blue"}
	}
	rules, err := c.Rules.Check()
	if err != nil {
		return Match{}, err
	}
	pace := c.Pace
	if pace == (Pace{}) {
		pace = StandardPace
	}
	if err := pace.Check(); err != nil {
		return Match{}, err
	}
	m := Match{
		ID: c.ID, Version: 1, Created: seconds(now), Changed: seconds(now),
		Rules: rules, Pace: pace, State: Unconfirmed, Creator: c.Creator,
		Shown: 1, Events: []Event{{Created, c.Creator}},
	}
	for _, who := range []struct {
		name string
		seat engine.Color
	}{{"creator", c.Creator}, {"opponent", c.Creator.Other()}} {
		p, err := checkPlayer(who.name, *c.Players.Of(who.seat))
		if err != nil {
			return Match{}, err
		}
		*m.Seats.Of(who.seat) = Seat{Player: p, Salt: *c.Salts.Of(who.seat)}
	}
	return m, nil
}
