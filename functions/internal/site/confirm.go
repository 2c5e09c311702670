package site

import (
	"errors"
	"net/http"

	"fieldpost/engine/match"
	"fieldpost/functions/internal/words"
)

// confirmPage is what the creator's first mail leads to. It never shows a link
// that was or will be mailed: who created a game with somebody else's address
// would have that seat.
type confirmPage struct{}

func (confirmPage) show(v *visit) answer {
	if v.confirmsAgain() {
		return v.againPage()
	}
	if v.link.Candidate != (match.CandidateID{}) {
		return v.candidatePage()
	}
	if v.match.State != match.Unconfirmed {
		return ok(tell(v.now(), false, v.words.T("page.confirm.used")))
	}
	w := v.words
	p := v.begin(w.T("page.confirm.title"))
	p.Lead = []string{w.T("page.confirm.lead", words.Args{"Name": v.other()})}
	switch {
	case v.match.Open:
		p.Lead = []string{w.N("page.confirm.open", days(match.InvitationLife))}
	case v.match.Unnamed:
		p.Lead = []string{w.T("page.confirm.pass")}
	}
	p.Facts = v.facts()
	return ok(v.tick(p, &press{Do: "confirm", Button: w.T("page.confirm.button")}))
}

// act confirms, for a person as for a program.
func (confirmPage) act(v *visit) error {
	var command match.Command = match.Confirm{}
	switch {
	case !v.asks("confirm"):
		return errOtherForm
	case v.confirmsAgain():
		return v.mend()
	case v.link.Candidate != (match.CandidateID{}):
		command = v.candidate.Join()
	}
	err := v.do(command)
	if err == nil || errors.Is(err, match.ErrRepeated) {
		if lost := v.hasRead(); lost != nil { // the seat is taken all the same
			v.Log.Warn("profile not written", "game", v.link.Game, "err", lost)
		}
	}
	return err
}

// told gives the token of a seat to who takes it, not to who only shows that mails
// reach him.
func (confirmPage) told(v *visit, repeated bool) (int, any) {
	return http.StatusOK, v.seatTaken(repeated || v.confirmsAgain())
}

func (c confirmPage) press(v *visit) answer {
	if v.confirmsAgain() {
		return v.mended(c.act(v))
	}
	err := c.act(v)
	_, late := errors.AsType[*match.StateError](err)
	switch {
	case errors.Is(err, match.ErrRepeated):
		return c.show(v)
	case errors.Is(err, match.ErrTaken), late && v.stranger():
		return v.taken()
	case err == nil && v.link.Seat != v.match.Creator:
		return v.seated()
	}
	if err != nil {
		return v.wrong(err)
	}
	w := v.words
	p := v.begin(w.T("page.confirm.done"))
	p.Lead = []string{w.T("page.confirm.invited", words.Args{"Name": v.other()}), w.T("page.confirm.look")}
	if v.match.Unnamed {
		p.Lead = []string{w.T("page.confirm.look_pass")}
	}
	return ok(p)
}

// errOtherForm is a press for something that the page has no button for.
var errOtherForm = malformed(&requestError{fault: noButton})

// facts are what is agreed: who plays what, with which army and rules.
func (v *visit) facts() []fact {
	w, r := v.words, v.match.Rules
	army := w.N("page.facts.army", r.Troops.Total(), words.Args{"Army": w.Army(r.Army), "Pieces": w.Troops(r.Troops)})
	list := []fact{
		{w.T("page.facts.red"), v.names.Red},
		{w.T("page.facts.blue"), v.names.Blue},
		{w.T("page.facts.army_term"), army},
	}
	if likely := w.Likely(r.Army, v.match.Pace.Move); likely != "" {
		list = append(list, fact{w.T("page.facts.likely"), likely})
	}
	for i, line := range w.Pace(v.match.Pace.Move, v.match.Pace.Setup) {
		f := fact{Text: line}
		if i == 0 {
			f.Term = w.T("page.facts.pace")
		}
		list = append(list, f)
	}
	options := w.Options(r)
	if len(options) == 0 {
		options = []string{w.T("page.facts.usual")}
	}
	for i, o := range options {
		f := fact{Text: o}
		if i == 0 {
			f.Term = w.T("page.facts.rules")
		}
		list = append(list, f)
	}
	return list
}
