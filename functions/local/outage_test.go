package main

import (
	"strings"
	"testing"
	"time"

	"fieldpost/engine/match"
)

const told = "The clocks stood still for 4 days, because the server was down or its host had stopped them."

// The program stands still over a deadline. Who looks first, page, API or clock, finds
// the game going on and is told why; so is his opponent, by the next mail.
func TestOutageIsForgivenAndTold(t *testing.T) {
	const day = 24 * time.Hour
	for _, first := range []string{"a page", "the clock"} {
		t.Run(first, func(t *testing.T) {
			h := newHouse(t)
			game, mails := begin(t, h.base, 0, newVisitor(t), newVisitor(t))
			h.pass(2 * day)
			mails = h.settled(t, len(mails)+1) // a reminder
			deadline := h.match(t, game).Deadline
			mail := newest(t, mails, "ann@example.org")
			if first == "a page" {
				h.ahead.Add(int64(4 * day))
				newVisitor(t).must(t, "GET", mail.Links.Board, nil, 200, told+" That time has been added to this deadline.")
				if m := h.match(t, game); m.Ended() || !m.Deadline.Equal(deadline) {
					t.Errorf("the look has written: %v until %v", m, m.Deadline)
				}
				h.still(0)
			} else {
				h.still(4 * day)
			}
			m := h.match(t, game)
			if m.State != match.Playing || m.Deadline.Sub(deadline) < 4*day || m.Deadline.Sub(deadline) > 4*day+match.BeatEvery {
				t.Fatalf("%v until %v, it was %v", m, m.Deadline, deadline)
			}
			h.settled(t, len(mails))
			newVisitor(t).must(t, "POST", mail.Links.Moves["e4-e5"], form("do", "play", "sure", "1"), 200, "")
			list := h.settled(t, len(mails)+1)
			if text := newest(t, list, "bob@example.org").HTML; !strings.Contains(text, "Before, the clocks stood still for 4 days") {
				t.Errorf("Bob is not told:\n%s", text)
			}
			if m := h.match(t, game); m.Deadline.Sub(m.Changed) != 3*day {
				t.Errorf("Bob has %v", m.Deadline.Sub(m.Changed))
			}
		})
	}
}

// A game that ends by time after an outage says in its last mail that the time was put off.
func TestOverTellsOfTheOutage(t *testing.T) {
	const day = 24 * time.Hour
	h := newHouse(t)
	game, mails := begin(t, h.base, 0, newVisitor(t), newVisitor(t))
	h.pass(2 * day)
	mails = h.settled(t, len(mails)+1) // a reminder
	h.still(4 * day)
	h.pass(day - time.Hour)
	mails = h.settled(t, len(mails)+1) // the other
	if m := h.match(t, game); m.Ended() {
		t.Fatalf("an hour too early: %v", m)
	}
	h.pass(2 * time.Hour)
	list := h.settled(t, len(mails)+2)
	if m := h.match(t, game); m.State != match.Over || !strings.Contains(list[len(mails)].HTML, "stood still for 4 days") {
		t.Errorf("%v, and the last mail says\n%s", m, list[len(mails)].HTML)
	}
}
