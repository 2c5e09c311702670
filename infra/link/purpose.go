package link

import (
	"slices"
	"time"

	"fieldpost/engine"
)

// Purpose is what a token is for. The zero value is no purpose.
type Purpose uint8

// The purposes; Mark is the only one that is no link.
const (
	NoPurpose   Purpose = iota
	Confirm             // the creator confirms his address, and the game; or a candidate his, and takes the seat
	Join                // the invited accepts or declines
	Board               // all that a seat may see and do
	Move                // one move at one ply
	Act                 // one action at one ply: resigning, a draw, calling off
	Mark                // cookie: this browser has pressed a ticked button of this seat
	Player              // all games of a player, and his preferences
	Unsubscribe         // no more mail to a player, and back
	Watch               // a game for others than its players; the caller asks whether both agreed
	Reply               // an address to which a seat answers the mail that showed a version of its view
	Bounce              // an address to which reports come back on a mail to a player
	Feed                // the deadlines of a player, as a calendar and as news; no seat
	Readdress           // a person confirms that a new address is his
	Undo                // the old address takes that back
)

// ReplyPrefix stands before a reply token in the local part of a mail address.
const ReplyPrefix = "play+"

const day = 24 * time.Hour

// purpose is one row of the package comment's table. A new purpose is a new row.
type purpose struct {
	name   string // of the key as well: never change it
	code   byte
	route  string
	fields []field
	life   time.Duration // 0: bound to what the fields say alone

	more       []field          // of the longer form, if there is one
	longer     func(*Link) bool // whether l takes the longer form; nil without one
	longerLife time.Duration    // of the longer form

	lasting bool     // a retired master key verifies its tokens for ever
	spelled spelling // nil: base64url
	tag     int      // bytes of the tag; 0: 16
}

// head is what every purpose of a seat begins with.
var head = []field{gameField, seatField, epochField}

var purposes = [...]purpose{
	Confirm: {
		name: "confirm", code: 'c', route: "c", fields: with(issuedField), life: 7 * day,
		more: []field{candidateField}, longerLife: 2 * day,
		longer: func(l *Link) bool { return l.Candidate != [8]byte{} },
	},
	Join:  {name: "join", code: 'j', route: "j", fields: with(issuedField), life: 14 * day},
	Board: {name: "board", code: 'b', route: "b", fields: with(issuedField), life: 400 * day},
	Move: {
		name: "move", code: 'm', route: "m",
		fields: with(plyField, fromField, toField),
		more:   []field{viaField, rescueField},
		longer: func(l *Link) bool { return l.Move.Via != 0 || l.Move.Rescue != (engine.Rescue{}) },
	},
	Act:  {name: "act", code: 'a', route: "a", fields: with(plyField, actionField)},
	Mark: {name: "mark", code: 'k', fields: with()},
	Player: {
		name: "player", code: 'p', route: "p", life: 30 * day,
		fields: []field{playerField, epochField, issuedField},
	},
	Unsubscribe: {name: "unsubscribe", code: 'u', route: "u", fields: []field{playerField}, lasting: true},
	Watch:       {name: "watch", code: 'w', route: "w", fields: with()},
	Reply:       {name: "reply", code: 'r', fields: with(shownField, answeredField), spelled: letters},
	Bounce: {
		name: "bounce", code: 'd', life: 30 * day,
		fields: []field{playerField, issuedField}, spelled: letters, tag: 12,
	},
	Feed:      {name: "feed", code: 'f', route: "p", fields: []field{playerField, epochField}},
	Readdress: {name: "readdress", code: 'e', route: "e", fields: []field{changeField, issuedField}, life: 2 * day},
	Undo:      {name: "undo", code: 'o', route: "o", fields: []field{changeField, issuedField}, life: 7 * day},
}

func with(own ...field) []field { return slices.Concat(head, own) }

// row returns the row of p, or nil when p is no purpose.
func (p Purpose) row() *purpose {
	if p == NoPurpose || int(p) >= len(purposes) {
		return nil
	}
	return &purposes[p]
}

// String returns "confirm", "join", "board", "move", "act", "mark", "player",
// "unsubscribe", "watch", "reply", "bounce", "feed", "readdress", "undo" or "none".
func (p Purpose) String() string {
	if r := p.row(); r != nil {
		return r.name
	}
	return "none"
}

// Route returns the first part of the path on which tokens of p count, without
// slashes: "c" for /c/{token}. It is empty for Mark, Reply, Bounce
// and NoPurpose. That of Feed is Player's, where an ending tells them apart.
func (p Purpose) Route() string {
	if r := p.row(); r != nil {
		return r.route
	}
	return ""
}
