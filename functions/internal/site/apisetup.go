package site

import (
	"errors"
	"net/http"

	"fieldpost/engine"
	"fieldpost/engine/match"
)

// setupRequest is the body of PUT /api/games/{id}/setup.
type setupRequest struct {
	Setup  *string `json:"setup"`
	Submit bool    `json:"submit"`
	Sure   bool    `json:"sure"`
}

// unreadError is rows that cannot be read as a setup. To a player they are a
// setup with something wrong, as one with a piece too many is.
type unreadError struct{ cause *engine.MalformedError }

func (e *unreadError) Error() string { return e.cause.Error() }
func (e *unreadError) Unwrap() error { return e.cause }

// viewAlone is an answer that has nothing to say but how the game stands.
type viewAlone struct {
	View apiView `json:"view"`
}

func (v *visit) putSetup(w http.ResponseWriter) error {
	q := setupRequest{Submit: true}
	if err := readJSON(v.r, &q); err != nil {
		return err
	}
	if q.Setup == nil {
		return &match.InputError{Field: "setup", Problem: match.Missing}
	}
	if err := v.takeRows(*q.Setup, q.Submit, q.Sure); err != nil && !errors.Is(err, match.ErrRepeated) {
		return err
	}
	v.settle(v.r.Context())
	v.writeJSON(w, http.StatusOK, viewAlone{v.apiView()})
	return nil
}

// takeRows submits a setup, or saves it as a draft.
func (v *visit) takeRows(rows string, submit, sure bool) error {
	s, err := engine.ParseSetup(v.ground(), rows)
	if unread, ok := errors.AsType[*engine.MalformedError](err); ok {
		if v.match.Begun() || v.match.Ended() {
			return &match.StateError{Command: "set up", State: v.match.State}
		}
		return &unreadError{unread}
	}
	if !submit {
		return v.saveDraft(s)
	}
	return v.submit(s, sure)
}
