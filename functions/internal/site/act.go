package site

import (
	"errors"
	"net/http"
	"slices"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/functions/internal/players"
	"fieldpost/functions/internal/words"
	"fieldpost/infra/link"
)

// actPage is behind the link of one action at one ply: resigning, a draw, calling
// off. Each has its own words, so that nobody does one for another. When the
// action is not possible any more the page says so, and shows the game as it is.
type actPage struct{}

func (actPage) show(v *visit) answer {
	if err := v.possible(); err != nil {
		v.site.stale(v.link.Purpose, passed)
		return ok(v.cannot(err))
	}
	d := v.deed()
	p := v.begin(d.Title)
	p.Lead = d.Lead
	if v.match.Begun() {
		view := v.view()
		v.lay(&p, &view, engine.Move{})
	} else {
		p.Lead = append(p.Lead, v.clock()...)
	}
	p.Next = slices.DeleteFunc(v.elsewhere(), func(a anchor) bool { return a.Text == v.does(v.link.Action) })
	f := &press{Do: v.link.Action.String(), Button: v.does(v.link.Action)}
	if v.offeredDraw() && v.link.Action == match.Resigning {
		p.Lead = append([]string{v.words.T("page.resign.offered", words.Args{"Name": v.other()})}, p.Lead...)
		f.Knows = "offered"
	}
	return ok(v.tick(p, f))
}

func (actPage) act(v *visit) error {
	if !v.asks(v.link.Action.String()) {
		return errOtherForm
	}
	if v.link.Action == match.Rematching {
		return v.rematch()
	}
	return v.do(v.command())
}

func (actPage) told(v *visit, _ bool) (int, any) { return http.StatusOK, viewAlone{v.apiView()} }

func (a actPage) press(v *visit) answer {
	switch err := a.act(v); {
	case errors.Is(err, match.ErrOffered) && v.link.Action == match.Resigning: // it is drawn again, with the offer
		again := a.show(v)
		again.page = tell(again.page, true, v.words.T("page.resign.again", words.Args{"Name": v.other(), "Button": v.words.Act(v.link.Action)}))
		return again
	case err == nil && v.link.Action == match.RenewingLinks: // no link of this page counts any more
		p := v.begin(v.deed().Title)
		p.Lead = []string{v.deed().Done}
		return ok(p)
	case err == nil:
		return ok(tell(v.now(), false, v.deed().Done))
	case errors.Is(err, match.ErrRepeated), statusOf(err) == http.StatusConflict:
		v.site.stale(v.link.Purpose, passed)
		return ok(v.cannot(err))
	default:
		return v.wrong(err)
	}
}

// possible reports why the link's action cannot be done now, or nil.
func (v *visit) possible() error {
	if v.link.Action == match.Rematching {
		_, err := match.Rematch(v.match, v.link.Seat, engine.Both[[16]byte]{})
		return err
	}
	c := v.command()
	if v.link.Action == match.Resigning { // an offer is told on the page
		c = match.Resign{By: v.link.Seat, Ply: v.link.Ply}
	}
	_, _, err := match.Decide(v.match, c, v.Now())
	return err
}

// command is what the link asks for.
func (v *visit) command() match.Command {
	if v.link.Action == match.Resigning {
		return match.Resign{By: v.link.Seat, Ply: v.link.Ply, Unaware: v.form("offered") != "1"}
	}
	return v.link.Action.Command(v.link.Seat, v.link.Ply)
}

// offeredDraw reports whether the opponent's offer of a draw stands.
func (v *visit) offeredDraw() bool {
	return v.match.State == match.Playing && v.match.Offer == v.link.Seat.Other()
}

// cannot is the page of an action that came to nothing, for the reason err.
func (v *visit) cannot(err error) page {
	w := v.words
	if errors.Is(err, match.ErrRepeated) {
		return tell(v.now(), false, w.T("page.act.already"))
	}
	var soon *match.OfferError
	var daily *match.TooSoonError
	var away *match.AwayError
	var text string
	switch {
	case errors.Is(err, players.ErrNoMail):
		text = w.T("page.games.no_mail")
	case errors.Is(err, players.ErrBouncing):
		text = w.T("page.health.no_links")
	case errors.Is(err, match.ErrLinksSpent):
		text = w.T("door.seat_spent")
	case errors.Is(err, errRematchRefused):
		text = w.T("page.act.rematch_refused", words.Args{"Name": v.other()})
	case v.match.Ended():
		text = w.T("page.act.over")
	case errors.Is(err, match.ErrStale):
		text = w.T("page.act.stale")
	case errors.Is(err, match.ErrOffered):
		text = w.T("page.act.offered", words.Args{"Name": v.other()})
	case errors.Is(err, match.ErrNoOffer):
		text = w.T("page.act.no_offer", words.Args{"Name": v.other()})
	case errors.As(err, &soon):
		text = w.N("page.act.soon", soon.Moves)
	case errors.As(err, &daily):
		text = w.T("talk.soon", words.Args{"At": w.Moment(daily.Next, v.seat().Zone)})
	case errors.As(err, &away):
		text = w.T("talk.away", words.Args{"Name": v.other(), "Until": w.Moment(away.Until, v.seat().Zone)})
	case errors.Is(err, match.ErrResent):
		text = w.T("page.act.resent", words.Args{"Name": v.other()})
	default:
		text = w.T("page.act.not_now")
	}
	return tell(v.now(), true, text)
}

// acts leads to whatever the visitor can do beside moving.
func (v *visit) acts() []anchor { return v.leadTo(v.match.ChoicesAt(v.link.Seat, v.Now())) }

// askedForDraw is the other's offer of a draw with both answers, if one stands.
func (v *visit) askedForDraw() *asked {
	if !v.offeredDraw() {
		return nil
	}
	return &asked{
		v.words.T("page.draw.theirs", words.Args{"Name": v.other()}),
		v.leadTo([]match.Action{match.AcceptingDraw, match.DecliningDraw}),
	}
}

func (v *visit) leadTo(actions []match.Action) []anchor {
	var list []anchor
	for _, a := range actions {
		l := link.Link{Purpose: link.Act, Ply: v.match.Game.Ply(), Action: a}
		list = append(list, anchor{v.does(a), v.to(l)})
	}
	return list
}

// ownOffer says that the visitor's offer of a draw stands, if it does.
func (v *visit) ownOffer() []string {
	if v.match.State != match.Playing || v.match.Offer != v.link.Seat {
		return nil
	}
	return []string{v.words.T("page.draw.yours", words.Args{"Name": v.other()})}
}

// does are the words of an action in this game: its link and its button have the same.
func (v *visit) does(a match.Action) string {
	switch {
	case a == match.Nudging:
		return v.words.T("talk.nudge_act", words.Args{"Name": v.other()})
	case a == match.MailingAgain && !v.match.Begun():
		return v.words.T("talk.again_setup")
	}
	return v.words.Act(a)
}
