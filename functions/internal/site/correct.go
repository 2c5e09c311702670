package site

import (
	"errors"
	"time"

	"fieldpost/engine/match"
	"fieldpost/functions/internal/words"
)

// correctForm is the form by which an invitation goes to another address.
type correctForm struct {
	Title, Why, Tick, Button string

	Email field
}

// inviting adds to the creator's page what he can do about the invitation while
// nobody has accepted it: the link to pass on, or the form for another address.
func (v *visit) inviting(p page) page {
	w, m := v.words, v.match
	if m.State != match.Invited || v.link.Seat != m.Creator || !v.plays() {
		return p
	}
	if m.Vacant() {
		p.Pass = &pass{w.T("page.pass.title"), w.N("page.pass.why", days(match.InvitationLife)), v.invitation(m)}
		if m.Open {
			p.Pass.Why = w.N("page.pass.open", days(match.InvitationLife))
		}
		return p
	}
	p.Correct = &correctForm{
		Title: w.T("page.correct.title"), Why: w.T("page.correct.why", words.Args{"Name": v.other()}),
		Button: w.T("page.correct.button"),
		Email: field{
			Kind: "email", Name: "email", Label: w.T("page.correct.label", words.Args{"Name": v.other()}), Fill: "off", Must: true,
			Most: match.MostAddressBytes,
		},
	}
	if !m.Again { // the opponent of a rematch has given his address himself, and not to the creator
		p.Correct.Email.Value = m.Seat(m.Opponent()).Address
	}
	if !v.marked {
		p.Correct.Tick = w.T("page.press.tick", words.Args{"Name": v.name()})
	}
	return p
}

// pass is the link that the creator passes on to whom he likes.
type pass struct{ Title, Why, Link string }

// correct sends the invitation to the address of the form.
func (v *visit) correct() answer {
	w, address := v.words, v.form("email")
	err := v.do(v.correction(address))
	input, bad := errors.AsType[*match.InputError](err)
	_, late := errors.AsType[*match.StateError](err)
	switch {
	case err == nil:
		return ok(tell(v.setUp("", nil), false, w.T("page.correct.done", words.Args{"Name": v.other(), "Address": address})))
	case errors.Is(err, match.ErrRepeated):
		return ok(tell(v.setUp("", nil), false, w.T("page.correct.same")))
	case late:
		return ok(tell(v.now(), true, w.T("page.correct.late", words.Args{"Name": v.other()})))
	case bad:
		p := v.setUp("", nil)
		p.Correct.Email.Value = address
		p.Correct.Email.Fault = w.Problem(input.Problem)
		return answer{statusOf(err), p}
	}
	return v.wrong(err)
}

func (v *visit) correction(address string) match.CorrectAddress {
	return match.CorrectAddress{By: v.link.Seat, Address: address, Key: v.Pepper.Key(address)}
}

// days returns a life in whole days.
func days(life time.Duration) int { return int(life.Hours()) / 24 }
