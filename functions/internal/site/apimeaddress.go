package site

import (
	"net/http"

	"fieldpost/engine/match"
)

// addressAsked is the answer to who asks for another address, whoever has it.
type addressAsked struct {
	Email string `json:"email"` // to which a link is on its way
	Hours int    `json:"hours"` // for which it works
}

// putAddress is PUT /api/me/address.
func (s *site) putAddress(w http.ResponseWriter, r *http.Request) {
	g, err := s.enterFresh(r)
	if err != nil {
		s.problem(w, r, err)
		return
	}
	var body struct {
		Email string `json:"email"`
	}
	if err = readJSON(r, &body); err == nil {
		err = g.askMove(r, g.link.Player, body.Email)
	}
	if err != nil {
		s.complain(w, r, g.words, err, problem{})
		return
	}
	s.writeJSON(w, http.StatusAccepted, addressAsked{body.Email, int(match.ChangeLife.Hours())})
}
