package main

import (
	"regexp"
	"strings"
	"testing"
)

// A seat that nobody is named for, from the home page to the first move, by the
// real store and mails. Without it the parts could fit each for itself alone.
func TestVacantSeatByMail(t *testing.T) {
	const red, blue, late = "ann@example.org", "bob@example.org", "eve@example.org"
	base, s := within(t)
	ann, bob, eve := newVisitor(t), newVisitor(t), newVisitor(t)
	ann.must(t, "POST", base+"/", form("do", "create", "name", "Ann", "email", red, "open", "1",
		"color", "red", "army", "barrage", "days", "3", "setupDays", "7"), 202, "Your challenge is shown")
	list := waitForMails(t, base, 1)
	ann.must(t, "POST", newest(t, list, red).Links.Confirm, form("do", "confirm", "sure", "1"), 200, "The game is confirmed")
	list = waitForMails(t, base, 2)
	board := newest(t, list, red).Links.Board

	join := regexp.MustCompile(base + `/j/[\w-]+`).FindString(bob.must(t, "GET", base+"/", nil, 200, "Ann wants to play"))
	for n, who := range []struct {
		*visitor
		name, address string
	}{{bob, "Bob", blue}, {eve, "Eve", late}} {
		who.must(t, "POST", join, form("do", "accept", "sure", "1", "name", who.name, "email", who.address, "tz", "UTC"), 202, "Check your mail")
		list = waitForMails(t, base, 3+n)
	}
	ann.must(t, "GET", board, nil, 200, "Nobody has taken the other side yet")
	bob.must(t, "POST", newest(t, list, blue).Links.Confirm, form("do", "confirm", "sure", "1"), 200, "You are in the game")
	eve.must(t, "POST", newest(t, list, late).Links.Confirm, form("do", "confirm", "sure", "1"), 200, "Somebody else was quicker")
	list = waitForMails(t, base, 6)
	for _, m := range list[4:] {
		if m.To == late {
			t.Error("who came late is mailed of the game")
		}
	}
	for _, seat := range []struct {
		*visitor
		at string
	}{{ann, board}, {bob, newest(t, list, blue).Links.Board}} {
		seat.must(t, "POST", seat.at, form("do", "setup", "setup", barrage, "submit", "1", "sure", "1"), 200, "")
	}
	list = waitForMails(t, base, 9) // waiting, and game on to both
	ann.must(t, "POST", newest(t, list, red).Links.Moves["e4-e5"], form("do", "play", "sure", "1"), 200, "Your move is played")
	list = waitForMails(t, base, 10)
	if last := list[9]; last.To != blue || len(last.Links.Moves) == 0 {
		t.Errorf("the last mail is to %s", last.To)
	}
	page := bob.must(t, "GET", base+"/", nil, 200, "")
	if strings.Contains(page, "Ann wants to play") {
		t.Error("the challenge is still shown")
	}
	games, err := s.store.OpenGames(t.Context())
	if err != nil || len(games) != 0 {
		t.Errorf("%d open games, %v", len(games), err)
	}
}
