package site

import (
	"errors"
	"net/http"
	"time"

	"fieldpost/engine"
	"fieldpost/engine/match"
)

// apiMessages is what both players said last, as the visitor may read it: of whom he has
// muted nothing.
type apiMessages struct {
	Red  *apiMessage `json:"red"`
	Blue *apiMessage `json:"blue"`
	Mute bool        `json:"mute"` // the visitor has muted the other
}

type apiMessage struct {
	Text string `json:"text"`
	At   string `json:"at"`
}

// messageRequest is the body of POST /api/games/{id}/messages.
type messageRequest struct {
	Text string `json:"text"`
}

// muteRequest is the body of PUT /api/games/{id}/messages.
type muteRequest struct {
	Mute *bool `json:"mute"`
}

func (v *visit) apiMessages() apiMessages {
	m, seat := &v.match, v.link.Seat
	said := engine.Both[match.Message]{}
	*said.Of(seat), *said.Of(seat.Other()) = *m.Said.Of(seat), m.Heard(seat)
	return apiMessages{messageOrNull(said.Red), messageOrNull(said.Blue), *m.Mutes.Of(seat)}
}

func messageOrNull(m match.Message) *apiMessage {
	if m.Text == "" {
		return nil
	}
	return &apiMessage{m.Text, m.At.Format(time.RFC3339)}
}

func (v *visit) getMessages(w http.ResponseWriter) error {
	v.sendTagged(w, encode(v.apiMessages()))
	return nil
}

func (v *visit) postMessage(w http.ResponseWriter) error {
	var q messageRequest
	if err := readJSON(v.r, &q); err != nil {
		return err
	}
	return v.talked(w, v.do(match.Say{By: v.link.Seat, Text: q.Text}))
}

func (v *visit) putMessages(w http.ResponseWriter) error {
	var q muteRequest
	if err := readJSON(v.r, &q); err != nil {
		return err
	}
	if q.Mute == nil {
		return &match.InputError{Field: "mute", Problem: match.Missing}
	}
	return v.talked(w, v.do(match.Mute{By: v.link.Seat, On: *q.Mute}))
}

// talked answers with the messages after a command, unless it has failed.
func (v *visit) talked(w http.ResponseWriter, err error) error {
	if err != nil && !errors.Is(err, match.ErrRepeated) {
		return err
	}
	v.settle(v.r.Context())
	v.writeJSON(w, http.StatusOK, v.apiMessages())
	return nil
}
