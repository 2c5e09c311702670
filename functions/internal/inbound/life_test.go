package inbound

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/engine/player"
)

// The days that a vacation is asked for by mail are those of the player's calendar, where
// he lives, at the turn of a year and in a year that does not have them.
func TestDaysOfVacation(t *testing.T) {
	for _, c := range []struct{ now, zone, text, want string }{
		{"2026-03-02 23:30", "Pacific/Auckland", "vacation 3 March 2 days", "2026-03-02 23:38 2"}, // there it is the 3rd
		{"2026-03-02 23:30", "Pacific/Auckland", "vacation 2026-03-02", "not on a day that is over"},
		{"2026-03-02 23:30", "Pacific/Auckland", "vacation 4 March 2 days", "2026-03-03 11:00 2"},
		{"2026-03-02 23:30", "Pacific/Auckland", "vacation until 3 March", "2026-03-02 23:38 1"},
		{"2026-03-03 07:30", "America/Los_Angeles", "vacation 2 March 2 days", "2026-03-03 07:38 2"}, // there it is the 2nd
		{"2026-03-03 07:30", "America/Los_Angeles", "vacation 3 March 2 days", "2026-03-03 08:00 2"},
		{"2026-03-03 07:30", "America/Los_Angeles", "vacation until 2026-03-01", "not on a day that is over"},
		{"2026-12-28 23:00", "", "Urlaub vom 30.12. bis zum 3. Januar", "2026-12-30 00:00 5"},
		{"2026-12-28 23:00", "", "vacances jusqu’au 1er janvier", "2026-12-28 23:08 5"},
		{"2026-12-28 23:00", "", "vakantie van 24 december tot 3 januari", "60 days at the latest"},
		{"2026-03-02 09:00", "", "vacation until 1 March", "from 1 to 30 whole days"},
		{"2026-03-02 09:00", "", "vacation 1 May 1 day", "2026-05-01 00:00 1"},
		{"2026-03-02 09:00", "", "vacation 2 May 1 day", "60 days at the latest"},
		{"2026-03-02 09:00", "", "vacation 365 days", "from 1 to 30 whole days"},
		{"2027-01-02 09:00", "", "vacation 29 February 1 day", "60 days at the latest"},
		{"2028-01-02 09:00", "", "vacation 29 February 1 day", "2028-02-29 00:00 1"},
		{"2026-12-28 23:00", "", "vacation 0000-01-01", "No line of your mail"},
	} {
		w := newWorld(t)
		now, err := time.Parse("2006-01-02 15:04", c.now)
		if err != nil {
			t.Fatal(err)
		}
		w.now, w.zone = now, c.zone
		w.playing()
		w.now = now.Add(7 * time.Minute) // and a minute on the way
		said := w.answerTo(w.turn(ann), c.text)
		v, there := w.match().Vacation(engine.Red, w.now)
		got := fmt.Sprint(v.From.Format("2006-01-02 15:04 "), v.Days)
		if there && got != c.want {
			t.Errorf("%s in %q: %q begins %s", c.now, c.zone, c.text, got)
		}
		if !there {
			said.says(t, c.want)
		}
	}
}

// What is said by mail is as long as a message may be by what its reader sees, and is
// nothing if he would see nothing.
func TestLengthsOfMessages(t *testing.T) {
	const most = match.MostMessageLetters
	w := newWorld(t)
	w.playing()
	for text, want := range map[string]string{
		strings.Repeat("é", most): strings.Repeat("é", most), strings.Repeat("e\u0301", most): strings.Repeat("é", most), strings.Repeat("😀", most): strings.Repeat("😀", most),
		"👩\u200d👩\u200d👧 ❤\ufe0f": "👩\u200d👩\u200d👧 ❤\ufe0f", "one\n two \n\tthree\n\nresign yes": "one two three", ": \u00a0x": "x", "if b5-b4 then a4-a5": "if b5-b4 then a4-a5",
		"\u202eevil\u202c": "evil",
	} {
		w.answerTo(w.turn(ann), "say "+text)
		if got := w.match().Said.Red.Text; got != want {
			t.Errorf("%.40q is said as %.40q, of %d letters", text, got, len([]rune(got)))
		}
	}
	talks := w.match().Talks
	for text, says := range map[string]string{
		strings.Repeat("é", most+1): "at most 500 characters", strings.Repeat("😀", most+1): "at most 500 characters", "\u00a0 \u2003\t": "Your message is missing", "\n\nhello": "Your message is missing",
		"\u200b\u2060": "Your message is missing",
	} {
		w.counted = map[string]int{}
		w.answerTo(w.turn(ann), "say "+text).says(t, says)
	}
	if w.match().Talks != talks || w.match().State != match.Playing {
		t.Error("something was said or done")
	}
}

// The commands of a game's life, by somebody who does not own the seat's address: nothing
// changes, nothing of the mail is repeated, and the player gets his own way to do it.
func TestLifeInDoubt(t *testing.T) {
	w := newWorld(t)
	w.playing()
	w.answerTo(w.turn(ann), w.match().Game.Moves()[0].String())
	reply, answer, _ := next(t, w.match())
	before := w.images[game]
	for text, link := range map[string]string{
		"vacation 7 days": "/b/", "vacation 2020-01-01": "/b/", "back": "/b/", "time": "/a/", "say you fool": "/b/", "say": "/b/", "if nothing": "/b/",
		"if " + reply + " then " + answer: "/b/", "if " + reply + " then " + answer + "\nsay you fool": "/b/",
	} {
		w.counted = map[string]int{}
		n := len(w.box)
		w.take(w.reply("mallory@example.com", w.turn(ann), text))
		if len(w.box) != n+1 || w.box[n].to != ann {
			t.Fatalf("%q: %d mails", text, len(w.box)-n)
		}
		w.box[n].says(t, "not, or not alone, from your address", link)
		if strings.Contains(w.box[n].text, "fool") || strings.Contains(w.box[n].text, answer) {
			t.Errorf("%q is repeated:\n%s", text, w.box[n].text)
		}
	}
	if now := w.images[game]; now.Version != before.Version {
		t.Errorf("version %d after %d", now.Version, before.Version)
	}
}

