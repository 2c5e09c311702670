// Package match is one correspondence match: two seats, how they came to sit
// there, their setups and the game that they play. It decides what a command
// does to a match, and owns the binary form in which every store keeps one.
//
// It is pure: ids, lots, salts and the time are arguments. It knows no store,
// no link, no mail and no page. A Match holds both players' secrets (addresses,
// setups, the game itself), so nothing that renders for a reader takes one:
// readers get an engine.View.
//
//	m, err := match.New(match.Create{…}, now)
//	m, events, err := match.Decide(m, match.Accept{By: engine.Blue}, now)
//	image := match.Seal(m)
//
// Sources: product.md "Life of a game", architecture.md "The road of a move".
package match

import (
	"fmt"
	"time"

	"fieldpost/engine"
	"fieldpost/engine/player"
)

// Match is a whole match as it stands after its last command. It is a value:
// Decide returns a new one and leaves the old one as it was. The zero value is
// no match.
type Match struct {
	ID      ID
	Version uint64    // 1 when created, one more for each command; internal, never shown to a player
	Created time.Time // UTC, whole seconds
	Changed time.Time // when the last command was decided; UTC, whole seconds, never before Created
	Rules   engine.Rules
	Pace    Pace
	State   State
	Creator engine.Color // the seat of the player who asked for the match
	Seats   engine.Both[Seat]

	// Unnamed says that the creator named no opponent: the seat is for the first
	// who takes it by the link that the creator passes on. Open says that the match
	// is shown on the home page too, while it is Invited.
	Unnamed, Open bool
	// Message is what the creator writes to whom he invites; "" once that one sits.
	Message string
	// Resent counts how often the invitation was mailed anew, to the same address.
	Resent int
	// Again says that the match is a rematch.
	Again bool
	Game  engine.Game // the zero Game until Begun

	// Deadline is the last moment at which a command of whoever is awaited
	// counts: the invited, both players while they set up, then the side to move.
	// UTC, whole seconds; zero when nobody's time runs.
	Deadline time.Time

	// Forgiven is the end of the last outage that has put a deadline off; zero when none
	// has. Extended is by how much outages have put it off; when Forgiven is zero, by
	// how much they had put off the one before, or the last of a match that has ended.
	// Whole seconds.
	Forgiven time.Time
	Extended time.Duration

	// Reminded is how many reminders of Deadline were given, at most MostReminders. Given
	// is how often it was put off by time that the other gave, at most MostGiven.
	Reminded, Given int

	// Apart is the clock of one player where both set up and have not the same; Deadline
	// is the other's then, and the first to be over.
	Apart Apart

	// Vacations are those of each player, in their order, while the match runs: as far
	// back as they count in the bank or his time.
	Vacations engine.Both[[]Vacation]

	// Alarm is the moment for which the store is to wake the clock: not after Due.
	// Zero when nothing is due, and in a match of a program that knew no alarms, up
	// to its next command.
	Alarm time.Time

	// Closed is when the match came to Over or Aborted, whatever is done in it after;
	// zero before, and in a match that ended under a program which did not keep it.
	// UTC, whole seconds.
	Closed time.Time

	Offer     engine.Color // who offers a draw that is not answered yet, or whose offer ended the game
	AbortedBy engine.Color // who called the match off; NoColor if it was the clock

	// Public are the players who agree that others may watch, and see the replay.
	// Others may once both do.
	Public engine.Both[bool]

	// Plans are what both players have saved to be played for them.
	Plans engine.Both[Plan]

	// Shown counts the events so far that both players could see. It is the
	// version that players are told.
	Shown int

	// Said is each player's last message to the other, and Talks counts those of Shown
	// that left the game as it was: messages, nudges, vacations, given time. Mutes are the players that want no messages from the
	// other: each knows of his own alone.
	Said  engine.Both[Message]
	Talks int
	Mutes engine.Both[bool]

	// Unread are the players whose lines have moved for them since the other's last message,
	// which they have not answered: by the plies it would not be new to them any more.
	Unread engine.Both[bool]

	// Nudged is when each player last asked the other to move, Asked when he last asked
	// for the mail of his own turn; UTC, whole seconds, zero for never.
	Nudged, Asked engine.Both[time.Time]

	// Press tells the writer of this version his own write from another's: a
	// random number drawn for the call that gave the last command. Zero when
	// none was drawn. It is no part of what a command decides.
	Press uint64

	// Events are what the last command did, in order. They are stored with the
	// match in one write, and the mails follow from them.
	Events []Event
}

