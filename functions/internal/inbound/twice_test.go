package inbound

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"fieldpost/engine"
	"fieldpost/engine/match"
)

// Every command in a mail that comes twice: the very same mail, the same by another way,
// with other lines in its header, and what a mail program sends again a few minutes later,
// with a new Message-ID. It acts once, and the other player is mailed once.
func TestTwice(t *testing.T) {
	const red, blue = engine.Red, engine.Blue
	give := func(commands ...match.Command) func(*world) {
		return func(w *world) {
			w.playing()
			for _, c := range commands {
				if _, err := w.app.Do(t.Context(), game, c); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	invited := func(w *world) { w.create(engine.Barrage, "") }
	settingUp := func(w *world) { invited(w); w.answer(bob, "accept") }
	moved := func(w *world) { w.playing(); w.answer(ann, w.match().View(red).Legal[0].String()) }
	for _, c := range []struct {
		name, who, text string
		before          func(*world)
	}{
		{"accept", bob, "accept", invited},
		{"decline", bob, "decline", invited},
		{"setup", ann, "setup 1", settingUp},
		{"setup by lot", ann, "setup random", settingUp},
		{"move", ann, "LEGAL", give()},
		{"move with an offer", ann, "LEGAL draw", give()},
		{"draw", ann, "draw", give()},
		{"accept a draw", ann, "accept", give(match.OfferDraw{By: blue, Ply: 0})},
		{"decline a draw", ann, "decline", give(match.OfferDraw{By: blue, Ply: 0})},
		{"abort", ann, "abort", give()},
		{"resign", ann, "resign yes", give()},
		{"rematch", ann, "rematch", give(match.Resign{By: blue, Ply: match.AnyPly})},
		{"lines", ann, "LINE", moved},
		{"vacation", ann, "vacation 7 days", give()},
		{"vacation without an end", ann, "vacation 2026-03-10", give()},
		{"back", ann, "back", give(match.TakeVacation{By: red, Days: 4})},
		{"time", bob, "time", give()},
		{"time while setting up", ann, "time", settingUp},
		{"time for the next turn", ann, "time", moved},
		{"stop", ann, "stop", give()},
		{"say", ann, "say Hello", give()},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t)
			c.before(w)
			text := c.text
			switch {
			case strings.HasPrefix(text, "LEGAL"):
				text = strings.Replace(text, "LEGAL", w.match().View(red).Legal[0].String(), 1)
			case text == "LINE":
				reply, answer, _ := next(t, w.match())
				text = "if " + reply + " then " + answer
			}
			shown := w.last(c.who)
			first := w.reply(c.who, shown, text)
			before := w.match().Version
			games := len(w.images)
			w.take(first)
			if w.match().Version == before && len(w.images) == games && c.name != "stop" {
				t.Fatalf("nothing was done\n%s", w.last(c.who).text)
			}
			state := func() string { // with the mails that are no answers
				n := 0
				for _, m := range w.box {
					if m.header.Get("Auto-Submitted") != "auto-replied" {
						n++
					}
				}
				list := []string{fmt.Sprint(len(w.images), n, w.match().Version, match.Seal(w.match()).Data)}
				for _, i := range w.profiles {
					list = append(list, fmt.Sprint(i.Version, i.Data))
				}
				slices.Sort(list)
				return strings.Join(list, "\n")
			}
			want := state()
			other := first
			other.Raw = append([]byte("Received: by another.example; Mon, 2 Mar 2026 12:00:00 +0000\r\n"), first.Raw...)
			again := first
			again.Raw = bytes.Replace(first.Raw, []byte("Message-ID: <"), []byte("Message-ID: <again."), 1)
			for name, d := range map[string]Delivery{"the same": first, "by another way": other, "sent again": again} {
				w.now = w.now.Add(2 * time.Minute)
				w.take(d)
				if got := state(); got != want {
					t.Errorf("%s acts again:\n%s", name, w.last(c.who).text)
				}
			}
		})
	}
}

// Whoever wants another setup by lot answers our answer, or a mail without a thread.
func TestAnotherLot(t *testing.T) {
	w := newWorld(t)
	w.create(engine.Barrage, "")
	w.answer(bob, "accept")
	drawn := map[engine.Setup]bool{}
	for range 3 {
		w.answerTo(w.last(ann), "setup random")
		drawn[w.match().Seat(engine.Red).Setup] = true
	}
	for range 2 {
		w.unthreaded(ann, "setup random")
		drawn[w.match().Seat(engine.Red).Setup] = true
	}
	if len(drawn) != 5 {
		t.Errorf("five wishes have drawn %d setups", len(drawn))
	}
}
