package inbound

import (
	"context"
	"errors"
	"time"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/engine/player"
	"fieldpost/functions/internal/inbound/command"
	"fieldpost/functions/internal/mail"
	"fieldpost/functions/internal/players"
	"fieldpost/functions/internal/words"
	"fieldpost/infra/link"
)

// obey carries out a command, or, when the sender is in doubt, offers the player to
// do it himself. It fails only where the same may go better later.
func (v *visit) obey(ctx context.Context, c command.Command) error {
	w, name := v.words, v.other()
	if v.doubt == otherFrom {
		v.fail(w.T("answer.doubt_from"))
	}
	if v.doubt == unproved {
		v.fail(w.T("answer.doubt_proof"))
	}
	if v.unread {
		v.fail(w.T("answer.unread"))
		v.help()
		return nil
	}
	switch c.Kind {
	case command.Move:
		return v.move(ctx, c)
	case command.SetupRows, command.SetupPreset, command.SetupRandom:
		return v.setUp(ctx, c)
	case command.Resign:
		v.askBack()
	case command.ResignSurely:
		return v.act(ctx, match.Resigning, w.T("page.resign.done", words.Args{"Name": name}))
	case command.Draw:
		return v.act(ctx, match.OfferingDraw, w.T("page.offer.done", words.Args{"Name": name}))
	case command.Claim:
		return v.act(ctx, match.ClaimingDraw, w.T("page.claim.done", words.Args{"Name": name}))
	case command.Accept:
		if v.invited() {
			return v.join(ctx, match.Accepting, w.T("answer.accepted", words.Args{"Name": name}))
		}
		return v.act(ctx, match.AcceptingDraw, w.T("page.accept.done", words.Args{"Name": name}))
	case command.Decline:
		if v.invited() {
			return v.join(ctx, match.Declining, w.T("page.refused.declined_you"))
		}
		return v.act(ctx, match.DecliningDraw, w.T("page.decline.done", words.Args{"Name": name}))
	case command.Abort:
		return v.act(ctx, match.Aborting, w.T("page.abort.done", words.Args{"Name": name}))
	case command.Lines:
		return v.lines(ctx, c)
	case command.Rematch:
		return v.act(ctx, match.Rematching, w.T("page.rematch.done", words.Args{"Name": name}))
	case command.Vacation:
		return v.vacation(ctx, c)
	case command.Back:
		return v.back(ctx)
	case command.Time:
		return v.giveTime(ctx)
	case command.Stop:
		return v.stop(ctx)
	case command.Say:
		return v.tellOther(ctx, c)
	case command.None:
		v.none()
	default:
		return v.show(ctx, c.Kind)
	}
	return nil
}

// invited reports whether the mail that is answered was an invitation: the only one
// that an opponent gets before he has accepted.
func (v *visit) invited() bool {
	m := v.match
	return v.link.Seat == m.Opponent() && !m.Begun() && m.State != match.Over && m.State != match.Aborted
}

// join answers an invitation.
func (v *visit) join(ctx context.Context, a match.Action, done string) error {
	c := a.Command(v.link.Seat, match.AnyPly)
	if v.doubt != noDoubt {
		if v.match.State != match.Invited {
			v.fail(v.stands())
			return nil
		}
		v.offer(v.words.T("mail.invite.link"), link.Link{Purpose: link.Join})
		return nil
	}
	return v.tell(v.do(ctx, c), done)
}

// act does what a link of its own could do, at the ply that the answered mail had
// shown. What answers an offer counts for the one in that mail alone.
func (v *visit) act(ctx context.Context, a match.Action, done string) error {
	c := v.command(a)
	answers := a == match.AcceptingDraw || a == match.DecliningDraw
	var possible error
	if c != nil {
		_, _, possible = match.Decide(v.match, c, v.Now())
	} else {
		_, possible = match.Rematch(v.match, v.link.Seat, engine.Both[[16]byte]{})
	}
	switch {
	case answers && possible == nil && !v.current():
		return v.tell(match.ErrNoOffer, "")
	case v.doubt != noDoubt && possible != nil:
		return v.tell(possible, "")
	case v.doubt != noDoubt:
		v.offer(v.pageOf(v.words.Act(a)), link.Link{Purpose: link.Act, Ply: v.match.Game.Ply(), Action: a})
		return nil
	case a == match.Rematching:
		return v.tell(v.rematch(ctx), done)
	}
	return v.tell(v.do(ctx, c), done)
}

// command is the one of a by this mail; nil for a rematch.
func (v *visit) command(a match.Action) match.Command {
	switch a {
	case match.Resigning:
		return match.Resign{By: v.link.Seat, Ply: v.link.Ply, Unaware: !v.current()}
	case match.GivingTime: // no mail comes to who has moved
		return match.GiveTime{By: v.link.Seat, Ply: match.AnyPly}
	}
	return a.Command(v.link.Seat, v.link.Ply)
}

// current reports whether the answered mail has shown the game as it is now, and with
// it the offer that stands, if there is one, whatever was said since.
func (v *visit) current() bool {
	return v.link.Shown == v.match.Standing() && v.link.Ply == v.match.Game.Ply()
}

