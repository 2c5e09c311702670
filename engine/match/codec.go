package match

import (
	"bytes"
	"cmp"
	"time"

	"fieldpost/engine"
	"fieldpost/engine/player"
)

// The binary form of a match (Image.Data). Numbers are unsigned
// varints (encoding/binary), texts and packed games a number of bytes and these
// bytes.
//
//	form      byte    1, or 2 if there are parts
//	state     byte
//	creator   byte    1 red, 2 blue
//	created   number  seconds since 1970
//	changed   number  seconds since created
//	press     8 bytes, most significant first
//	pace      numbers: minutes for a move, minutes to set up
//	flags     byte    1 no vacation, 2 open, 4 a rematch, 8 red agrees to a public
//	          view, 16 blue does, 32 no opponent was named, 64 an
//	          outage has put a deadline off
//	message   text    to whom is invited
//	resent    byte    how often the invitation was mailed anew
//	opponent  16 bytes  the key of who is to be invited; while unconfirmed alone:
//	          later it stands in the index
//	deadline  number  0 none, else seconds since changed, and one
//	outages   with flag 64 alone, two numbers: the seconds by which the deadline is put
//	          off; 0 or, from its creation, the end of the last outage, and one
//	aborted   byte    by whom: 0 nobody or the clock, 1 red, 2 blue
//	seats     red's, then blue's:
//	  name address lang zone    texts
//	  epoch                     byte
//	  salt                      16 bytes
//	shown     number
//	game      the bytes of engine.Pack, which has the rules and both setups; empty
//	          before the game
//	then from the start of the game on:
//	  offer   byte    0 none, 1 red's, 2 blue's
//	  draws   red's, then blue's: two numbers, plies and one at his last offer
//	          and at his last refusal of one, 0 for never
//	and before:
//	  rules   text, of engine.Rules.String
//	  setups  red's, then blue's: text, of engine.Setup.Text; empty until submitted
//	drafts  red's, then blue's: text, of engine.Setup.Text; empty for none
//
// and in form 2 what few matches have, in the order of the tags (part.go):
//
//	parts   of each a byte, its tag, and a text, what it holds; at least one
//
// A match has one form only: decode encodes again what it has read and refuses
// what differs. So a program that knows no parts still reads the matches that have
// none.
const (
	plainForm   = 1
	partsForm   = 2
	formVersion = partsForm
)

// lastExtension is how many seconds a time.Duration can hold.
const lastExtension = 1<<63/1_000_000_000 - 1

func encode(m Match) []byte {
	data, more := encodePlain(m), encodeParts(m)
	if len(more) > 0 {
		data[0] = partsForm
	}
	return append(data, more...)
}

func encodePlain(m Match) []byte {
	w := writer{make([]byte, 0, 512)}
	w.byte(plainForm)
	w.byte(byte(m.State))
	w.byte(byte(m.Creator))
	w.number(uint64(m.Created.Unix()))
	w.number(uint64(m.Changed.Unix() - m.Created.Unix()))
	w.uint64(m.Press)
	w.number(uint64(m.Pace.Move / time.Minute))
	w.number(uint64(m.Pace.Setup / time.Minute))
	w.flags(m.Pace.NoVacation, m.Open, m.Again, m.Public.Red, m.Public.Blue, m.Unnamed, m.Extended > 0)
	w.text(m.Message)
	w.byte(byte(m.Resent))
	if m.State == Unconfirmed {
		key := m.Seat(m.Opponent()).Key
		w.raw(key[:])
	}
	if m.Deadline.IsZero() {
		w.number(0)
	} else {
		w.number(uint64(m.Deadline.Unix()-m.Changed.Unix()) + 1)
	}
	if m.Extended > 0 {
		w.number(uint64(m.Extended / time.Second))
		if m.Forgiven.IsZero() {
			w.number(0)
		} else {
			w.number(uint64(m.Forgiven.Unix()-m.Created.Unix()) + 1)
		}
	}
	w.byte(byte(m.AbortedBy))
	for _, s := range []*Seat{&m.Seats.Red, &m.Seats.Blue} {
		w.text(s.Name)
		w.text(s.Address)
		w.text(s.Lang)
		w.text(s.Zone)
		w.byte(s.Epoch)
		w.raw(s.Salt[:])
	}
	w.number(uint64(m.Shown))
	if m.Begun() {
		w.text(string(engine.Pack(m.Game)))
		w.byte(byte(m.Offer))
		for _, s := range []*Seat{&m.Seats.Red, &m.Seats.Blue} {
			w.number(uint64(s.Offered))
			w.number(uint64(s.Declined))
		}
		return w.data
	}
	w.text("")
	w.text(m.Rules.String())
	for _, s := range []*Seat{&m.Seats.Red, &m.Seats.Blue} {
		if s.Submitted {
			w.text(s.Setup.Text(m.Rules.Army.Board()))
		} else {
			w.text("")
		}
	}
	for _, s := range []*Seat{&m.Seats.Red, &m.Seats.Blue} {
		if s.Drafted {
			w.text(s.Draft.Text(m.Rules.Army.Board()))
		} else {
			w.text("")
		}
	}
	return w.data
}

