package site

import (
	"errors"

	"fieldpost/engine/match"
	"fieldpost/functions/internal/words"
)

// joinPage is what an invitation leads to.
type joinPage struct{}

func (joinPage) show(v *visit) answer {
	w := v.words
	switch v.match.State {
	case match.Unconfirmed: // no such link was mailed yet
		return v.wrong(match.ErrNotFound)
	case match.Invited:
	default:
		return ok(tell(v.now(), false, w.T("page.join.used")))
	}
	p := v.begin(w.T("page.join.title", words.Args{"Name": v.other()}))
	p.Lead = []string{
		w.T("page.join.lead", words.Args{"Name": v.other(), "Address": v.match.Seat(v.match.Creator).Address}),
		w.T("page.join.game"),
		w.T("page.join.how"),
	}
	p.Facts = v.facts()
	return ok(v.tick(p, &press{Do: "accept", Button: w.T("page.join.button")}))
}

// act accepts, for a person as for a program.
func (joinPage) act(v *visit) error {
	if !v.asks("accept") {
		return errOtherForm
	}
	return v.do(match.Accept{By: v.link.Seat})
}

func (joinPage) told(v *visit, repeated bool) any { return v.seatTaken(repeated) }

func (j joinPage) press(v *visit) answer {
	err := j.act(v)
	if errors.Is(err, match.ErrRepeated) {
		return j.show(v)
	}
	if err != nil {
		return v.wrong(err)
	}
	w := v.words
	p := v.begin(w.T("page.join.done"))
	p.Lead = []string{
		w.T("page.join.told", words.Args{"Name": v.other()}),
		w.T("page.join.look"),
	}
	return ok(p)
}