// pageOf is what a link to the page of an action or a move is called. The name of
// either alone would be a command, in an answer that quotes it without a mark.
func (v *visit) pageOf(act string) string { return v.words.T("answer.page", words.Args{"Act": act}) }

// offer gives the player a link by which he does it himself.
func (v *visit) offer(label string, l link.Link) {
	v.opened = true
	v.say(v.words.T("answer.by_link"))
	v.answer.Press = append(v.answer.Press, mail.Press{Label: label, Link: l})
}

// askBack asks whether he means to resign.
func (v *visit) askBack() {
	c := v.command(match.Resigning)
	_, _, err := match.Decide(v.match, c, v.Now())
	if err != nil && !errors.Is(err, match.ErrOffered) {
		_ = v.tell(err, "") // no command has failed
		return
	}
	v.say(v.words.T("page.resign.title"), v.words.T("page.resign.lead", words.Args{"Name": v.other()}), v.words.T("answer.resign"))
	v.answer.Press = append(v.answer.Press, mail.Press{
		Label: v.pageOf(v.words.Act(match.Resigning)),
		Link:  link.Link{Purpose: link.Act, Ply: v.match.Game.Ply(), Action: match.Resigning},
	})
}

// tell says what came of a command: done, or why not, with the game as it stands. It
// returns the error again if it is none of the game's own.
func (v *visit) tell(err error, done string) error {
	if err == nil {
		v.say(done)
		return nil
	}
	text := v.cannot(err)
	if text == nil {
		return err
	}
	if errors.Is(err, match.ErrRepeated) {
		v.say(text...)
		return nil
	}
	v.fail(text...)
	v.answer.Game = true
	return nil
}

// cannot says why a command came to nothing, or returns nil for an error that is none
// of the game's own.
func (v *visit) cannot(err error) []string {
	w, m := v.words, v.match
	var (
		soon  *match.OfferError
		limit *players.LimitError
		state *match.StateError
		away  *match.VacationError
	)
	switch {
	case errors.As(err, &away):
		return []string{w.NoVacation(away)}
	case errors.Is(err, match.ErrRepeated):
		return []string{w.T("answer.already")}
	case errors.As(err, &limit):
		return v.limited(limit)
	case errors.Is(err, players.ErrMayNotInvite):
		return []string{w.T("limit.may_not_invite")}
	case errors.Is(err, errRematchRefused):
		return []string{w.T("page.act.rematch_refused", words.Args{"Name": v.other()})}
	case m.Refused() && errors.As(err, &state):
		return []string{v.stands()}
	case errors.Is(err, engine.ErrOver), errors.As(err, &state) && m.Ended():
		return []string{w.T("answer.over"), v.stands()}
	case errors.Is(err, match.ErrStale):
		return []string{w.T("answer.old"), v.stands()}
	case errors.Is(err, match.ErrOffered):
		return []string{w.T("page.act.offered", words.Args{"Name": v.other()})}
	case errors.Is(err, match.ErrNoOffer):
		return []string{w.T("answer.no_offer"), v.stands()}
	case errors.As(err, &soon):
		return []string{w.N("page.act.soon", soon.Moves)}
	case errors.Is(err, engine.ErrNoClaim) && m.Rules.QuietClaim > 0:
		return []string{w.N("answer.no_claim", m.Rules.QuietClaim)}
	case errors.As(err, &state), errors.Is(err, engine.ErrNoClaim), errors.Is(err, engine.ErrNotYourTurn):
		return []string{w.T("page.act.not_now"), v.stands()}
	}
	return nil
}

// limited says which limit is reached, and when to try again.
func (v *visit) limited(e *players.LimitError) []string {
	w := v.words
	var what string
	switch e.What {
	case players.InvitationsTo:
		what = w.N("limit.invitations_to", e.Most)
	case players.InvitationsFrom:
		what = w.N("limit.invitations_from", e.Most)
	case players.Unanswered:
		what = w.N("limit.unanswered", e.Most)
	case players.RunningGames:
		what = w.N("limit.running_games", e.Most)
	case players.Messages:
		what = w.N("limit.messages", e.Most)
	default:
		what = w.N("limit.requests", e.Most)
	}
	lines := []string{what, w.T("limit.kept")}
	if e.Wait > 0 {
		lines = append(lines, w.T("limit.wait", words.Args{"Span": w.Span(e.Wait + time.Minute - 1)}))
	}
	return lines
}

// stop ends his mails about games.
func (v *visit) stop(ctx context.Context) error {
	w := v.words
	if v.doubt != noDoubt {
		v.say(w.T("answer.stop_link"))
		return nil
	}
	if v.seat().Key != (player.Key{}) {
		if _, err := v.People.SetMode(ctx, v.seat().Key, player.None); err != nil {
			return err
		}
	}
	v.say(w.T("page.mails.none"), w.T("page.mails.clock"), w.T("answer.stopped"))
	return nil
}
