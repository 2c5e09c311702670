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

// rests takes a vacation in every game that runs, or ends it, and says below each game
// what came of it.
func (p gamesPage) rests(of *guest) answer {
	games, err := of.games()
	if err != nil {
		return of.wrong(err)
	}
	said, done := map[match.ID]string{}, 0
	for _, v := range games {
		if v.match.Ended() || !v.match.Seated(v.link.Seat) {
			continue
		}
		ended := ""
		if of.form("do") == "vacation" {
			err = v.takeVacation()
		} else {
			ended = of.words.VacationEnded(v.match, v.link.Seat, v.Now(), v.other())
			err = v.do(match.EndVacation{By: v.link.Seat, In: v.zone()})
		}
		if unfit(err) { // of the form, for all games alike
			a := p.show(of)
			a.page, a.status = tell(a.page, true, restFault(of.words, err)), http.StatusUnprocessableEntity
			return a
		}
		if err == nil {
			done++
		}
		said[v.match.ID] = of.restSaid(v, err, ended)
	}
	of.Log.Info("vacation in all games", "games", len(said), "done", done)
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

// restSaid says what came of it in one game; ended, that a vacation is over there.
func (g *guest) restSaid(v *visit, err error, ended string) string {
	w, ending := g.words, g.form("do") == "back"
	fault := restFault(w, err)
	switch {
	case err == nil && ending:
		return ended
	case err == nil:
		return w.T("rest.taken", words.Args{"Name": v.other()})
	case errors.Is(err, match.ErrRepeated) && ending:
		return w.T("rest.none")
	case errors.Is(err, match.ErrRepeated):
		return w.T("page.act.already")
	case fault != "":
		return fault
	}
	return w.T("rest.all_failed")
}
