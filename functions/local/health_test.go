package main

import (
	"testing"
	"time"

	"fieldpost/functions/internal/players"
)

// Bob's mails come back: no more are sent, and both see it; the one that he has sent
// from his board brings them back. Without it the parts of the way back could fit
// each for itself alone.
func TestAnAddressComesBack(t *testing.T) {
	const red, blue = "ann@example.org", "bob@example.org"
	base, s := within(t)
	ann, bob := newVisitor(t), newVisitor(t)
	game, list := begin(t, base, 0, ann, bob)
	links := newest(t, list, red).Links
	board := newest(t, list, blue).Links.Board
	image, err := s.store.Load(t.Context(), game, true)
	if err != nil {
		t.Fatal(err)
	}
	people := &players.Players{Profiles: s.store}
	if err := people.Bounced(t.Context(), image.Opponent, time.Now()); err != nil {
		t.Fatal(err)
	}
	ann.must(t, "POST", links.Moves["e4-e5"], form("do", "play", "sure", "1"), 200, "Your move is played")
	if n := len(mailsOf(t, base)); n != 8 {
		t.Errorf("%d mails: one went to where they come back", n)
	}
	ann.must(t, "GET", links.Board, nil, 200, "Mails to Bob come back")
	bob.must(t, "GET", board, nil, 200, "to your address come back")
	bob.must(t, "POST", board, form("do", "confirm-address", "sure", "1"), 200, "A mail to your address is on its way")
	list = waitForMails(t, base, 9)
	confirm := newest(t, list, blue).Links.Confirm
	if confirm == "" {
		t.Fatal("the mail has no link to confirm")
	}
	bob.must(t, "GET", confirm, nil, 200, "Confirm your address")
	bob.must(t, "POST", confirm, form("do", "confirm", "sure", "1"), 200, "your address is confirmed")
	bob.must(t, "POST", hrefTo(t, bob.must(t, "GET", board, nil, 200, "Turn 2: your move"), "/m/"), form("do", "play", "sure", "1"), 200, "Your move is played")
	list = waitForMails(t, base, 10)
	ann.must(t, "POST", newest(t, list, red).Links.Moves["e5-e6"], form("do", "play", "sure", "1"), 200, "Your move is played")
	if list = waitForMails(t, base, 11); list[10].To != blue {
		t.Error("Bob gets no mail for his turn")
	}
}
