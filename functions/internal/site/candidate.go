package site

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/engine/player"
	"fieldpost/functions/internal/mail"
	"fieldpost/functions/internal/players"
	"fieldpost/functions/internal/words"
	"fieldpost/infra/link"
)

// Whoever comes by a link that was passed on, or from the home page, gives his
// name and address, and gets a mail. The seat is his when he presses its link:
// the first who does sits, and others are told that they came late. What they
// see of the match is its invitation, and nothing once somebody sits.

// Candidates keeps who wants a vacant seat until he has shown that the address
// is his, or match.CandidateLife is over.
type Candidates interface {
	KeepCandidate(ctx context.Context, id match.CandidateID, c match.Candidate) error
	// LoadCandidate fails with match.ErrNotFound.
	LoadCandidate(ctx context.Context, id match.CandidateID) (match.Candidate, error)
}

// Post sends the mails that belong to no stored match.
type Post interface {
	// AskCandidate mails c the link by which he takes the vacant seat of m. After
	// an error it may be sent or not.
	AskCandidate(ctx context.Context, m match.Match, id match.CandidateID, c match.Candidate) error
	// MailGames mails a person the link to all his games, of a moment to the
	// minute. A mail whose claim was used before is not sent again.
	MailGames(ctx context.Context, claim string, to mail.Recipient, at time.Time) error
	// AskAgain mails the player of a seat a link by which he shows that mails reach
	// him, of a moment. A mail whose claim was used before is not sent again.
	AskAgain(ctx context.Context, claim string, m match.Match, seat engine.Color, at time.Time) error
}

// stranger reports whether the visitor has shown nothing yet by which he would
// be a player: he may learn no more than that the seat is free or taken.
func (v *visit) stranger() bool {
	if !v.match.Unnamed || v.link.Seat != v.match.Opponent() {
		return false
	}
	switch v.link.Purpose {
	case link.Join:
		return true
	case link.Confirm:
		return v.match.Vacant() || v.candidate.Key != v.seat().Key
	}
	return false
}

// taken is the page for who comes too late for a seat.
func (v *visit) taken() answer {
	w := v.words
	p := page{Lang: w.Lang(), Title: w.T("page.taken.title"), Lead: []string{w.T("page.taken.lead")}}
	if v.match.Refused() {
		p.Title, p.Lead = w.T("page.refused.title"), []string{w.T("page.taken.gone")}
	}
	p.Next = []anchor{{w.T("page.failure.home"), v.BaseURL + "/"}}
	return ok(p)
}

// vacant is the page of a link that was passed on: the invitation, and the form
// for who wants to accept it.
func (v *visit) vacant(wrong *formFaults) answer {
	switch v.match.State {
	case match.Unconfirmed: // nobody was given such a link yet
		return v.wrong(link.ErrBad)
	case match.Invited:
	default:
		return v.taken()
	}
	w := v.words
	m := formMaker{w, v.r.PostForm, wrong}
	p := v.begin(w.T("page.join.title", words.Args{"Name": v.other()}))
	p.Lead = append([]string{w.T("page.join.game"), w.T("page.join.how"), w.T("page.vacant.lead")}, v.clock()...)
	p.Facts = v.facts()
	p.Quote = v.message()
	p.Zones, p.Scripts = zones, zoneScript(v.r)
	return ok(v.tick(p, &press{
		Do: "accept", Button: w.T("page.join.button"), Tick: w.T("page.vacant.tick"),
		Fields: append(m.person(), m.place(v.Words.Languages())...),
	}))
}

// message is what the creator has written to whom he invites.
func (v *visit) message() *quote {
	if v.match.Message == "" {
		return nil
	}
	return &quote{v.words.T("page.join.message", words.Args{"Name": v.other()}), v.match.Message}
}

