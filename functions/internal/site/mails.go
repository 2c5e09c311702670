package site

import (
	"errors"
	"slices"

	"fieldpost/engine/match"
	"fieldpost/engine/player"
	"fieldpost/functions/internal/players"
	"fieldpost/functions/internal/words"
)

// mailsPage is where a person chooses his mails and his language. It names no address and no game:
// its link, which lives for ever, may be in hands other than his.
type mailsPage struct{}

func (mailsPage) show(g *guest) answer {
	w := g.words
	p := page{Lang: w.Lang(), Title: w.T("page.mails.title"), Lead: mailLines(w, g.profile)}
	unsubscribe := option{Value: "unsubscribe", Text: w.T("page.mails.unsubscribe")}
	stop := option{Value: "stop", Text: w.T("page.mails.stop")}
	f := &press{Do: "resume", Button: w.T("page.mails.resume")}
	switch g.profile.Mode {
	case player.Turns:
		f.Do, f.Button, f.Others = unsubscribe.Value, unsubscribe.Text, []option{stop}
		p.Lead = append(p.Lead, w.T("page.mails.not_you"))
	case player.None:
		f.Others = []option{stop}
	}
	p = g.tick(p, f)
	if fields := (&formMaker{w, g.r.PostForm, &formFaults{}}).language(g.Words.Languages()); fields != nil {
		p.Speak = &press{Do: "language", Fields: fields, Tick: f.Tick, Button: w.T("page.mails.language")}
	}
	return ok(p)
}

// unticked is the press of a mail program's own button (RFC 8058): it carries no
// tick, and only ever takes mails away.
func (mailsPage) unticked(g *guest) bool { return g.form("List-Unsubscribe") == "One-Click" }

func (m mailsPage) press(g *guest) answer {
	mode, known := map[string]player.Mode{"unsubscribe": player.None, "stop": player.Stopped, "resume": player.Turns}[g.form("do")]
	switch {
	case m.unticked(g):
		mode = player.None
	case g.form("do") == "language":
		return m.speak(g)
	case !known:
		return g.wrong(errOtherForm)
	}
	he, err := g.Players.SetMode(g.r.Context(), g.link.Player, mode)
	if err != nil {
		return g.wrong(err)
	}
	g.Log.Info("mails chosen", "mode", he.Mode)
	g.profile = he
	a := m.show(g)
	a.page = tell(a.page, false, g.words.T("page.mails.done"))
	return a
}

// speak chooses the language of a person's mails and pages, in all his games.
func (m mailsPage) speak(g *guest) answer {
	ctx, lang := g.r.Context(), g.form("lang")
	if !slices.Contains(g.Words.Languages(), lang) {
		return g.wrong(errOtherForm)
	}
	he, err := g.Players.SetLanguage(ctx, g.link.Player, lang)
	if err != nil {
		return g.wrong(err)
	}
	games, err := g.Players.Games(ctx, g.link.Player)
	if err != nil {
		return g.wrong(err)
	}
	for _, game := range games {
		c := match.Speak{By: players.SeatOf(game, g.link.Player), Lang: lang}
		if _, err := g.Games.DoOn(ctx, game, c); err != nil && !errors.Is(err, match.ErrRepeated) {
			return g.wrong(err) // a second press does the rest
		}
	}
	g.Log.Info("language chosen", "games", len(games))
	g.profile, g.words = he, g.Words.For(lang)
	a := m.show(g)
	a.page = tell(a.page, false, g.words.T("page.mails.done"))
	return a
}

// mailLines say which mails a person gets.
func mailLines(w words.Words, he player.Profile) []string {
	switch he.Mode {
	case player.Stopped:
		return []string{w.T("page.mails.stopped"), w.T("page.mails.clock")}
	case player.None:
		return []string{w.T("page.mails.none"), w.T("page.mails.clock")}
	}
	switch he.Signs.Health() {
	case player.Bouncing:
		return []string{w.T("page.health.person_bouncing"), w.T("page.health.person_mend"), w.T("page.mails.clock")}
	case player.Unwanted:
		return []string{w.T("page.health.person_unwanted"), w.T("page.health.person_mend"), w.T("page.mails.clock")}
	}
	return []string{w.T("page.mails.turns")}
}
