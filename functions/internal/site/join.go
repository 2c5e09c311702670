package site

import (
	"errors"
	"net/http"
	"strings"
	"time"

	"fieldpost/engine/match"
	"fieldpost/functions/internal/words"
	"fieldpost/infra/link"
)

// joinPage is what an invitation leads to.
type joinPage struct{}

func (joinPage) show(v *visit) answer { return v.invited(&formFaults{}) }

// invited is the page of an invitation, with what is wrong in its form.
func (v *visit) invited(wrong *formFaults) answer {
	if v.match.Unnamed {
		return v.vacant(wrong)
	}
	w := v.words
	switch v.match.State {
	case match.Unconfirmed: // no such link was mailed yet
		return v.wrong(link.ErrBad)
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
	p.Quote = v.message()
	p.Zones, p.Scripts = zones, zoneScript(v.r)
	return ok(v.tick(p, &press{
		Why: []string{v.source()}, Do: "accept", Button: w.T("page.join.button"), Fields: (&formMaker{w, v.r.PostForm, wrong}).place(v.Words.Languages()),
		Others: v.refusals(),
	}))
}

// source says how the address of the invited got here and when it is deleted, as
// his mail does.
func (v *visit) source() string {
	days := int(match.UnacceptedLife / (24 * time.Hour))
	if v.match.Again {
		return v.words.N("mail.invite.again_source", days, words.Args{"Name": v.other()})
	}
	return v.words.N("mail.invite.source", days, words.Args{"Name": v.other()})
}

// act answers the invitation, for a person as for a program.
func (joinPage) act(v *visit) error {
	switch {
	case v.asks("accept") && v.match.Unnamed:
		return v.apply()
	case v.asks("accept"):
		zone := strings.TrimSpace(v.form("tz"))
		if err := (&person{Zone: zone}).checkZone("opponent.tz"); err != nil {
			return err
		}
		return v.do(match.Accept{By: v.link.Seat, Lang: v.form("lang"), Zone: zone})
	case v.asks("decline") && !v.match.Unnamed:
		return v.do(match.Decline{By: v.link.Seat})
	case v.asks("block"):
		return v.block()
	}
	return errOtherForm
}

func (joinPage) told(v *visit, repeated bool) (int, any) {
	if v.stranger() {
		return http.StatusAccepted, newState(v.match)
	}
	return http.StatusOK, v.seatTaken(repeated || v.match.Refused())
}

func (j joinPage) press(v *visit) answer {
	err := j.act(v)
	if v.match.Unnamed && v.asks("accept") {
		return v.applied(err)
	}
	if v.asks("block") && (err == nil || errors.Is(err, match.ErrRepeated)) {
		return ok(v.blocked())
	}
	if errors.Is(err, match.ErrRepeated) {
		return j.show(v)
	}
	input, bad := errors.AsType[*match.InputError](err)
	switch {
	case bad:
		return v.again(input)
	case err != nil && v.match.Refused():
		return ok(v.now())
	case err != nil:
		return v.wrong(err)
	case v.match.State == match.Declined:
		return ok(tell(v.now(), false, v.words.T("page.join.declined", words.Args{"Name": v.other()})))
	}
	return v.seated()
}

// seated is the page after the visitor has taken his seat.
func (v *visit) seated() answer {
	w := v.words
	p := v.begin(w.T("page.join.done"))
	p.Lead = []string{
		w.T("page.join.told", words.Args{"Name": v.other()}),
		w.T("page.join.look"),
	}
	return ok(p)
}
