package inbound

import (
	"context"
	"errors"
	"time"

	"fieldpost/engine/match"
	"fieldpost/functions/internal/inbound/command"
	"fieldpost/functions/internal/mail"
	"fieldpost/functions/internal/words"
	"fieldpost/infra/link"
)

// vacation takes the one that c asks for. Without an end it lasts as long as it may:
// "back" ends it.
func (v *visit) vacation(ctx context.Context, c command.Command) error {
	in := words.Place(v.seat().Zone)
	take := match.TakeVacation{By: v.link.Seat, Days: c.Days, In: in}
	from := v.Now().In(in)
	if c.From != (command.Day{}) {
		from = noon(c.From, from)
		take.From = from
	}
	switch {
	case c.Until != (command.Day{}):
		until := noon(c.Until, from)
		take.Days = match.DaysAhead(from, until, in) + 1
		if match.DaysAhead(v.Now(), until, in) < 0 {
			take.From, take.Days = until, 1 // refused: that day is over
		}
	case c.Days == 0:
		take.Days = max(1, v.match.VacationLeft(v.link.Seat, from))
	}
	return v.rest(ctx, take, v.words.T("rest.taken", words.Args{"Name": v.other()}))
}

// noon is that of a day which is named at a moment.
func noon(d command.Day, from time.Time) time.Time {
	year, month, day := d.In(from)
	return match.Noon(year, month, day, from.Location())
}

// back ends his vacation.
func (v *visit) back(ctx context.Context) error {
	c := match.EndVacation{By: v.link.Seat, In: words.Place(v.seat().Zone)}
	return v.rest(ctx, c, v.words.VacationEnded(v.match, v.link.Seat, v.Now(), v.other()))
}

// rest gives a command about his vacation, and says how it stands with it. In doubt he
// gets the link to his board, where he can do it.
func (v *visit) rest(ctx context.Context, c match.Command, done string) error {
	w := v.words
	_, _, possible := match.Decide(v.match, c, v.Now())
	_, ending := c.(match.EndVacation)
	switch {
	case ending && errors.Is(possible, match.ErrRepeated):
		v.fail(w.T("rest.none"))
		return nil
	case v.doubt != noDoubt && possible == nil:
		v.offer(w.T("mail.open_board"), link.Link{Purpose: link.Board})
		return nil
	case v.doubt != noDoubt:
		return v.tell(possible, "")
	}
	if err := v.tell(v.do(ctx, c), done); err != nil {
		return err
	}
	if away, there := v.match.Vacation(v.link.Seat, v.Now()); there {
		v.say(w.Away(words.Away{From: away.From, Until: away.Until, Now: v.Now(), Zone: v.seat().Zone}))
	}
	return nil
}

// giveTime gives the other time, once for each deadline: two mails that ask for it are most
// likely one that came twice. More is given on the board, whose form tells presses apart.
func (v *visit) giveTime(ctx context.Context) error {
	w, other := v.words, v.link.Seat.Other()
	if text := v.ownClock(); text != "" {
		v.fail(text, v.stands())
		v.answer.Game = true
		return nil
	}
	again := v.match.Awaits(other) && v.match.GivenTo(other) > 0
	err := v.act(ctx, match.GivingTime, w.T("gift.done", words.Args{"Name": v.other(), "Span": w.Span(v.gift())}))
	if err == nil && again {
		v.say(w.T("gift.once", words.Args{"Name": v.other()}))
		v.answer.Press = append(v.answer.Press, mail.Press{Label: w.T("mail.open_board"), Link: link.Link{Purpose: link.Board}})
	}
	return err
}

// ownClock says that his own clock runs, where the other's does not: that one alone he can
// give time.
func (v *visit) ownClock() string {
	w, m := v.words, v.match
	switch {
	case m.State != match.SettingUp && m.State != match.Playing, !m.Awaits(v.link.Seat), m.Awaits(v.link.Seat.Other()), m.Late(v.Now()):
		return ""
	case m.Begun():
		return w.T("gift.own_turn", words.Args{"Name": v.other()})
	}
	return w.T("gift.own_setup", words.Args{"Name": v.other()})
}

// gift is the time that is given to the other.
func (v *visit) gift() time.Duration {
	if v.match.Begun() {
		return v.match.Pace.Move
	}
	return v.match.Pace.Setup
}
