package site

import (
	"errors"
	"net/http"
	"slices"

	"fieldpost/engine/match"
	"fieldpost/functions/internal/words"
)

// A person's vacation in all of his games at once: on the page of his games.

// resting adds the section, while any of the games runs.
func (g *guest) resting(p page, games []*visit) page {
	runs := func(v *visit) bool { return !v.match.Ended() && v.match.Seated(v.link.Seat) }
	if !slices.ContainsFunc(games, runs) {
		return p
	}
	away := func(v *visit) bool {
		_, there := v.match.Vacation(v.link.Seat, v.Now())
		return runs(v) && there
	}
	here := func(v *visit) bool { return runs(v) && !away(v) }
	w, zone := g.words, words.Place(g.profile.Zone)
	tick := w.T("page.person.tick")
	var forms []restForm
	if slices.ContainsFunc(games, away) {
		forms = append(forms, restForm{Do: "back", Button: w.T("rest.all_end"), Tick: tick})
	}
	if slices.ContainsFunc(games, here) {
		forms = append(forms, restForm{Do: "vacation", Button: w.T("rest.take"), Asks: g.restFields(w, g.form, zone), Tick: tick})
	}
	p.Rest = &rest{
		Title: w.T("rest.all_title"), Open: g.form("do") == "vacation" || g.form("do") == "back",
		Says: []string{w.T("rest.all_how", words.Args{"Most": match.MostVacation})}, Forms: forms,
	}
	return p
}

// restIn is a game of a person's, and what came of his vacation there.
type restIn struct {
	*visit

	err   error
	ended string // that the vacation is over that he had before, if it is
}

// everywhere takes or ends a vacation in each of a person's games that run. It fails with
// what is wrong for all of them alike, and has done nothing.
func (g *guest) everywhere(do func(*visit) error) ([]restIn, error) {
	games, err := g.games()
	if err != nil {
		return nil, err
	}
	var list []restIn
	done := 0
	for _, v := range games {
		if v.match.Ended() || !v.match.Seated(v.link.Seat) {
			continue
		}
		in := restIn{visit: v, ended: g.words.VacationEnded(v.match, v.link.Seat, v.Now(), v.other())}
		switch in.err = do(v); {
		case unfit(in.err):
			return nil, in.err
		case in.err == nil:
			done++
		}
		list = append(list, in)
	}
	g.Log.Info("vacation in all games", "games", len(list), "done", done)
	return list, nil
}

// comeBack ends the visitor's vacation in one game.
func (v *visit) comeBack() error { return v.do(match.EndVacation{By: v.link.Seat, In: v.zone()}) }

// rests takes a vacation in every game that runs, or ends it, and says below each game
// what came of it.
func (p gamesPage) rests(of *guest) answer {
	ending, do := of.form("do") == "back", (*visit).takeVacation
	if ending {
		do = (*visit).comeBack
	}
	list, err := of.everywhere(do)
	switch {
	case unfit(err):
		a := p.show(of)
		a.page, a.status = tell(a.page, true, restFault(of.words, err)), http.StatusUnprocessableEntity
		return a
	case err != nil:
		return of.wrong(err)
	}
	said, done := map[match.ID]string{}, 0
	for _, in := range list {
		if in.err == nil {
			done++
		}
		said[in.match.ID] = of.restSaid(in, ending)
	}
	of.said = said
	a := p.show(of)
	switch {
	case len(said) == 0:
		a.page = tell(a.page, true, of.words.T("rest.all_none"))
	case done == 0:
		a.page = tell(a.page, true, of.words.T("rest.all_nothing"))
	default:
		a.page = tell(a.page, false, of.words.N("rest.all_done", done))
	}
	return a
}

// unfit reports whether no game would take what was filled in.
func unfit(err error) bool {
	if fault, ok := errors.AsType[*match.VacationError](err); ok {
		return fault.Fault == match.VacationLength
	}
	_, ok := errors.AsType[*match.InputError](err)
	return ok
}

// restSaid says what came of it in one game.
func (g *guest) restSaid(in restIn, ending bool) string {
	w := g.words
	fault := restFault(w, in.err)
	switch {
	case in.err == nil && ending:
		return in.ended
	case in.err == nil:
		return w.T("rest.taken", words.Args{"Name": in.other()})
	case errors.Is(in.err, match.ErrRepeated) && ending:
		return w.T("rest.none")
	case errors.Is(in.err, match.ErrRepeated):
		return w.T("page.act.already")
	case fault != "":
		return fault
	}
	return w.T("rest.all_failed")
}