// To a game that is over, they are answered with how it ended.
func TestLifeAfterTheEnd(t *testing.T) {
	w := newWorld(t)
	w.playing()
	old := w.turn(ann)
	w.answerTo(w.turn(bob), "resign yes")
	before := w.match().Version
	for _, text := range []string{"vacation 7 days", "time", "if b5-b4 then a4-a5", "if nothing", "back", "draw"} {
		for _, m := range []message{old, w.turn(ann)} {
			w.counted = map[string]int{}
			said := w.answerTo(m, text)
			if text != "back" {
				said.says(t, "over")
			}
		}
	}
	if w.match().Version != before {
		t.Error("something was done")
	}
}

// Who has given up an address, or had himself forgotten, can do nothing by the mails that
// came there, and nobody is told that he tried.
func TestMailsOfAnAddressThatIsNoMore(t *testing.T) {
	w := newWorld(t)
	w.playing()
	old := w.turn(ann)
	legal := w.match().Game.Moves()[0].String()
	const moved = "anna@example.org"
	if _, err := w.app.Do(t.Context(), game, match.Readdress{By: engine.Red, Address: moved, Key: w.pepper.Key(moved)}); err != nil {
		t.Fatal(err)
	}
	before, n := w.match().Version, len(w.box)
	all := []string{legal, "resign yes", "vacation 7 days", "back", "time", "say hello", "if b5-b4 then a4-a5", "board", "games", "stop", "hello"}
	dead := func(who ...string) {
		t.Helper()
		for _, from := range who {
			for _, text := range all {
				w.take(w.reply(from, old, text))
			}
		}
		if len(w.box) != n || w.match().Version != before {
			t.Errorf("%d mails, version %d after %d", len(w.box)-n, w.match().Version, before)
		}
	}
	dead(ann, moved, "mallory@example.com")
	for _, key := range []player.Key{w.pepper.Key(ann), w.pepper.Key(moved)} {
		if he, _ := w.people.Profile(t.Context(), key); he.Mode != player.Turns {
			t.Error("the mails were stopped")
		}
	}
	fresh := w.turn(moved)
	w.take(w.reply(ann, fresh, legal)) // the owner of the old address, by a mail to the new one
	if w.last(moved).says(t, "not, or not alone, from your address", "/m/"); w.match().Game.Ply() != 0 {
		t.Error("the old address plays")
	}
	w.answerTo(fresh, legal)
	if w.match().Game.Ply() != 1 {
		t.Error("the new address does not play")
	}

	w.answerTo(w.turn(bob), "resign yes")
	old = w.turn(moved)
	if _, err := w.app.Do(t.Context(), game, match.Forget{By: engine.Red}); err != nil {
		t.Fatal(err)
	}
	before, n = w.match().Version, len(w.box)
	dead(moved, ann, "mallory@example.com")
	w.answerTo(w.turn(bob), "say Farewell").says(t, "left")
	w.answerTo(w.turn(bob), "time").says(t, "over")
	w.answerTo(w.turn(bob), "board")
}

// Lines to be played if: their plies follow one another, in any language, and what does
// not fit is told and not saved.
func TestLinesThatDoNotFit(t *testing.T) {
	w := newWorld(t)
	w.playing()
	w.answerTo(w.turn(ann), w.match().Game.Moves()[0].String())
	reply, answer, other := next(t, w.match())
	for text, says := range map[string]string{
		"if " + answer + " then " + reply:                         "could not play " + answer, // whose is whose
		"if " + reply:                                             "No line of your mail",
		"if " + reply + " if " + other + " then " + answer:        "No line of your mail",
		"then " + answer:                                          "No line of your mail",
		"if " + reply + " then " + answer + " then " + answer:     "No line of your mail",
		"if " + reply + " then b10-b9":                            "Nothing was saved",
		"if " + reply + " then " + answer + " say hello":          "No line of your mail",
		"if " + reply + " then " + answer + " draw":               "No line of your mail",
		"si " + reply + " then " + reply:                          "Nothing was saved",
		"if " + reply + " wins then " + answer:                    "Nothing was saved",
		"if " + reply + " then " + answer + " if nothing":         "No line of your mail",
		"if the Captain " + reply + " then my Scout goes on":      "No line of your mail",
		strings.Repeat("if "+reply+" then "+answer+" ", 4):        "Nothing was saved",
		strings.Repeat("if "+reply+" then "+answer+"\n", 1) + "x": "Saved",
	} {
		w.counted = map[string]int{}
		w.answerTo(w.turn(ann), text).says(t, says)
		if n := len(w.match().Plans.Red.Lines); (n == 1) != (says == "Saved") {
			t.Errorf("%q: %d lines", text, n)
		}
		w.answerTo(w.turn(ann), "if nothing")
	}
	if w.match().Talks != 0 || w.match().Offer != engine.NoColor || w.match().Game.Ply() != 1 {
		t.Error("something was said, offered or played")
	}
	w.answerTo(w.turn(ann), "wenn "+reply+" alors "+answer+"\n\nsay hello") // the first command counts
	if m := w.match(); len(m.Plans.Red.Lines) != 1 || m.Talks != 0 {
		t.Errorf("%d lines, %d messages", len(m.Plans.Red.Lines), m.Talks)
	}
}