func decode(data []byte) (Match, error) {
	if len(data) == 0 {
		return Match{}, &CorruptError{"empty"}
	}
	if data[0] > formVersion {
		return Match{}, &VersionError{int(data[0])}
	}
	if data[0] < plainForm {
		return Match{}, &CorruptError{"no such form"}
	}
	r := reader{data: data[1:]}
	m := Match{State: State(r.byte()), Creator: engine.Color(r.byte())}
	created := r.below(lastSecond + 1)
	changed := created + r.below(lastSecond+1-created)
	m.Created, m.Changed = time.Unix(int64(created), 0).UTC(), time.Unix(int64(changed), 0).UTC()
	m.Press = r.uint64()
	m.Pace.Move, m.Pace.Setup = r.minutes(), r.minutes()
	var extended bool
	r.flags(&m.Pace.NoVacation, &m.Open, &m.Again, &m.Public.Red, &m.Public.Blue, &m.Unnamed, &extended)
	m.Message, m.Resent = r.text(), int(r.byte())
	if m.State == Unconfirmed {
		copy(m.Seats.Of(m.Opponent()).Key[:], r.raw(len(player.Key{})))
	}
	if left := r.below(lastSecond + 2 - changed); left > 0 {
		m.Deadline = time.Unix(int64(changed+left-1), 0).UTC()
	}
	if extended {
		m.Extended = time.Duration(r.below(lastExtension+1)) * time.Second
		if end := r.below(lastSecond + 2 - created); end > 0 {
			m.Forgiven = time.Unix(int64(created+end-1), 0).UTC()
		}
	}
	m.AbortedBy = engine.Color(r.byte())
	for _, s := range []*Seat{&m.Seats.Red, &m.Seats.Blue} {
		s.Name, s.Address, s.Lang, s.Zone = r.text(), r.text(), r.text(), r.text()
		s.Epoch = r.byte()
		copy(s.Salt[:], r.raw(len(s.Salt)))
	}
	m.Shown = int(r.below(1 << 31))
	if packed := r.text(); packed != "" {
		r.game(&m, packed)
		m.Offer = engine.Color(r.byte())
		for _, s := range []*Seat{&m.Seats.Red, &m.Seats.Blue} {
			s.Offered, s.Declined = int(r.below(1<<31)), int(r.below(1<<31))
		}
	} else {
		m.Rules = r.rules()
		for _, s := range []*Seat{&m.Seats.Red, &m.Seats.Blue} {
			s.Setup, s.Submitted = r.setup(m.Rules)
		}
		for _, s := range []*Seat{&m.Seats.Red, &m.Seats.Blue} {
			s.Draft, s.Drafted = r.setup(m.Rules)
		}
	}
	if data[0] == partsForm {
		r.takeParts(&m)
	}
	if len(r.data) > 0 {
		r.fail("bytes left over")
	}
	if r.err == nil {
		r.err = m.consistent()
	}
	if r.err != nil {
		return Match{}, r.err
	}
	if !bytes.Equal(encode(m), data) {
		return Match{}, &CorruptError{"not canonical"}
	}
	return m, nil
}

