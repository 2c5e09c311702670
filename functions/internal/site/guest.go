package site

import (
	"errors"
	"mime"
	"net/http"

	"fieldpost/engine/match"
	"fieldpost/engine/player"
	"fieldpost/functions/internal/words"
	"fieldpost/infra/link"
)

// guest is one request to a page behind a genuine link of a person, not of one
// of his seats.
type guest struct {
	*site
	r       *http.Request
	link    link.Link
	profile player.Profile
	words   words.Words // his language
	missed  bool        // a press without the tick: the page says so

	full bool                // the list of his games was full: there may be older ones
	said map[match.ID]string // what came of a press in each game
}

// personal is a page behind the links of a person.
type personal interface {
	// show returns the page as it is now. It changes nothing.
	show(g *guest) answer
	// press carries out what a form of that page asks.
	press(g *guest) answer
	// unticked reports whether this press needs no tick.
	unticked(g *guest) bool
}

// behindPerson serves the pages of p: GET and HEAD show, POST presses. No mark
// stands for the tick here: marks are a seat's.
func (s *site) behindPerson(mux mux, p link.Purpose, page personal) {
	path := "/" + p.Route() + "/{token}"
	mux.HandleFunc("GET "+path, func(w http.ResponseWriter, r *http.Request) {
		g, err := s.receive(p, r)
		if err != nil {
			s.fail(w, r, err)
			return
		}
		s.write(w, page.show(g))
	})
	mux.HandleFunc("POST "+path, func(w http.ResponseWriter, r *http.Request) {
		if err := readAnyForm(r); err != nil {
			s.fail(w, r, err)
			return
		}
		g, err := s.receive(p, r)
		switch {
		case err != nil:
			s.fail(w, r, err)
		case g.form("sure") != "1" && !page.unticked(g):
			g.missed = true
			s.write(w, page.show(g))
		default:
			s.write(w, page.press(g))
		}
	})
}

// receive opens the request's token. It fails with link.ErrExpired, and with
// link.ErrBad for a token that is none or was cancelled.
func (s *site) receive(p link.Purpose, r *http.Request) (*guest, error) {
	l, err := s.open(p, r.PathValue("token"))
	if err != nil {
		return nil, err
	}
	return s.guest(r, l)
}

// guest loads the profile of a genuine link.
func (s *site) guest(r *http.Request, l link.Link) (*guest, error) {
	he, err := s.Players.Profile(r.Context(), l.Player)
	switch {
	case err != nil:
		return nil, err
	case (l.Purpose == link.Player || l.Purpose == link.Feed) && !he.LinksCount(l.Epoch):
		s.stale(l.Purpose, cancelled)
		return nil, link.ErrBad
	}
	g := &guest{site: s, r: r, link: l, profile: he, words: s.language(r)}
	if he.Lang != "" {
		g.words = s.Words.For(he.Lang)
	}
	return g, nil
}

func (g *guest) form(field string) string { return g.r.PostForm.Get(field) }

// toMails returns the link by which a person chooses his mails.
func (s *site) toMails(key player.Key) string {
	return s.BaseURL + "/" + link.Unsubscribe.Route() + "/" + s.Keys.Seal(link.Link{Purpose: link.Unsubscribe, Player: key})
}

// tick completes a form, with the word why nothing was done without its tick.
func (g *guest) tick(p page, f *press) page {
	f.Tick = g.words.T("page.person.tick")
	p.Press = f
	if g.missed {
		p = tell(p, true, g.words.T("page.person.missed"))
	}
	return p
}

// wrong answers a press that came to nothing.
func (g *guest) wrong(err error) answer {
	status := statusOf(err)
	if status == http.StatusInternalServerError {
		g.Log.Error("request failed", "route", routeOf(g.r), "err", err)
	}
	return answer{status, g.failure(g.words, err, status)}
}

// readAnyForm is readForm, which reads a multipart form too, as mail programs may
// send (RFC 8058, 3.2).
func readAnyForm(r *http.Request) error {
	if kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); kind != "multipart/form-data" {
		return readForm(r)
	}
	err := r.ParseMultipartForm(mostBody)
	if _, large := errors.AsType[*http.MaxBytesError](err); large {
		return err
	}
	if err != nil {
		return malformed(err)
	}
	return nil
}
