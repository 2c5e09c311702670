package mail

import (
	"fieldpost/engine"
	"fieldpost/engine/player"
)

// Letter is one mail that is owed: of which kind, and to which seat.
type Letter struct {
	Kind  Kind
	Seat  engine.Color
	Epoch uint8 // of its reader's profile: a link to his games of another is cancelled
	Prefs player.Prefs
}

// Recipient is whom a mail goes to that is nobody's seat.
type Recipient struct {
	Address string     // a plain addr-spec
	Lang    string     // "en", "fr", …; "" reads English
	Key     player.Key // of the address; nobody's: the mail has no link to stop mails
	Epoch   uint8      // of his profile: a link to his games of another is cancelled
	Prefs   player.Prefs
}

// String hides the address.
func (Recipient) String() string { return "recipient" }

// Kind says what a mail is about. The zero value is none.
type Kind uint8

// The kinds of mail.
const (
	NoKind       Kind = iota
	Confirm           // to the creator: is this address yours?
	SetUp             // to a player who now sits: place your pieces
	Invite            // to the opponent: somebody asks for a game
	Accepted          // to the creator: the opponent has come
	Waiting           // to the second: the other's setup is in
	GameOn            // to both: the game has begun; Red's is his first turn mail too
	YourTurn          // to the side to move
	Over              // to both: the game has ended
	DrawOffered       // to who may answer: the other offers a draw, without a move
	DrawDeclined      // to who offered it
	Aborted           // to both: the game was called off
	Declined          // to the creator: the invited does not want to play
	Expired           // to the creator: nobody has accepted in time
	NewLinks          // to who had his links cancelled: the new ones
	LinePlayed        // to whose line has answered for him
	Said              // to whom the other has written: his message
	Nudged            // to who is awaited: the other asks him to go on
	TurnAgain         // to who is awaited and asks for it: the mail of his turn, or of his setup
	Reminder          // to who is awaited: so much of his time is left
	Away              // to the other: a player takes a vacation
	Back              // to the other: he has ended it, or called it off
	TimeGiven         // to who is awaited: the other has given him time
	kindEnd
)

var kindNames = [kindEnd]string{
	"none", "confirm", "set-up", "invite", "accepted", "waiting", "game-on", "your-turn", "over",
	"draw-offered", "draw-declined", "aborted", "declined", "expired", "new-links", "line-played",
	"message", "nudge", "turn-again", "reminder", "away", "back", "time-given",
}

// Prompt reports whether a mail of kind k is sent at once to whoever gets his mails once a
// day: by then it would be too late.
func (k Kind) Prompt() bool { return k == Reminder }

// String returns "confirm", "set-up", … or "none".
func (k Kind) String() string {
	if k >= kindEnd {
		return kindNames[NoKind]
	}
	return kindNames[k]
}
