package site

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/engine/player"
	"fieldpost/functions/internal/mail"
	"fieldpost/functions/internal/players"
	"fieldpost/functions/internal/words"
	"fieldpost/infra/link"
)

// Where mails come back, or are complained of, none about games are sent. Both
// players see it, and whose they are has one mail sent to his address, from his
// board's page. Its link is one to confirm: whoever presses it reads what is mailed
// there.

// mailState is how it stands with the mails to a player.
type mailState uint8

const (
	mailOK   mailState = iota
	mailBack           // they come back
	mailOff            // he does not want them
	mailSpam           // he has complained of them
	mailEnd            // he has stopped every kind of mail
	mailDay            // he gets one a day, which is his own business
)

// String is the state as the API has it.
func (m mailState) String() string {
	return [...]string{"ok", "bouncing", "off", "off", "off", "ok"}[m]
}

// mailTo tells a player how it stands with the mails to a seat. A profile that
// cannot be read must not hide the game: then it is as if there were none.
//
// Of whom he has invited he learns only that the invitation comes back, as any
// mail of his own would have told him: what the other wishes is nobody's business,
// nor whether he is known here.
func (v *visit) mailTo(c engine.Color) mailState {
	key, seated := v.match.Seat(c).Key, v.match.Seated(c)
	if key == (player.Key{}) || !v.plays() || !seated && v.match.State != match.Invited {
		return mailOK
	}
	he, err := v.Players.Profile(v.r.Context(), key)
	if err != nil {
		v.Log.Warn("profile not read", "game", v.link.Game, "err", err)
		return mailOK
	}
	switch health := he.Signs.Health(); {
	case !seated && health == player.Bouncing:
		return mailBack
	case !seated:
		return mailOK
	case he.Mode == player.Stopped:
		return mailEnd
	case !he.WantsMails():
		return mailOff
	case health == player.Bouncing:
		return mailBack
	case health == player.Unwanted:
		return mailSpam
	case he.Collects() && c == v.link.Seat && !v.match.Pace.Brisk():
		return mailDay
	}
	return mailOK
}

// mailing says on the page of a board who of the two gets no mails about it, and
// what the reader can do about his own.
func (v *visit) mailing(p page) page {
	if v.match.Ended() {
		return p
	}
	w := v.words
	state := v.mailTo(v.link.Seat)
	if n := slices.Index(p.Lead, v.nextMail()); n >= 0 && state != mailOK {
		p.Lead = slices.Delete(slices.Clone(p.Lead), n, n+1) // it does not come, or not at once
	}
	switch state {
	case mailDay:
		p.Lead = append(p.Lead, w.T("prefs.wait_daily"))
	case mailOff:
		p = v.pressed(p, "resume-mails", w.T("prefs.resume"), w.T("page.mails.off_you"))
		p.Next = append(p.Next, anchor{w.T("page.mails.choose"), v.toMails(v.seat().Key)})
	case mailEnd:
		p.Lead = append(p.Lead, w.T("page.mails.off_you"))
		p.Next = append(p.Next, anchor{w.T("page.mails.choose"), v.toMails(v.seat().Key)})
	case mailBack:
		p = v.pressed(p, "confirm-address", w.T("page.health.button"), w.T("page.health.bouncing_you"), w.T("page.health.mend"))
		p = v.moving(p, nil)
	case mailSpam:
		p = v.pressed(p, "confirm-address", w.T("page.health.button"), w.T("page.health.unwanted_you"), w.T("page.health.mend"))
	}
	other := v.link.Seat.Other()
	switch state := v.mailTo(other); {
	case state == mailBack && !v.match.Seated(other):
		p.Lead = append(p.Lead, w.T("page.health.invitation", words.Args{"Name": v.other()}))
	case state == mailBack:
		p.Lead = append(p.Lead, w.T("page.health.bouncing_they", words.Args{"Name": v.other()}))
	case state != mailOK:
		p.Lead = append(p.Lead, w.T("page.mails.off_they", words.Args{"Name": v.other()}))
	}
	return p
}

// nextMail says that a mail comes when the other has moved.
func (v *visit) nextMail() string {
	return v.words.T("page.board.wait", words.Args{"Name": v.other()})
}

// pressed adds a button by which the player mends what is said of his mails.
func (v *visit) pressed(p page, do, button string, why ...string) page {
	w := v.words
	p.Lead = append(p.Lead, why...)
	p.Mend = &press{Do: do, Button: button}
	if !v.marked {
		p.Mend.Tick = w.T("page.press.tick", words.Args{"Name": v.name()})
	}
	if v.missed && v.asks(do) {
		p = tell(p, true, w.T("page.press.missed", words.Args{"Button": button}))
	}
	return p
}