// Seat is one side of a match. It is secret: the setup and the salt until the
// game is over, the draft and the address always.
type Seat struct {
	Player
	Key       player.Key   // of the address; nobody's while the seat is vacant
	Epoch     uint8        // links of another epoch are cancelled
	Setup     engine.Setup // the zero Setup until Submitted
	Submitted bool         // the setup is in; it may be replaced until the other's is
	Draft     engine.Setup // any rows; the zero Setup unless Drafted
	Drafted   bool         // a draft is saved, and no setup is in
	Salt      [16]byte     // of the seat's commitment; the player learns it when the game starts
	Forgotten bool         // he had himself forgotten: nothing of him is kept here but what he played

	// How many plies were played, and one, when the player last offered a draw
	// and when he last declined one; 0: never.
	Offered, Declined int
}

// Player is who sits at a seat.
type Player struct {
	Name    string // 1 to 40 characters, see CheckName
	Address string // a plain addr-spec of at most 254 bytes, see CheckAddress
	Lang    string // "en", "fr", …
	Zone    string // IANA name of a time zone; "" while it is not known
}

// State is how far a match has come. The zero value is no match.
type State uint8

// The states, in the order in which a match passes through them.
const (
	NoState     State = iota
	Unconfirmed       // the creator has not yet pressed his confirm link
	Invited           // the opponent has not yet accepted; the creator may set up
	SettingUp         // both sit; not both setups are in
	Playing
	Over      // won, lost or drawn; perhaps before the game could begin
	Aborted   // called off: nobody has won
	Declined  // the invited does not want to play
	Expired   // nobody accepted in time
	Withdrawn // the creator took the invitation back
	stateEnd
)

var stateNames = [stateEnd]string{
	"none", "unconfirmed", "invited", "setup", "playing", "over", "aborted",
	"declined", "expired", "withdrawn",
}

// String returns the word of product.md: "unconfirmed", "invited", "setup",
// "playing", "over", "aborted", "declined", "expired", "withdrawn", or "none".
func (s State) String() string {
	if s >= stateEnd {
		return stateNames[NoState]
	}
	return stateNames[s]
}

// Begun reports whether a game was started: both setups are in and may not be
// changed any more.
func (m Match) Begun() bool { return m.Seats.Red.Submitted && m.Seats.Blue.Submitted }

// running reports whether the match keeps a deadline.
func (m Match) running() bool {
	return m.State == Invited || m.State == SettingUp || m.State == Playing
}

// Ended reports whether nothing can happen in the match any more.
func (m Match) Ended() bool { return m.State >= Over }

// Refused reports whether the match came to nothing because nobody took the
// opponent's seat.
func (m Match) Refused() bool { return m.State >= Declined }

// Vacant reports whether the opponent's seat is for whoever takes it, and nobody
// has taken it.
func (m Match) Vacant() bool {
	seat := m.Seat(m.Opponent())
	return seat.Address == "" && !seat.Forgotten
}

// Opponent returns the seat of the player whom the creator invited.
func (m Match) Opponent() engine.Color { return m.Creator.Other() }

// Seated reports whether the player of seat c takes part yet: the creator once
// he has confirmed, the opponent once he has accepted. Only who is seated may
// set up.
func (m Match) Seated(c engine.Color) bool {
	switch c {
	case engine.NoColor:
		return false
	case m.Creator:
		return m.State >= Invited
	}
	return m.State >= SettingUp && !m.Refused()
}

// Seat returns the seat of c, which must be Red or Blue.
func (m Match) Seat(c engine.Color) Seat { return *m.Seats.Of(c) }

// String names the match and its state and nothing secret, so that a match
// which strays into a log tells nobody's address or setup.
func (m Match) String() string { return fmt.Sprintf("match %v (%v)", m.ID, m.State) }

// String hides what is in a seat, as Match.String does.
func (s Seat) String() string { return fmt.Sprintf("seat (submitted: %v)", s.Submitted) }

// String hides the address.
func (p Player) String() string { return "player" }

// next returns a copy of m to be changed by a command decided at now. Time does
// not run backwards in a match, whatever the clocks of two machines say.
func (m Match) next(now time.Time) Match {
	m.Version++
	m.Press = 0
	m.Events = nil
	if t := seconds(now); t.After(m.Changed) {
		m.Changed = t
	}
	return m
}

// seconds brings t into the form in which a match keeps times, within the
// years that its binary form can hold.
func seconds(t time.Time) time.Time {
	return time.Unix(min(max(t.Unix(), 0), lastSecond), 0).UTC()
}

// lastSecond is the end of the year 9999, the last that RFC 3339 can write.
const lastSecond = 253402300799
