package site

import (
	"context"
	"errors"
	"net/http"

	"fieldpost/engine/match"
	"fieldpost/functions/internal/players"
	"fieldpost/functions/internal/words"
)

// lostForm is the form by which a link to all games is asked for.
type lostForm struct {
	Title, Why, Label, Button string
	Value, Fault              string // the address as it was sent, and what is wrong with it
	Most                      int    // characters
}

// lostForm returns the form, empty.
func (s *site) lostForm(w words.Words) *lostForm {
	return &lostForm{
		Title: w.T("page.lost.title"), Why: w.T("page.lost.why"), Label: w.T("page.lost.label"), Button: w.T("page.lost.button"),
		Most: match.MostAddressBytes,
	}
}

// pressedAtHome is a press on a form of the home page, or on the form for lost
// links, which is on many.
func (s *site) pressedAtHome(w http.ResponseWriter, r *http.Request) {
	if err := r.ParseForm(); err != nil {
		s.fail(w, r, malformed(err))
		return
	}
	if r.PostForm.Get("do") == "lost" {
		s.lost(w, r)
		return
	}
	s.createByForm(w, r)
}

// lost mails a link to all games, if there are any. The answer says neither
// whether the address is known nor by its time: all that depends on it is done
// later.
func (s *site) lost(w http.ResponseWriter, r *http.Request) {
	lang, address := s.reading(r), r.PostForm.Get("email")
	p := page{Lang: lang.Lang(), Title: lang.T("page.lost.title")}
	if problem := match.CheckAddress(address); problem != match.NoProblem {
		p.Lost = s.lostForm(lang)
		p.Lost.Value, p.Lost.Fault = address, lang.Problem(problem)
		s.write(w, answer{http.StatusBadRequest, p})
		return
	}
	if s.Mailbox == nil || !s.fromHere(r) {
		if err := s.Players.Take(r.Context(), players.LostRequests, s.clientKey(r)); err != nil {
			s.fail(w, r, err)
			return
		}
	}
	s.later(r.Context(), func(ctx context.Context) error { return s.find(ctx, address) })
	p.Title = lang.T("page.lost.done")
	p.Lead = []string{lang.T("page.lost.look"), lang.N("page.lost.often", players.MostLostMails)}
	s.write(w, answer{http.StatusAccepted, p})
}

// find mails the link to whom an address is, if he is known and wants any mail,
// and has not had as many today as he may.
func (s *site) find(ctx context.Context, address string) error {
	he, known, err := s.Players.Known(ctx, s.Pepper.Key(address))
	if err != nil || !known || !he.AnyMail() {
		return err
	}
	err = s.Players.Take(ctx, players.LostMails, players.Person(he.Key))
	if _, enough := errors.AsType[*players.LimitError](err); enough {
		return nil
	}
	if err != nil {
		return err
	}
	return s.sendGames(ctx, he)
}