// resumeMails takes back that the player gets no mails about his games.
func (b boardPage) resumeMails(v *visit) answer {
	if !v.match.Seated(v.link.Seat) || v.seat().Key == (player.Key{}) {
		return v.wrong(errOtherForm)
	}
	he, err := v.Players.Resume(v.r.Context(), v.seat().Key)
	if err != nil {
		return v.wrong(err)
	}
	v.Log.Info("mails chosen", "mode", he.Mode)
	w := v.words
	switch he.Mode {
	case player.Daily:
		return v.toldOnBoard(b, false, w.T("prefs.resumed_daily", words.Args{"Clock": clockText(he.Hour().Clock())}))
	case player.Stopped:
		return v.toldOnBoard(b, true, w.T("prefs.stopped"))
	}
	return v.toldOnBoard(b, false, w.T("prefs.resumed"))
}

// askAgain mails the player a link to confirm, one a minute at most.
func (b boardPage) askAgain(v *visit) answer {
	w, ctx, key := v.words, v.r.Context(), v.seat().Key
	if state := v.mailTo(v.link.Seat); !v.match.Seated(v.link.Seat) || state != mailBack && state != mailSpam {
		return v.toldOnBoard(b, false, w.T("page.health.well"))
	}
	err := v.Players.Take(ctx, players.ConfirmMails, players.Person(key))
	if limit, ok := errors.AsType[*players.LimitError](err); ok {
		a := v.toldOnBoard(b, true, limited(w, limit)...)
		a.status, a.page.Wait = statusOf(err), waitOf(err)
		return a
	}
	if err != nil {
		return v.wrong(err)
	}
	m, seat, at := v.match, v.link.Seat, v.Now()
	claim := fmt.Sprintf("P#%s/C#again#%d", players.Person(key), at.Truncate(time.Minute).Unix())
	v.Log.Info("address to be confirmed again", "game", v.link.Game, "seat", seat)
	v.later(ctx, func(ctx context.Context) error {
		_, wanted, err := v.Players.Mails(ctx, key, player.Key{}, mail.Confirm)
		if err != nil || !wanted {
			return err
		}
		return v.Post.AskAgain(ctx, claim, m, seat, at)
	})
	return v.toldOnBoard(b, false, w.T("page.health.sent"))
}

// toldOnBoard is the page of the board with a word on top.
func (v *visit) toldOnBoard(b boardPage, bad bool, text ...string) answer {
	a := b.show(v)
	a.page = tell(a.page, bad, text...)
	return a
}

// confirmsAgain reports whether the visitor's link was mailed to a player that sat already,
// so that he shows that mails reach him.
func (v *visit) confirmsAgain() bool {
	return v.link.Purpose == link.Confirm && v.link.Candidate == (match.CandidateID{}) && v.match.Seated(v.link.Seat) &&
		(v.link.Seat != v.match.Creator || v.link.Issued.After(v.match.Created))
}

// until is the moment until which mails were read by who has the visitor's link:
// that of its own mail. Links keep it to the minute.
func (v *visit) until() time.Time { return v.link.Issued.Add(time.Minute) }

// hasRead notes that the player has read the mail with the visitor's link.
func (v *visit) hasRead() error {
	return v.Players.Read(v.r.Context(), v.seat().Key, v.until())
}

// standing reports whether there is something that the visitor's press would mend:
// match.ErrRepeated if all is well, link.ErrExpired if his link was mailed before
// what is known against the address.
func (v *visit) standing() error {
	he, err := v.Players.Profile(v.r.Context(), v.seat().Key)
	if err != nil {
		return err
	}
	if he.Signs.Health() == player.Well {
		return match.ErrRepeated
	}
	if he, _ = he.Reads(v.until()); he.Signs.Health() != player.Well {
		return link.ErrExpired
	}
	return nil
}

// againPage is what the mail by which an address is confirmed again leads to.
func (v *visit) againPage() answer {
	if err := v.standing(); err != nil {
		return v.mended(err)
	}
	w := v.words
	p := v.begin(w.T("page.health.title"))
	p.Lead = []string{w.T("page.health.lead")}
	return ok(v.tick(p, &press{Do: "confirm", Button: w.T("page.confirm.button")}))
}

// mend confirms the player's address again. Without anything to mend it changes
// nothing.
func (v *visit) mend() error {
	if err := v.standing(); err != nil {
		return err
	}
	err := v.hasRead()
	v.Log.Info("address confirmed again", "game", v.link.Game, "seat", v.link.Seat, "outcome", outcome(err))
	return err
}

// mended is the page after it.
func (v *visit) mended(err error) answer {
	w := v.words
	switch {
	case err == nil:
		return ok(tell(v.now(), false, w.T("page.health.done")))
	case errors.Is(err, match.ErrRepeated):
		return ok(tell(v.now(), false, w.T("page.health.used")))
	case errors.Is(err, link.ErrExpired):
		return ok(tell(v.now(), true, w.T("page.health.late")))
	}
	return v.wrong(err)
}
