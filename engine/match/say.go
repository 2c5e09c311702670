package match

import (
	"time"

	"fieldpost/engine"
)

// Message is what a player wrote to the other, and no others may read. The zero value is
// none.
type Message struct {
	Text string    // 1 to 500 characters, see CheckMessage
	At   time.Time // when it was written; UTC, whole seconds
	Ply  int       // how many plies were played then
}

// String hides the text.
func (Message) String() string { return "message" }

// Linked reports whether mail programs may make a link of a part of the message.
func (m Message) Linked() bool { return looksLikeLink(m.Text) }

// Say is By's message to the other player, who must sit too. It may be given as long as
// the match is kept, also after its end, and takes the place of By's last one. Spaces
// around it are dropped.
//
// The same text once more is ErrRepeated, unless the other has written or a ply was
// played since.
//
// Source: product.md "Correspondence life".
type Say struct {
	By   engine.Color
	Text string
}

// String hides the text.
func (Say) String() string { return "a message" }

func (s Say) decide(m *Match) ([]Event, error) {
	if !m.bothSit(s.By) {
		return nil, &StateError{"write a message", m.State}
	}
	text := tidy(s.Text)
	p := CheckMessage(text)
	if p == NoProblem && text == "" {
		p = Missing
	}
	if p != NoProblem {
		return nil, &InputError{Field: "text", Text: text, Problem: p}
	}
	last, theirs := m.Said.Of(s.By), m.Said.Of(s.By.Other())
	if text == last.Text && m.Game.Ply() == last.Ply && !theirs.At.After(last.At) {
		return nil, ErrRepeated
	}
	*last = Message{Text: text, At: m.Changed, Ply: m.Game.Ply()}
	m.Unread = engine.Both[bool]{} // theirs is answered, and this one newer than every move
	return []Event{{Said, s.By}}, nil
}

// bothSit reports whether by is Red or Blue, and both players take part and neither is
// forgotten.
func (m *Match) bothSit(by engine.Color) bool {
	return (by == engine.Red || by == engine.Blue) && m.Seated(m.Opponent()) && !m.Parted()
}

// Parted reports whether a player had himself forgotten: there is nobody any more to say
// something to, or to play again.
func (m Match) Parted() bool { return m.Seats.Red.Forgotten || m.Seats.Blue.Forgotten }

// Heard returns the last message to c, Red or Blue, which is none if he has muted the
// other.
func (m Match) Heard(c engine.Color) Message {
	if *m.Mutes.Of(c) {
		return Message{}
	}
	return *m.Said.Of(c.Other())
}

// Unanswered returns the last message to c if he has neither moved by himself nor written
// since, and none otherwise.
func (m Match) Unanswered(c engine.Color) Message {
	if !m.unread(c) {
		return Message{}
	}
	return m.Heard(c)
}

// Standing is a version as Shown is, but that messages, nudges, vacations and given time
// leave it alone: it counts what has changed the game before the eyes of both players.
func (m Match) Standing() int { return m.Shown - m.Talks }

// talked reports whether one player ever had something to say to the other, or about it.
func (m Match) talked() bool {
	return m.Said != (engine.Both[Message]{}) || m.Mutes != (engine.Both[bool]{}) || m.Asked != (engine.Both[time.Time]{})
}

// talks counts the events that both players see and that leave the game as it was: what one
// says to the other, and whose time stands still or grows.
func talks(events []Event) int {
	n := 0
	for _, e := range events {
		switch e.Kind {
		case Said, Nudged, VacationTaken, VacationEnded, TimeGiven:
			n++
		}
	}
	return n
}

// Part 5: Talks; red's message, then blue's: a text, and
// unless it is empty two numbers, the seconds from the creation of the match on, and the ply.

func putTalk(w *writer, m Match) {
	if m.Talks == 0 {
		return
	}
	w.number(uint64(m.Talks))
	for _, s := range []Message{m.Said.Red, m.Said.Blue} {
		w.text(s.Text)
		if s.Text != "" {
			w.number(uint64(s.At.Unix() - m.Created.Unix()))
			w.number(uint64(s.Ply))
		}
	}
}

func takeTalk(r *reader, m *Match) {
	m.Talks = int(r.below(uint64(m.Shown) + 1))
	for _, s := range []*Message{&m.Said.Red, &m.Said.Blue} {
		if s.Text = r.text(); s.Text != "" {
			s.At = time.Unix(m.Created.Unix()+int64(r.below(uint64(m.Changed.Unix()-m.Created.Unix())+1)), 0).UTC()
			s.Ply = int(r.below(uint64(m.Game.Ply()) + 1))
		}
		if tidy(s.Text) != s.Text || CheckMessage(s.Text) != NoProblem {
			r.fail("a message that nobody can write")
		}
	}
}
