package site

import (
	"errors"
	"net/http"

	"fieldpost/engine/match"
	"fieldpost/engine/player"
	"fieldpost/functions/internal/rights"
	"fieldpost/functions/internal/words"
)

// eraseFold is the form by which a person has himself forgotten.
func (g *guest) eraseFold() personFold {
	w := g.words
	return personFold{
		ID: "erase", Title: w.T("page.erase.title"), Open: g.form("do") == "erase",
		Lead: []string{
			w.T("page.erase.lead"), w.T("page.erase.change"), w.T("page.erase.games"),
			w.T("page.erase.stays", words.Args{"Span": w.Span(player.IdleLife)}),
			w.T("page.erase.pending", words.Args{"Unconfirmed": w.Span(match.UnconfirmedLife), "Candidate": w.Span(match.CandidateLife), "Mails": w.Span(match.ClaimLife)}),
		},
		Press: &press{
			Do: "erase", Button: w.T("page.erase.button"), Tick: w.T("page.erase.tick"), Aside: true,
			Wish: &wish{"resign", w.T("page.erase.resign"), g.form("resign") == "1"},
		},
	}
}

// erase forgets the person.
func (p gamesPage) erase(g *guest) answer {
	w := g.words
	err := g.forget(g.r, g.link.Player, g.form("resign") == "1")
	g.settle(g.r.Context())
	switch {
	case errors.Is(err, rights.ErrPlaying):
		return p.told(g, true, w.T("page.erase.playing", words.Args{"Wish": w.T("page.erase.resign")}))
	case err != nil:
		return g.wrong(err)
	}
	return ok(page{
		Lang: w.Lang(), Title: w.T("page.erase.done"), Lead: []string{w.T("page.erase.done_why"), w.T("page.erase.again")},
		Next: []anchor{{w.T("page.failure.home"), g.BaseURL + "/"}},
	})
}

func (s *site) forget(r *http.Request, who player.Key, give bool) error {
	err := s.rights().Erase(r.Context(), who, give)
	s.Log.Info("person forgotten", "outcome", outcome(err))
	return err
}

// eraseJSON is DELETE /api/me.
func (s *site) eraseJSON(w http.ResponseWriter, r *http.Request) {
	g, err := s.enterFresh(r)
	if err != nil {
		s.problem(w, r, err)
		return
	}
	var body struct {
		Sure   bool `json:"sure"`
		Resign bool `json:"resign"`
	}
	if err = readJSON(r, &body); err == nil && !body.Sure {
		err = errNotSure
	}
	if err == nil {
		err = s.forget(r, g.link.Player, body.Resign)
		s.settle(r.Context())
	}
	if err != nil {
		s.problem(w, r, err)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

// enterFresh opens the player's token of a request that takes one of the last day.
func (s *site) enterFresh(r *http.Request) (*guest, error) {
	g, err := s.enterWithPlayer(r)
	if err == nil && !g.fresh() {
		err = errNotFresh
	}
	return g, err
}
