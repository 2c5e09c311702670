package mail

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/engine/player"
	"fieldpost/functions/internal/words"
	"fieldpost/infra/link"
)

// Day is what a mail of the day tells.
type Day struct {
	Games []Sitting
	Last  time.Time // for when the one before was sent; zero: there was none
	Zone  string    // of the reader, where a game does not know it; "": not known
}

// Sitting is a seat of its reader's.
type Sitting struct {
	Match match.Match
	Seat  engine.Color
}

// Calls reports whether the game waits for the player of the seat: he is to set up, to
// move, or to answer an offer of a draw.
func (s Sitting) Calls() bool {
	m := s.Match
	return m.Seated(s.Seat) && (m.Awaits(s.Seat) || m.State == match.Playing && m.Offer == s.Seat.Other())
}

// until is the deadline that concerns the player of the seat. While both set up each may have
// another.
func (s Sitting) until() time.Time { return s.Match.ClockFor(s.Seat).Deadline }

// in is the match whose player lives in a zone unless it knows better.
func (s Sitting) in(zone string) match.Match {
	m := s.Match
	if seat := m.Seats.Of(s.Seat); seat.Zone == "" {
		seat.Zone = zone
	}
	return m
}

// Digest writes the mail of the day of at to a person: the games that wait for him,
// those first whose time is over first, each with what has happened, how long he has
// and the link to his board; and in short those that wait for others. key is as with
// Compose. It belongs to no seat, stands outside all threads, and takes no answers. It
// fails if no game waits for him, or if his key is nobody's.
func (c *Composer) Digest(to Recipient, day Day, at time.Time, key string) (Message, error) {
	if to.Key == (player.Key{}) {
		return Message{}, errors.New("nobody has games")
	}
	calling, others := day.sorted()
	if len(calling) == 0 {
		return Message{}, errors.New("a mail of a day without anything to do")
	}
	d := c.blank("digest", to, at)
	w := d.words
	d.title, d.public = w.T("mail.subject_digest"), true
	d.sheet.add(lead{w.N("digest.lead", len(calling), words.Args{"Now": w.Moment(at, day.Zone)})})
	for _, s := range calling {
		d.sit(s.in(day.Zone), s.Seat)
		d.calls(day.Last)
	}
	var lines []string
	for _, s := range others {
		d.sit(s.in(day.Zone), s.Seat)
		lines = append(lines, d.waitsFor())
	}
	d.match, d.seat = match.Match{}, engine.NoColor
	if len(lines) > 0 {
		d.sheet.add(list{w.T("digest.others"), lines})
	}
	games := link.Link{Purpose: link.Player, Player: to.Key, Epoch: to.Epoch}
	d.sheet.add(
		paragraph{w.T("digest.answers")},
		small{w.T("digest.seats")},
		footnote{ID: "player", URL: d.address(games), Label: w.T("mail.games")},
	)
	return d.seal(key)
}

// sorted parts the games that run into those that wait for the reader and others, the
// next deadline first: his own, or that of who is awaited.
func (d Day) sorted() (calling, others []Sitting) {
	for _, s := range d.Games {
		switch {
		case !s.Match.Seated(s.Seat) || s.Match.Ended():
		case s.Calls():
			calling = append(calling, s)
		default:
			others = append(others, s)
		}
	}
	for _, list := range [][]Sitting{calling, others} {
		slices.SortStableFunc(list, func(a, b Sitting) int {
			return cmp.Or(a.until().Compare(b.until()), strings.Compare(a.Match.ID.String(), b.Match.ID.String()))
		})
	}
	return calling, others
}

// game names the game.
func (d *draft) game() string {
	return d.words.T("page.game", words.Args{"Red": d.names.Red, "Blue": d.names.Blue, "Code": d.match.ID.Code()})
}

// calls tells of a game that waits for the reader, who had the last such mail at a moment. It
// says that the game waited then by when his time began to run: when the match was last
// changed would tell him of what the other does in secret.
func (d *draft) calls(last time.Time) {
	w, m := d.words, d.match
	d.sheet.add(heading{d.game()})
	switch {
	case m.State == match.SettingUp:
		d.sheet.add(paragraph{w.T("digest.set_up", words.Args{"Name": d.other()})})
		d.ownDraft()
	case m.Awaits(d.seat):
		d.sheet.add(paragraph{w.TurnLine(d.reader.View, d.names)})
		d.offer()
	default:
		d.offer()
	}
	if since := m.Since(d.seat); !last.IsZero() && !since.IsZero() && !since.After(last) {
		d.sheet.add(paragraph{w.T("digest.again")})
	}
	d.unanswered()
	d.deadline()
	at := d.url(link.Link{Purpose: link.Board})
	d.sheet.add(button{ID: fmt.Sprintf("board-%v", m.ID), URL: at, Label: w.T("digest.open", words.Args{"Name": d.other()})})
}

// waitsFor says for whom a game waits that does not wait for the reader, and how long.
func (d *draft) waitsFor() string {
	w, m := d.words, d.match
	switch {
	case m.State == match.Invited && m.Vacant():
		return w.T("digest.vacant", words.Args{"Game": d.game()})
	case m.State == match.Invited:
		return w.T("digest.invited", words.Args{"Game": d.game(), "Name": d.other()})
	}
	until, zone := d.moment(), m.Seat(d.seat).Zone
	if v, there := m.Vacation(d.seat.Other(), d.date); there && v.Runs(d.date) {
		return w.T("digest.their_rest", words.Args{"Game": d.game(), "Name": d.other(), "Back": w.Moment(v.Until, zone), "Until": until})
	}
	return w.T("digest.their_turn", words.Args{"Game": d.game(), "Name": d.other(), "Until": until})
}