// consistent checks what Decide keeps true of every match.
func (m Match) consistent() error {
	if m.State == NoState || m.State >= stateEnd {
		return &CorruptError{"no such state"}
	}
	if m.Creator != engine.Red && m.Creator != engine.Blue {
		return &CorruptError{"no such seat"}
	}
	vacant, creator := m.Vacant(), m.Seats.Of(m.Creator)
	switch {
	case creator.Address == "" && !creator.Forgotten, vacant && m.Seats.Of(m.Opponent()).Player != (Player{}):
		return &CorruptError{"half a player"}
	case vacant && (m.Seated(m.Opponent()) || !m.Unnamed), m.Open && !m.Unnamed, m.Unnamed && m.State <= Invited && !vacant:
		return &CorruptError{"a game without an opponent"}
	case m.Refused() && (creator.Submitted || creator.Drafted), m.Resent > MostResends, m.Message != "" && m.State > Invited, (m.Public.Red || m.Public.Blue) && !m.Begun():
		return &CorruptError{"what no command does"}
	}
	if err := cmp.Or(m.consistentForgotten(engine.Red), m.consistentForgotten(engine.Blue)); err != nil {
		return err
	}
	if m.AbortedBy > engine.Blue || m.Offer > engine.Blue {
		return &CorruptError{"no such seat"}
	}
	if m.Pace.Check() != nil {
		return &CorruptError{"no such pace"}
	}
	if m.running() == m.Deadline.IsZero() || m.State != Aborted && m.AbortedBy != engine.NoColor {
		return &CorruptError{"state and clock disagree"}
	}
	if m.talked() && !m.Seated(m.Opponent()) {
		return &CorruptError{"a word to nobody"}
	}
	if m.Reminded > 0 && m.State != SettingUp && m.State != Playing {
		return &CorruptError{"a reminder of nothing"}
	}
	for _, c := range []engine.Color{engine.Red, engine.Blue} {
		p := m.Plans.Of(c)
		if !p.empty() && m.State != Playing || len(p.Lines) > 0 && m.Game.ToMove() == c {
			return &CorruptError{"lines that wait for nothing"}
		}
	}
	if !m.Forgiven.IsZero() && (m.Extended == 0 && m.Apart.Extended == 0 || m.Deadline.IsZero()) {
		return &CorruptError{"an outage and no time for it"}
	}
	if err := cmp.Or(m.consistentClocks(), m.consistentUnread()); err != nil {
		return err
	}
	if m.Game.Rules() != (engine.Rules{}) {
		return m.consistentGame()
	}
	switch red, blue := m.Seats.Red.Submitted, m.Seats.Blue.Submitted; {
	case m.State == Playing, m.State == Over && (red == blue) != (m.Apart.Seat != engine.NoColor), m.State == Aborted && m.AbortedBy == engine.NoColor && red != blue:
		return &CorruptError{"state and setups disagree"}
	}
	for _, c := range []engine.Color{engine.Red, engine.Blue} {
		s := m.Seats.Of(c)
		if s.Drafted && (!m.Seated(c) || s.Submitted) {
			return &CorruptError{"a draft too many"}
		}
		if !s.Submitted {
			continue
		}
		if !m.Seated(c) || m.Seats.Of(c.Other()).Submitted {
			return &CorruptError{"a setup too many"}
		}
		if m.Rules.CheckSetup(s.Setup) != nil {
			return &CorruptError{"illegal setup"}
		}
	}
	return nil
}

// consistentGame checks what Decide keeps true of a match whose game has begun.
func (m Match) consistentGame() error {
	over, ply := m.Game.Outcome() != engine.Undecided, m.Game.Ply()
	fits := false
	switch m.State {
	case Playing:
		fits = !over
	case Over:
		fits = over
	case Aborted:
		fits = !over && ply < abortPlies && m.AbortedBy != engine.NoColor && m.Offer == engine.NoColor
	}
	if !fits {
		return &CorruptError{"state and game disagree"}
	}
	for _, s := range []*Seat{&m.Seats.Red, &m.Seats.Blue} {
		if s.Offered > ply+1 || s.Declined > ply+1 {
			return &CorruptError{"a draw of a ply to come"}
		}
	}
	agreed := m.Game.Reason() == engine.ByAgreement
	if m.Offer == engine.NoColor && agreed || m.Offer != engine.NoColor && (m.Seats.Of(m.Offer).Offered == 0 || m.State == Over && !agreed) {
		return &CorruptError{"an offer that cannot be"}
	}
	return nil
}

func encodeEvents(events []Event) []byte {
	data := make([]byte, 0, 2*len(events))
	for _, e := range events {
		data = append(data, byte(e.Kind), byte(e.Seat))
	}
	return data
}

func decodeEvents(data []byte) ([]Event, error) {
	var events []Event
	for len(data) >= 2 {
		e := Event{EventKind(data[0]), engine.Color(data[1])}
		if e.Kind == NoEvent || e.Kind >= eventEnd || e.Seat > engine.Blue {
			return nil, &CorruptError{"no such event"}
		}
		events, data = append(events, e), data[2:]
	}
	if len(data) > 0 {
		return nil, &CorruptError{"half an event"}
	}
	return events, nil
}
