package site

import (
	"net/http"
	"strconv"

	"fieldpost/engine/match"
)

// apiNotes is what GET and PUT /api/games/{id}/notes answer.
type apiNotes struct {
	Text    string     `json:"text"`
	Guesses []apiGuess `json:"guesses"`
}

type apiGuess struct {
	Square string `json:"square"`
	Rank   string `json:"rank"`
}

// notesRequest is the body of PUT /api/games/{id}/notes. What it leaves out stays.
type notesRequest struct {
	Text    *string     `json:"text"`
	Guesses *[]apiGuess `json:"guesses"`
	Ply     *int        `json:"ply"`
}

func (v *visit) getNotes(w http.ResponseWriter) error {
	n, err := v.loadNotes()
	if err != nil {
		return err
	}
	v.sendTagged(w, encode(v.apiNotes(n)))
	return nil
}

func (v *visit) putNotes(w http.ResponseWriter) error {
	var q notesRequest
	if err := readJSON(v.r, &q); err != nil {
		return err
	}
	n, err := v.loadNotes()
	if err == nil {
		n, err = q.write(v, n)
	}
	if err == nil {
		err = v.saveNotes(n)
	}
	if err != nil {
		return err
	}
	v.writeJSON(w, http.StatusOK, v.apiNotes(n))
	return nil
}

// loadNotes returns the visitor's notes. It fails with *match.StateError before his
// game has begun.
func (v *visit) loadNotes() (match.Notes, error) {
	if err := v.match.TakesNotes(); err != nil {
		return match.Notes{}, err
	}
	return v.Notes.LoadNotes(v.r.Context(), v.link.Game, v.link.Seat)
}

// write returns n with what q says.
func (q notesRequest) write(v *visit, n match.Notes) (match.Notes, error) {
	if q.Text == nil && q.Guesses == nil {
		return n, &match.InputError{Field: "text", Problem: match.Missing}
	}
	if q.Text != nil {
		var err error
		if n, err = n.Write(*q.Text); err != nil {
			return n, err
		}
	}
	if q.Guesses == nil {
		return n, nil
	}
	view := v.view()
	ply := view.Ply
	if q.Ply != nil {
		if ply = *q.Ply; ply < 0 {
			return n, malformed(&requestError{negative, "ply", strconv.Itoa(ply)})
		}
	}
	var old, list []match.Guess
	for _, g := range n.Guesses(&view) {
		old = append(old, match.Guess{At: g.At})
	}
	for _, asked := range *q.Guesses {
		if asked.Rank == "" {
			return n, &match.InputError{Field: "rank", Problem: match.Missing}
		}
		g, _, err := readGuess(asked.Square, asked.Rank, ply)
		if err != nil {
			return n, err
		}
		list = append(list, g)
	}
	n, err := n.Guess(&view, view.Ply, old...)
	if err != nil {
		return n, err
	}
	return n.Guess(&view, ply, list...)
}

func (v *visit) apiNotes(n match.Notes) apiNotes {
	view := v.view()
	a := apiNotes{Text: n.Text, Guesses: []apiGuess{}}
	for _, g := range n.Guesses(&view) {
		a.Guesses = append(a.Guesses, apiGuess{g.At.String(), g.Rank.String()})
	}
	return a
}
