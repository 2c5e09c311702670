package main

import (
	"net/url"
	"slices"
	"strings"
	"testing"
)

// reply answers the newest mail to somebody that can be answered, in the mailbox's
// own box, and returns the mail that he gets back.
func reply(t *testing.T, base, who, text string) post {
	t.Helper()
	before := mailsOf(t, base)
	m := newest(t, before, who)
	page := newVisitor(t).must(t, "POST", base+"/mailbox/"+url.PathEscape(m.ID), form("text", text), 200, "Your answer is sent")
	if !strings.Contains(page, `<textarea id="reply"`) {
		t.Fatalf("no reply box on\n%s", page)
	}
	for _, sent := range mailsOf(t, base)[len(before):] {
		if sent.Headers["Auto-Submitted"] == "auto-replied" {
			if sent.To != who {
				t.Fatalf("%q by %s is answered to %s", text, who, sent.To)
			}
			return sent
		}
	}
	t.Fatalf("%q by %s is not answered", text, who)
	return post{}
}

// A whole game through the reply box of the mailbox, in the real process, its store
// and its mails: nothing but answers, from the confirmation on.
func TestGameByReplies(t *testing.T) {
	c := start(t, "-addr", "127.0.0.1:0", "-data", t.TempDir())
	create(t, c.base, "duel")
	const ann, bob = "ann@example.org", "bob@example.org"
	first := newest(t, waitForMails(t, c.base, 1), ann)
	if first.Headers["Reply-To"] != "" {
		t.Error("the confirm mail asks for an answer")
	}
	newVisitor(t).must(t, "POST", first.Links.Confirm, form("do", "confirm", "sure", "1"), 200, "")
	waitForMails(t, c.base, 3)
	reply(t, c.base, bob, "Thanks for asking!\n\naccept")
	reply(t, c.base, ann, "setup 1")
	reply(t, c.base, bob, "setup random")
	plies := 0
	for ; plies < 60; plies++ {
		var turn post
		for _, m := range slices.Backward(mailsOf(t, c.base)) {
			if m.Headers["Auto-Submitted"] == "auto-generated" && len(m.Links.Moves) > 0 {
				turn = m
				break
			}
		}
		var moves []string
		for move := range turn.Links.Moves {
			moves = append(moves, move)
		}
		slices.Sort(moves)
		before := mailsOf(t, c.base)
		if newest(t, before, turn.To).ID != turn.ID {
			t.Fatalf("ply %d: %s has a newer mail", plies, turn.To)
		}
		reply(t, c.base, turn.To, moves[plies*7%len(moves)])
		all := mailsOf(t, c.base)
		if slices.ContainsFunc(all[len(before):], func(m post) bool { return strings.Contains(m.HTML, "/a/") && len(m.Links.Moves) == 0 }) {
			break // the end, with its link to a rematch
		}
	}
	if plies < 4 {
		t.Errorf("only %d plies", plies)
	}
	c.stop(t)
	if log := c.errs.String(); strings.Contains(log, "@") || strings.Contains(log, "play+") {
		t.Errorf("the log has\n%s", log)
	}
}
