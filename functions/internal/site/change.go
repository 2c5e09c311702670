package site

import (
	"errors"
	"net/http"
	"time"

	"fieldpost/engine/match"
	"fieldpost/functions/internal/rights"
	"fieldpost/functions/internal/words"
	"fieldpost/infra/link"
)

// The two links of a change of address: by the one the new address confirms it, by
// the other the old one takes it back. Neither page names an address, nor leads to a
// game: what counts comes by mail.

// change is one request to a page behind one of them.
type change struct {
	*site
	r      *http.Request
	link   link.Link
	change match.AddressChange // the zero one if it is over
	words  words.Words
	missed bool // a press without the tick: the page says so
}

// changePage is a page behind links of a change.
type changePage interface {
	// show returns the page as it is now. It changes nothing.
	show(c *change) answer
	// press does what its one form is for.
	press(c *change) answer
}

// behindChange serves the pages of p. No mark stands for the tick here.
func (s *site) behindChange(mux mux, p link.Purpose, page changePage) {
	path := "/" + p.Route() + "/{token}"
	mux.HandleFunc("GET "+path, func(w http.ResponseWriter, r *http.Request) {
		c, err := s.enterChange(p, r)
		if err != nil {
			s.fail(w, r, err)
			return
		}
		s.write(w, page.show(c))
	})
	mux.HandleFunc("POST "+path, func(w http.ResponseWriter, r *http.Request) {
		if err := readForm(r); err != nil {
			s.fail(w, r, err)
			return
		}
		c, err := s.enterChange(p, r)
		switch {
		case err != nil:
			s.fail(w, r, err)
		case r.PostForm.Get("sure") != "1":
			c.missed = true
			s.write(w, page.show(c))
		case r.PostForm.Get("do") != "confirm":
			s.write(w, c.wrong(errOtherForm))
		default:
			a := page.press(c)
			s.settle(r.Context())
			s.write(w, a)
		}
	})
}

// enterChange opens the request's token. It fails with link.ErrBad and
// link.ErrExpired.
func (s *site) enterChange(p link.Purpose, r *http.Request) (*change, error) {
	l, err := s.Keys.OpenFor(p, r.PathValue("token"), s.Players.NowFor)
	if err != nil {
		return nil, err
	}
	c := &change{site: s, r: r, link: l, words: s.language(r)}
	c.change, err = s.rights().Load(r.Context(), l.Change)
	switch {
	case errors.Is(err, rights.ErrOver):
		return nil, link.ErrExpired
	case err != nil:
		return nil, err
	}
	if c.change.Lang != "" {
		c.words = s.Words.For(c.change.Lang)
	}
	return c, nil
}

// until is the moment until which mails were read by who has the link.
func (c *change) until() time.Time { return c.link.Issued.Add(time.Minute) }

// told is a page that says something and asks for nothing.
func (c *change) told(title string, lead ...string) answer {
	return ok(page{Lang: c.words.Lang(), Title: title, Lead: lead, Lost: c.lostForm(c.words)})
}

// form is a page with the one form of a link.
func (c *change) form(title, button string, lead ...string) answer {
	w := c.words
	p := page{Lang: w.Lang(), Title: title, Lead: lead, Press: &press{Do: "confirm", Button: button, Tick: w.T("page.person.tick")}}
	if c.missed {
		p = tell(p, true, w.T("page.person.missed"))
	}
	return ok(p)
}

// wrong answers a press that came to nothing by no fault of the change's.
func (c *change) wrong(err error) answer {
	status := statusOf(err)
	if status == http.StatusInternalServerError {
		c.Log.Error("request failed", "route", routeOf(c.r), "err", err)
	}
	return answer{status, c.failure(c.words, err, status)}
}

// confirmMove is what the mail to the new address leads to.
type confirmMove struct{}

func (confirmMove) show(c *change) answer {
	w := c.words
	switch {
	case c.change.Undoes():
		return c.told(w.T("page.moved.back"), w.T("page.moved.back_why"))
	case c.change.Stage == match.ChangeDone:
		return c.told(w.T("page.moved.done"), w.T("page.moved.links"))
	}
	return c.form(w.T("page.moved.title"), w.T("page.confirm.button"), w.T("page.moved.lead"), w.N("page.moved.undo", days(match.UndoLife)))
}

func (p confirmMove) press(c *change) answer {
	w := c.words
	done, err := c.rights().Confirm(c.r.Context(), c.link.Change, c.until())
	c.Log.Info("address confirmed", "games", len(done.Seats), "outcome", outcome(err))
	if done.ID == c.link.Change {
		c.change = done
	}
	switch {
	case err == nil:
		return c.told(w.T("page.moved.done"), w.N("page.moved.games", len(done.Seats)), w.T("page.moved.links"))
	case errors.Is(err, match.ErrRepeated), errors.Is(err, rights.ErrOver):
		return p.show(c)
	case errors.Is(err, match.ErrOpponent):
		return c.told(w.T("page.moved.not"), w.T("page.moved.opponent"))
	case errors.Is(err, rights.ErrJustMoved), errors.Is(err, rights.ErrUntold):
		return c.told(w.T("page.moved.not"), whyNotMoved(w, err))
	case errors.Is(err, rights.ErrSuperseded):
		return c.told(w.T("page.moved.not"), w.T("page.moved.superseded"))
	}
	return c.wrong(err)
}

// undoMove is what the notice to the old address leads to.
type undoMove struct{}

func (undoMove) show(c *change) answer {
	w := c.words
	if c.change.Stage == match.ChangeUndone {
		return c.told(w.T("page.undone.done"), w.T("page.undone.links"))
	}
	return c.form(w.T("page.undone.title"), w.T("page.undone.button"), w.T("page.undone.lead"))
}

func (p undoMove) press(c *change) answer {
	w := c.words
	done, err := c.rights().Undo(c.r.Context(), c.link.Change, c.until())
	c.Log.Info("change of address undone", "games", len(done.Seats), "outcome", outcome(err))
	if done.ID == c.link.Change {
		c.change = done
	}
	switch {
	case err == nil:
		return c.told(w.T("page.undone.done"), w.T("page.undone.links"), w.T("page.undone.secret"))
	case errors.Is(err, match.ErrRepeated):
		return p.show(c)
	case errors.Is(err, rights.ErrOver):
		return c.wrong(link.ErrExpired)
	}
	return c.wrong(err)
}
