package site

import (
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/functions/internal/players"
	"fieldpost/functions/internal/words"
)

// rest is where a player stops his own time, or gives the other some.
type rest struct {
	Title string
	Open  bool // what was pressed last stands in it
	Says  []string
	Forms []restForm
}

// restForm is one of its buttons.
type restForm struct {
	Do, Button string
	Asks       *restFields // from when on, and for how long
	Given, Ply string      // how often time was given before, and at which ply, as the page shows it
	Tick       string
}

// restFields are what is asked of a vacation: a day, which may be left out, and how many.
type restFields struct {
	From, Days                 string // labels
	First, Last, Chosen, Count string
	Most                       int
}

// resting adds the section to the page of a board.
func (v *visit) resting(p page) page {
	m, w := v.match, v.words
	if m.Ended() || !m.Seated(v.link.Seat) {
		return p
	}
	if s, there := v.sought(); v.steps() && there && s.ply != m.Game.Ply() { // an earlier board only shows
		return p
	}
	r := &rest{Title: w.T("rest.title")}
	switch away, there := m.Vacation(v.link.Seat, v.Now()); {
	case m.Pace.NoVacation:
		r.Says = append(r.Says, w.NoVacation(&match.VacationError{Fault: match.VacationNever}))
	case there:
		button := w.T("rest.off")
		if away.Runs(v.Now()) {
			button = w.T("rest.end")
		}
		r.Says = append(r.Says, v.awayText(v.link.Seat, away),
			w.N("rest.left_after", m.VacationLeft(v.link.Seat, away.Until), words.Args{"Most": match.MostVacation}))
		r.Forms = append(r.Forms, restForm{Do: "back", Button: button})
	default:
		left := m.VacationLeft(v.link.Seat, v.Now())
		r.Says = append(r.Says, w.N("rest.left", left, words.Args{"Most": match.MostVacation, "Name": v.other()}),
			w.T("rest.all_where", words.Args{"Link": w.T("mail.games")}))
		r.Forms = append(r.Forms, restForm{Do: "vacation", Button: w.T("rest.take"), Asks: v.restFields(w, v.form, v.zone())})
	}
	if other := v.link.Seat.Other(); m.State != match.Invited && m.Awaits(other) {
		r.Forms = append(r.Forms, restForm{
			Do: match.GivingTime.String(), Given: strconv.Itoa(m.GivenTo(other)), Ply: strconv.Itoa(m.Game.Ply()),
			Button: w.T("gift.button", words.Args{"Name": v.other(), "Span": w.Span(v.gift())}),
		})
	}
	for i := range r.Forms {
		f := &r.Forms[i]
		if !v.marked {
			f.Tick = w.T("page.press.tick", words.Args{"Name": v.name()})
		}
		if v.asks(f.Do) {
			r.Open = true
			if v.missed {
				p = tell(p, true, w.T("page.press.missed", words.Args{"Button": f.Button}))
			}
		}
	}
	p.Rest = r
	return p
}

// restFields are the fields of a vacation, as they were filled in.
func (s *site) restFields(w words.Words, filled func(string) string, in *time.Location) *restFields {
	today := s.Now().In(in)
	return &restFields{
		From: w.T("rest.from"), Days: w.T("rest.days"), Chosen: filled("from"), Count: filled("days"),
		First: today.Format(time.DateOnly), Last: today.AddDate(0, 0, match.VacationAhead).Format(time.DateOnly), Most: match.MostVacation,
	}
}

// zone is where the player lives.
func (v *visit) zone() *time.Location { return words.Place(v.seat().Zone) }

// gift is the time that one press gives to the other.
func (v *visit) gift() time.Duration {
	if v.match.Begun() {
		return v.match.Pace.Move
	}
	return v.match.Pace.Setup
}

