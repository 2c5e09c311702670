package mail

import "fieldpost/engine"

// Letter is one mail that is owed: of which kind, and to which seat.
type Letter struct {
	Kind Kind
	Seat engine.Color
}

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
	kindEnd
)

var kindNames = [kindEnd]string{
	"none", "confirm", "set-up", "invite", "accepted", "waiting", "game-on", "your-turn", "over",
	"draw-offered", "draw-declined", "aborted",
}

// String returns "confirm", "set-up", … or "none".
func (k Kind) String() string {
	if k >= kindEnd {
		return kindNames[NoKind]
	}
	return kindNames[k]
}
