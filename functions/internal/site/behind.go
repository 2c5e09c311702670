package site

import (
	"errors"
	"net/http"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/functions/internal/words"
	"fieldpost/infra/link"
)

// behindLink is a page behind the links of one purpose.
type behindLink interface {
	// show returns the page as it is now. It changes nothing; that a deadline
	// which has passed is applied is the matter of Games.
	show(v *visit) answer
	// press carries out what a form of that page asks.
	press(v *visit) answer
}

// visit is one request to a page behind a genuine link of a seat that it still
// fits.
type visit struct {
	*site
	r         *http.Request
	link      link.Link
	read      match.Match // as the store has it, or had it a moment ago
	match     match.Match // as the page shows it
	words     words.Words // the language of the seat
	person    *guest      // on whose page the match is listed; nil on a page of a seat
	names     engine.Both[string]
	candidate match.Candidate // who wants the vacant seat; the zero one for every other link

	unsent string // a message to the other that was not sent, for its form

	marked bool // this browser's presses need no tick
	missed bool // a press that was neither ticked nor marked: the page says so
}

// behind serves the pages of p: GET and HEAD show, POST presses.
//
// A program that asks for JSON needs no tick: whoever presses without reading
// asks for pages.
func (s *site) behind(mux mux, p link.Purpose, page behindLink) {
	path := "/" + p.Route() + "/{token}"
	mux.HandleFunc("GET "+path, func(w http.ResponseWriter, r *http.Request) {
		v, err := s.enter(p, r)
		if err != nil {
			s.fail(w, r, err)
			return
		}
		s.write(w, page.show(v))
	})
	mux.HandleFunc("POST "+path, func(w http.ResponseWriter, r *http.Request) {
		if err := readForm(r); err != nil {
			s.fail(w, r, err)
			return
		}
		v, err := s.enter(p, r)
		if err != nil {
			s.fail(w, r, err)
			return
		}
		if program, ok := page.(forPrograms); ok && wantsJSON(r) {
			v.obey(w, program)
			return
		}
		switch {
		case r.PostForm.Get("sure") == "1":
			s.mark(w, v.link)
			v.marked = true
		case !v.marked:
			v.missed = true
			s.write(w, page.show(v))
			return
		}
		a := page.press(v)
		s.settle(r.Context())
		s.write(w, a)
	})
}

// enter opens the request's token and loads its match. It fails with link.ErrBad
// for a token that is none, whose seat has other links by now, or whose match is
// not there (they read alike), and with link.ErrExpired.
func (s *site) enter(p link.Purpose, r *http.Request) (*visit, error) {
	l, err := s.open(p, r.PathValue("token"))
	if err != nil {
		return nil, err
	}
	if wantsJSON(r) {
		if err := s.count(r, l); err != nil {
			return nil, err
		}
	}
	v, err := s.visit(r, l)
	if errors.Is(err, match.ErrNotFound) {
		err = link.ErrBad
	}
	return v, err
}

// visit loads the match of a genuine link. It fails with link.ErrBad if the seat
// has other links by now, and with match.ErrNotFound.
func (s *site) visit(r *http.Request, l link.Link) (*visit, error) {
	m, err := s.Games.Load(r.Context(), l.Game)
	if err != nil {
		return nil, err
	}
	if !counts(l, m) {
		if m, err = s.Games.Reload(r.Context(), l.Game); err != nil {
			return nil, err
		}
		if !counts(l, m) {
			s.stale(l.Purpose, cancelled)
			return nil, link.ErrBad
		}
	}
	v := &visit{site: s, r: r, link: l, read: m, marked: s.marked(r, l)}
	if err := v.meet(); err != nil {
		return nil, err
	}
	v.stand(m)
	return v, nil
}

// counts reports whether a seat's links are still those of l's epoch. Who had himself
// forgotten has none.
func counts(l link.Link, m match.Match) bool {
	seat := m.Seat(l.Seat)
	return seat.Epoch == l.Epoch && !seat.Forgotten
}

// nameOf is the name of a player as a text shows it.
func nameOf(s match.Seat, w words.Words) string {
	if s.Forgotten {
		return w.T("name.gone")
	}
	return words.Name(s.Name)
}

// stand makes m the match that the visitor's page is about.
func (v *visit) stand(m match.Match) {
	v.match = m
	v.words = v.Words.For(m.Seat(v.link.Seat).Lang)
	switch chosen := m.Seated(v.link.Seat) || v.link.Seat == m.Creator; {
	case v.person != nil:
		v.words = v.person.words
	case !chosen && v.r.Header.Get("Accept-Language") != "":
		v.words = v.language(v.r) // the seat's language is what its creator guessed
	}
	v.names = engine.Both[string]{Red: nameOf(m.Seats.Red, v.words), Blue: nameOf(m.Seats.Blue, v.words)}
	switch {
	case !m.Vacant():
	case v.link.Seat != m.Opponent():
		*v.names.Of(m.Opponent()) = v.words.T("name.vacant")
	case v.candidate.Player.Name != "":
		*v.names.Of(m.Opponent()) = words.Name(v.candidate.Player.Name)
	default:
		*v.names.Of(m.Opponent()) = v.words.T("name.you")
	}
}

// do gives a command and stands on what became of the match: after an error of
// the match's own, as it is without the command. It fails with link.ErrBad if the
// seat has other links by now.
func (v *visit) do(c match.Command) error {
	m, err := v.Games.DoOn(v.r.Context(), v.read, match.ByLink{Seat: v.link.Seat, Epoch: v.link.Epoch, Command: c})
	if errors.Is(err, match.ErrCancelled) { // since the visit began
		m, err = match.Match{}, link.ErrBad
	}
	if m.ID == v.link.Game {
		v.read = m
		v.stand(m)
	}
	return err
}

// outcome says in a word what a command came to. What an error says in full may
// be for the player alone.
func outcome(err error) string {
	switch {
	case err == nil:
		return "done"
	case errors.Is(err, match.ErrRepeated):
		return "repeated"
	}
	return http.StatusText(statusOf(err))
}

func (v *visit) seat() match.Seat         { return v.match.Seat(v.link.Seat) }
func (v *visit) name() string             { return *v.names.Of(v.link.Seat) }
func (v *visit) other() string            { return *v.names.Of(v.link.Seat.Other()) }
func (v *visit) ground() *engine.Board    { return v.match.Rules.Army.Board() }
func (v *visit) form(field string) string { return v.r.PostForm.Get(field) }
func (v *visit) asks(do string) bool      { return v.form("do") == do }

// view is what the visitor may know: of a link that only took a seat, which an
// invitation passed on gives to others, no more than the public, and of a game
// that is over, whose replay is the two players', only how it ended; of a link to
// watch, which both players agreed to, what is public.
func (v *visit) view() engine.View {
	if v.plays() {
		return v.match.View(v.link.Seat)
	}
	view := v.match.View(engine.NoColor)
	if v.link.Purpose != link.Watch && v.match.Ended() {
		return engine.View{Rules: view.Rules, Ply: view.Ply, Outcome: view.Outcome, Reason: view.Reason}
	}
	return view
}
