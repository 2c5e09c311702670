package site

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"time"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/engine/player"
	"fieldpost/functions/internal/mail"
	"fieldpost/functions/internal/players"
	"fieldpost/functions/internal/words"
	"fieldpost/infra/link"
)

// gamesPage is all games of a person, with a fresh link to each.
type gamesPage struct{}

// gameLine is one of them.
type gameLine struct {
	Title string
	Lines []string
	To    string // "": there is nothing to do there
}

func (p gamesPage) show(of *guest) answer { return p.drawn(of, &formFaults{}) }

// drawn is the page with what is wrong in its form of preferences.
func (gamesPage) drawn(g *guest, wrong *formFaults) answer {
	w := g.words
	p := page{Lang: w.Lang(), Title: w.T("page.games.title"), Lead: mailLines(w, g.profile)}
	games, err := g.games()
	if err != nil {
		return g.wrong(err)
	}
	if len(games) == 0 {
		p.Lead = append(p.Lead, w.T("page.games.none"))
	}
	for _, v := range byUrgency(games) {
		line := gameLine{
			Title: w.T("page.game", words.Args{"Red": v.names.Red, "Blue": v.names.Blue, "Code": v.match.ID.Code()}),
			Lines: append([]string{v.stands()}, v.briefClock()...), To: v.way(),
		}
		if said := g.said[v.match.ID]; said != "" {
			line.Lines = append([]string{said}, line.Lines...)
		}
		p.Games = append(p.Games, line)
	}
	p.Another = g.another(len(games) > 0)
	p.Feeds, p.Webhook = g.feeds(), g.webhook()
	p = g.resting(p, games)
	p = g.allPrefs(p, wrong)
	other := w.T("page.mails.stop") // the one choice that the form above does not have
	if g.profile.Mode == player.Stopped {
		other = w.T("page.mails.choose")
	}
	p.Next = []anchor{{other, g.toMails(g.link.Player)}}
	p.Person = g.personForms()
	if !g.profile.Reachable() { // a new link would not arrive
		if g.missed {
			p = tell(p, true, w.T("page.person.missed"))
		}
		return ok(p)
	}
	p = g.tick(p, &press{Why: []string{w.T("page.games.secret")}, Do: "new-links", Button: w.T("page.games.renew"), Aside: true})
	p.Person.Folds = append(p.Person.Folds, personFold{
		ID: "links", Title: w.T("page.games.links"), Open: g.missed && g.form("do") == "new-links", Press: p.Press,
	})
	p.Press = nil
	return ok(p)
}

// another leads to the form for a new game, in the person's language; nil while the host
// takes none. His address is not in the link: addresses of pages are kept by browsers and
// logs.
func (g *guest) another(has bool) *anchor {
	if g.Host.Closed {
		return nil
	}
	text := g.words.T("page.home.new")
	if has {
		text = g.words.T("page.games.another")
	}
	return &anchor{text, g.BaseURL + "/?lang=" + g.words.Lang() + "#new"}
}

func (gamesPage) unticked(*guest) bool { return false }

func (p gamesPage) press(of *guest) answer {
	w, ctx := of.words, of.r.Context()
	if act := p.act(of.form("do")); act != nil {
		return act(of)
	}
	switch {
	case of.form("do") == "webhook", of.form("do") == "no-webhook":
		return p.pressWebhook(of)
	case of.form("do") == "vacation", of.form("do") == "back":
		return p.rests(of)
	case of.form("do") == "preferences":
		return of.pressedPrefs(true, func(wrong *formFaults) answer { return p.drawn(of, wrong) })
	case of.form("do") != "new-links":
		return of.wrong(errOtherForm)
	case !of.profile.AnyMail():
		a := p.show(of)
		a.page = tell(a.page, true, w.T("page.games.no_mail"))
		return a
	case !of.profile.Reachable():
		a := p.show(of)
		a.page = tell(a.page, true, w.T("page.health.no_links"))
		return a
	}
	he, err := of.Players.RenewLinks(ctx, of.link.Player, of.link.Epoch)
	if err != nil {
		return of.wrong(err)
	}
	if he.LinksCount(of.link.Epoch) {
		return p.told(of, true, w.T("door.links_spent"))
	}
	of.Log.Info("links to all games renewed")
	of.later(ctx, func(ctx context.Context) error {
		known, there, err := of.Players.Known(ctx, he.Key)
		if err != nil || !there {
			return err
		}
		return of.sendGames(ctx, known)
	})
	return ok(page{Lang: w.Lang(), Title: w.T("page.games.renewed"), Lead: []string{w.T("page.games.renewed_why")}, Lost: of.lostForm(w)})
}

