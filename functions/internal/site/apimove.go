package site

import (
	"errors"
	"net/http"
	"strconv"
	"strings"

	"fieldpost/engine"
	"fieldpost/engine/match"
)

// moveRequest is the body of POST /api/games/{id}/moves.
type moveRequest struct {
	Move      string `json:"move"`
	Ply       *int   `json:"ply"` // how many plies were played before it
	OfferDraw bool   `json:"offerDraw"`
}

// played is the answer to a move that stands, whenever it was played.
type played struct {
	Status   string    `json:"status"` // "played", or "already played" by an earlier request
	Happened happened  `json:"happened"`
	Answered *happened `json:"answered"` // the next ply, if there is one already
	View     apiView   `json:"view"`
}

// happened is one ply as its player may read it.
type happened struct {
	Move   string  `json:"move"`
	Text   string  `json:"text"`
	Attack *attack `json:"attack"`
}

type attack struct {
	Attacker *string `json:"attacker"`
	Defender *string `json:"defender"`
	Result   string  `json:"result"`
}

func (v *visit) postMove(w http.ResponseWriter) error {
	var q moveRequest
	if err := readJSON(v.r, &q); err != nil {
		return err
	}
	switch {
	case q.Move == "":
		return &match.InputError{Field: "move", Problem: match.Missing}
	case q.Ply == nil:
		return malformed(&requestError{fault: noPly})
	case *q.Ply < 0:
		return malformed(&requestError{negative, "ply", strconv.Itoa(*q.Ply)})
	}
	move, err := engine.ParseMove(q.Move)
	if err != nil {
		return err
	}
	err = v.do(match.PlayMove{By: v.link.Seat, Ply: *q.Ply, Move: move, OfferDraw: q.OfferDraw})
	repeated := errors.Is(err, match.ErrRepeated)
	if err != nil && !repeated {
		return err
	}
	v.settle(v.r.Context())
	v.writeJSON(w, http.StatusOK, v.played(*q.Ply, repeated))
	return nil
}

// played tells of the visitor's move at a ply, which the record has.
func (v *visit) played(ply int, repeated bool) played {
	record := v.view().Record
	a := played{Status: "played", Happened: happenedAt(record[ply]), View: v.apiView()}
	if ply+1 < len(record) {
		a.Answered = new(happenedAt(record[ply+1]))
	}
	if repeated {
		a.Status = "already played"
	}
	return a
}

func happenedAt(p engine.Ply) happened {
	move, _, _ := strings.Cut(p.Text(), " ") // the ranks and the rescue follow a space
	if p.Move.Rescue != (engine.Rescue{}) {
		move += " " + p.Move.Rescue.String()
	}
	h := happened{Move: move, Text: p.Text()}
	if a := p.Attack; a.Result != engine.NoResult {
		h.Attack = &attack{rankOrNull(a.Attacker), rankOrNull(a.Defender), a.Result.String()}
	}
	return h
}
