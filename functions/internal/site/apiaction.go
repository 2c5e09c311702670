package site

import (
	"errors"
	"fmt"
	"net/http"
	"slices"

	"fieldpost/engine"
	"fieldpost/engine/match"
)

// actionRequest is the body of POST /api/games/{id}/actions.
type actionRequest struct {
	Action string `json:"action"`
	Ply    *int   `json:"ply"`
	Email  string `json:"email"`
}

// notOffered are the actions of the full product that are not offered yet.
var notOffered = []string{"accept", "decline", "block", "resend", "correct-address", "withdraw", "rematch", "public", "new-links"}

// command returns what q asks for.
func (q actionRequest) command(by engine.Color) (match.Command, error) {
	if q.Action == "" {
		return nil, malformed(errors.New("action: is missing"))
	}
	if slices.Contains(notOffered, q.Action) {
		return nil, fmt.Errorf("%w: the action %s", errNotOffered, q.Action)
	}
	action, err := match.ParseAction(q.Action)
	ply := match.AnyPly
	switch {
	case err != nil:
		return nil, malformed(fmt.Errorf("action: %w", err))
	case q.Ply != nil && *q.Ply < 0:
		return nil, malformed(fmt.Errorf("ply: %d is less than 0", *q.Ply))
	case q.Ply != nil:
		ply = *q.Ply
	case action.NeedsPly():
		return nil, malformed(fmt.Errorf("ply: is missing: how many plies were played when you chose to %s", q.Action))
	}
	return action.Command(by, ply), nil
}

func (v *visit) postAction(w http.ResponseWriter) error {
	var q actionRequest
	if err := readJSON(v.r, &q); err != nil {
		return err
	}
	c, err := q.command(v.link.Seat)
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