// games are the games of a person as if he stood in each, newest first, with no
// deadline passed. Invitations of whom he has blocked are not among them.
func (g *guest) games() ([]*visit, error) {
	all, err := g.allGames()
	return slices.DeleteFunc(all, func(v *visit) bool {
		return !v.match.Seated(v.link.Seat) && g.profile.Blocks(v.match.Seat(v.link.Seat.Other()).Key)
	}), err
}

// allGames are games, and those invitations too.
func (g *guest) allGames() ([]*visit, error) {
	ctx := g.r.Context()
	list, full, err := g.Players.Newest(ctx, g.link.Player)
	if err != nil {
		return nil, err
	}
	g.full = full
	var visits []*visit
	for _, m := range list {
		if m.Late(g.Now()) {
			if m, err = g.Games.Load(ctx, m.ID); err != nil { // it must not hide the others
				g.Log.Warn("game not listed", "err", err)
				continue
			}
		}
		visits = append(visits, g.visitTo(m))
	}
	return visits, nil
}

// visitTo is the person's visit to one of his games, by his board's link.
func (g *guest) visitTo(m match.Match) *visit {
	read := m
	seat := players.SeatOf(m, g.link.Player)
	if s := m.Seats.Of(seat); s.Zone == "" {
		s.Zone = g.profile.Zone
	}
	v := &visit{site: g.site, r: g.r, person: g, read: read, link: link.Link{Purpose: link.Board, Game: m.ID, Seat: seat, Epoch: m.Seat(seat).Epoch, Issued: g.Now()}}
	v.stand(m)
	return v
}

// way is where the player of a seat gets on in a game.
func (v *visit) way() string {
	switch {
	case v.match.Seated(v.link.Seat):
		return v.to(v.link)
	case v.match.State == match.Invited:
		return v.invitation(v.match)
	}
	return ""
}

// stands says in a sentence how a game stands.
func (v *visit) stands() string {
	w, m, name := v.words, v.match, v.other()
	switch {
	case m.State == match.Aborted:
		return w.Aborted(v.link.Seat, m.AbortedBy, v.names)
	case m.Refused():
		return v.whyRefused()
	case m.State == match.Over:
		view := v.view()
		return w.Ended(&view, v.names)
	case m.State == match.Unconfirmed:
		return w.T("page.soon.unconfirmed")
	case m.State == match.Invited && v.link.Seat == m.Creator:
		return w.T("page.games.invited", words.Args{"Name": name})
	case m.State == match.Invited:
		return w.T("page.join.title", words.Args{"Name": name})
	case m.State == match.SettingUp && v.seat().Submitted:
		return w.T("page.games.waiting", words.Args{"Name": name})
	case m.State == match.SettingUp:
		return w.T("page.games.set_up")
	case m.Game.ToMove() == v.link.Seat:
		return w.T("page.board.your_turn", words.Args{"Turn": strconv.Itoa(m.Game.Ply() + 1)})
	}
	return w.T("page.board.their_turn", words.Args{"Name": name, "Turn": strconv.Itoa(m.Game.Ply() + 1)})
}

// sendGames mails a person the link to all his games.
func (s *site) sendGames(ctx context.Context, he player.Profile) error {
	at := s.Now().Truncate(time.Minute)
	claim := fmt.Sprintf("P#%s/C#games#%d#%d", players.Person(he.Key), he.Epoch, at.Unix())
	return s.Post.MailGames(ctx, claim, mail.Recipient{Key: he.Key, Epoch: he.Epoch, Address: he.Address, Lang: he.Lang}, at)
}

// later sends a mail of no game, for which nobody shall wait, nor learn anything
// by waiting. Of an error the log gets the class alone: a mail server's words may
// hold the address.
func (s *site) later(ctx context.Context, do func(context.Context) error) {
	logged := func(ctx context.Context) (err error) {
		defer func() {
			if v := recover(); v != nil {
				err = &panicError{v}
			}
			if err != nil {
				s.Log.Warn("mail of no game not sent", "err", fmt.Sprintf("%T", err))
			}
		}()
		return do(ctx)
	}
	if s.Later == nil {
		_ = logged(ctx)
		return
	}
	s.Later(logged)
}

// panicError is a panic behind an answer. It is never tried again.
type panicError struct{ value any }

func (e *panicError) Error() string { return fmt.Sprintf("panic: %T", e.value) }

// Permanent says that to try again is of no use.
func (e *panicError) Permanent() bool { return true }

// sideToMove returns who is to move in a game that runs, or NoColor.
func sideToMove(m match.Match) engine.Color {
	if m.State != match.Playing {
		return engine.NoColor
	}
	return m.Game.ToMove()
}
