package main

import (
	"strings"
	"testing"
	"time"
)

// What two players say on their pages comes by mail and no more often than it is said, and
// to whom has muted the other not at all. Without it the parts could fit for moves alone.
func TestTalkInOneProcess(t *testing.T) {
	h := newHouse(t)
	ann, bob := newVisitor(t), newVisitor(t)
	_, list := begin(t, h.base, 0, ann, bob)
	hers, his := newest(t, list, "ann@example.org").Links.Board, newest(t, list, "bob@example.org").Links.Board

	say := form("do", "say", "text", "Good luck,\nBob!")
	for range 2 {
		ann.must(t, "POST", hers, say, 200, "Good luck")
	}
	list = waitForMails(t, h.base, 9)
	if m := newest(t, list, "bob@example.org"); !strings.Contains(m.HTML, "Good luck,<br>\nBob!</blockquote>") {
		t.Errorf("Bob reads\n%s", m.HTML)
	}
	bob.must(t, "POST", his, form("do", "mute"), 200, "Ann is muted")
	ann.must(t, "POST", hers, form("do", "say", "text", "Bob?"), 200, "Your message to Bob is sent.")
	bob.must(t, "GET", his, nil, 200, "You have muted Ann")
	ann.must(t, "POST", hers, form("do", "mute"), 200, "Bob is muted")
	bob.must(t, "POST", his, form("do", "unmute"), 200, "Bob?")
	h.pass(time.Hour)
	if n := len(mailsOf(t, h.base)); n != 9 {
		t.Errorf("%d mails, want 9", n)
	}
}
