package match

import (
	"time"

	"fieldpost/engine"
	"fieldpost/engine/player"
)

// Create is what New makes a match from. Everything drawn by lot is drawn by
// the caller.
type Create struct {
	ID      ID                      // random; not zero
	Creator engine.Color            // the seat of the player who asks; Red or Blue
	Players engine.Both[Player]     // the zero Player for a vacant opponent's seat
	Keys    engine.Both[player.Key] // of their addresses
	Rules   engine.Rules            // checked here, need not be canonical
	Pace    Pace                    // zero: StandardPace
	Salts   engine.Both[[16]byte]   // random, of the seats' commitments

	Confirmed bool   // the creator has shown before that the address is his
	Open      bool   // anybody may take the vacant seat: an open challenge
	Message   string // to whom is invited, see CheckMessage
	Again     bool   // it is a rematch
}

// String hides the players, the salts and the message.
func (c Create) String() string { return "request of match " + c.ID.String() }

// New returns an Unconfirmed match with its one event, Created; or, if the
// creator is Confirmed, an Invited one, with the event Confirmed too. Spaces
// around names and the message are dropped, its line breaks are line feeds, and an
// empty language is "en".
//
// It fails with *InputError for the first fault of a name, an address, a
// language, a time zone or the pace, and with *engine.RulesError for senseless rules.
func New(c Create, now time.Time) (Match, error) {
	if c.ID == (ID{}) {
		return Match{}, &InputError{Field: "id", Problem: Missing}
	}
	if c.Creator != engine.Red && c.Creator != engine.Blue {
		return Match{}, &InputError{Field: "color", Text: c.Creator.String(), Problem: NoSide}
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
		Open: c.Open, Message: tidy(c.Message), Again: c.Again,
		Events: []Event{{Created, c.Creator}},
	}
	for _, who := range []struct {
		name string
		seat engine.Color
	}{{"creator", c.Creator}, {"opponent", c.Creator.Other()}} {
		s := Seat{Player: *c.Players.Of(who.seat), Key: *c.Keys.Of(who.seat), Salt: *c.Salts.Of(who.seat)}
		if s.Player == (Player{}) && who.seat != c.Creator {
			s.Key = player.Key{} // nobody's
		} else if s.Player, err = checkPlayer(who.name, s.Player); err != nil {
			return Match{}, err
		}
		*m.Seats.Of(who.seat) = s
	}
	m.Unnamed = m.Vacant()
	switch {
	case m.Open && !m.Vacant():
		return Match{}, &InputError{Field: "open", Text: "true", Problem: OpenNotVacant}
	case m.Message != "" && m.Open:
		return Match{}, &InputError{Field: "message", Problem: OpenMessage}
	}
	if problem := CheckMessage(m.Message); problem != NoProblem {
		return Match{}, &InputError{Field: "message", Text: m.Message, Problem: problem}
	}
	if err := oneself(c.Keys.Red, c.Keys.Blue); err != nil {
		return Match{}, err
	}
	if c.Confirmed {
		confirmed, err := Confirm{}.decide(&m)
		if err != nil {
			return Match{}, err
		}
		m.Events = append(m.Events, confirmed...)
	}
	m.Shown = shown(m.Events)
	m.arm()
	return m, nil
}
