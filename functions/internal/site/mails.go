package site

import (
	"context"

	"fieldpost/engine/player"
	"fieldpost/functions/internal/words"
)

// mailsPage is where a person chooses his mails and his language. It names no address and no game:
// its link, which lives for ever, may be in hands other than his.
type mailsPage struct{}

func (m mailsPage) show(g *guest) answer { return m.drawn(g, &formFaults{}) }

// drawn is the page with what is wrong in its form of language and zone.
func (mailsPage) drawn(g *guest, wrong *formFaults) answer {
	w, he := g.words, g.profile
	p := page{Lang: w.Lang(), Title: w.T("page.mails.title"), Lead: mailLines(w, he)}
	unsubscribe := option{Value: "unsubscribe", Text: w.T("page.mails.unsubscribe")}
	stop := option{Value: "stop", Text: w.T("page.mails.stop")}
	daily := option{Value: "daily", Text: w.T("prefs.daily", words.Args{"Clock": clockText(he.Hour().Clock())})}
	singly := option{Value: "singly", Text: w.T("prefs.singly")}
	f, other := &press{Do: "resume", Button: w.T("page.mails.resume")}, daily
	if he.Digest.Paused { // so he got them before, and gets them again
		f.Button, other = daily.Text, singly
	}
	switch he.Mode {
	case player.Turns:
		f.Do, f.Button, f.Others = unsubscribe.Value, unsubscribe.Text, []option{daily, stop}
		p.Lead = append(p.Lead, w.T("page.mails.not_you"))
	case player.Daily:
		f.Do, f.Button = unsubscribe.Value, unsubscribe.Text
		f.Others = []option{singly, stop}
		p.Lead = append(p.Lead, w.T("page.mails.not_you"))
	case player.None:
		f.Others = []option{other, stop}
	}
	return ok(g.placePrefs(g.tick(p, f), wrong))
}

// unticked is the press of a mail program's own button (RFC 8058): it carries no
// tick, and only ever takes mails away.
func (mailsPage) unticked(g *guest) bool { return g.form("List-Unsubscribe") == "One-Click" }

func (m mailsPage) press(g *guest) answer {
	mode, known := map[string]player.Mode{
		"unsubscribe": player.None, "stop": player.Stopped, "singly": player.Turns, "daily": player.Daily,
	}[g.form("do")]
	choose := func(ctx context.Context, key player.Key) (player.Profile, error) {
		return g.Players.SetMode(ctx, key, mode)
	}
	switch {
	case m.unticked(g):
		mode = player.None
	case g.form("do") == "language":
		return g.pressedPrefs(false, func(wrong *formFaults) answer { return m.drawn(g, wrong) })
	case g.form("do") == "resume":
		choose = g.Players.Lift
	case !known:
		return g.wrong(errOtherForm)
	}
	he, err := choose(g.r.Context(), g.link.Player)
	if err != nil {
		return g.wrong(err)
	}
	g.Log.Info("mails chosen", "mode", he.Mode)
	g.profile = he
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
	if he.Mode == player.Daily {
		return []string{w.T("prefs.is_daily", words.Args{"Clock": clockText(he.Hour().Clock())})}
	}
	return []string{w.T("page.mails.turns")}
}
