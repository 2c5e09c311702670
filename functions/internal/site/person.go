package site

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"fieldpost/engine/match"
	"fieldpost/engine/player"
	"fieldpost/functions/internal/players"
	"fieldpost/functions/internal/rights"
	"fieldpost/functions/internal/words"
)

// What a person may ask for himself stands on the page of all his games: another
// address, a copy of what is kept of him, to be forgotten. It takes a link that was
// mailed not long ago, so that nobody takes his games over by an old mail.

// freshLife is how young a link to all games must be for that (architecture.md,
// "Links").
const freshLife = 24 * time.Hour

var (
	// errNotFresh is a link to all games that is too old for what is asked.
	errNotFresh = errors.New("this takes a link of the last day")
	// errNotSure is a program that has not said that it means it.
	errNotSure = errors.New("not said to be sure")
)

// personForms are the forms of a person, each folded away.
type personForms struct {
	Title string // "": they stand on a page about something else
	Lead  []string
	Press *press
	Folds []personFold
}

// personFold is one of them.
type personFold struct {
	ID, Title string
	Open      bool
	Lead      []string
	File      *anchor // to be saved
	Press     *press
}

func (g *guest) fresh() bool {
	return g.Players.NowFor(g.link.Issued).Before(g.link.Issued.Add(freshLife))
}

// personForms are the forms, or, by a link that is too old, the one that mails
// another.
func (g *guest) personForms() *personForms {
	w := g.words
	f := &personForms{Title: w.T("page.person.title")}
	if !g.fresh() {
		f.Lead = []string{w.N("page.person.stale_why", int(freshLife.Hours()))}
		if g.profile.Reachable() {
			f.Press = &press{Do: "fresh-link", Button: w.T("page.person.fresh"), Tick: w.T("page.person.tick"), Aside: true}
		}
		return f
	}
	copied := []string{w.T("page.export.lead")}
	if g.full {
		copied = append(copied, w.T("door.newest", words.Args{"Most": match.MostListed}))
	}
	f.Folds = []personFold{g.moveFold(nil), {
		ID: "export", Title: w.T("page.export.title"), Lead: copied,
		File: &anchor{w.T("page.export.link"), g.BaseURL + "/p/" + g.Keys.Seal(g.link) + "/export"},
	}, g.eraseFold()}
	return f
}

// act returns what a form of the person's does, or nil.
func (p gamesPage) act(do string) func(*guest) answer {
	switch do {
	case "fresh-link":
		return p.mailFresh
	case "change-address":
		return p.onlyFresh(p.changeAddress)
	case "erase":
		return p.onlyFresh(p.erase)
	}
	return nil
}

// onlyFresh does nothing by a link that is too old.
func (p gamesPage) onlyFresh(act func(*guest) answer) func(*guest) answer {
	return func(g *guest) answer {
		if !g.fresh() {
			return p.told(g, true, g.words.N("page.person.stale_why", int(freshLife.Hours())), g.words.T("page.person.stale_do"))
		}
		return act(g)
	}
}

// told is the page of all games with a word on top.
func (p gamesPage) told(g *guest, bad bool, text ...string) answer {
	a := p.show(g)
	a.page = tell(a.page, bad, text...)
	return a
}

// mailFresh mails a person another link to all his games. Those that he has still
// count.
func (p gamesPage) mailFresh(g *guest) answer {
	if !g.profile.AnyMail() {
		return p.told(g, true, g.words.T("page.games.no_mail"))
	}
	err := g.Players.Take(g.r.Context(), players.LostMails, players.Person(g.link.Player))
	if err != nil {
		return p.refused(g, err)
	}
	he, known, err := g.Players.Known(g.r.Context(), g.link.Player)
	switch {
	case err != nil:
		return g.wrong(err)
	case !known:
		return p.told(g, true, g.words.T("page.games.none"))
	}
	g.later(g.r.Context(), func(ctx context.Context) error { return g.sendGames(ctx, he) })
	return p.told(g, false, g.words.T("page.person.sent"))
}

// refused is the page of all games with the limit that is reached.
func (p gamesPage) refused(g *guest, err error) answer {
	limit, ok := errors.AsType[*players.LimitError](err)
	if !ok {
		return g.wrong(err)
	}
	a := p.told(g, true, limited(g.words, limit)...)
	a.status, a.page.Wait = statusOf(err), waitOf(err)
	return a
}

// rights carries out what a person asks for himself.
func (s *site) rights() *rights.Rights {
	return &rights.Rights{Games: s.Games, People: s.Players, Changes: s.Changes, Notes: s.Notes, Post: s.Movers}
}

// askMove keeps a person's wish for another address, and has that address mailed.
func (s *site) askMove(r *http.Request, who player.Key, address string) error {
	ctx := r.Context()
	if problem := match.CheckAddress(address); problem != match.NoProblem {
		return &match.InputError{Field: "email", Text: address, Problem: problem}
	}
	if s.Mailbox == nil || !s.fromHere(r) {
		if err := s.Players.Take(ctx, players.JoinRequests, s.clientKey(r)); err != nil {
			return err
		}
	}
	var id match.ChangeID
	if _, err := io.ReadFull(s.Random, id[:]); err != nil {
		return fmt.Errorf("draw for a change: %w", err)
	}
	c, err := s.rights().Ask(ctx, who, s.Pepper.Key(address), address, id)
	if err != nil {
		return err
	}
	s.Log.Info("change of address asked for")
	s.later(ctx, func(ctx context.Context) error { return s.rights().Send(ctx, c) })
	return nil
}

