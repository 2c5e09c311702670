package site

import (
	"errors"
	"net/http"
	"strconv"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/functions/internal/present"
	"fieldpost/functions/internal/words"
	"fieldpost/infra/link"
)

// A game that both players agreed to show has a page for others, behind a link
// to watch that either may pass on: while it runs what both players know, and
// when it is over the whole of it. Nothing can be done there, and it leads to no
// seat. To whoever has a link of a game that is not shown (not yet, or called
// off) there is no such game.

// errOnlyShown is a press on a page on which there is nothing to press.
var errOnlyShown = errors.New("this page is only shown: GET or HEAD")

// watch serves the page for others, and its JSON.
func (s *site) watch(mux mux) {
	path := "/" + link.Watch.Route() + "/{token}"
	mux.HandleFunc("GET "+path, func(w http.ResponseWriter, r *http.Request) {
		v, err := s.enterToWatch(r)
		switch {
		case err != nil:
			s.fail(w, r, err)
		case wantsJSON(r):
			v.sendTagged(w, encode(v.publicView()))
		default:
			s.write(w, ok(v.stepped(v.public)))
		}
	})
	mux.HandleFunc(path, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Allow", "GET, HEAD")
		s.fail(w, r, errOnlyShown)
	})
}

// enterToWatch opens the request's token and loads its match. It fails with
// link.ErrBad for every link that shows nothing, whatever the reason.
func (s *site) enterToWatch(r *http.Request) (*visit, error) {
	l, err := s.open(link.Watch, r.PathValue("token"))
	if err != nil {
		return nil, err
	}
	shows := func(m match.Match) bool { return m.Watched() && counts(l, m) }
	m, err := s.Games.Load(r.Context(), l.Game)
	if err == nil && !shows(m) {
		m, err = s.Games.Reload(r.Context(), l.Game)
	}
	switch {
	case errors.Is(err, match.ErrNotFound):
		return nil, link.ErrBad
	case err == nil && !shows(m):
		s.stale(l.Purpose, cancelled)
		return nil, link.ErrBad
	case err != nil:
		return nil, err
	}
	if wantsJSON(r) {
		if err := s.count(r, l); err != nil {
			return nil, err
		}
	}
	lang := s.language(r)
	return &visit{
		site: s, r: r, match: m, words: lang,
		link:  link.Link{Purpose: link.Watch, Game: l.Game}, // of no seat
		names: engine.Both[string]{Red: nameOf(m.Seats.Red, lang), Blue: nameOf(m.Seats.Blue, lang)},
	}, nil
}

// public is the page for others.
func (v *visit) public() page {
	view, w := v.view(), v.words
	reader := present.Reader{View: &view, Words: w, Names: v.names}
	p := v.begin(w.T("page.board.over"))
	if view.Outcome == engine.Undecided {
		p.Title = w.T("page.board.their_turn", words.Args{"Name": *v.names.Of(view.ToMove), "Turn": strconv.Itoa(view.Ply + 1)})
	} else {
		p.Over = v.result(&view)
	}
	if view.Outcome == engine.Undecided {
		if by := v.match.Offer; by != engine.NoColor {
			p.Lead = append(p.Lead, w.T("page.watch.offer", words.Args{"Name": *v.names.Of(by)}))
		}
		p.Lead = append(p.Lead,
			w.Deadline(words.Deadline{At: v.match.Deadline, Now: v.Now(), Name: *v.names.Of(view.ToMove)}))
		if m := v.match; m.Extended > 0 {
			p.Lead = append(p.Lead, w.Outage(m.Extended, m.Forgiven.IsZero()))
		}
		p.Lead = append(p.Lead, w.T("page.watch.public"))
	}
	p.Board = v.draw(&view, engine.Move{})
	p.Board.Key = publicKey(reader)
	p.Last, p.Trays = v.last(&view), v.trays(&view)
	v.letStep(&p, &view)
	v.addPapers(&p, &view)
	return p
}

// publicKey explains the signs of the board to who has no pieces on it.
func publicKey(r present.Reader) []string {
	w := r.Words
	key := []string{w.T("page.watch.key_shapes", words.Args{"Red": r.Names.Red, "Blue": r.Names.Blue})}
	if r.View.Outcome == engine.Undecided {
		key = append(key, w.T("page.play.key_back"))
	}
	return append(key, w.T("page.play.key_last"), r.Legend())
}

// publicView is the View for others. How a player's mail fares is not theirs to
// know.
func (v *visit) publicView() apiView {
	a := v.apiView()
	a.Players = sides[apiSeat]{
		Red:  apiSeat{Name: v.called(engine.Red), Ready: true, Mail: "ok"},
		Blue: apiSeat{Name: v.called(engine.Blue), Ready: true, Mail: "ok"},
	}
	return a
}

// publicity says who has agreed that others may watch, while one of the two has.
func (v *visit) publicity() []string {
	switch m := &v.match; {
	case m.State == match.Aborted, m.Watched(), m.Seat(v.link.Seat.Other()).Forgotten:
	case *m.Public.Of(v.link.Seat):
		return []string{v.words.T("page.watch.yours", words.Args{"Name": v.other()})}
	case *m.Public.Of(v.link.Seat.Other()):
		return []string{v.words.T("page.watch.theirs", words.Args{"Name": v.other(), "Button": v.words.Act(match.Publishing)})}
	}
	return nil
}

// audience is the link for others, once both players agreed.
func (v *visit) audience() []block {
	if !v.plays() || !v.match.Watched() {
		return nil
	}
	w := v.words
	return []block{{
		ID: "watch", Title: w.T("page.watch.title"), Why: w.T("page.watch.why"), Text: v.to(link.Link{Purpose: link.Watch}),
	}}
}