// apply keeps the visitor as a candidate for the vacant seat, and mails him. The
// answer is the same for every address, also for one that gets no mail from here
// and for the creator's own, which takes no seat when it is confirmed.
func (v *visit) apply() error {
	switch {
	case v.match.State == match.Unconfirmed:
		return link.ErrBad
	case v.match.Refused():
		return &match.StateError{Command: "join", State: v.match.State}
	case !v.match.Vacant():
		return match.ErrTaken
	}
	who := person{v.form("name"), v.form("email"), v.form("lang"), strings.TrimSpace(v.form("tz"))}
	if who.Lang == "" {
		who.Lang = v.words.Lang()
	}
	if err := who.checkZone("opponent.tz"); err != nil {
		return err
	}
	c, err := match.NewCandidate(v.match.ID, who.player(), v.Pepper.Key(who.Email), v.Now())
	if err != nil {
		return err
	}
	if v.Mailbox == nil || !v.fromHere(v.r) {
		if err := v.Players.Take(v.r.Context(), players.JoinRequests, v.clientKey(v.r)); err != nil {
			return err
		}
	}
	if err := v.Players.Take(v.r.Context(), players.ConfirmMails, players.Person(c.Key)); err != nil {
		return err
	}
	var id match.CandidateID
	if _, err := io.ReadFull(v.Random, id[:]); err != nil {
		return fmt.Errorf("draw for a candidate: %w", err)
	}
	if err := v.Candidates.KeepCandidate(v.r.Context(), id, c); err != nil {
		return err
	}
	m := v.match
	v.later(v.r.Context(), func(ctx context.Context) error {
		wish, err := v.Players.Mails(ctx, c.Key, player.Key{}, mail.Confirm)
		if err != nil || !wish.Wanted {
			return err
		}
		return v.Post.AskCandidate(ctx, m, id, c)
	})
	return nil
}

// applied is the page after apply.
func (v *visit) applied(err error) answer {
	w := v.words
	input, bad := errors.AsType[*match.InputError](err)
	_, late := errors.AsType[*match.StateError](err)
	switch {
	case err == nil:
		p := page{Lang: w.Lang(), Title: w.T("page.created.title"), Lead: []string{
			w.T("page.created.look", words.Args{"Address": v.form("email")}),
			w.N("page.vacant.first", int(match.CandidateLife.Hours())),
		}}
		return answer{http.StatusAccepted, p}
	case late, errors.Is(err, match.ErrTaken):
		return v.taken()
	case bad:
		return v.again(input)
	case statusOf(err) == http.StatusTooManyRequests:
		a := v.vacant(&formFaults{})
		a.status, a.page.Wait = statusOf(err), waitOf(err)
		if limit, ok := errors.AsType[*players.LimitError](err); ok {
			a.page = tell(a.page, true, limited(w, limit)...)
		}
		return a
	}
	return v.wrong(err)
}

// again is the page of the invitation with what is wrong in its form.
func (v *visit) again(input *match.InputError) answer {
	wrong := &formFaults{}
	wrong.add(strings.TrimPrefix(input.Field, "opponent."), statusOf(input), v.words.Problem(input.Problem))
	a := v.invited(wrong)
	return answer{wrong.status, tell(a.page, true, v.words.T("page.vacant.refused"))}
}

// meet reads the candidate of the visitor's link. It fails with link.ErrExpired
// when he is forgotten.
func (v *visit) meet() error {
	if v.link.Candidate == (match.CandidateID{}) {
		return nil
	}
	c, err := v.Candidates.LoadCandidate(v.r.Context(), v.link.Candidate)
	if errors.Is(err, match.ErrNotFound) || err == nil && c.Game != v.link.Game {
		return link.ErrExpired
	}
	v.candidate = c
	return err
}

// candidatePage is what the mail to a candidate leads to.
func (v *visit) candidatePage() answer {
	w := v.words
	switch {
	case v.match.Vacant() && v.match.State == match.Invited:
	case v.stranger():
		return v.taken()
	default:
		return ok(tell(v.now(), false, w.T("page.join.used")))
	}
	p := v.begin(w.T("page.candidate.title"))
	p.Lead = append([]string{w.T("page.candidate.lead", words.Args{"Name": v.other()})}, v.clock()...)
	p.Facts = v.facts()
	return ok(v.tick(p, &press{Do: "confirm", Button: w.T("page.confirm.button")}))
}
