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
	case match.Declined, match.Withdrawn, match.Expired:
		return ok(v.now())
	default:
		return ok(tell(v.now(), false, w.T("page.join.used")))
	}
	p := v.begin(w.T("page.join.title", words.Args{"Name": v.other()}))
	p.Lead = []string{
		w.T("page.join.lead", words.Args{"Name": v.other(), "Address": v.match.Seat(v.match.Creator).Address}),
		w.T("page.join.game"),
		w.T("page.join.how"),
	}
	p.Lead = append(p.Lead, v.clock()...)
	p.Facts = v.facts()
	if v.match.Message != "" {
		p.Quote = &quote{w.T("page.join.message", words.Args{"Name": v.other()}), v.match.Message}
	}
	return ok(v.tick(p, &press{
		Do: "accept", Button: w.T("page.join.button"),
		Others: v.refusals(),
	}))
}

// act answers the invitation, for a person as for a program.
func (joinPage) act(v *visit) error {
	switch {
	case v.asks("accept"):
		return v.do(match.Accept{By: v.link.Seat})
	case v.asks("decline"):
		return v.do(match.Decline{By: v.link.Seat})
	case v.asks("block") && v.Players != nil:
		return v.block()
	}
	return errOtherForm
}

func (joinPage) told(v *visit, repeated bool) any {
	return v.seatTaken(repeated || v.match.Refused())
}

func (j joinPage) press(v *visit) answer {
	err := j.act(v)
	if v.asks("block") && (err == nil || errors.Is(err, match.ErrRepeated)) {
		return ok(v.blocked())
	}
	if errors.Is(err, match.ErrRepeated) {
		return j.show(v)
	}
	switch {
	case err != nil && v.match.Refused():
		return ok(v.now())
	case err != nil:
		return v.wrong(err)
	case v.match.State == match.Declined:
		return ok(tell(v.now(), false, v.words.T("page.join.declined", words.Args{"Name": v.other()})))
	}
	w := v.words
	p := v.begin(w.T("page.join.done"))
	p.Lead = []string{
		w.T("page.join.told", words.Args{"Name": v.other()}),
		w.T("page.join.look"),
	}
	return ok(p)
}
