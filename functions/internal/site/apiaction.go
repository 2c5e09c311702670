package site

import (
	"errors"
	"net/http"
	"strconv"

	"fieldpost/engine"
	"fieldpost/engine/match"
)

// actionRequest is the body of POST /api/games/{id}/actions.
type actionRequest struct {
	Action string `json:"action"`
	Ply    *int   `json:"ply"`
	Given  *int   `json:"given"`
	Email  string `json:"email"`
}

// give does what q asks for.
func (q actionRequest) give(v *visit) error {
	if q.Action == "block" {
		if q.Email != "" || q.Ply != nil || q.Given != nil {
			return malformed(&requestError{actionAlone, "action", q.Action})
		}
		return v.block()
	}
	c, err := q.command(v)
	switch {
	case err != nil:
		return err
	case c == nil:
		return v.rematch()
	}
	return v.do(c)
}

// command returns what q asks for, or nil for a rematch, which is no command.
func (q actionRequest) command(v *visit) (match.Command, error) {
	by := v.link.Seat
	if q.Action == "" {
		return nil, &match.InputError{Field: "action", Problem: match.Missing}
	}
	if q.Given != nil && q.Action != match.GivingTime.String() {
		return nil, malformed(&requestError{fault: givenAlone})
	}
	if q.Action == "correct-address" {
		return v.correction(q.Email), nil
	}
	if q.Email != "" {
		return nil, malformed(&requestError{fault: emailAlone})
	}
	action, err := match.ParseAction(q.Action)
	ply := match.AnyPly
	switch {
	case err != nil:
		return nil, malformed(&requestError{noAction, "action", q.Action})
	case q.Ply != nil && *q.Ply < 0:
		return nil, malformed(&requestError{negative, "ply", strconv.Itoa(*q.Ply)})
	case q.Ply != nil:
		ply = *q.Ply
	case action.NeedsPly():
		return nil, malformed(&requestError{fault: noPly})
	}
	if action == match.GivingTime {
		return q.gift(by, ply)
	}
	return action.Command(by, ply), nil
}

// gift returns the command of give-time, which must say how often it was given before:
// without that a request that is sent again, since its answer was lost, would give again.
func (q actionRequest) gift(by engine.Color, ply int) (match.Command, error) {
	switch {
	case q.Given == nil:
		return nil, malformed(&requestError{fault: noGiven})
	case *q.Given < 0:
		return nil, malformed(&requestError{negative, "given", strconv.Itoa(*q.Given)})
	}
	return match.GiveTime{By: by, Ply: ply, Given: *q.Given}, nil
}

func (v *visit) postAction(w http.ResponseWriter) error {
	var q actionRequest
	if err := readJSON(v.r, &q); err != nil {
		return err
	}
	if err := q.give(v); err != nil && !errors.Is(err, match.ErrRepeated) {
		return err
	}
	v.settle(v.r.Context())
	v.writeJSON(w, http.StatusOK, viewAlone{v.apiView()})
	return nil
}
