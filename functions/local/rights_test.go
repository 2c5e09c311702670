package main

import (
	"strings"
	"testing"
)

// Ann moves to another address, comes back by the notice, moves again and has herself
// forgotten, by the real store and mails. Without it the parts of a person's rights
// could fit each for itself alone.
func TestRightsByMail(t *testing.T) {
	const red, blue, other = "ann@example.org", "bob@example.org", "annie@example.net"
	base, s := within(t)
	ann, bob := newVisitor(t), newVisitor(t)
	game, list := begin(t, base, 0, ann, bob)
	links := newest(t, list, red).Links
	games := linked(t, newest(t, list, red), "player")

	ann.must(t, "POST", games, form("do", "change-address", "email", other, "sure", "1"), 200, "A mail is on its way to "+other)
	list = waitForMails(t, base, 9)
	ask := linked(t, newest(t, list, other), "readdress")
	ann.must(t, "GET", ask, nil, 200, "Is this your new address?")
	ann.must(t, "POST", ask, form("do", "confirm", "sure", "1"), 200, "Your address is changed")
	list = waitForMails(t, base, 11)
	moved := newest(t, list, other)
	ann.must(t, "GET", links.Board, nil, 401, "This link does not work")
	ann.must(t, "POST", moved.Links.Moves["e4-e5"], form("do", "play", "sure", "1"), 200, "Your move is played")
	bob.must(t, "GET", newest(t, list, blue).Links.Board, nil, 200, "Turn 2: your move")
	list = waitForMails(t, base, 12)

	undo := linked(t, newest(t, list, red), "undo")
	ann.must(t, "POST", undo, form("do", "confirm", "sure", "1"), 200, "Your games are back")
	list = waitForMails(t, base, 14)
	ann.must(t, "GET", moved.Links.Board, nil, 401, "This link does not work")
	ann.must(t, "GET", newest(t, list, red).Links.Board, nil, 200, "Bob to move")
	ann.must(t, "POST", ask, form("do", "confirm", "sure", "1"), 200, "The change was undone")

	games = linked(t, newest(t, list, red), "player")
	export := ann.must(t, "GET", games+"/export", nil, 200, `"email":"ann@example.org"`)
	if strings.Contains(export, blue) || !strings.Contains(export, game.String()) {
		t.Errorf("the export: %s", export)
	}
	ann.must(t, "POST", games, form("do", "erase", "sure", "1"), 200, "a game of yours still runs")
	ann.must(t, "POST", games, form("do", "erase", "sure", "1", "resign", "1"), 200, "You are forgotten")
	page := bob.must(t, "GET", newest(t, list, blue).Links.Board, nil, 200, "a player who left")
	if strings.Contains(page, "Ann") || strings.Contains(page, red) {
		t.Error("Bob's page still names her")
	}
	image, err := s.store.Load(t.Context(), game, true)
	if err != nil || strings.Contains(string(image.Data), "ann") {
		t.Errorf("%v; the stored game still names her", err)
	}
}
