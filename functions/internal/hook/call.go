package hook

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/engine/player"
)

// Event is what a program is told of a game.
type Event string

// The events.
const (
	Turn Event = "turn" // its player is to move
	Over Event = "over" // the game is over, or was called off
)

// Owed returns what the last command of m gives the program of a seat's player to
// know, or "".
func Owed(m match.Match, seat engine.Color) Event {
	var turn, over bool
	for _, e := range m.Events {
		turn = turn || e.Kind == match.Started || e.Kind == match.Moved
		over = over || e.Kind == match.Ended || e.Kind == match.CalledOff
	}
	switch {
	case over:
		return Over
	case turn && m.State == match.Playing && m.Game.ToMove() == seat:
		return Turn
	}
	return ""
}

// Call is what one program is to be told. It holds no address, no secret and nothing
// of the board, so that it may lie on a queue of others.
type Call struct {
	Player player.Key
	Hook   player.Mark // of the webhook for which it is meant
	ID     string      // the same for what is told twice
	Game   match.ID
	Event  Event
	At     time.Time // when it happened, by the time of the games; UTC, whole seconds
	Tries  int       // that have failed
	Due    time.Time // before which it is not to be made; UTC, whole seconds
}

// New is the call that m owes to the webhook of a seat's player from due on, which is by
// the world's time, where At is by that of the games. Its id follows from what both
// players know, and so tells no more.
func New(m match.Match, seat engine.Color, to player.Key, hook player.Mark, event Event, due time.Time) Call {
	sum := sha256.Sum256([]byte(m.ID.String() + " " + seat.String() + " " + string(event) + " " + strconv.Itoa(m.Game.Ply())))
	return Call{Player: to, Hook: hook, ID: hex.EncodeToString(sum[:16]), Game: m.ID, Event: event, At: m.Changed, Due: due.UTC().Truncate(time.Second)}
}

// Body is what is posted.
func (c Call) Body() []byte {
	b, err := json.Marshal(struct {
		Game  string `json:"game"`
		Event Event  `json:"event"`
		At    string `json:"at"`
	}{c.Game.String(), c.Event, c.At.UTC().Format(time.RFC3339)})
	if err != nil { // no value of these types fails
		panic(err)
	}
	return b
}

// kept is how a call lies on a queue.
type kept struct {
	Player string    `json:"player"`
	Hook   string    `json:"hook"`
	ID     string    `json:"id"`
	Game   string    `json:"game"`
	Event  Event     `json:"event"`
	At     time.Time `json:"at"`
	Tries  int       `json:"tries"`
	Due    time.Time `json:"due"`
}

// String is the call as a queue keeps it: one line of JSON.
func (c Call) String() string {
	b, err := json.Marshal(kept{
		hex.EncodeToString(c.Player[:]), hex.EncodeToString(c.Hook[:]), c.ID, c.Game.String(), c.Event, c.At.UTC(), c.Tries, c.Due.UTC(),
	})
	if err != nil { // a year of more than four digits
		panic(err)
	}
	return string(b)
}

// ErrShape is a text that is no call.
var ErrShape = errors.New("the text is no call of a webhook")

// Parse reads what String wrote, or fails with ErrShape.
func Parse(text string) (Call, error) {
	var k kept
	if err := json.Unmarshal([]byte(text), &k); err != nil {
		return Call{}, fmt.Errorf("%w: %T", ErrShape, err)
	}
	c := Call{ID: k.ID, Event: k.Event, At: k.At.UTC(), Tries: k.Tries, Due: k.Due.UTC()}
	game, err := match.ParseID(k.Game)
	c.Game = game
	ok := err == nil && unhex(c.Player[:], k.Player) && unhex(c.Hook[:], k.Hook) && unhex(make([]byte, 16), k.ID)
	if !ok || c.Player == (player.Key{}) || !slices.Contains([]Event{Turn, Over}, c.Event) || c.Tries < 0 {
		return Call{}, ErrShape
	}
	return c, nil
}

// unhex fills into with what text says, and reports whether that is so much.
func unhex(into []byte, text string) bool {
	b, err := hex.DecodeString(text)
	return err == nil && copy(into, b) == len(b) && len(b) == len(into)
}
