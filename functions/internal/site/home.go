package site

import (
	"errors"
	"net/http"
	"strconv"

	"fieldpost/engine"
	"fieldpost/functions/internal/players"
	"fieldpost/functions/internal/words"
)

// home is what a visitor sees first.
func (s *site) home(w http.ResponseWriter, r *http.Request) {
	s.write(w, answer{http.StatusOK, s.homePage(r, &formFaults{})})
}

// createByForm is the form's way to the same creation as POST /api/games.
func (s *site) createByForm(w http.ResponseWriter, r *http.Request) {
	if err := r.ParseForm(); err != nil {
		s.fail(w, r, malformed(err))
		return
	}
	if r.PostForm.Get("do") != "create" {
		s.fail(w, r, errOtherForm)
		return
	}
	lang := s.reading(r)
	q, wrong := s.readCreation(r, lang)
	var err error
	if s.Host.Closed {
		err = errClosed
	} else if !wrong.any() {
		_, err = s.create(r, q)
	}
	crowded, full := errors.AsType[*crowdedError](err)
	limit, reached := errors.AsType[*players.LimitError](err)
	switch {
	case reached:
		p := tell(s.homePage(r, wrong), true, limited(lang, limit)...)
		p.Wait = waitOf(err)
		s.write(w, answer{statusOf(err), p})
	case full:
		w.Header().Set("Retry-After", strconv.Itoa(waitOf(err)))
		minutes := (waitOf(err) + 59) / 60
		text := []string{lang.N("page.home.crowded", crowded.most), lang.N("page.home.crowded_until", minutes)}
		s.write(w, answer{statusOf(err), tell(s.homePage(r, wrong), true, text...)})
	case errors.Is(err, errClosed):
		s.write(w, answer{statusOf(err), tell(s.homePage(r, wrong), true, lang.T("page.home.not_created"))})
	case err != nil && !wrong.of(err, lang):
		s.fail(w, r, err)
	case wrong.any():
		s.write(w, answer{wrong.status, tell(s.homePage(r, wrong), true, lang.N("page.home.refused", len(wrong.texts)))})
	default:
		s.settle(r.Context())
		s.write(w, answer{http.StatusAccepted, s.createdPage(lang, q)})
	}
}

// createdPage sends the creator to his mail.
func (s *site) createdPage(w words.Words, q request) page {
	p := page{
		Lang: w.Lang(), Title: w.T("page.created.title"),
		Lead: []string{w.T("page.created.look", words.Args{"Address": q.Creator.Email})},
	}
	switch {
	case q.Opponent != nil:
		p.Lead = append(p.Lead, w.T("page.created.nothing", words.Args{"Name": words.Name(q.Opponent.Name)}))
	case q.Open:
		p.Lead = append(p.Lead, w.T("page.created.open"))
	default:
		p.Lead = append(p.Lead, w.T("page.created.pass"))
	}
	if s.Mailbox != nil {
		p.Lead = append(p.Lead, w.T("page.created.kept"))
		p.Next = []anchor{{w.T("page.frame.mailbox"), s.BaseURL + "/mailbox"}}
	} else {
		p.Lead = append(p.Lead, w.T("page.created.missing"))
	}
	return p
}

// homePage shows the form as it was filled in, with what is wrong in it.
func (s *site) homePage(r *http.Request, wrong *formFaults) page {
	w := s.reading(r)
	p := page{
		Lang: w.Lang(), Title: w.T("page.home.title"),
		Hero:  hero(),
		Lead:  []string{w.T("page.home.lead"), w.T("page.home.how")},
		Aside: &aside{w.T("page.start.rules"), w.T("page.home.rules"), anchor{w.T("page.start.all_rules"), s.BaseURL + "/rules?lang=" + w.Lang()}},
	}
	if s.Host.Closed {
		p.Challenges = s.challenges(r, w)
		p.Lead = append(p.Lead, w.T("page.home.closed"))
		return p
	}
	p.Challenges = s.challenges(r, w)
	p.Create = s.createForm(w, r.PostForm, wrong)
	p.Scripts = zoneScript(r)
	p.Lost = s.lostForm(w)
	return p
}

// zoneScript proposes the browser's time zone on a page that has not been filled
// in yet: who has emptied the line wants it so.
func zoneScript(r *http.Request) []string {
	if len(r.PostForm) > 0 {
		return nil
	}
	return []string{"zone.js"}
}

// hero is a few pieces of Red's before two of Blue's whose ranks nobody knows.
func hero() (row []piece) {
	for _, r := range []engine.Rank{engine.Flag, engine.Bomb, engine.Spy, engine.Scout, engine.Miner, engine.Marshal} {
		row = append(row, pieceOf(engine.Red, r, true))
	}
	back := pieceOf(engine.Blue, engine.NoRank, false)
	return append(row, back, back)
}