// whyNotMoved says why askMove has failed; "" for what has no words of its own.
func whyNotMoved(w words.Words, err error) string {
	switch {
	case errors.Is(err, rights.ErrNoGames):
		return w.T("page.games.none")
	case errors.Is(err, rights.ErrJustMoved):
		return w.N("page.address.settling", days(match.UndoLife))
	case errors.Is(err, rights.ErrUntold):
		return w.T("door.untold")
	}
	return ""
}

// moveFold is the form for another address, with what is wrong in it.
func (g *guest) moveFold(wrong *formFaults) personFold {
	w := g.words
	if wrong == nil && g.missed && g.form("do") == "change-address" { // what was typed stays
		wrong = &formFaults{}
	}
	return personFold{
		ID: "address", Title: w.T("page.address.title"), Open: wrong != nil,
		Lead: []string{w.T("page.address.lead"), w.N("page.address.undo", days(match.UndoLife))},
		Press: &press{
			Do: "change-address", Button: w.T("page.address.button"), Tick: w.T("page.person.tick"), Aside: true,
			Fields: []field{newAddress(w, g.form("email"), wrong)},
		},
	}
}

// newAddress is the field for it.
func newAddress(w words.Words, given string, wrong *formFaults) field {
	f := field{
		Kind: "email", Name: "email", Label: w.T("page.address.label"), Fill: "off", Must: true, Most: match.MostAddressBytes,
	}
	if wrong != nil {
		f.Value, f.Fault = given, wrong.texts["email"]
	}
	return f
}

// changeAddress has the address of the form mailed.
func (p gamesPage) changeAddress(g *guest) answer {
	w := g.words
	err := g.askMove(g.r, g.link.Player, g.form("email"))
	if err == nil {
		return p.told(g, false, moveAsked(w, g.form("email"))...)
	}
	if why := whyNotMoved(w, err); why != "" {
		return p.told(g, true, w.T("page.address.refused"), why)
	}
	input, bad := errors.AsType[*match.InputError](err)
	if !bad {
		return p.refused(g, err)
	}
	wrong := &formFaults{}
	wrong.add("email", statusOf(err), w.Problem(input.Problem))
	a := p.told(g, true, w.T("page.address.refused"))
	a.status = statusOf(err)
	a.page.Person.Folds[0] = g.moveFold(wrong)
	return a
}

// moveAsked says what comes next.
func moveAsked(w words.Words, address string) []string {
	return []string{
		w.T("page.address.sent", words.Args{"Address": address}),
		w.N("page.address.life", int(match.ChangeLife.Hours())),
	}
}

// moving adds the form for another address to a board whose player's mails come back.
func (v *visit) moving(p page, wrong *formFaults) page {
	w := v.words
	f := &press{
		Do: "change-address", Button: w.T("page.address.button"), Aside: true,
		Fields: []field{newAddress(w, v.form("email"), wrong)},
	}
	if !v.marked {
		f.Tick = w.T("page.press.tick", words.Args{"Name": v.name()})
	}
	if v.missed && v.asks(f.Do) {
		p = tell(p, true, w.T("page.press.missed", words.Args{"Button": f.Button}))
	}
	p.Person = &personForms{Folds: []personFold{{
		ID: "address", Title: w.T("page.address.other"), Open: wrong != nil || v.asks(f.Do), Lead: []string{w.T("page.address.board")}, Press: f,
	}}}
	return p
}

// changeAddress has the address of the form mailed, while mails to the present one
// come back.
func (b boardPage) changeAddress(v *visit) answer {
	w := v.words
	if !v.match.Seated(v.link.Seat) || v.mailTo(v.link.Seat) != mailBack {
		return v.toldOnBoard(b, false, w.T("page.health.well"))
	}
	err := v.askMove(v.r, v.seat().Key, v.form("email"))
	if err == nil {
		return v.toldOnBoard(b, false, moveAsked(w, v.form("email"))...)
	}
	if why := whyNotMoved(w, err); why != "" {
		return v.toldOnBoard(b, true, w.T("page.address.refused"), why)
	}
	a := v.toldOnBoard(b, true, w.T("page.address.refused"))
	a.status, a.page.Wait = statusOf(err), waitOf(err)
	limit, limitReached := errors.AsType[*players.LimitError](err)
	input, bad := errors.AsType[*match.InputError](err)
	switch {
	case limitReached:
		a.page = tell(a.page, true, limited(w, limit)...)
	case bad:
		wrong := &formFaults{}
		wrong.add("email", a.status, w.Problem(input.Problem))
		a.page = v.moving(a.page, wrong)
	default:
		return v.wrong(err)
	}
	return a
}
