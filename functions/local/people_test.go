package main

import (
	"strings"
	"testing"
)

// A lost link comes by mail and leads to the games; one press of a mail program's
// own button ends the mails, and both players see it; new links come all the
// same. Without it the parts of a person could fit each for itself alone.
func TestAPersonByMail(t *testing.T) {
	const red, blue = "ann@example.org", "bob@example.org"
	base, _ := within(t)
	ann, bob := newVisitor(t), newVisitor(t)
	_, list := begin(t, base, 0, ann, bob)
	board, move := newest(t, list, red).Links.Board, newest(t, list, red).Links.Moves["e4-e5"]

	phone := newVisitor(t)
	answer := phone.must(t, "POST", base+"/", form("do", "lost", "email", blue), 202, "Look into your mail")
	if again := phone.must(t, "POST", base+"/", form("do", "lost", "email", "eve@example.org"), 202, "Look into your mail"); again != answer {
		t.Error("another answer for an unknown address")
	}
	list = waitForMails(t, base, 9)
	games := linked(t, newest(t, list, blue), "player")
	phone.must(t, "GET", games, nil, 200, "Turn 1: Ann to move")
	phone.must(t, "POST", games, form("do", "new-links", "sure", "1"), 200, "The old links to your games are dead")
	phone.must(t, "GET", games, nil, 401, "This link does not work")
	list = waitForMails(t, base, 10)
	page := phone.must(t, "GET", linked(t, newest(t, list, blue), "player"), nil, 200, "Your games")

	stop := strings.Trim(newest(t, list, blue).Headers["List-Unsubscribe"], "<>")
	phone.must(t, "POST", stop, form("List-Unsubscribe", "One-Click"), 200, "You get no mails about your games")
	ann.must(t, "POST", move, form("do", "play", "sure", "1"), 200, "Your move is played")
	if n := len(mailsOf(t, base)); n != 10 {
		t.Errorf("%d mails: one came after he wanted none", n)
	}
	ann.must(t, "GET", board, nil, 200, "Bob gets no mails about games")

	at := hrefTo(t, page, "/b/")
	renew := hrefTo(t, phone.must(t, "GET", at, nil, 200, "Turn 2: your move"), "/a/", "Cancel my links")
	phone.must(t, "POST", renew, form("do", "new-links", "sure", "1"), 200, "The old links are dead")
	list = waitForMails(t, base, 11)
	phone.must(t, "GET", newest(t, list, blue).Links.Board, nil, 200, "Turn 2: your move")
	phone.must(t, "GET", at, nil, 401, "This link does not work")
}

// hrefTo returns where the first link of a page leads whose address has a part
// and whose words begin so.
func hrefTo(t *testing.T, page, part string, words ...string) string {
	t.Helper()
	for rest, found := page, true; found; {
		var at, text string
		if _, rest, found = strings.Cut(rest, `<a href="`); found {
			at, text, _ = strings.Cut(rest, `"`)
			_, text, _ = strings.Cut(text, ">")
			if strings.Contains(at, part) && strings.HasPrefix(text, strings.Join(words, " ")) {
				return at
			}
		}
	}
	t.Fatalf("the page has no link to %s", part)
	return ""
}
