package main

import (
	"html"
	"regexp"
	"strings"
	"testing"
	"time"

	"fieldpost/engine"
	"fieldpost/engine/match"
)

// begin brings a game as far as its first turn mail, by its mails. There are
// mails before it.
func begin(t *testing.T, base string, before int, ann, bob *visitor) (match.ID, []post) {
	t.Helper()
	game := create(t, base, "barrage")
	list := waitForMails(t, base, before+1)
	ann.must(t, "POST", newest(t, list, "ann@example.org").Links.Confirm, form("do", "confirm", "sure", "1"), 200, "confirmed")
	list = waitForMails(t, base, before+3)
	board := newest(t, list, "ann@example.org").Links.Board
	bob.must(t, "POST", newest(t, list, "bob@example.org").Links.Join, form("do", "accept", "sure", "1"), 200, "You are in the game")
	list = waitForMails(t, base, before+5)
	setup := form("do", "setup", "submit", "1", "setup", barrage)
	ann.must(t, "POST", board, setup, 200, "Your setup is in")
	bob.must(t, "POST", newest(t, list, "bob@example.org").Links.Board, setup, 200, "the game has begun")
	return game, waitForMails(t, base, before+8)
}

// linked returns the address behind a mail's link by its id.
func linked(t *testing.T, m post, id string) string {
	t.Helper()
	found := regexp.MustCompile(`<a id="` + id + `" href="([^"]+)"`).FindStringSubmatch(m.HTML)
	if found == nil {
		t.Fatalf("the mail has no link %s", id)
	}
	return html.UnescapeString(found[1])
}

// A draw is offered and accepted by the links of the mails, and a game ends by a
// look when the time is over. Without it the parts could fit for moves alone.
func TestEndsByMail(t *testing.T) {
	const red, blue = "ann@example.org", "bob@example.org"
	h := newHouse(t)
	base := h.base
	ended := func(game match.ID) engine.Reason { return h.match(t, game).Game.Reason() }
	ann, bob := newVisitor(t), newVisitor(t)

	game, list := begin(t, base, 0, ann, bob)
	offer := linked(t, newest(t, list, red), "offer-draw")
	ann.must(t, "GET", offer, nil, 200, "Do you offer a draw?")
	ann.must(t, "POST", offer, form("do", "offer-draw"), 200, "Your offer of a draw stands")
	list = waitForMails(t, base, 9)
	accept := linked(t, newest(t, list, blue), "accept-draw")
	bob.must(t, "GET", accept, nil, 200, "Do you accept the draw?")
	bob.must(t, "POST", accept, form("do", "accept-draw"), 200, "You have accepted the draw")
	list = waitForMails(t, base, 11)
	for _, who := range []string{red, blue} {
		if m := newest(t, list, who); !strings.Contains(m.HTML, "Ann and Bob have agreed to a draw") {
			t.Errorf("the last mail to %s does not tell of the draw", who)
		}
	}
	if got := ended(game); got != engine.ByAgreement {
		t.Errorf("the game ended by %v", got)
	}

	game, list = begin(t, base, 11, ann, bob)
	board, move := newest(t, list, blue).Links.Board, newest(t, list, red).Links.Moves["e4-e5"]
	h.pass(2 * 24 * time.Hour)
	waitForMails(t, base, 20) // a reminder
	h.pass(24*time.Hour - time.Minute)
	waitForMails(t, base, 21) // and another
	bob.must(t, "GET", board, nil, 200, "Turn 1: Ann to move")
	h.ahead.Add(int64(2 * time.Minute)) // and no sweep
	bob.must(t, "GET", board, nil, 200, "Ann has run out of time: you win!")
	list = waitForMails(t, base, 23)
	if m := newest(t, list, red); !strings.Contains(m.HTML, "You have run out of time: Bob wins") {
		t.Error("Ann's last mail does not tell that she has lost")
	}
	ann.must(t, "POST", move, form("do", "play", "sure", "1"), 200, "The game is over, and nothing has changed")
	if got, n := ended(game), len(mailsOf(t, base)); got != engine.ByTime || n != 23 {
		t.Errorf("the game ended by %v, with %d mails", got, n)
	}
}
