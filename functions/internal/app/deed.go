package app

import (
	"fmt"
	"reflect"
	"strings"

	"fieldpost/engine"
	"fieldpost/engine/match"
)

// Deed is a command that was asked for, and what came of it. Of what a player has
// written nothing is to be told but the command's Kind.
type Deed struct {
	Game      match.ID
	Seat      engine.Color  // who gave the command; none: the clock
	Command   match.Command // nil: a match was to be created
	After     match.Match   // with Err nil: what was saved
	Conflicts int           // writes that met another's
	Refused   bool          // the match itself says no, with Err: nothing has failed
	Err       error         // as the caller gets it
}

// Kind returns the name of the command's type, "PlayMove", or "Create".
func (d Deed) Kind() string {
	if d.Command == nil {
		return "Create"
	}
	name := fmt.Sprintf("%T", bare(d.Command))
	return name[strings.LastIndexByte(name, '.')+1:]
}

// bare returns the command that came by a link.
func bare(c match.Command) match.Command {
	if l, ok := c.(match.ByLink); ok {
		return l.Command
	}
	return c
}

// SeatOf returns who gives a command: by the link that it came by, or else by its
// field By, which each command of a player has.
func SeatOf(c match.Command) engine.Color {
	if l, ok := c.(match.ByLink); ok {
		return l.Seat
	}
	v := reflect.ValueOf(c)
	if v.Kind() != reflect.Struct {
		return engine.NoColor
	}
	if by := v.FieldByName("By"); by.IsValid() {
		seat, _ := reflect.TypeAssert[engine.Color](by)
		return seat
	}
	return engine.NoColor
}

// deed is one that is being done.
type deed struct {
	Deed
	tell func(Deed)
}

func (a *App) begin(id match.ID, seat engine.Color, c match.Command) *deed {
	d := &deed{Deed: Deed{Game: id, Seat: seat, Command: c}}
	if a.Watch != nil {
		d.tell = a.Watch()
	}
	return d
}

// end tells of the deed. Neither an error nor a match is a panic, of which somebody
// else tells.
func (d *deed) end(after match.Match, err error) {
	if d.tell == nil || err == nil && after.ID == (match.ID{}) {
		return
	}
	if d.Err = err; err == nil {
		d.After = after
	}
	d.tell(d.Deed)
}