// rests carries out a press of the section, and reports whether it was one.
func (b boardPage) rests(v *visit) (a answer, was bool) {
	w := v.words
	already := w.T("page.act.already")
	switch v.form("do") {
	case "vacation":
		err, done := v.takeVacation(), []string{w.T("rest.taken", words.Args{"Name": v.other()})}
		if away, there := v.match.Vacation(v.link.Seat, v.Now()); there {
			done = append(done, v.awayText(v.link.Seat, away))
		}
		return b.rested(v, err, already, done...), true
	case "back":
		done := w.VacationEnded(v.match, v.link.Seat, v.Now(), v.other())
		return b.rested(v, v.do(match.EndVacation{By: v.link.Seat, In: v.zone()}), w.T("rest.none"), done), true
	case match.GivingTime.String():
		given, err := strconv.Atoi(v.form("given"))
		ply, wrong := strconv.Atoi(v.form("ply"))
		if err != nil || wrong != nil || given < 0 || ply < 0 {
			return v.wrong(errOtherForm), true
		}
		done := w.T("gift.done", words.Args{"Name": v.other(), "Span": w.Span(v.gift())})
		return b.rested(v, v.do(match.GiveTime{By: v.link.Seat, Ply: ply, Given: given}), already, done), true
	}
	return answer{}, false
}

// takeVacation takes the one of the form.
func (v *visit) takeVacation() error {
	c, err := vacationOf(v.form("from"), v.form("days"), v.zone())
	if err != nil {
		return err
	}
	c.By = v.link.Seat
	return v.do(c)
}

// vacationOf reads what was filled in.
func vacationOf(from, days string, in *time.Location) (c match.TakeVacation, err error) {
	c.In = in
	if c.Days, err = strconv.Atoi(days); err != nil {
		return c, &match.VacationError{Fault: match.VacationLength}
	}
	if from != "" {
		c.From, err = match.ParseDay("from", from, in)
	}
	return c, err
}

// rested is the board after a press of the section: it is done, now or before, or why not.
func (b boardPage) rested(v *visit, err error, already string, done ...string) answer {
	fault := restFault(v.words, err)
	switch status := statusOf(err); {
	case err == nil:
		return v.toldOnBoard(b, false, done...)
	case errors.Is(err, match.ErrRepeated):
		return v.toldOnBoard(b, false, already)
	case fault != "":
		a := v.toldOnBoard(b, true, fault)
		if a.status = status; status != http.StatusTooManyRequests {
			a.status = http.StatusUnprocessableEntity
		}
		return a
	case status == http.StatusConflict && v.match.Ended():
		return v.toldOnBoard(b, true, v.words.T("page.act.over"))
	case status == http.StatusConflict:
		return v.toldOnBoard(b, true, v.words.T("page.act.not_now"))
	}
	return v.wrong(err)
}

// restFault says why there is no vacation, or is empty for an error that is none of it.
func restFault(w words.Words, err error) string {
	if fault, ok := errors.AsType[*match.VacationError](err); ok {
		return w.NoVacation(fault)
	}
	if input, ok := errors.AsType[*match.InputError](err); ok {
		return w.Problem(input.Problem)
	}
	if limit, ok := errors.AsType[*players.LimitError](err); ok {
		return strings.Join(limited(w, limit), " ")
	}
	return ""
}

// toldOfVacations reports whether the visitor is one of the two whom they concern: not who
// only watches, nor who is invited.
func (v *visit) toldOfVacations() bool { return v.plays() && v.match.Seated(v.link.Seat) }

// vacations tell of those of both players that are not over.
func (v *visit) vacations() []string {
	if !v.toldOfVacations() {
		return nil
	}
	var list []string
	for _, c := range []engine.Color{v.link.Seat, v.link.Seat.Other()} {
		if away, there := v.match.Vacation(c, v.Now()); there {
			list = append(list, v.awayText(c, away))
		}
	}
	return list
}

// awayText tells the visitor of a vacation of c's player.
func (v *visit) awayText(c engine.Color, away match.Vacation) string {
	a := words.Away{From: away.From, Until: away.Until, Now: v.Now(), Zone: v.seat().Zone}
	if c != v.link.Seat {
		a.Name = v.other()
	}
	return v.words.Away(a)
}
