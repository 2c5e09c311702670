package mail

import (
	"errors"
	"fmt"
	netmail "net/mail"
	"slices"
	"strings"
	"time"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/engine/player"
	"fieldpost/functions/internal/present"
	"fieldpost/infra/link"
)

// Answer is the one short mail that answers a mail of a seat's player: what came of
// what he wrote, and whatever he has asked to see. All but Says, Seat and At may be
// zero.
type Answer struct {
	Seat  engine.Color
	Epoch uint8 // of its reader's profile, as in Letter
	Prefs player.Prefs
	At    time.Time // when his mail came
	To    string    // the Message-ID of his mail, with its angle brackets; "": it is not named

	Says  []string // one paragraph each
	Told  string   // the message that he has sent to the other, quoted below them
	Press []Press  // what he can do by a link, as the next step
	Lists []Lines  // what is told line by line

	Army   bool // his own army, as he has set it up, while nobody has begun
	Game   bool // the game as it stands, and his moves if it is his turn
	Moves  bool // his moves alone
	Record bool // what was played so far, as he may know it
}

// Press is a link in an answer. Its label is no command (package command): the answer
// may be quoted without a mark. Of its link only the purpose, the ply, the move and
// the action count: it is one of the reader's own seat.
type Press struct {
	Label string
	Link  link.Link
}

// Lines are short lines under a title.
type Lines struct {
	Title string
	Lines []string
}

// Answer writes the mail a to the player of a seat of m, who may only be invited
// yet. key is as with Compose. It fails if there is nobody at that seat, or nothing
// to say.
func (c *Composer) Answer(m match.Match, a Answer, key string) (Message, error) {
	if a.Seat != engine.Red && a.Seat != engine.Blue || m.State <= match.Unconfirmed || m.Seat(a.Seat).Address == "" {
		return Message{}, fmt.Errorf("nobody at %v in %v has written", a.Seat, m)
	}
	if len(a.Says) == 0 {
		return Message{}, errors.New("an answer that says nothing")
	}
	d := c.draft(m, Letter{Seat: a.Seat, Epoch: a.Epoch, Prefs: a.Prefs})
	d.kind, d.date, d.answers, d.replies = "answer", a.At, a.To, true
	d.answer(a)
	return d.seal(key)
}

func (d *draft) answer(a Answer) {
	d.sheet.add(lead{a.Says[0]})
	for _, text := range a.Says[1:] {
		d.sheet.add(paragraph{text})
	}
	if a.Told != "" {
		d.quote(match.Message{Text: a.Told})
	}
	for _, p := range a.Press {
		d.sheet.add(button{ID: p.Link.Purpose.String(), URL: d.url(p.Link), Label: p.Label})
	}
	for _, l := range a.Lists {
		d.sheet.add(list(l))
	}
	// Whatever the answer is about, it is a mail that has shown an offer of a draw:
	// an answer to it may accept, and a move declines.
	if d.match.State == match.Playing {
		d.offer()
	}
	if a.Army {
		d.ownArmy()
	}
	if a.Game {
		d.stands()
	} else if a.Moves {
		d.ownMoves()
	}
	if a.Record && d.match.Begun() {
		d.record(d.reader.View.Record)
	}
	if d.match.Seated(d.seat) && !slices.ContainsFunc(a.Press, func(p Press) bool { return p.Link.Purpose == link.Board }) {
		d.board()
	}
	if a.Game && d.match.Begun() {
		d.legend()
	}
	d.seatNote()
}

// stands shows the game as it stands.
func (d *draft) stands() {
	switch m := d.match; {
	case m.State == match.Playing && d.reader.View.ToMove == d.seat:
		d.turn()
	case m.State == match.Playing, m.State == match.Over && m.Begun():
		d.deadline()
		d.position(d.reader.Caption())
		d.sheet.add(list{d.words.T("mail.turn.lost_title"), append(d.reader.Trays(), d.reader.Hidden()...)})
	default:
		d.ownDraft()
		d.deadline()
	}
}

// ownArmy draws the reader's own army as he has set it up, or as his draft is.
func (d *draft) ownArmy() {
	m, seat := d.match, d.match.Seat(d.seat)
	setup := seat.Setup
	if seat.Drafted {
		setup = seat.Draft
	}
	if m.Begun() || setup == (engine.Setup{}) {
		return
	}
	ground := m.Rules.Army.Board()
	view := &engine.View{Viewer: d.seat, Rules: m.Rules}
	for i := range ground.SetupRows * ground.Size {
		if setup[i] != engine.NoRank {
			view.Pieces = append(view.Pieces, engine.Seen{Square: ground.HomeSquare(d.seat, i), Color: d.seat, Rank: setup[i]})
		}
	}
	r := present.Reader{View: view, Words: d.words, Names: d.names}
	d.sheet.add(
		board{Caption: d.words.T("answer.army"), Board: present.BoardOf(view), Words: d.words, Key: r.Key(), TableKey: r.TableKey()},
		verbatim{d.words.T("answer.rows"), strings.Split(strings.TrimSuffix(setup.Text(ground), "\n"), "\n")},
	)
}

// tidy returns a Message-ID that may stand in a header of ours, or "": it is the
// word of whoever wrote the mail.
func tidy(id string) string {
	const most = 250
	inner, ok := strings.CutPrefix(id, "<")
	inner, closed := strings.CutSuffix(inner, ">")
	if !ok || !closed || len(id) > most {
		return ""
	}
	at, err := netmail.ParseAddress("<" + inner + ">")
	if err != nil || at.Address != inner || strings.ContainsFunc(inner, func(r rune) bool { return r <= ' ' || r > '~' || r == '"' }) {
		return ""
	}
	return id
}

// ownMoves lists the reader's moves, if it is his turn.
func (d *draft) ownMoves() {
	if groups := d.reader.Moves(); len(groups) > 0 {
		d.listMoves(groups)
	}
}
