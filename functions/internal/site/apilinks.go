package site

import (
	"errors"
	"net/http"

	"fieldpost/engine/match"
	"fieldpost/infra/link"
)

// forPrograms is a page whose press a program may give too.
type forPrograms interface {
	// act carries the press out.
	act(v *visit) error
	// told is the answer to a press that worked, now or before, with its status.
	told(v *visit, repeated bool) (status int, body any)
}

// obey answers a program's press.
func (v *visit) obey(w http.ResponseWriter, page forPrograms) {
	err := page.act(v)
	repeated := errors.Is(err, match.ErrRepeated)
	if err != nil && !repeated {
		v.problem(w, err)
		return
	}
	v.settle(v.r.Context())
	status, body := page.told(v, repeated)
	v.writeJSON(w, status, body)
}

// seatTaken is the answer to a press by which a player took his seat.
type seatTaken struct {
	Game  string  `json:"game"`
	Seat  string  `json:"seat"`
	Token *string `json:"token"` // of the seat's board; null for a second press, and for who declines
	View  apiView `json:"view"`
}

// seatTaken gives the seat's token to who has taken the seat. A second press of
// the same link may be somebody else's to whom the mail was forwarded: for him
// the seat is taken, and the token comes by mail to its owner.
func (v *visit) seatTaken(repeated bool) seatTaken {
	a := seatTaken{Game: v.link.Game.String(), Seat: v.link.Seat.String(), View: v.apiView()}
	if !repeated {
		a.Token = new(v.Keys.Seal(link.Link{
			Purpose: link.Board, Game: v.link.Game, Seat: v.link.Seat, Epoch: v.link.Epoch, Issued: v.Now(),
		}))
	}
	return a
}
