package inbound

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"fieldpost/engine"
	"fieldpost/infra/link"
)

// A vacation is taken and ended by mail, in any language, with a day or a length; the
// answer says when the clock stands still, and why it does not.
func TestVacationByMail(t *testing.T) {
	w := newWorld(t)
	w.playing()
	deadline := w.match().Deadline // Ann's
	w.answer(ann, "vacation 7 days").says(t, "Your vacation is taken", "You are on vacation until")
	if got := w.match().Deadline.Sub(deadline); got != 7*24*time.Hour {
		t.Errorf("put off by %v", got)
	}
	w.last(bob).says(t, "is on vacation from now on")
	w.answer(ann, "vacation 7 days").says(t, "This is done already")
	w.answer(ann, "Urlaub 3 Tage").says(t, "You have a vacation already")
	w.answer(ann, "zurück").says(t, "You are back", "that had not begun are yours again")
	w.last(bob).says(t, "is back from vacation")
	w.answer(ann, "back").says(t, "You have no vacation in this game")

	first := w.now.AddDate(0, 0, 10)
	w.now = w.now.AddDate(0, 0, 1) // of help mails there are three a day
	w.answer(ann, "vacation "+first.Format(time.DateOnly)+" until "+first.AddDate(0, 0, 3).Format(time.DateOnly)).says(t, "You will be on vacation from")
	if v, there := w.match().Vacation(engine.Red, w.now); !there || v.Days != 4 || v.Runs(w.now) {
		t.Errorf("%+v", v)
	}
	w.answer(ann, "I'm back").says(t, "Your vacation is called off", "Its days are yours again")
	w.answer(ann, "vacation "+first.Format("2 January")).says(t, "You will be on vacation from")
	if v, _ := w.match().Vacation(engine.Red, w.now); v.Days != 29 { // one has begun
		t.Errorf("without an end: %d days", v.Days)
	}
	w.answer(bob, "vacation 2020-01-01").says(t, "not on a day that is over")
}

// Time is given by mail, whatever turn the answered mail is of.
func TestTimeByMail(t *testing.T) {
	w := newWorld(t)
	w.playing()
	deadline := w.match().Deadline // Ann's
	w.answer(bob, "time").says(t, "more, and is told by mail")
	if got := w.match().Deadline.Sub(deadline); got != w.match().Pace.Move {
		t.Errorf("given %v", got)
	}
	w.last(ann).says(t, "more for your turn 1")
	w.answer(ann, "time").says(t, "It is your own turn, so no time was given: only Bob's clock can be given time by you")
	if got := w.match().Deadline.Sub(deadline); got != w.match().Pace.Move {
		t.Errorf("given %v", got)
	}
	// Ann has no mail since her own move: she answers that of her turn.
	turn := w.turn(ann)
	w.answerTo(turn, w.match().Game.Moves()[0].String())
	w.answerTo(turn, "time").says(t, "more, and is told by mail")
	if m := w.match(); m.GivenTo(engine.Blue) != 1 {
		t.Errorf("Bob was given time %d times", m.GivenTo(engine.Blue))
	}
}

// In doubt about the sender nothing is done, and the player gets the way to do it himself.
func TestVacationOfWhomNobodyKnows(t *testing.T) {
	w := newWorld(t)
	w.playing()
	version := w.match().Version
	w.take(w.reply("mallory@example.com", w.last(bob), "time"))
	told := w.last(bob)
	told.says(t, "not, or not alone, from your address", "/a/")
	l, err := w.desk.Keys.Open(link.Act, regexp.MustCompile(`/a/(\S+)`).FindStringSubmatch(told.text)[1], w.now)
	if err != nil || l.Action.String() != "give-time" || l.Seat != engine.Blue {
		t.Errorf("%v, %v", l, err)
	}
	w.take(w.reply("mallory@example.com", w.last(ann), "vacation 7 days"))
	w.last(ann).says(t, "not, or not alone, from your address", "press this link", "/b/")
	if n := strings.Count(w.last(ann).text, "/b/"); n != 1 {
		t.Errorf("%d links to the board", n)
	}
	w.now = w.now.AddDate(0, 0, 1) // what a stranger's mails came to is told once a day
	w.take(w.reply("mallory@example.com", w.last(ann), "back"))
	w.last(ann).says(t, "You have no vacation")
	if w.match().Version != version {
		t.Error("something was done")
	}
	if log := w.log.String(); strings.Contains(log, "@") {
		t.Errorf("the log tells of somebody:\n%s", log)
	}
}
