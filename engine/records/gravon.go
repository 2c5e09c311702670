package records

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"fieldpost/engine"
)

// Gravon is a game as gravon.de keeps it. It names squares from and to and
// nothing between, so a Lightning captain's turn may be ambiguous in it.
type Gravon struct {
	Army    engine.Army // Original, Barrage, Duel or Lightning
	Players engine.Both[string]
	Setups  engine.Both[engine.Setup]
	Moves   []engine.Move // From and To only
	Ending  Ending
	Outcome engine.Outcome
}

// Ending is Gravon's number for why a game ended.
type Ending int

// The endings. 10, both players missing, and 12, the game's own clock, end a
// game in no way that our rules know.
const (
	CannotMove      Ending = 0
	FlagCaptured    Ending = 1
	NobodyCanMove   Ending = 2
	Forfeit         Ending = 3
	TieAgreed       Ending = 4
	ClockOut        Ending = 11
	ClockOutMissing Ending = 13
	OpponentMissing Ending = 14
)

const gravonFormat = "gravon game"

var gravonArmies = map[engine.Army]string{
	engine.Original:  "classic",
	engine.Barrage:   "barrage",
	engine.Duel:      "duell",
	engine.Lightning: "ultimate lightning",
}

var gravonWinners = map[engine.Outcome]string{engine.RedWins: "1", engine.BlueWins: "2", engine.Draw: "3"}

// ParseGravon reads Gravon's XML in UTF-8. Elements and attributes that it does
// not know, and the moves' numbers, do not matter. It fails with
// *MalformedError, or with *UnsupportedError for an army that is not ours. The
// game need not follow the rules: Replay tells.
func ParseGravon(data []byte) (Gravon, error) {
	r := gravonReader{
		decoder: xml.NewDecoder(strings.NewReader(strings.TrimPrefix(string(data), "\ufeff"))),
		seen:    make(map[string]bool),
	}
	for {
		token, err := r.decoder.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return Gravon{}, r.bad(err.Error(), "well-formed XML")
		}
		if element, ok := token.(xml.StartElement); ok {
			if err := r.element(element); err != nil {
				return Gravon{}, err
			}
		}
	}
	for _, name := range []string{"game", "field", "result"} {
		if !r.seen[name] {
			return Gravon{}, &MalformedError{Format: gravonFormat, Text: "its end", Want: "to come before a <" + name + ">"}
		}
	}
	return r.game, nil
}

type gravonReader struct {
	decoder *xml.Decoder
	seen    map[string]bool // elements that may come once
	game    Gravon
}

func (r *gravonReader) bad(text, want string) error {
	line, _ := r.decoder.InputPos()
	return &MalformedError{Format: gravonFormat, At: fmt.Sprint("line ", line), Text: text, Want: want}
}

func (r *gravonReader) element(e xml.StartElement) error {
	attr := make(map[string]string)
	for _, a := range e.Attr {
		attr[a.Name.Local] = a.Value
	}
	name := e.Name.Local
	switch name {
	case "game", "field", "result":
		if r.seen[name] {
			return r.bad("a second <"+name+">", "allowed")
		}
		r.seen[name] = true
	}
	switch name {
	case "game":
		return r.army(attr["type"])
	case "field":
		return r.field(attr["content"])
	case "move":
		return r.move(attr["source"], attr["target"])
	case "player":
		return r.player(attr["id"], e)
	case "result":
		return r.result(attr["type"], attr["winner"])
	}
	return nil
}

func (r *gravonReader) army(text string) error {
	for army, name := range gravonArmies {
		if name == text {
			r.game.Army = army
			return nil
		}
	}
	return &UnsupportedError{"game of ours", fmt.Sprintf("gravon's game type %q", shorten(text)), LackArmy}
}

func (r *gravonReader) field(text string) error {
	f, err := ParseField(text)
	if err != nil {
		return err
	}
	r.game.Setups, err = f.Setups()
	return err
}

func (r *gravonReader) move(source, target string) error {
	from, err := engine.ParseSquare(source)
	if err != nil {
		return r.bad(source, "a square A1 to K10")
	}
	to, err := engine.ParseSquare(target)
	if err != nil {
		return r.bad(target, "a square A1 to K10")
	}
	r.game.Moves = append(r.game.Moves, engine.Move{From: from, To: to})
	return nil
}

func (r *gravonReader) player(id string, e xml.StartElement) error {
	var name string
	if err := r.decoder.DecodeElement(&name, &e); err != nil {
		return r.bad(err.Error(), "well-formed XML")
	}
	switch id {
	case "1":
		r.game.Players.Red = name
	case "2":
		r.game.Players.Blue = name
	default:
		return r.bad(id, "the id of a player, 1 or 2")
	}
	return nil
}

func (r *gravonReader) result(ending, winner string) error {
	n, err := strconv.Atoi(ending)
	if err != nil || n < 0 {
		return r.bad(ending, "the number of a result type")
	}
	for outcome, number := range gravonWinners {
		if number == winner {
			r.game.Ending, r.game.Outcome = Ending(n), outcome
			return nil
		}
	}
	return r.bad(winner, "a winner: 1 red, 2 blue, 3 nobody")
}

// Text writes x in Gravon's XML. It fails with *UnsupportedError for an army
// that Gravon does not play.
func (x Gravon) Text() ([]byte, error) {
	army, ok := gravonArmies[x.Army]
	if !ok {
		return nil, &UnsupportedError{gravonFormat, fmt.Sprintf("the %v army", x.Army), LackArmy}
	}
	winner, ok := gravonWinners[x.Outcome]
	if !ok {
		return nil, ErrRunning
	}
	field, err := FieldOf(x.Setups).Text()
	if err != nil {
		return nil, err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s<stratego>\n <game type=%q>\n  <field content=%q/>\n", xml.Header, army, field)
	for i, m := range x.Moves {
		fmt.Fprintf(&b, "  <move id=\"%d\" source=%q target=%q/>\n", i+1, gravonSquare(m.From), gravonSquare(m.To))
	}
	for i, name := range []string{x.Players.Red, x.Players.Blue} {
		fmt.Fprintf(&b, "  <player id=\"%d\">", i+1)
		// A strings.Builder takes everything.
		_ = xml.EscapeText(&b, []byte(name))
		b.WriteString("</player>\n")
	}
	fmt.Fprintf(&b, "  <result type=\"%d\" winner=%q/>\n </game>\n</stratego>\n", x.Ending, winner)
	return []byte(b.String()), nil
}

// gravonSquare writes a square as Gravon does: capital letters without J.
func gravonSquare(s engine.Square) string {
	return strings.Replace(strings.ToUpper(s.String()), "J", "K", 1)
}
