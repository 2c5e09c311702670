package site

import (
	"errors"
	"fmt"
	"net/http"

	"fieldpost/engine/match"
)

// actionRequest is the body of POST /api/games/{id}/actions.
type actionRequest struct {
	Action string `json:"action"`
	Ply    *int   `json:"ply"`
	Email  string `json:"email"`
}

// actions are what a player may do beside setting up and moving. An action
// without a command is not offered yet.
var actions = map[string]func(v *visit, q actionRequest) (match.Command, error){
	"accept": nil, "decline": nil, "block": nil, "resend": nil, "correct-address": nil, "withdraw": nil,
	"resign": nil, "offer-draw": nil, "accept-draw": nil, "decline-draw": nil, "claim-draw": nil, "abort": nil,
	"rematch": nil, "public": nil, "new-links": nil,
}

func (v *visit) postAction(w http.ResponseWriter) error {
	var q actionRequest
	if err := readJSON(v.r, &q); err != nil {
		return err
	}
	command, known := actions[q.Action]
	switch {
	case q.Action == "":
		return malformed(errors.New("action: is missing"))
	case !known:
		return malformed(fmt.Errorf("action: %.80q is none", q.Action))
	case command == nil:
		return fmt.Errorf("%w: to %s", errNotOffered, q.Action)
	}
	c, err := command(v, q)
	if err != nil {
		return err
	}
	if err := v.do(c); err != nil && !errors.Is(err, match.ErrRepeated) {
		return err
	}
	v.settle(v.r.Context())
	v.writeJSON(w, http.StatusOK, viewAlone{v.apiView()})
	return nil
}
